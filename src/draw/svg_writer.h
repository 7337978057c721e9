// SvgWriter: collects the elements of an SVG picture. Base of the classes that draw one; knows no board.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "games/view.h"

namespace stockade::draw {

struct Box {
    double x = 0, y = 0, width = 0, height = 0;
};

/// The smallest box around two.
inline Box hull(Box a, Box b) {
    const double x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.x + a.width, b.x + b.width) - x, std::max(a.y + a.height, b.y + b.height) - y};
}

/// The box of a wall in the middle of its groove. `cell` gives the box of a cell.
template <class CellBox>
Box box_of_wall(const games::PlacedWall& wall, int length, double groove, double thickness,
                const CellBox& cell) {
    const bool level = wall.orientation == games::Orientation::kHorizontal;
    const int more = length - 1;
    const games::Square end{wall.anchor.col + (level ? more : 1), wall.anchor.row + (level ? 1 : more)};
    const Box first = cell(wall.anchor);
    const Box box = hull(first, cell(end));
    const double inset = (groove - thickness) / 2;
    if (level) return {box.x, box.y + first.height + inset, box.width, thickness};
    return {box.x + first.width + inset, box.y, thickness, box.height};
}

class SvgWriter {
protected:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
        out_ += '\n';
    }
    void rect(const Box& box, double radius, std::string_view attributes) {
        add(R"(<rect x="{:g}" y="{:g}" width="{:g}" height="{:g}" rx="{:g}" {}/>)", box.x, box.y, box.width,
            box.height, radius, attributes);
    }

    std::string out_;
};

}  // namespace stockade::draw
