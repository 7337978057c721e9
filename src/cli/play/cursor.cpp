#include "cli/play/cursor.h"

#include <algorithm>

#include "games/names.h"

namespace stockade::cli {

using games::Orientation;
using games::Square;
using games::View;

void BoardCursor::move(int right, int up, const View& view, bool flipped) {
    const int sign = flipped ? -1 : 1;
    Square& at = mode == Mode::kPawn ? cell : wall.anchor;
    at.col += sign * right;
    at.row += sign * up;
    clamp(view);
}

void BoardCursor::point(Square at, int right, int up, const View& view, bool flipped) {
    const int sign = flipped ? -1 : 1;
    const int dc = sign * right, dr = sign * up;
    const Square beyond{at.col + dc, at.row + dr};
    if (beyond.col < 0 || beyond.row < 0 || beyond.col >= view.cols || beyond.row >= view.rows) return;
    wall.anchor = {std::min(at.col, beyond.col), std::min(at.row, beyond.row)};
    wall.orientation = dr ? Orientation::kHorizontal : Orientation::kVertical;
}

void BoardCursor::turn(const View& view) {
    const bool level = wall.orientation == Orientation::kHorizontal;
    wall.orientation = level ? Orientation::kVertical : Orientation::kHorizontal;
    clamp(view);
}

void BoardCursor::cycle(const std::vector<games::WallChoice>& walls, int direction) {
    const auto count = static_cast<int>(walls.size());
    const auto here = std::find(walls.begin(), walls.end(), wall);
    const int at = here == walls.end() ? 0 : static_cast<int>(here - walls.begin()) + direction;
    wall = walls[static_cast<std::size_t>((at + count) % count)];
}

void BoardCursor::toggle_mode(const View& view) {
    selected.reset();
    if (mode == Mode::kPawn) {
        mode = Mode::kWall;
        wall.anchor = cell;
    } else {
        mode = Mode::kPawn;
        cell = wall.anchor;
    }
    clamp(view);
}

void BoardCursor::home(const View& view, int player) {
    mode = Mode::kPawn;
    selected.reset();
    for (const auto& pawn : view.pawns)
        if (pawn.player == player) {
            cell = pawn.at;
            return;
        }
    clamp(view);
}

void BoardCursor::clamp(const View& view) {
    cell = {std::clamp(cell.col, 0, view.cols - 1), std::clamp(cell.row, 0, view.rows - 1)};
    // A long wall's anchor is never in the last row or column; a short one lies between two cells only across
    // itself.
    const bool level = wall.orientation == Orientation::kHorizontal, long_wall = view.wall_length > 1;
    const int cols = view.cols - (long_wall || !level ? 1 : 0),
              rows = view.rows - (long_wall || level ? 1 : 0);
    wall.anchor = {std::clamp(wall.anchor.col, 0, cols - 1), std::clamp(wall.anchor.row, 0, rows - 1)};
}

std::string BoardCursor::wall_action(const View& view) const {
    const bool breaks = std::find(view.breakable.begin(), view.breakable.end(), wall) != view.breakable.end();
    return games::meant_wall(wall, breaks);
}

}  // namespace stockade::cli
