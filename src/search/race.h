// The exact result of two-player Quoridor and Pinko Pallino once nobody has a wall in hand. With the walls
// fixed only the pawns move, so all placements of one set of walls are solved together, backwards from the
// ends. Knows nothing of searches. Play that never ends counts as a draw: in a match the third occurrence of
// a position makes it one (docs/rules). The limit on turns is not looked at.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/quoridor/position.h"
#include "search/retrograde.h"
#include "search/score.h"

namespace stockade::search {

/// The result for the side to move under best play: the winner hurries, the loser delays.
struct RaceResult {
    enum class Kind : std::uint8_t { kDrawn, kWon, kLost };
    Kind kind = Kind::kDrawn;
    int actions = 0;  ///< until the end; 0 for a draw, and for a loss that has already happened

    /// The score for the side to move of a position `ply` actions away from the root.
    constexpr Score score(int ply = 0) const {
        if (kind == Kind::kDrawn) return 0;
        const Score proven = std::max(kWin - ply - actions, kProven);
        return kind == Kind::kWon ? proven : -proven;
    }
    friend constexpr bool operator==(const RaceResult&, const RaceResult&) = default;
};

/// The result where the lengths of the shortest paths decide it, in a fraction of a microsecond: one pawn has
/// a shortest path on which the other can neither bar it nor jump over it in time, and the other can keep
/// from being jumped over itself. No result where the pawns could meet. `p` has no walls in hand and is not
/// over.
///
/// Proof. Pawns that were never next to each other have made plain steps only, so after k moves a pawn is
/// within k steps of where it began. The runner needs `length` steps and the other, by plain steps, at least
/// as many moves as would be too late. `run` holds where the runner can be after i moves such that the other
/// could not have stood there before (else barred) nor be next to it when on move (else the other might jump,
/// and be early); so if it arrives, it wins in at most `length` moves. `keep` holds where the other can be
/// such that the runner cannot be next to it when on move; if it lasts, the runner has never jumped and takes
/// `length`.
template <class P>
std::optional<RaceResult> race_without_meeting(const P& p) {
    static_assert(P::kPlayers == 2);
    using Set = typename P::Set;
    using Steps = decltype(P::Rules::steps);
    const auto open = p.passages();
    const auto length_of = [&](const Set& from, const Set& goal) {
        Set seen = from;
        int length = 0;
        for (; !(seen & goal).any(); ++length) seen |= Steps::around(open, seen);
        return length;
    };
    const games::Player mover = p.to_move();
    const games::Player waiter = games::player_at(1 - games::index(mover));
    const Set mover_cell = Set::single(p.pawn(mover));
    const Set waiter_cell = Set::single(p.pawn(waiter));
    const int mover_length = length_of(mover_cell, p.goal(mover));
    const int waiter_length = length_of(waiter_cell, p.goal(waiter));
    const bool mover_runs = mover_length <= waiter_length;
    const int length = mover_runs ? mover_length : waiter_length;
    const Set& goal = p.goal(mover_runs ? mover : waiter);

    // near_*: the cells that a pawn can have reached.
    Set run = mover_runs ? mover_cell : waiter_cell;
    Set keep = mover_runs ? waiter_cell : mover_cell;
    Set near_runner = run;
    Set near_other = keep;
    const auto other_moves = [&] {
        near_other |= Steps::around(open, near_other);
        if constexpr (Steps::kJumps) {
            keep = Steps::around(open, keep);
            run = run.without(near_other);
        }
        return run.any();
    };
    if (!mover_runs && !other_moves()) return std::nullopt;
    for (int i = 1;; ++i) {
        run = Steps::around(open, run).without(near_other);
        if (i >= length) break;
        if constexpr (Steps::kJumps) {
            near_runner |= Steps::around(open, near_runner);
            keep = keep.without(near_runner);
            if (!keep.any()) return std::nullopt;
        }
        if (!other_moves()) return std::nullopt;
    }
    if (!(run & goal).any()) return std::nullopt;
    return mover_runs ? RaceResult{RaceResult::Kind::kWon, 2 * length - 1}
                      : RaceResult{RaceResult::Kind::kLost, 2 * length};
}

/// The results of all placements of the pawns for one set of walls.
template <class P>
class RaceTable {
public:
    RaceResult result(const P& p) const {
        const int mover = games::index(p.to_move());
        const int ends = ends_[mover][p.pawn(games::player_at(1 - mover))][p.pawn(p.to_move())];
        if (ends == 0) return {};
        return {ends % 2 ? RaceResult::Kind::kLost : RaceResult::Kind::kWon, ends - 1};
    }

private:
    template <class>
    friend class RaceSolver;
    static constexpr int kCells = P::Shape::kCells;
    /// By player to move, the other's cell and the mover's: 1 + actions to the end, 0 for a draw. Who ends
    /// the game is told by that number being odd or even.
    std::array<std::array<std::array<std::uint16_t, kCells>, kCells>, 2> ends_;
};

/// Fills tables.
template <class P>
class RaceSolver {
public:
    void solve(const P& like, RaceTable<P>& table) {
        for (auto& of_player : table.ends_)
            for (auto& of_cell : of_player) of_cell.fill(0);
        backwards_.set_walls(like);
        NoExits exits;
        backwards_.run(like, exits, [&](int mover, int still, int cell, int ends) {
            table.ends_[mover][still][cell] = static_cast<std::uint16_t>(ends);
        });
    }

private:
    Retrograde<P> backwards_;
};

/// Results of races with the tables last needed. One per thread; all memory is taken when it is made.
template <class P>
class RaceCache {
public:
    static constexpr std::size_t kMegabytes = 4;

    explicit RaceCache(std::size_t megabytes = kMegabytes)
        : entries_(std::bit_floor(std::max<std::size_t>((megabytes << 20) / sizeof(Entry), 2))) {}

    /// The result of a position in which nobody has a wall in hand.
    RaceResult result(const P& p) {
        assert(!p.walls_left());
        if (p.over()) return {RaceResult::Kind::kLost, 0};
        if (const auto quick = race_without_meeting(p)) return *quick;
        return table(p).result(p);
    }

    /// The table for the walls of `p`; good until the next call.
    const RaceTable<P>& table(const P& p) {
        Entry& entry = entries_[slot(p.walls())];
        if (!entry.used || !(entry.walls == p.walls()) || !(entry.rules == p.rules()) ||
            !(entry.shape == p.shape())) {
            solver_.solve(p, entry.table);
            entry.walls = p.walls();
            entry.rules = p.rules();
            entry.shape = p.shape();
            entry.used = true;
            ++solved_;
        }
        return entry.table;
    }
    /// The number of tables made so far.
    std::uint64_t solved() const { return solved_; }

private:
    struct Entry {
        bool used = false;
        typename P::Walls walls;
        typename P::Rules rules;
        typename P::Shape shape;
        RaceTable<P> table;
    };
    std::size_t slot(const typename P::Walls& walls) const {
        std::uint64_t hash = 0;
        for (const auto word : walls.h.words) hash = mix64(hash ^ word);
        for (const auto word : walls.v.words) hash = mix64(hash ^ word);
        return hash & (entries_.size() - 1);
    }

    std::vector<Entry> entries_;
    RaceSolver<P> solver_;
    std::uint64_t solved_ = 0;
};

}  // namespace stockade::search
