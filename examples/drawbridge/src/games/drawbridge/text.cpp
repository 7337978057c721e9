#include "games/drawbridge/text.h"

#include <fmt/format.h>

#include "games/wall_text.h"

namespace stockade::games {

// Sources of a folder are compiled in batches: what only this file needs is in the game's own namespace.
namespace drawbridge {
namespace {

/// An inner side of the board by name.
std::optional<board::Wall> side_on(std::string_view text) {
    const auto named = parse_wall(text);
    if (!named || !board::contains(kShape, named->anchor)) return std::nullopt;
    const int cell = board::cell_at<Shape>(named->anchor);
    const auto open = board::Passages<Shape>::all_open(kShape);
    const auto& inner = named->orientation == Orientation::kHorizontal ? open.north : open.east;
    return inner.test(cell) ? std::optional(board::Wall{cell, named->orientation}) : std::nullopt;
}

}  // namespace
}  // namespace drawbridge

Result<drawbridge::Position> TextOf<drawbridge::Position>::read(const Spec& /*spec*/, const PositionFields& fields) {
    static constexpr std::array<std::string_view, 3> kFields{"pawns", "walls", "turn"};
    if (const auto known = fields.only(kFields); !known) return known.error();
    const auto* pawn_field = fields.find("pawns");
    if (!pawn_field || pawn_field->words.size() != P::kPlayers)
        return position_error(pawn_field ? pawn_field->column : 1,
                              error<"position.pawns-one-each">("players"_a = P::kPlayers));
    Shape::Set taken{};
    std::array<int, P::kPlayers> pawns;
    for (std::size_t i = 0; i < pawns.size(); ++i) {
        const auto cell = read_cell(drawbridge::kShape, pawn_field->words[i], taken);
        if (!cell) return cell.error();
        pawns[i] = *cell;
    }
    drawbridge::Sides raised{};
    const auto* walls = fields.find("walls");
    if (walls && !(walls->words.size() == 1 && walls->words[0].text == "-"))
        for (const auto& word : walls->words) {
            const auto side = drawbridge::side_on(word.text);
            if (!side)
                return position_error(word.column,
                                      error<"position.wall-from">("walls"_a = "a1h to e4h, a1v to d5v",
                                                                  "word"_a = word.text.substr(0, 40)));
            raised.add(*side);
        }
    const auto mover = read_turn(fields, P::kPlayers);
    if (!mover) return mover.error();
    if (P::goal(*mover).test(pawns[static_cast<std::size_t>(index(*mover))])) {
        const int winner = index(*mover) + 1;
        return position_error(pawn_field->column,
                              error<"position.won-so-moves">("winner"_a = winner, "player"_a = 3 - winner));
    }
    return P(pawns, raised, *mover);
}

std::string TextOf<drawbridge::Position>::fields(const P& p) {
    return fmt::format("; pawns {} {}; walls {}; turn {}", name_of<Shape>(p.pawn(Player::kOne)),
                       name_of<Shape>(p.pawn(Player::kTwo)), names_of(p.raised()), index(p.to_move()) + 1);
}

std::string TextOf<drawbridge::Position>::action(const P& /*p*/, Action action) {
    return name_of<Shape>(action.id);
}

Result<Action> TextOf<drawbridge::Position>::parse(const P& /*p*/, std::string_view text) {
    if (const auto cell = cell_on(drawbridge::kShape, text)) return Action{static_cast<std::uint16_t>(*cell)};
    return error<"position.cell-from">("cells"_a = cell_range(drawbridge::kShape),
                                       "word"_a = text.substr(0, 40));
}

Refusal TextOf<drawbridge::Position>::refusal(const P& p, Action action) {
    if (p.over()) return {error<"rules.game-over">(), {}, {}};
    const int from = p.pawn(p.to_move());
    return {error<"rules.cannot-go">("from"_a = name_of<Shape>(from), "to"_a = name_of<Shape>(action.id),
                                     "cells"_a = names_of_cells<Shape>(p.destinations())),
            {board::square_of<Shape>(from)},
            {}};
}

void TextOf<drawbridge::Position>::fill(const P& p, View& view) {
    view.cols = drawbridge::kShape.cols();
    view.rows = drawbridge::kShape.rows();
    view.wall_length = 1;
    view.over = p.over();
    view.mover = view.over ? -1 : index(p.to_move());
    view.walls = placed(p.raised());
    for (const Player player : {Player::kOne, Player::kTwo}) {
        view.pawns.push_back({board::square_of<Shape>(p.pawn(player)), index(player)});
        PlayerView shown;
        const int steps = p.passages().distance(Shape::Set::single(p.pawn(player)), P::goal(player));
        if (steps >= 0) shown.distance = steps;
        shown.goals = squares<Shape>(P::goal(player));
        view.players.push_back(std::move(shown));
    }
    if (view.over) return;
    const auto from = board::square_of<Shape>(p.pawn(p.to_move()));
    for (const auto to : squares<Shape>(p.destinations())) view.moves.push_back({from, to, cell_name(to)});
}

}  // namespace stockade::games
