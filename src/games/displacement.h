// Pawn moves of up to two steps as (start cell, displacement). The first of the thirteen displacements is to
// stay. Shared by the games whose players have several pawns; gives their moves stable ids.
#pragma once

#include <array>
#include <optional>

#include "board/shape.h"

namespace stockade::games {

inline constexpr std::array<board::Square, 13> kDisplacements{{{0, 0},
                                                               {0, 1},
                                                               {1, 0},
                                                               {0, -1},
                                                               {-1, 0},
                                                               {0, 2},
                                                               {1, 1},
                                                               {2, 0},
                                                               {1, -1},
                                                               {0, -2},
                                                               {-1, -1},
                                                               {-2, 0},
                                                               {-1, 1}}};
inline constexpr int kDisplacementCount = static_cast<int>(kDisplacements.size());

namespace detail {
/// The number of the displacement by columns and rows, each from -2 to 2; -1 where there is none.
inline constexpr auto kDisplacementNumber = [] {
    std::array<std::array<int, 5>, 5> table{};
    for (auto& row : table) row.fill(-1);
    for (int i = 0; i < kDisplacementCount; ++i)
        table[kDisplacements[i].col + 2][kDisplacements[i].row + 2] = i;
    return table;
}();
}  // namespace detail

/// Which displacement leads from one cell to another; -1 when none does.
template <board::Shape S>
constexpr int displacement(int from, int to) {
    const auto a = board::square_of<S>(from);
    const auto b = board::square_of<S>(to);
    const int cols = b.col - a.col + 2;
    const int rows = b.row - a.row + 2;
    if (cols < 0 || cols > 4 || rows < 0 || rows > 4) return -1;
    return detail::kDisplacementNumber[cols][rows];
}

/// The cell that a displacement leads to; -1 when that is off the board.
template <board::Shape S>
constexpr int displaced(const S& shape, int from, int number) {
    const auto at = board::square_of<S>(from);
    const board::Square to{at.col + kDisplacements[number].col, at.row + kDisplacements[number].row};
    return board::contains(shape, to) ? board::cell_at<S>(to) : -1;
}

}  // namespace stockade::games
