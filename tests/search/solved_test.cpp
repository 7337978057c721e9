// Both searches against the complete solution of 5x5 with two walls each: given time they prove every result,
// and what they call proven is true. The network against that of three walls each: it finds results fast.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <set>

#include "base/random.h"
#include "engine/engine.h"
#include "games/session.h"
#include "net/installed.h"
#include "solve/solution.h"

namespace stockade {
namespace {

using engine::Algorithm;
using games::Session;
using Kind = solve::Value::Kind;

constexpr const char* kSpec = "quoridor:size=5,walls=2";

std::unique_ptr<solve::Solution> solution_of(const char* spec) {
    auto made = std::move(*solve::Solution::of(Session::create(spec)->position()));
    search::StopSignal stop;
    EXPECT_TRUE(made->prepare(1e9));
    EXPECT_TRUE(made->solve(1, stop, {}));
    return made;
}
const solve::Solution& solution() {
    static const auto kSolution = solution_of(kSpec);
    return *kSolution;
}

/// The start, and different positions of random games; walls and steps are equally likely in them.
std::vector<std::string> positions(std::size_t count, const char* spec = kSpec) {
    std::vector<std::string> list{Session::create(spec)->position()};
    std::set<std::string> seen{list[0]};
    for (std::uint64_t seed = 1; list.size() < count; ++seed) {
        Random random(seed);
        auto session = *Session::create(spec);
        for (auto left = 1 + random.below(12); left > 0 && !session.outcome().over; --left) {
            const auto turns = session.turns();
            const auto wants_wall = random.below(2) == 0;
            std::vector<std::string> choice;
            for (const auto& turn : turns)
                if ((turn.size() == 3) == wants_wall) choice.push_back(turn);
            if (choice.empty()) choice = turns;
            EXPECT_TRUE(session.play(choice[random.below(static_cast<std::uint32_t>(choice.size()))]));
        }
        if (!session.outcome().over && seen.insert(session.position()).second)
            list.push_back(session.position());
    }
    return list;
}

search::Line best_of(engine::Engine& engine, const std::string& position, std::uint64_t nodes) {
    search::SearchLimits limits;
    limits.nodes = nodes;
    search::StopSignal stop;
    engine.new_game();
    const auto info = engine.think(*Session::from_position(position), limits, stop, {});
    EXPECT_TRUE(info) << info.error().message;
    return info->lines.at(0);
}

class Solved : public testing::TestWithParam<Algorithm> {
protected:
    void give_memory(std::size_t megabytes) {
        engine::Options options;
        options.algorithm = GetParam();
        options.hash_megabytes = megabytes;
        engine_.set_options(options);
    }
    engine::Engine engine_;
};
INSTANTIATE_TEST_SUITE_P(Both, Solved, testing::Values(Algorithm::kAlphaBeta, Algorithm::kTree),
                         [](const auto& test) {
                             return test.param == Algorithm::kTree ? "Tree" : "AlphaBeta";
                         });

TEST_P(Solved, BothProveEveryResult) {
    ASSERT_EQ(*solution().value(Session::create(kSpec)->position()), (solve::Value{Kind::kLost, 18}));
    give_memory(128);
    const bool thorough = std::getenv("STOCKADE_LONG") != nullptr;
    for (const auto& position : positions(thorough ? 1001 : 51)) {
        SCOPED_TRACE(position);
        const auto truth = *solution().value(position);
        const auto best = best_of(engine_, position, 5'000'000);
        ASSERT_EQ(best.proven > 0, truth.kind == Kind::kWon);
        ASSERT_EQ(best.proven < 0, truth.kind == Kind::kLost);
        // A proof by alpha-beta says that the end comes within so many turns, so it cannot come sooner than
        // the true one. The tree's number is only the length of the line it shows.
        if (GetParam() == Algorithm::kAlphaBeta) {
            EXPECT_GE(std::abs(best.proven), truth.actions);
        }
        // A won position stays won after the turn it chooses.
        if (truth.kind != Kind::kWon) continue;
        auto session = *Session::from_position(position);
        ASSERT_TRUE(session.play(best.turns.at(0)));
        EXPECT_TRUE(session.outcome().over || solution().value(session.position())->kind == Kind::kLost);
    }
}

TEST_P(Solved, ShortSearchesProveNothingFalse) {
    give_memory(4);
    int proven = 0;
    for (const auto& position : positions(300)) {
        SCOPED_TRACE(position);
        const auto truth = *solution().value(position);
        const auto best = best_of(engine_, position, 5'000);
        proven += best.proven != 0;
        if (best.proven != 0)
            EXPECT_EQ(best.proven > 0, truth.kind == Kind::kWon);
        else
            EXPECT_GT(truth.actions, 4) << "near ends are always found";
    }
    EXPECT_GE(2 * proven, 300);
}

TEST(SolvedByNetwork, FindsResultsWithinTwoThousandSimulations) {
    constexpr const char* kMini = "quoridor-mini";
    ASSERT_TRUE(net::installed_network(*games::parse_spec(kMini)));
    const auto truth = solution_of(kMini);
    const bool thorough = std::getenv("STOCKADE_LONG") != nullptr;
    const auto asked = positions(thorough ? 1000 : 200, kMini);
    engine::Engine engine;
    std::size_t found = 0;
    for (const auto& position : asked) {
        const auto kind = truth->value(position)->kind;
        const auto best = best_of(engine, position, 2'000);
        auto session = *Session::from_position(position);
        ASSERT_TRUE(session.play(best.turns.at(0)));
        const bool keeps = session.outcome().over || truth->value(session.position())->kind == Kind::kLost;
        found += kind == Kind::kWon    ? best.win_probability > 0.5 && keeps
                 : kind == Kind::kLost ? best.win_probability < 0.5
                                       : best.proven == 0;
    }
    RecordProperty("found", static_cast<int>(found));
    EXPECT_GE(100 * found, 99 * asked.size()) << found << " of " << asked.size();
}

}  // namespace
}  // namespace stockade
