// Names of cells and walls, such as e4 and e3h, for every game and notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/walls.h"

namespace stockade::games {

/// `e4`: column letter, row counted from player 1.
std::string cell_name(board::Square square);
/// `e3h`: the wall whose anchor is e3.
std::string wall_name(board::Square anchor, board::Orientation orientation);

std::optional<board::Square> parse_cell(std::string_view text);

struct NamedWall {
    board::Square anchor;
    board::Orientation orientation;
};
std::optional<NamedWall> parse_wall(std::string_view text);

}  // namespace stockade::games
