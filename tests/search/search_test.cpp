// Both searches: they find wins, agree with exhaustive truth where that is to be had, obey their limits, and
// beat random play in every game.
#include <gtest/gtest.h>

#include <chrono>

#include "base/random.h"
#include "engine/engine.h"
#include "games/position_reader.h"

namespace stockade {
namespace {

using engine::Algorithm;
using games::Session;

void set_up(engine::Engine& engine, Algorithm algorithm, int threads) {
    engine::Options options;
    options.algorithm = algorithm;
    options.hash_megabytes = 32;
    options.threads = threads;
    engine.set_options(options);
}
engine::SearchInfo info_of(engine::Engine& engine, const Session& session,
                           const search::SearchLimits& limits) {
    search::StopSignal stop;
    const auto info = engine.think(session, limits, stop, {});
    EXPECT_TRUE(info) << info.error().message;
    return *info;
}
engine::SearchInfo info_about(const Session& session, Algorithm algorithm,
                              const search::SearchLimits& limits) {
    engine::Engine engine;
    set_up(engine, algorithm, 1);
    return info_of(engine, session, limits);
}
search::SearchLimits nodes(std::uint64_t count) {
    search::SearchLimits limits;
    limits.nodes = count;
    return limits;
}
Session at(std::string_view position) { return *Session::from_position(position); }

class Searches : public testing::TestWithParam<Algorithm> {};
INSTANTIATE_TEST_SUITE_P(Both, Searches, testing::Values(Algorithm::kAlphaBeta, Algorithm::kTree),
                         [](const auto& test) {
                             return test.param == Algorithm::kTree ? "Tree" : "AlphaBeta";
                         });

TEST_P(Searches, StepOntoTheGoal) {
    const auto best = info_about(at("quoridor; pawns e8 b5; turn 1"), GetParam(), nodes(2000)).lines.at(0);
    EXPECT_EQ(best.turns.at(0), "e9");
    EXPECT_EQ(best.proven, 1);
}

TEST_P(Searches, BlockTheStepThatWouldLose) {
    // Player 2 is one step from its goal; every turn but a wall in front of it loses at once.
    auto session = at("quoridor; pawns e5 c2; hand 3 0; turn 1");
    const auto best = info_about(session, GetParam(), nodes(20'000)).lines.at(0);
    ASSERT_TRUE(session.play(best.turns.at(0)));
    EXPECT_FALSE(session.play("c1")) << best.turns.at(0);
}

/// Who wins each position without walls in hand, by counting back from the ends: 1 player 1, 2 player 2, 0
/// nobody.
class RaceTruth {
public:
    explicit RaceTruth(const games::Quoridor5& like) : like_(like), winner_(2 * 25 * 25) {
        for (bool changed = true; changed;) {
            changed = false;
            for (int a = 0; a < 25; ++a)
                for (int b = 0; b < 25; ++b)
                    for (int mover = 0; mover < 2; ++mover)
                        if (a != b && !winner_[slot(a, b, mover)]) changed |= settle(a, b, mover);
        }
    }
    int winner(const games::Quoridor5& p) const {
        return winner_[slot(p.pawn(games::Player::kOne), p.pawn(games::Player::kTwo),
                            games::index(p.to_move()))];
    }

private:
    static std::size_t slot(int a, int b, int mover) {
        return static_cast<std::size_t>((a * 25 + b) * 2 + mover);
    }
    bool settle(int a, int b, int mover) {
        const games::Quoridor5 p(like_.shape(), like_.rules(), {0, 0}, {a, b}, like_.walls(),
                                 games::player_at(mover));
        int& winner = winner_[slot(a, b, mover)];
        if (p.over())
            winner = 2 - mover;
        else {
            games::Quoridor5::Actions actions;
            p.generate(games::Quoridor5::Context(p), actions);
            bool all_lost = true;
            for (const auto action : actions) {
                auto next = p;
                next.play(action);
                const int after = next.over() ? mover + 1 : this->winner(next);
                if (after == mover + 1) winner = mover + 1;
                all_lost &= after == 2 - mover;
            }
            if (!winner && all_lost) winner = 2 - mover;
        }
        return winner != 0;
    }

    games::Quoridor5 like_;
    std::vector<int> winner_;
};

TEST_P(Searches, AgreeWithTheSolvedRace) {
    Random random(4);
    int decided = 0;
    for (int i = 0; i < 40; ++i) {
        auto position =
            games::start_position<games::Quoridor5>(*games::parse_spec("quoridor:size=5,walls=4"));
        while (position.walls_left() && !position.over()) {
            games::Quoridor5::Actions actions;
            position.generate(games::Quoridor5::Context(position), actions);
            position.play(
                actions[static_cast<int>(random.below(static_cast<std::uint32_t>(actions.size())))]);
        }
        if (position.over()) continue;
        const RaceTruth truth(position);
        const int winner = truth.winner(position);
        const auto text = "quoridor:size=5,walls=4" + games::TextOf<games::Quoridor5>::fields(position);
        const auto best = info_about(at(text), GetParam(), nodes(200'000)).lines.at(0);
        if (winner == 0 || best.proven == 0) continue;
        const bool mover_wins = winner == games::index(position.to_move()) + 1;
        EXPECT_EQ(best.proven > 0, mover_wins) << text;
        ++decided;
    }
    EXPECT_GT(decided, 25) << "too few races were solved";
}

/// Nodes that a search may still visit when it should end: those between two looks at the clock and at the
/// signal to stop, and the first depth, without which there is no turn to answer with.
constexpr std::uint64_t kBetweenLooks = 4096;

TEST_P(Searches, EndOnceTheirTimeIsUp) {
    const auto session = *Session::create("quoridor");
    search::SearchLimits limits;
    limits.begin = search::Clock::now() - std::chrono::hours(1);
    limits.time = std::chrono::milliseconds(100);
    const auto info = info_about(session, GetParam(), limits);
    EXPECT_FALSE(info.lines.at(0).turns.empty());
    EXPECT_LE(info.nodes, kBetweenLooks);

    // From now on, with a helper: how long that is depends on the machine, but it comes to an end.
    engine::Engine engine;
    set_up(engine, GetParam(), 2);
    limits.begin = search::Clock::now();
    EXPECT_FALSE(info_of(engine, session, limits).lines.at(0).turns.empty());
}

TEST_P(Searches, EndSoonAfterTheyAreStopped) {
    engine::Engine engine;
    set_up(engine, GetParam(), 1);
    search::StopSignal stop;
    std::uint64_t before = 0;
    const auto stop_at_once = [&](const engine::SearchInfo& info) {
        if (!stop.stopped()) before = info.nodes;
        stop.stop();
    };
    const auto info = engine.think(*Session::create("quoridor"), {}, stop, stop_at_once);
    ASSERT_TRUE(info) << info.error().message;
    EXPECT_GT(before, 0u);
    EXPECT_LE(info->nodes, before + kBetweenLooks);
}

TEST(Search, SameNodesEveryTime) {
    search::SearchLimits limits;
    limits.depth = 6;
    const auto a = info_about(*Session::create("quoridor"), Algorithm::kAlphaBeta, limits);
    const auto b = info_about(*Session::create("quoridor"), Algorithm::kAlphaBeta, limits);
    EXPECT_EQ(a.nodes, b.nodes);
    EXPECT_EQ(a.lines.at(0).turns, b.lines.at(0).turns);
}

class AgainstRandom : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Games, AgainstRandom,
                         testing::Values("quoridor", "quoridor-mini", "quoridor:size=13", "pinko", "blockade",
                                         "wallgo", "territoires", "quoridor4fun", "quoridor:players=3",
                                         "quoridor:players=4", "quoridor:players=4,teams=on",
                                         "wallgo:players=3", "territoires:players=4"));

TEST_P(AgainstRandom, WinsNearlyAlways) {
    constexpr int kGames = 6;
    int points = 0;  // in twelfths
    for (int game = 0; game < kGames; ++game) {
        auto session = *Session::create(GetParam(), static_cast<std::uint64_t>(game));
        Random random(static_cast<std::uint64_t>(game) + 77);
        engine::Engine engine;
        const int seat = game % session.players();
        while (!session.outcome().over) {
            session.roll();
            if (session.turn_of() != seat) {
                const auto actions = session.actions();
                ASSERT_TRUE(
                    session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]));
                continue;
            }
            search::StopSignal stop;
            const auto info = engine.think(session, nodes(300), stop, {});
            ASSERT_TRUE(info) << info.error().message;
            const auto turn = session.completed_turn(info->lines.at(0).turns.at(0));
            const auto played = session.play(turn);
            ASSERT_TRUE(played) << played.error().message;
        }
        points += session.outcome().shares[static_cast<std::size_t>(seat)];
    }
    const bool teams = std::string_view(GetParam()).find("teams") != std::string_view::npos;
    EXPECT_GE(points, (kGames - 1) * games::kWholePoint / (teams ? 2 : 1));
}

}  // namespace
}  // namespace stockade
