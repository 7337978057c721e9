// Board shapes: how cells become bit numbers, and the masks of a board's edges. A cell is row * kStride +
// column; a wall's anchor and the inner corner point at a cell's far right share that cell's number. Knows
// nothing of walls already placed, pawns or games.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "board/bits.h"

namespace stockade::board {

inline constexpr int kMaxSide = 19;

/// A point of the board by column and row, both from 0, seen from player 1.
struct Square {
    int col = 0;
    int row = 0;
    friend constexpr bool operator==(const Square&, const Square&) = default;
};

enum class Side : std::uint8_t { kSouth, kWest, kNorth, kEast };

namespace detail {

/// Masks of one board of the given size laid out with the given stride.
template <int Stride, int MaxRows>
struct EdgeMasks {
    using Set = Bits<Stride * MaxRows>;
    Set cells{}, south{}, west{}, north{}, east{}, anchors{};

    constexpr EdgeMasks() = default;
    constexpr EdgeMasks(int cols, int rows) {
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) {
                const int cell = row * Stride + col;
                cells.set(cell);
                if (row == 0) south.set(cell);
                if (col == 0) west.set(cell);
                if (row == rows - 1) north.set(cell);
                if (col == cols - 1) east.set(cell);
                if (row < rows - 1 && col < cols - 1) anchors.set(cell);
            }
    }
};

}  // namespace detail

/// A board whose size is known when compiling: every mask is a constant.
template <int Cols, int Rows>
struct FixedShape {
    static constexpr int kStride = Cols;
    static constexpr int kCells = Cols * Rows;
    using Set = Bits<kCells>;

    static constexpr int cols() { return Cols; }
    static constexpr int rows() { return Rows; }
    static constexpr const auto& masks() { return kMasks; }
    static constexpr bool fits(int cols, int rows) { return cols == Cols && rows == Rows; }
    static constexpr FixedShape of(int /*cols*/, int /*rows*/) { return {}; }
    friend constexpr bool operator==(const FixedShape&, const FixedShape&) = default;

private:
    static constexpr detail::EdgeMasks<Cols, Rows> kMasks{Cols, Rows};
};

/// Any board up to kMaxSide x kMaxSide: it lies in the lower left corner of the largest one, so shifts stay
/// constants and only the edge masks are looked up.
struct AnyShape {
    static constexpr int kStride = kMaxSide;
    static constexpr int kCells = kMaxSide * kMaxSide;
    using Set = Bits<kCells>;

    std::uint8_t cols_ = kMaxSide;
    std::uint8_t rows_ = kMaxSide;

    constexpr int cols() const { return cols_; }
    constexpr int rows() const { return rows_; }
    const detail::EdgeMasks<kMaxSide, kMaxSide>& masks() const;
    static constexpr bool fits(int cols, int rows) {
        return cols >= 2 && rows >= 2 && cols <= kMaxSide && rows <= kMaxSide;
    }
    static constexpr AnyShape of(int cols, int rows) {
        return {static_cast<std::uint8_t>(cols), static_cast<std::uint8_t>(rows)};
    }
    friend constexpr bool operator==(const AnyShape&, const AnyShape&) = default;
};

namespace detail {

using AnyMasks = EdgeMasks<kMaxSide, kMaxSide>;

/// By columns and rows. Not constexpr: a table made by the compiler would be a tenth of the browser's rules.
inline auto all_masks() {
    std::array<std::array<AnyMasks, kMaxSide + 1>, kMaxSide + 1> table{};
    for (int cols = 1; cols <= kMaxSide; ++cols)
        for (int rows = 1; rows <= kMaxSide; ++rows) table[cols][rows] = AnyMasks(cols, rows);
    return table;
}

}  // namespace detail

inline const detail::EdgeMasks<kMaxSide, kMaxSide>& AnyShape::masks() const {
    static const auto kTable = detail::all_masks();
    return kTable[cols_][rows_];
}

template <class S>
concept Shape = requires(const S shape) {
    typename S::Set;
    { S::kStride } -> std::convertible_to<int>;
    { S::kCells } -> std::convertible_to<int>;
    { shape.cols() } -> std::convertible_to<int>;
    { shape.rows() } -> std::convertible_to<int>;
    shape.masks();
};

template <Shape S>
constexpr int cell_at(Square square) {
    return square.row * S::kStride + square.col;
}
template <Shape S>
constexpr Square square_of(int cell) {
    return {cell % S::kStride, cell / S::kStride};
}
template <Shape S>
constexpr bool contains(const S& shape, Square square) {
    return square.col >= 0 && square.row >= 0 && square.col < shape.cols() && square.row < shape.rows();
}

/// All cells of one edge of the board.
template <Shape S>
constexpr const typename S::Set& edge(const S& shape, Side side) {
    const auto& masks = shape.masks();
    switch (side) {
        case Side::kSouth:
            return masks.south;
        case Side::kWest:
            return masks.west;
        case Side::kNorth:
            return masks.north;
        default:
            return masks.east;
    }
}

}  // namespace stockade::board
