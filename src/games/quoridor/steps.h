// The steps of a pawn: the jumping rule of Quoridor and the eight directions of Pinko Pallino. Knows walls
// only as passages and other pawns only as occupied cells.
#pragma once

#include "board/passages.h"

namespace stockade::games::quoridor {

/// One step along a row or column. A pawn in the way is jumped straight, or, where something stands behind
/// it, passed on either side.
struct JumpSteps {
    static constexpr bool kCutsCorners = false;  ///< whether sides of the cells next to a pawn matter to it
    static constexpr bool kJumps = true;         ///< whether a pawn in the way can lengthen a step
    bool edge_diagonal = true;                   ///< the board's edge behind a pawn opens the diagonals
    bool third_pawn_diagonal = true;             ///< another pawn behind a pawn opens the diagonals

    /// Cells one step from any of `from`, other pawns left out of account; a step can always be taken back.
    template <board::Shape S>
    static constexpr typename S::Set around(const board::Passages<S>& open, const typename S::Set& from) {
        return open.neighbours(from);
    }

    template <board::Shape S>
    constexpr typename S::Set destinations(const S& shape, const board::Passages<S>& open, int pawn,
                                           const typename S::Set& others) const {
        using board::Direction;
        const auto at = S::Set::single(pawn);
        const auto next_to = open.neighbours(at);
        if (!(next_to & others).any()) [[likely]]
            return next_to;
        return one_way<Direction::kNorth>(shape, open, at, others) |
               one_way<Direction::kEast>(shape, open, at, others) |
               one_way<Direction::kSouth>(shape, open, at, others) |
               one_way<Direction::kWest>(shape, open, at, others);
    }

    friend constexpr bool operator==(const JumpSteps&, const JumpSteps&) = default;

private:
    template <board::Direction D, board::Shape S>
    constexpr typename S::Set one_way(const S& shape, const board::Passages<S>& open,
                                      const typename S::Set& at, const typename S::Set& others) const {
        const auto met = open.template step<D>(at);
        if (!(met & others).any()) return met;
        const auto behind = open.template step<D>(met);
        if (behind.any()) {
            if (!(behind & others).any()) return behind;
            if (!third_pawn_diagonal) return {};
        } else if (!edge_diagonal && (met & far_edge<D>(shape)).any()) {
            return {};
        }
        constexpr auto kRight = board::turn_right(D);
        return (open.template step<kRight>(met) | open.template step<board::opposite(kRight)>(met))
            .without(others);
    }

    template <board::Direction D, board::Shape S>
    static constexpr const typename S::Set& far_edge(const S& shape) {
        using board::Direction;
        using board::Side;
        return board::edge(shape, D == Direction::kNorth   ? Side::kNorth
                                  : D == Direction::kEast  ? Side::kEast
                                  : D == Direction::kSouth ? Side::kSouth
                                                           : Side::kWest);
    }
};

/// One cell in any of eight directions. A diagonal needs one of its two corners to be passable; no jumps.
struct KingSteps {
    static constexpr bool kCutsCorners = true;
    static constexpr bool kJumps = false;

    template <board::Shape S>
    static constexpr typename S::Set around(const board::Passages<S>& open, const typename S::Set& from) {
        using board::Direction;
        const auto north = open.template step<Direction::kNorth>(from);
        const auto south = open.template step<Direction::kSouth>(from);
        const auto east = open.template step<Direction::kEast>(from);
        const auto west = open.template step<Direction::kWest>(from);
        const auto around_rows = north | south;
        const auto around_columns = east | west;
        const auto diagonal = open.template step<Direction::kEast>(around_rows) |
                              open.template step<Direction::kWest>(around_rows) |
                              open.template step<Direction::kNorth>(around_columns) |
                              open.template step<Direction::kSouth>(around_columns);
        return around_rows | around_columns | diagonal;
    }

    template <board::Shape S>
    constexpr typename S::Set destinations(const S& /*shape*/, const board::Passages<S>& open, int pawn,
                                           const typename S::Set& others) const {
        return around(open, S::Set::single(pawn)).without(others);
    }

    friend constexpr bool operator==(const KingSteps&, const KingSteps&) = default;
};

}  // namespace stockade::games::quoridor
