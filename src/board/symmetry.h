// The eight symmetries of a board and their effect on cells, walls and sides. Knows no game.
#pragma once

#include "board/walls.h"

namespace stockade::board {

/// Exchanges columns with rows, then mirrors left and right, then flips top and bottom: each part if set.
struct Symmetry {
    bool transpose = false;
    bool mirror = false;
    bool flip = false;

    /// `cols` and `rows` are those of the board that the square is on; transposing needs a square board.
    constexpr Square apply(Square at, int cols, int rows) const {
        if (transpose) at = {at.row, at.col};
        if (mirror) at.col = cols - 1 - at.col;
        if (flip) at.row = rows - 1 - at.row;
        return at;
    }
    constexpr Orientation apply(Orientation o) const {
        if (!transpose) return o;
        return o == Orientation::kHorizontal ? Orientation::kVertical : Orientation::kHorizontal;
    }
    constexpr Symmetry inverse() const { return transpose ? Symmetry{true, flip, mirror} : *this; }
    friend constexpr bool operator==(const Symmetry&, const Symmetry&) = default;
};

inline constexpr Symmetry kIdentity{};
inline constexpr Symmetry kMirror{false, true, false};
inline constexpr Symmetry kFlip{false, false, true};
inline constexpr Symmetry kHalfTurn{false, true, true};
inline constexpr Symmetry kClockwise{true, false, true};         ///< the south edge becomes the west edge
inline constexpr Symmetry kCounterclockwise{true, true, false};  ///< the west edge becomes the south edge

template <Shape S>
constexpr int apply(const S& shape, Symmetry symmetry, int cell) {
    return cell_at<S>(symmetry.apply(square_of<S>(cell), shape.cols(), shape.rows()));
}
/// A two-cell wall: its centre is a point of the grid of anchors.
template <Shape S>
constexpr Wall apply(const S& shape, Symmetry symmetry, Wall wall) {
    return {cell_at<S>(symmetry.apply(square_of<S>(wall.anchor), shape.cols() - 1, shape.rows() - 1)),
            symmetry.apply(wall.orientation)};
}
template <Shape S>
constexpr typename S::Set apply(const S& shape, Symmetry symmetry, const typename S::Set& cells) {
    typename S::Set result{};
    cells.for_each([&](int cell) { result.set(apply(shape, symmetry, cell)); });
    return result;
}
template <Shape S>
constexpr WallSet<S> apply(const S& shape, Symmetry symmetry, const WallSet<S>& walls) {
    WallSet<S> result{};
    walls.for_each([&](Wall wall) { result.add(apply(shape, symmetry, wall)); });
    return result;
}

/// One side of one cell, as a unit wall: follows the two cells on either side of it.
template <Shape S>
constexpr Wall apply_to_side(const S& shape, Symmetry symmetry, Wall side) {
    const Square near = square_of<S>(side.anchor);
    const bool horizontal = side.orientation == Orientation::kHorizontal;
    const Square a = symmetry.apply(near, shape.cols(), shape.rows());
    const Square b =
        symmetry.apply({near.col + !horizontal, near.row + horizontal}, shape.cols(), shape.rows());
    const Square low{a.col < b.col ? a.col : b.col, a.row < b.row ? a.row : b.row};
    return {cell_at<S>(low), symmetry.apply(side.orientation)};
}

}  // namespace stockade::board
