// The fast rules against the slow reference implementations: the same action lists, movers and outcomes in
// random games of every kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "base/random.h"
#include "games/any_position.h"
#include "games/family.h"
#include "reference/game.h"

namespace stockade {
namespace {

using games::AnyPosition;

struct Case {
    const char* spec;
    int positions;    // in an everyday run; a quarter in ./check quick
    int max_actions;  // of one game: pawns that wander in a finished maze teach nothing new
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.spec; }

// Many walls on small boards make crowded positions; each game has at least 20,000 positions in all.
const Case kCases[] = {
    {"quoridor", 8000, 70},
    {"quoridor:walls=40", 3000, 90},
    {"quoridor:size=5,walls=8", 3000, 60},
    {"quoridor:size=3,walls=3", 1000, 40},
    {"quoridor:size=7,walls=20", 2000, 70},
    {"quoridor:size=11,walls=30", 800, 90},
    {"quoridor:size=13,walls=40", 300, 120},
    {"quoridor:size=19,walls=60", 100, 150},
    {"quoridor:players=3", 1500, 80},
    {"quoridor:players=4", 2000, 90},
    {"quoridor:players=4,size=5,walls=5,teams=on", 2000, 80},
    {"quoridor:players=3,size=5,walls=6,third-pawn-diagonal=off", 1500, 80},
    {"quoridor:players=4,size=3,walls=1,edge-diagonal=off,third-pawn-diagonal=off", 1500, 60},
    {"quoridor:players=4,size=7,walls=9", 1000, 90},
    {"quoridor:size=5,walls=6,edge-diagonal=off", 2000, 60},
    {"quoridor:walls=10+3", 500, 60},
    {"quoridor4fun", 12000, 60},
    {"quoridor4fun:walls=30", 6000, 90},
    {"quoridor4fun:walls=25,edge-diagonal=off", 3000, 90},
    {"territoires", 4000, 200},
    {"territoires:players=3", 6000, 200},
    {"territoires:players=4", 6000, 200},
    {"territoires:players=3,pawns=1,scoring=largest", 4000, 200},
    {"territoires:players=4,pawns=3,setup=snake", 3000, 200},
    {"territoires:players=3,setup=all,scoring=largest", 2000, 200},
    {"wallgo", 8000, 200},
    {"wallgo:players=3", 6000, 200},
    {"wallgo:players=4", 6000, 200},
    {"blockade", 16000, 90},
    {"blockade:move=exact", 2500, 90},
    {"blockade:goal=both,walls=30", 2500, 140},
    {"pinko", 14000, 90},
    {"pinko:walls=60", 6000, 140},
};

std::unique_ptr<AnyPosition> start(const games::Spec& spec) { return std::move(*games::start_of(spec)); }

std::unique_ptr<reference::ReferenceGame> reference_of(const games::Spec& spec) {
    reference::Options options;
    for (const auto& option : spec.game().options) options[std::string(option.name)] = spec.text(option.name);
    const auto family = std::string(spec.game().family->name);
    return reference::make_reference(family, options);
}

std::vector<std::string> texts(const AnyPosition& position) {
    std::vector<std::string> result;
    for (const auto action : position.actions()) result.push_back(position.action_text(action));
    std::sort(result.begin(), result.end());
    return result;
}

class Agreement : public testing::TestWithParam<Case> {};

TEST_P(Agreement, SameActionsAndOutcomes) {
    const Case& test = GetParam();
    const auto spec = games::parse_spec(test.spec);
    ASSERT_TRUE(spec) << spec.error().message;
    const bool longer = std::getenv("STOCKADE_LONG") != nullptr;
    const bool shorter = std::getenv("STOCKADE_QUICK") != nullptr;
    const long wanted = longer ? 50L * test.positions : shorter ? test.positions / 4 : test.positions;
    Random random(std::hash<std::string_view>{}(test.spec));

    for (long compared = 0; compared < wanted;) {
        auto fast = start(*spec);
        auto slow = reference_of(*spec);
        std::string line;
        for (int played = 0; played < test.max_actions; ++played, ++compared) {
            const auto outcome = fast->outcome();
            ASSERT_EQ(outcome.over, slow->over()) << line;
            const auto expected = slow->legal_actions();
            if (outcome.over) {
                for (int i = 0; i < slow->players(); ++i)
                    ASSERT_EQ(outcome.shares[i], slow->shares()[i]) << line;
                ASSERT_TRUE(fast->actions().empty()) << line;
                break;
            }
            ASSERT_EQ(games::index(fast->to_move()) + 1, slow->mover()) << line;
            ASSERT_EQ(fast->turn_start(), slow->turn_start()) << line;
            ASSERT_EQ(texts(*fast), expected) << line << "\n" << slow->board();
            const auto& action = expected[random.below(static_cast<std::uint32_t>(expected.size()))];
            line += (fast->turn_start() ? " " : "/") + action;
            fast->play(*fast->parse_action(action));
            slow->play(action);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Games, Agreement, testing::ValuesIn(kCases), [](const auto& test) {
    std::string name = test.param.spec;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

}  // namespace
}  // namespace stockade
