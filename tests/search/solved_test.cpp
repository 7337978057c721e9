// Both searches against the complete solution of 5x5 with two walls each: what they call proven is true, and
// they find what is to be found.
#include <gtest/gtest.h>

#include <cstdlib>

#include "engine/engine.h"
#include "games/random.h"
#include "games/session.h"
#include "solve/solution.h"

namespace stockade {
namespace {

using engine::Algorithm;
using games::Session;
using Kind = solve::Value::Kind;

constexpr const char* kSpec = "quoridor:size=5,walls=2";

const solve::Solution& solution() {
    static const auto kSolution = [] {
        auto made = std::move(*solve::Solution::of(Session::create(kSpec)->position()));
        search::StopSignal stop;
        EXPECT_TRUE(made->prepare(1e9));
        EXPECT_TRUE(made->solve(1, stop, {}));
        return made;
    }();
    return *kSolution;
}

/// Positions of random games, each from another game; walls and steps equally likely.
std::vector<std::string> random_positions(int count) {
    std::vector<std::string> positions;
    for (std::uint64_t seed = 1; positions.size() < static_cast<std::size_t>(count); ++seed) {
        Random random(seed);
        auto session = *Session::create(kSpec);
        for (auto left = random.below(12); left > 0 && !session.outcome().over; --left) {
            const auto turns = session.turns();
            const auto wants_wall = random.below(2) == 0;
            std::vector<std::string> choice;
            for (const auto& turn : turns)
                if ((turn.size() == 3) == wants_wall) choice.push_back(turn);
            if (choice.empty()) choice = turns;
            EXPECT_TRUE(session.play(choice[random.below(static_cast<std::uint32_t>(choice.size()))]));
        }
        if (!session.outcome().over) positions.push_back(session.position());
    }
    return positions;
}

engine::Variation best_of(engine::Engine& engine, const std::string& position, std::uint64_t nodes) {
    search::Limits limits;
    limits.nodes = nodes;
    search::StopSignal stop;
    engine.new_game();
    const auto thoughts = engine.think(*Session::from_position(position), limits, stop, {});
    EXPECT_TRUE(thoughts) << thoughts.error().message;
    return thoughts->variations.at(0);
}

class Solved : public testing::TestWithParam<Algorithm> {
protected:
    Solved() {
        engine::Options options;
        options.algorithm = GetParam();
        options.hash_megabytes = 16;
        engine_.set_options(options);
    }
    engine::Engine engine_;
};
INSTANTIATE_TEST_SUITE_P(Both, Solved, testing::Values(Algorithm::kAlphaBeta, Algorithm::kTree),
                         [](const auto& test) {
                             return test.param == Algorithm::kTree ? "Tree" : "AlphaBeta";
                         });

TEST_P(Solved, TheStartIsLost) {
    const std::string start = Session::create(kSpec)->position();
    ASSERT_EQ(*solution().value(start), (solve::Value{Kind::kLost, 18}));
    const bool thorough = std::getenv("STOCKADE_LONG") != nullptr;
    const auto best = best_of(engine_, start, thorough ? 2'000'000 : 200'000);
    EXPECT_LE(best.proven, 0);
    EXPECT_LT(best.win_probability, thorough ? 0.35 : 0.75);
}

TEST_P(Solved, RandomPositions) {
    const bool thorough = std::getenv("STOCKADE_LONG") != nullptr;
    const int count = thorough ? 1000 : 300;
    const std::uint64_t nodes = thorough ? 20'000 : 10'000;
    int proven = 0;
    int kept = 0;
    for (const auto& position : random_positions(count)) {
        SCOPED_TRACE(position);
        const auto truth = *solution().value(position);
        const auto best = best_of(engine_, position, nodes);
        // What is called proven is true, and near ends are always found.
        if (best.proven != 0) {
            ++proven;
            EXPECT_EQ(best.proven > 0, truth.kind == Kind::kWon);
        } else {
            EXPECT_GT(truth.actions, 4);
        }
        // A proof by alpha-beta says that the end comes within so many turns, so it cannot come sooner than
        // the true one. The tree's number is only the length of the line it shows.
        if (best.proven != 0 && GetParam() == Algorithm::kAlphaBeta) {
            EXPECT_GE(std::abs(best.proven), truth.actions);
        }
        // A won position stays won after the turn it chooses.
        auto session = *Session::from_position(position);
        ASSERT_TRUE(session.play(best.turns.at(0)));
        kept += truth.kind != Kind::kWon || session.outcome().over ||
                solution().value(session.position())->kind == Kind::kLost;
    }
    EXPECT_GE(2 * proven, count);
    EXPECT_GE(50 * kept, 49 * count);
}

}  // namespace
}  // namespace stockade
