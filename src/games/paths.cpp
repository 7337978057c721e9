#include "games/paths.h"

#include <algorithm>
#include <array>
#include <queue>

namespace stockade::games {

bool open_between(const View& view, Square a, Square b) {
    const bool level = a.row == b.row;
    const Square low{std::min(a.col, b.col), std::min(a.row, b.row)};
    return std::none_of(view.walls.begin(), view.walls.end(), [&](const PlacedWall& wall) {
        const int along = level ? low.row - wall.anchor.row : low.col - wall.anchor.col;
        const bool same_line = level ? wall.anchor.col == low.col : wall.anchor.row == low.row;
        const bool upright = wall.orientation == Orientation::kVertical;
        return upright == level && same_line && along >= 0 && along < view.wall_length;
    });
}

namespace {

std::vector<Square> neighbours(const View& view, Square square) {
    std::vector<Square> result;
    for (const auto [dc, dr] : std::array<std::array<int, 2>, 4>{{{0, 1}, {0, -1}, {-1, 0}, {1, 0}}}) {
        const Square next{square.col + dc, square.row + dr};
        const bool inside = next.col >= 0 && next.row >= 0 && next.col < view.cols && next.row < view.rows;
        if (inside && open_between(view, square, next)) result.push_back(next);
    }
    return result;
}

std::vector<Square> path_from(const View& view, Square start, const std::vector<Square>& goals) {
    const auto index = [&](Square square) { return square.row * view.cols + square.col; };
    std::vector<int> previous(static_cast<std::size_t>(view.cols) * view.rows, -1);
    std::queue<Square> queue({start});
    previous[index(start)] = index(start);
    while (!queue.empty()) {
        const Square here = queue.front();
        queue.pop();
        if (std::find(goals.begin(), goals.end(), here) != goals.end()) {
            std::vector<Square> path;
            for (int at = index(here); at != index(start); at = previous[at])
                path.push_back({at % view.cols, at / view.cols});
            std::reverse(path.begin(), path.end());
            return path;
        }
        for (const Square next : neighbours(view, here))
            if (previous[index(next)] < 0) {
                previous[index(next)] = index(here);
                queue.push(next);
            }
    }
    return {};
}

}  // namespace

std::vector<Square> shortest_path(const View& view, int player) {
    if (player < 0 || player >= static_cast<int>(view.players.size())) return {};
    std::vector<Square> best;
    for (const auto& pawn : view.pawns) {
        if (pawn.player != player) continue;
        auto path = path_from(view, pawn.at, view.players[player].goals);
        if (!path.empty() && (best.empty() || path.size() < best.size())) best = std::move(path);
    }
    return best;
}

std::vector<int> goal_distances(const View& view, int player) {
    if (player < 0 || player >= static_cast<int>(view.players.size())) return {};
    const auto& goals = view.players[player].goals;
    if (goals.empty()) return {};
    const auto index = [&](Square square) { return square.row * view.cols + square.col; };
    std::vector<int> steps(static_cast<std::size_t>(view.cols) * view.rows, -1);
    std::queue<Square> queue;
    for (const Square goal : goals) {
        steps[index(goal)] = 0;
        queue.push(goal);
    }
    while (!queue.empty()) {
        const Square here = queue.front();
        queue.pop();
        for (const Square next : neighbours(view, here))
            if (steps[index(next)] < 0) {
                steps[index(next)] = steps[index(here)] + 1;
                queue.push(next);
            }
    }
    return steps;
}

}  // namespace stockade::games
