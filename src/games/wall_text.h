// Words about two-cell walls and cells that several games share: reading lists of them, naming them, and
// saying why a wall does not fit. Templates over the board's shape.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "board/paths.h"
#include "games/fields.h"
#include "games/names.h"
#include "games/view.h"

namespace stockade::games {

template <board::Shape S>
std::string name_of(int cell) {
    return cell_name(board::square_of<S>(cell));
}
template <board::Shape S>
std::string name_of(board::Wall wall) {
    return wall_name(board::square_of<S>(wall.anchor), wall.orientation);
}

/// The names in the order of action ids, or `-` for none.
template <board::Shape S>
std::string names_of(const board::WallSet<S>& walls) {
    std::string text;
    walls.for_each([&](board::Wall wall) { text += (text.empty() ? "" : " ") + name_of<S>(wall); });
    return text.empty() ? "-" : text;
}
template <board::Shape S>
std::string names_of_cells(const typename S::Set& cells) {
    std::string text;
    cells.for_each([&](int cell) { text += (text.empty() ? "" : " ") + name_of<S>(cell); });
    return text.empty() ? "-" : text;
}

template <board::Shape S>
std::vector<PlacedWall> placed(const board::WallSet<S>& walls) {
    std::vector<PlacedWall> result;
    walls.for_each([&](board::Wall wall) {
        result.push_back({board::square_of<S>(wall.anchor), wall.orientation, -1});
    });
    return result;
}
template <board::Shape S>
std::vector<board::Square> squares(const typename S::Set& cells) {
    std::vector<board::Square> result;
    cells.for_each([&](int cell) { result.push_back(board::square_of<S>(cell)); });
    return result;
}

/// A cell of this board by name.
template <board::Shape S>
std::optional<int> cell_on(const S& shape, std::string_view text) {
    const auto square = parse_cell(text);
    if (!square || !board::contains(shape, *square)) return std::nullopt;
    return board::cell_at<S>(*square);
}
/// A place for a two-cell wall on this board by name.
template <board::Shape S>
std::optional<board::Wall> wall_on(const S& shape, std::string_view text) {
    const auto named = parse_wall(text);
    if (!named || named->anchor.col >= shape.cols() - 1 || named->anchor.row >= shape.rows() - 1)
        return std::nullopt;
    return board::Wall{board::cell_at<S>(named->anchor), named->orientation};
}
/// `a1 to i9`.
template <board::Shape S>
std::string cell_range(const S& shape) {
    return fmt::format("a1 to {}", cell_name({shape.cols() - 1, shape.rows() - 1}));
}
template <board::Shape S>
std::string wall_range(const S& shape) {
    return fmt::format("a1h to {}", wall_name({shape.cols() - 2, shape.rows() - 2}, Orientation::kVertical));
}

/// What stands in the way of a wall; nothing when it fits.
template <board::Shape S>
std::optional<Refusal> misfit(const S& shape, const board::WallSet<S>& walls, board::Wall wall) {
    if (board::fitting(shape, walls).has(wall)) return std::nullopt;
    Refusal refusal;
    walls.for_each([&](board::Wall other) {
        if (board::fitting(shape, board::WallSet<S>::single(other)).has(wall)) return;
        const char* how = other.anchor == wall.anchor ? "crosses" : "overlaps";
        if (!refusal.text.empty()) refusal.text += " and ";
        refusal.text += other == wall ? fmt::format("{} is already there", name_of<S>(wall))
                                      : fmt::format("{} {} {}", name_of<S>(wall), how, name_of<S>(other));
        refusal.walls.push_back({board::square_of<S>(other.anchor), other.orientation, -1});
    });
    return refusal;
}

/// The field `walls`: names of walls that all fit together, or `-`.
template <board::Shape S>
Result<board::WallSet<S>> read_walls(const S& shape, const Fields& fields) {
    board::WallSet<S> walls{};
    const auto* field = fields.find("walls");
    if (!field || (field->words.size() == 1 && field->words[0].text == "-")) return walls;
    for (const auto& word : field->words) {
        const auto wall = wall_on(shape, word.text);
        if (!wall)
            return position_error(word.column, fmt::format("expected a wall from {}, got '{}'",
                                                           wall_range(shape), word.text.substr(0, 40)));
        if (const auto problem = misfit(shape, walls, *wall))
            return position_error(word.column, problem->text);
        walls.add(*wall);
    }
    return walls;
}

/// Takes the walls on the board out of the players' hands where a position does not say who placed them: one
/// from each in turn, player 1 first.
template <std::size_t Players>
void take_in_turn(std::array<std::uint8_t, Players>& hands, int walls) {
    int left = 0;
    for (const auto hand : hands) left += hand;
    for (std::size_t i = 0; walls > 0 && left > 0; i = (i + 1) % Players) {
        if (hands[i] == 0) continue;
        --hands[i];
        --left;
        --walls;
    }
}

/// A word of a field that names a free cell; marks it as taken.
template <board::Shape S>
Result<int> read_cell(const S& shape, const Fields::Word& word, typename S::Set& taken) {
    const auto cell = cell_on(shape, word.text);
    if (!cell)
        return position_error(word.column, fmt::format("expected a cell from {}, got '{}'", cell_range(shape),
                                                       word.text.substr(0, 40)));
    if (taken.test(*cell)) return position_error(word.column, fmt::format("two pawns on {}", word.text));
    taken.set(*cell);
    return *cell;
}

/// Who is to move: the field `turn`.
inline Result<Player> read_turn(const Fields& fields, int players) {
    const auto turn = number_field(fields, "turn", 1, players, 1);
    if (!turn) return turn.error();
    return player_at(*turn - 1);
}

}  // namespace stockade::games
