// The layout of a board on a canvas: cells, the grooves between them, and their crossings. Knows nothing of
// pieces.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "games/view.h"

namespace stockade::draw {

using games::Orientation;
using games::PlacedWall;
using games::Square;

struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
    bool contains(int px, int py) const { return px >= x && py >= y && px < x + width && py < y + height; }
    friend bool operator==(const Rect&, const Rect&) = default;
};

/// The size of the parts, in characters. A character is about twice as high as wide.
struct Scale {
    int cell_width = 3;
    int cell_height = 1;
    int groove_height = 1;  ///< 0: horizontal walls are drawn on the lowest line of the cells above them
    friend bool operator==(const Scale&, const Scale&) = default;
};

inline constexpr Scale kLarge{7, 3, 1};
inline constexpr Scale kNormal{3, 1, 1};
inline constexpr Scale kFlat{3, 1, 0};
inline constexpr Scale kSmall{1, 1, 0};

class Geometry {
public:
    Geometry(int cols, int rows, Scale scale, bool coordinates, bool flipped)
        : cols_(cols), rows_(rows), scale_(scale), coordinates_(coordinates), flipped_(flipped) {}

    int cols() const { return cols_; }
    int rows() const { return rows_; }
    const Scale& scale() const { return scale_; }
    bool coordinates() const { return coordinates_; }

    int width() const { return left() + board_width() + 1; }
    int height() const { return top() + board_height() + 1 + (coordinates_ ? 1 : 0); }
    /// The cells and the grooves between them, without the frame.
    Rect inside() const { return {left(), top(), board_width(), board_height()}; }

    Rect cell(Square square) const {
        const int across = flipped_ ? cols_ - 1 - square.col : square.col;
        const int down = flipped_ ? square.row : rows_ - 1 - square.row;
        return {left() + across * (scale_.cell_width + 1),
                top() + down * (scale_.cell_height + scale_.groove_height), scale_.cell_width,
                scale_.cell_height};
    }
    /// The strip between two neighbouring cells. Where grooves have no height, the lowest line of the upper
    /// cell.
    Rect between(Square a, Square b) const {
        const Rect ra = cell(a), rb = cell(b);
        if (a.row == b.row) return {std::max(ra.x, rb.x) - 1, ra.y, 1, scale_.cell_height};
        const Rect& upper = ra.y < rb.y ? ra : rb;
        const int y = upper.y + upper.height - (scale_.groove_height == 0 ? 1 : 0);
        return {upper.x, y, scale_.cell_width, 1};
    }
    /// The rectangle of a wall: its cell sides and the crossings between them.
    Rect wall(const PlacedWall& wall, int length) const {
        const bool horizontal = wall.orientation == Orientation::kHorizontal;
        const Square along{horizontal ? length - 1 : 0, horizontal ? 0 : length - 1};
        const Square beyond{horizontal ? 0 : 1, horizontal ? 1 : 0};
        const auto plus = [](Square a, Square b) { return Square{a.col + b.col, a.row + b.row}; };
        const Square end = plus(wall.anchor, along);
        return hull(between(wall.anchor, plus(wall.anchor, beyond)), between(end, plus(end, beyond)));
    }
    /// The cell at a place on the canvas.
    std::optional<Square> cell_at(int x, int y) const {
        for (int row = 0; row < rows_; ++row)
            for (int col = 0; col < cols_; ++col)
                if (cell({col, row}).contains(x, y)) return Square{col, row};
        return std::nullopt;
    }
    /// The wall of that length, on the grooves at a place on the canvas, whose middle is nearest to it;
    /// between two as near, the one anchored beside that place.
    std::optional<PlacedWall> wall_at(int x, int y, int length) const {
        std::optional<PlacedWall> best;
        int best_distance = 0;
        for (const Orientation orientation : {Orientation::kHorizontal, Orientation::kVertical}) {
            const bool level = orientation == Orientation::kHorizontal, long_wall = length > 1;
            for (int row = 0; row < rows_ - (level || long_wall ? 1 : 0); ++row)
                for (int col = 0; col < cols_ - (!level || long_wall ? 1 : 0); ++col) {
                    const PlacedWall candidate{{col, row}, orientation};
                    const Rect bar = wall(candidate, length);
                    if (!bar.contains(x, y)) continue;
                    const int distance = std::abs(2 * x + 1 - 2 * bar.x - bar.width) +
                                         2 * std::abs(2 * y + 1 - 2 * bar.y - bar.height);
                    if (!best || distance <= best_distance) best = candidate, best_distance = distance;
                }
        }
        return best;
    }

private:
    int left() const { return coordinates_ ? 4 : 1; }
    int top() const { return 1; }
    int board_width() const { return cols_ * (scale_.cell_width + 1) - 1; }
    int board_height() const {
        return rows_ * (scale_.cell_height + scale_.groove_height) - scale_.groove_height;
    }
    static Rect hull(Rect a, Rect b) {
        const int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
        return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
                std::max(a.y + a.height, b.y + b.height) - y};
    }

    int cols_, rows_;
    Scale scale_;
    bool coordinates_, flipped_;
};

}  // namespace stockade::draw
