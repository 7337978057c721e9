#include "games/names.h"

#include <fmt/format.h>

#include "board/shape.h"

namespace stockade::games {

std::string cell_name(board::Square square) {
    return fmt::format("{}{}", static_cast<char>('a' + square.col), square.row + 1);
}

std::string wall_name(board::Square anchor, board::Orientation orientation) {
    return cell_name(anchor) + (orientation == board::Orientation::kHorizontal ? 'h' : 'v');
}

std::optional<board::Square> parse_cell(std::string_view text) {
    if (text.size() < 2 || text.size() > 3) return std::nullopt;
    const int col = text[0] - 'a';
    if (col < 0 || col >= board::kMaxSide || text[1] == '0') return std::nullopt;
    int row = 0;
    for (const char digit : text.substr(1)) {
        if (digit < '0' || digit > '9') return std::nullopt;
        row = 10 * row + (digit - '0');
    }
    if (row > board::kMaxSide) return std::nullopt;
    return board::Square{col, row - 1};
}

std::optional<NamedWall> parse_wall(std::string_view text) {
    if (text.size() < 3) return std::nullopt;
    const char last = text.back();
    if (last != 'h' && last != 'v') return std::nullopt;
    const auto anchor = parse_cell(text.substr(0, text.size() - 1));
    if (!anchor) return std::nullopt;
    return NamedWall{*anchor, last == 'h' ? board::Orientation::kHorizontal : board::Orientation::kVertical};
}

}  // namespace stockade::games
