#include "engine/levels.h"

#include <gtest/gtest.h>

#include "engine/engine.h"
#include "games/session.h"
#include "net/installed.h"
#include "search/limits.h"

namespace stockade::engine {
namespace {

constexpr auto kSpecs = {
    "quoridor",         "quoridor:players=4", "quoridor:size=7", "quoridor-mini", "wallgo",
    "wallgo:players=3", "territoires",        "quoridor4fun",    "blockade",      "pinko"};

TEST(Levels, AskANetworkOnlyWhereThePageFetchesOne) {
    for (const char* spec : kSpecs)
        for (int level = 1; level < kFirstByNetwork; ++level)
            EXPECT_EQ(level_of(*games::parse_spec(spec), level, true).evaluator, EvaluatorKind::kClassic)
                << spec << ", level " << level;
}

TEST(Levels, DoWithoutANetworkWhereThereIsNone) {
    for (const char* spec : kSpecs)
        for (int level = 1; level < kStrongest; ++level)
            EXPECT_EQ(level_of(*games::parse_spec(spec), level, false).evaluator, EvaluatorKind::kClassic)
                << spec << ", level " << level;
}

TEST(Levels, AreThoseOfTheGame) {
    // Tables with networks belong to one size and one number of players.
    for (int level = 1; level < kStrongest; ++level) {
        EXPECT_EQ(&level_of(*games::parse_spec("quoridor:size=7"), level, true),
                  &level_of(*games::parse_spec("quoridor:size=7"), level, false));
        EXPECT_EQ(&level_of(*games::parse_spec("quoridor:players=4"), level, true),
                  &level_of(*games::parse_spec("quoridor"), level, false));
    }
    EXPECT_EQ(level_of(*games::parse_spec("quoridor"), 9, true).evaluator, EvaluatorKind::kNetwork);
    EXPECT_EQ(level_of(*games::parse_spec("wallgo"), 9, true).evaluator, EvaluatorKind::kNetwork);
    EXPECT_EQ(level_of(*games::parse_spec("quoridor:walls=8,first=2"), 9, true).evaluator,
              EvaluatorKind::kNetwork);
}

TEST(Levels, PlayByTheNetworkFromTheirFirst) {
    ASSERT_TRUE(net::installed_network(*games::parse_spec("quoridor")));
    const auto session = games::Session::create("quoridor");
    ASSERT_TRUE(session);
    Engine engine;
    for (const int level : {kFirstByNetwork - 1, kFirstByNetwork}) {
        Options options;
        options.level = level;
        engine.set_options(options);
        search::StopSignal stop;
        const auto info = engine.think(*session, {}, stop, nullptr);
        ASSERT_TRUE(info) << info.error().message;
        EXPECT_EQ(engine.network() != nullptr, level >= kFirstByNetwork) << "level " << level;
    }
}

}  // namespace
}  // namespace stockade::engine
