// Text about two-cell walls and cells, shared by several games: reads lists of them, names them, and tells
// why a wall does not fit. Templates over the board's shape.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/messages/list.h"
#include "base/messages/position.h"
#include "base/messages/rules.h"
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
/// Walls that can be placed, where the name of a wall is the action that places it.
template <board::Shape S>
std::vector<WallChoice> wall_choices(const board::WallSet<S>& walls) {
    std::vector<WallChoice> result;
    for (const auto& wall : placed(walls)) result.push_back({wall, wall_name(wall.anchor, wall.orientation)});
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
Message cell_range(const S& shape) {
    return message<"list.range">("first"_a = "a1",
                                 "last"_a = cell_name({shape.cols() - 1, shape.rows() - 1}));
}
template <board::Shape S>
Message wall_range(const S& shape) {
    const auto last = wall_name({shape.cols() - 2, shape.rows() - 2}, Orientation::kVertical);
    return message<"list.range">("first"_a = "a1h", "last"_a = last);
}
/// Adds one more to a list: `ONE and ANOTHER`.
inline Message with_one_more(std::optional<Message> so_far, Message more) {
    if (!so_far) return more;
    return message<"list.and">("first"_a = std::move(so_far), "second"_a = std::move(more));
}

/// The reason why a wall cannot be placed; empty if it fits.
template <board::Shape S>
std::optional<Refusal> misfit(const S& shape, const board::WallSet<S>& walls, board::Wall wall) {
    if (board::fitting(shape, walls).has(wall)) return std::nullopt;
    std::optional<Message> reason;
    std::vector<PlacedWall> in_the_way;
    const auto name = name_of<S>(wall);
    walls.for_each([&](board::Wall other) {
        if (board::fitting(shape, board::WallSet<S>::single(other)).has(wall)) return;
        auto one = other == wall ? message<"rules.wall-there">("wall"_a = name)
                   : other.anchor == wall.anchor
                       ? message<"rules.wall-crosses">("wall"_a = name, "other"_a = name_of<S>(other))
                       : message<"rules.wall-overlaps">("wall"_a = name, "other"_a = name_of<S>(other));
        reason = with_one_more(std::move(reason), std::move(one));
        in_the_way.push_back({board::square_of<S>(other.anchor), other.orientation, -1});
    });
    return Refusal{*std::move(reason), {}, std::move(in_the_way)};
}

/// The field `walls`: names of walls that all fit together, or `-`.
template <board::Shape S>
Result<board::WallSet<S>> read_walls(const S& shape, const PositionFields& fields) {
    board::WallSet<S> walls{};
    const auto* field = fields.find("walls");
    if (!field || (field->words.size() == 1 && field->words[0].text == "-")) return walls;
    for (const auto& word : field->words) {
        const auto wall = wall_on(shape, word.text);
        if (!wall)
            return position_error(word.column,
                                  error<"position.wall-from">("walls"_a = wall_range(shape),
                                                              "word"_a = word.text.substr(0, 40)));
        if (const auto problem = misfit(shape, walls, *wall))
            return position_error(word.column, problem->reason);
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
Result<int> read_cell(const S& shape, const PositionFields::Word& word, typename S::Set& taken) {
    const auto cell = cell_on(shape, word.text);
    if (!cell)
        return position_error(word.column, error<"position.cell-from">("cells"_a = cell_range(shape),
                                                                       "word"_a = word.text.substr(0, 40)));
    if (taken.test(*cell))
        return position_error(word.column, error<"position.two-pawns">("cell"_a = word.text));
    taken.set(*cell);
    return *cell;
}

/// The player to move, read from the field `turn`.
inline Result<Player> read_turn(const PositionFields& fields, int players) {
    const auto turn = number_field(fields, "turn", 1, players, 1);
    if (!turn) return turn.error();
    return player_at(*turn - 1);
}

}  // namespace stockade::games
