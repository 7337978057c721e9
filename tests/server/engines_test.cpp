#include "server/room/engines.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "engine/engine.h"
#include "engine/levels.h"
#include "support/patience.h"

namespace stockade::server::room {
namespace {

constexpr Milliseconds kTime =
    support::kPatience;  // levels below the strongest end by their number of simulations

/// What an engine of that level plays, as Engines asks it.
std::string expected_turn(const games::Session& session, int level) {
    engine::Options options;
    options.hash_megabytes = 16;
    options.level = level;
    options.seed = session.key() | 1;
    engine::Engine engine;
    engine.set_options(options);
    search::SearchLimits limits;
    limits.time = kTime;
    search::StopSignal stop;
    const auto info = engine.think(session, limits, stop, {});
    return info && !info->lines.empty() ? info->lines[0].turns.at(0) : "";
}

std::string answer(Engines& engines, const games::Session& session, int level) {
    std::promise<std::string> promise;
    const auto question =
        engines.think(session, level, kTime, [&](std::string turn) { promise.set_value(std::move(turn)); });
    return promise.get_future().get();
}

TEST(Engines, PlayAtTheLevelThatIsAskedFor) {
    Engines engines(1);
    auto session = *games::Session::create("quoridor-mini");
    int differ = 0;
    for (int ply = 0; ply < 8 && !session.outcome().over; ++ply) {
        const auto low = expected_turn(session, 1);
        const auto high = expected_turn(session, 8);
        EXPECT_EQ(answer(engines, session, 1), low) << "ply " << ply;
        EXPECT_EQ(answer(engines, session, 8), high) << "ply " << ply;
        differ += low != high;
        ASSERT_TRUE(session.play(high).ok());
    }
    EXPECT_GT(differ, 0) << "levels that play alike prove nothing";
}

TEST(Engines, ThinkAboutNothingThatIsGivenUp) {
    Engines engines(1);
    const auto session = *games::Session::create("quoridor");
    std::promise<void> ended;
    // Longer than any test may take.
    auto endless =
        engines.think(session, engine::kStrongest, 24h, [&](const std::string&) { ended.set_value(); });
    ASSERT_TRUE(support::comes([&] { return engines.waiting() == 0; }));
    std::vector<Engines::Question> questions;
    for (int i = 0; i < 3; ++i) {
        questions.push_back(engines.think(session, engine::kStrongest, 24h, [](const std::string&) {
            ADD_FAILURE() << "this was given up before it was thought about";
        }));
        EXPECT_EQ(engines.waiting(), static_cast<std::size_t>(i) + 1);
    }
    questions.clear();
    EXPECT_EQ(engines.waiting(), 0u);
    endless.reset();
    ended.get_future().wait();
    EXPECT_EQ(answer(engines, session, 1), expected_turn(session, 1));
}

TEST(Engines, AnswerNothingOnceTheyAreClosed) {
    Engines engines(1);
    bool answered = false;
    engines.close();
    const auto question = engines.think(*games::Session::create("quoridor-mini"), 1, kTime,
                                        [&](std::string) { answered = true; });
    EXPECT_EQ(engines.waiting(), 0u);
    EXPECT_FALSE(answered);
}

}  // namespace
}  // namespace stockade::server::room
