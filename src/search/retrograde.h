// Solves all placements of the pawns of two-player Quoridor or Pinko Pallino for one set of walls, backwards
// from the ends. The caller gives the results of all other actions, called exits. All placements that share
// one pawn are one set of cells of the other, so a step back for all of them is a few shifts.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "games/quoridor/position.h"

namespace stockade::search {

/// A game in which players can only move their pawns.
struct NoExits {
    static constexpr bool kAny = false;
};

/// Results are numbers called `ends`: 1 + the actions to the end if both play their best. Odd ones are lost
/// for the side to move, even ones won. What is never settled is a draw: neither side can force an end.
template <class P>
class Retrograde {
public:
    using Set = typename P::Set;

    /// The walls of `like` are those of the next runs.
    void set_walls(const P& like) {
        static_assert(P::kPlayers == 2);
        const auto& cells = like.shape().masks().cells;
        open_ = like.passages();
        cells.for_each([&](int still) {
            const Set pawn = Set::single(still);
            Meeting& meeting = meetings_[still];
            meeting.count = 0;
            if constexpr (Steps::kJumps)
                open_.neighbours(pawn).for_each([&](int from) {
                    meeting.from[meeting.count] = from;
                    meeting.to[meeting.count++] =
                        like.rules().steps.destinations(like.shape(), open_, from, pawn);
                });
            const Set free = cells.without(pawn);
            meeting.stuck = free.without(before(still, {}, free));
        });
    }

    /// Calls settle(mover, cell of the other, cell of the mover, ends) for every placement that is not a
    /// draw, nearest to the end first. Exits, where there are any, are
    ///   Set playable(player)          the cells where the player's pawn may be at all
    ///   Set held(mover, other's cell) the mover's cells from where there is an exit
    ///   wins(ends, f)                 f(mover, other's cell, cell) for exits that win with these ends
    ///   opens(ends, f)                likewise for those with exits that all lose, the last with these ends
    ///   int last()                    the last ends for which there is any of this
    template <class Exits, class Settle>
    void run(const P& like, Exits& exits, Settle&& settle) {
        begin(like, exits, settle);
        const auto more = [&](int ends) {
            if constexpr (Exits::kAny)
                if (ends <= exits.last()) return true;
            return rows_[0].touched.any() || rows_[1].touched.any();
        };
        for (int ends = 2; more(ends); ++ends) {
            for (Rows& rows : rows_) {
                rows.now = std::exchange(rows.touched, Set{});
                rows.now.for_each(
                    [&](int still) { rows.work[still] = std::exchange(rows.fresh[still], Set{}); });
            }
            // Even: a move to a lost position wins. Odd: what has only moves to won positions is lost.
            if (ends % 2 == 0)
                settle_layer<true>(ends, exits, settle);
            else
                settle_layer<false>(ends, exits, settle);
        }
    }

private:
    using Steps = decltype(P::Rules::steps);
    static constexpr int kCells = P::Shape::kCells;

    /// One player's sets of pawn cells, by the cell of the other pawn.
    struct Rows {
        std::array<Set, kCells> known;   ///< this player to move: settled, or not to be settled
        std::array<Set, kCells> passes;  ///< this player to move: must pass
        std::array<Set, kCells> held;    ///< this player to move: has an exit that does not lose yet
        std::array<Set, kCells> unwon;   ///< the other to move: not known to be a win for the other
        std::array<Set, kCells> fresh;   ///< the other to move: settled in the layer under way
        std::array<Set, kCells> work;    ///< and in the layer before
        Set touched, now;                ///< for which cells there is anything in fresh, and in work
    };
    /// The pawns that are next to a standing one, where they may go, and from where there is no move at all.
    struct Meeting {
        int count = 0;
        std::array<int, 4> from;
        std::array<Set, 4> to;
        Set stuck;
    };

    template <class Exits, class Settle>
    void begin(const P& like, Exits& exits, Settle& settle) {
        const auto& cells = like.shape().masks().cells;
        for (int mover = 0; mover < 2; ++mover) {
            Rows& rows = rows_[mover];
            const Set& goal = like.goal(games::player_at(mover));
            const Set& other_goal = like.goal(games::player_at(1 - mover));
            cells.for_each([&](int still) {
                const Set pawn = Set::single(still);
                rows.known[still] = other_goal.test(still) ? cells : goal | pawn;
                rows.passes[still] = meetings_[still].stuck;
                if constexpr (Exits::kAny) {
                    rows.held[still] = exits.held(mover, still);
                    rows.passes[still] = rows.passes[still].without(rows.held[still]);
                    rows.known[still] |=
                        exits.playable(1 - mover).test(still) ? cells.without(exits.playable(mover)) : cells;
                }
                rows.unwon[still] = cells.without(pawn);
                rows.fresh[still] = goal.without(pawn);
                rows.fresh[still].for_each([&](int cell) { settle(1 - mover, cell, still, 1); });
            });
            rows.touched = cells;
        }
    }

    /// The cells from where a pawn can move into `to` while the other stands on `still`; from those in
    /// `passes` it can only stay.
    Set before(int still, const Set& passes, const Set& to) const {
        const Meeting& meeting = meetings_[still];
        Set result = Steps::around(open_, to) | (to & passes);
        for (int i = 0; i < meeting.count; ++i)
            if ((meeting.to[i] & to).any()) result.set(meeting.from[i]);
        return result;
    }

    template <bool Wins, class Exits, class Settle>
    void settle_layer(int ends, Exits& exits, Settle& settle) {
        const auto settle_one = [&](int mover, int still, int cell) {
            settle(mover, still, cell, ends);
            Rows& others = rows_[1 - mover];
            others.fresh[cell].set(still);
            if (Wins) others.unwon[cell].reset(still);
            others.touched.set(cell);
        };
        for (int mover = 0; mover < 2; ++mover) {
            Rows& rows = rows_[mover];
            rows.now.for_each([&](int still) {
                const Set& passes = rows.passes[still];
                Set settled = before(still, passes, rows.work[still]).without(rows.known[still]);
                if (!Wins) {
                    if constexpr (Exits::kAny) settled = settled.without(rows.held[still]);
                    if (settled.any()) settled = settled.without(before(still, passes, rows.unwon[still]));
                }
                rows.known[still] |= settled;
                settled.for_each([&](int cell) { settle_one(mover, still, cell); });
            });
        }
        if constexpr (Exits::kAny) {
            const auto settle_exit = [&](int mover, int still, int cell) {
                Rows& rows = rows_[mover];
                if (rows.known[still].test(cell)) return;
                if (!Wins) {
                    rows.held[still].reset(cell);
                    if (before(still, rows.passes[still], rows.unwon[still]).test(cell)) return;
                }
                rows.known[still].set(cell);
                settle_one(mover, still, cell);
            };
            if constexpr (Wins)
                exits.wins(ends, settle_exit);
            else
                exits.opens(ends, settle_exit);
        }
    }

    board::Passages<typename P::Shape> open_;
    std::array<Rows, 2> rows_;
    std::array<Meeting, kCells> meetings_;
};

}  // namespace stockade::search
