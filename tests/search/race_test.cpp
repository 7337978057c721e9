// Races without walls in hand: the fast tables, the shortcut and the cache against a plain slow solution that
// knows only the rules.
#include "search/race.h"

#include <gtest/gtest.h>

#include <map>

#include "base/random.h"
#include "games/position_reader.h"

namespace stockade::search {
namespace {

using Kind = RaceResult::Kind;

/// All placements by repeated sweeps over the legal actions, one more action from the end each time.
template <class P>
class SlowRace {
public:
    explicit SlowRace(const P& like) {
        std::vector<int> cells;
        like.shape().masks().cells.for_each([&](int cell) { cells.push_back(cell); });
        std::vector<P> open;
        for (int mover = 0; mover < 2; ++mover)
            for (const int a : cells)
                for (const int b : cells) {
                    const P p(like.shape(), like.rules(), {0, 0}, {a, b}, like.walls(),
                              games::player_at(mover));
                    if (a == b || p.goal(p.to_move()).test(p.pawn(p.to_move()))) continue;
                    if (p.over())
                        results_[p.key()] = {Kind::kLost, 0};
                    else
                        open.push_back(p);
                }
        for (int ended = 0, distance = 1; distance - ended <= 2; ++distance) {
            std::vector<std::pair<std::uint64_t, RaceResult>> settled;
            std::vector<P> still_open;
            for (const P& p : open) {
                if (const auto kind = settle(p, distance))
                    settled.push_back({p.key(), {*kind, distance}});
                else
                    still_open.push_back(p);
            }
            if (!settled.empty()) ended = distance;
            for (const auto& [key, result] : settled) results_[key] = result;
            open = std::move(still_open);
        }
        for (const P& p : open) results_[p.key()] = {};
    }
    const std::map<std::uint64_t, RaceResult>& results() const { return results_; }
    RaceResult at(const P& p) const { return results_.at(p.key()); }

private:
    /// What the position is if its end is that far.
    std::optional<Kind> settle(const P& p, int distance) const {
        typename P::Actions actions;
        p.generate(typename P::Context(p), actions);
        bool wins = false;
        bool all_lose = true;
        for (const auto action : actions) {
            P next = p;
            next.play(action);
            const auto known = results_.find(next.key());
            wins |= known != results_.end() && known->second == RaceResult{Kind::kLost, distance - 1};
            all_lose &= known != results_.end() && known->second.kind == Kind::kWon;
        }
        if (wins) return Kind::kWon;
        if (all_lose) return Kind::kLost;
        return std::nullopt;
    }

    std::map<std::uint64_t, RaceResult> results_;
};

/// Where a random game is when the walls are gone; turns that would end it are left out.
template <class P>
P random_race(const P& start, Random& random) {
    P p = start;
    for (int i = 0; i < 400 && p.walls_left(); ++i) {
        typename P::Actions actions;
        p.generate(typename P::Context(p), actions);
        P next = p;
        next.play(actions[static_cast<int>(random.below(static_cast<std::uint32_t>(actions.size())))]);
        if (!next.over()) p = next;
    }
    return P(p.shape(), p.rules(), {0, 0}, {p.pawn(games::Player::kOne), p.pawn(games::Player::kTwo)},
             p.walls(), p.to_move());
}

struct Tally {
    int wins = 0, losses = 0, draws = 0, quick = 0, longest = 0;
};

/// Every legal placement for the walls of `like`, by every way to a result.
template <class P>
void compare_all(const P& like, RaceCache<P>& cache, Tally& tally) {
    const SlowRace<P> slow(like);
    const RaceTable<P>& table = cache.table(like);
    like.shape().masks().cells.for_each([&](int a) {
        like.shape().masks().cells.for_each([&](int b) {
            for (int mover = 0; mover < 2; ++mover) {
                const P p(like.shape(), like.rules(), {0, 0}, {a, b}, like.walls(), games::player_at(mover));
                const auto legal = [&](int player) {
                    return board::is_open(p.passages(), p.demand(games::player_at(player)));
                };
                if (a == b || !legal(0) || !legal(1) || p.goal(p.to_move()).test(p.pawn(p.to_move())))
                    continue;
                const RaceResult truth = slow.at(p);
                ASSERT_EQ(table.result(p), truth) << games::TextOf<P>::fields(p);
                ASSERT_EQ(cache.result(p), truth) << games::TextOf<P>::fields(p);
                tally.wins += truth.kind == Kind::kWon;
                tally.losses += truth.kind == Kind::kLost;
                tally.draws += truth.kind == Kind::kDrawn;
                tally.longest = std::max(tally.longest, truth.actions);
                if (!p.over() && race_without_meeting(p)) ++tally.quick;
            }
        });
    });
}

template <class P>
Tally compare(std::string_view spec, int boards) {
    Random random(7);
    RaceCache<P> cache;
    Tally tally;
    const P start = games::start_position<P>(*games::parse_spec(spec));
    for (int i = 0; i < boards && !testing::Test::HasFatalFailure(); ++i)
        compare_all(random_race(start, random), cache, tally);
    return tally;
}

TEST(Race, SmallBoards) {
    compare<games::QuoridorAny<2>>("quoridor:size=3,walls=0", 1);
    compare<games::QuoridorAny<2>>("quoridor:size=3,walls=1", 20);
    compare<games::QuoridorAny<2>>("quoridor:size=3,walls=2", 40);
    // Only without the diagonals at the edge can a pawn bar the way for good.
    EXPECT_GT(compare<games::QuoridorAny<2>>("quoridor:size=3,walls=2,edge-diagonal=off", 40).draws, 0);
    for (const char* spec : {"quoridor:size=5,walls=0", "quoridor:size=5,walls=2", "quoridor:size=5,walls=4",
                             "quoridor:size=5,walls=5,edge-diagonal=off"}) {
        const Tally tally = compare<games::Quoridor5>(spec, 12);
        EXPECT_GT(tally.wins, 0);
        EXPECT_GT(tally.losses, 0);
        EXPECT_GT(tally.quick, 0);
    }
}

TEST(Race, LargeBoards) {
    compare<games::Quoridor7>("quoridor:size=7,walls=8", 2);
    compare<games::Quoridor9>("quoridor", 2);
    compare<games::QuoridorAny<2>>("quoridor:size=13,walls=20", 1);
    EXPECT_GT(compare<games::Pinko>("pinko", 1).draws, 0);
}

TEST(Race, ScoresCountActionsFromTheRoot) {
    EXPECT_EQ((RaceResult{Kind::kWon, 3}).score(), kWin - 3);
    EXPECT_EQ((RaceResult{Kind::kWon, 3}).score(2), kWin - 5);
    EXPECT_EQ((RaceResult{Kind::kLost, 4}).score(1), -(kWin - 5));
    EXPECT_EQ(RaceResult{}.score(5), 0);
}

TEST(Race, CacheKeepsWallsApart) {
    // Two entries only: every other board throws one out, and each answer must still be its own board's.
    using P = games::Quoridor5;
    Random random(3);
    RaceCache<P> small(0);
    RaceCache<P> large;
    const P start = games::start_position<P>(*games::parse_spec("quoridor:size=5,walls=3"));
    std::vector<P> races;
    for (int i = 0; i < 30; ++i) races.push_back(random_race(start, random));
    for (int i = 0; i < 300; ++i) {
        const P& p = races[random.below(30)];
        ASSERT_EQ(small.result(p), large.result(p));
    }
    EXPECT_LE(large.solved(), 30u);
    EXPECT_GT(small.solved(), large.solved());
}

}  // namespace
}  // namespace stockade::search
