#include "games/blockade/text.h"

#include <fmt/format.h>

#include "base/messages/position.h"
#include "base/messages/rules.h"
#include "games/wall_text.h"

namespace stockade::games {

using P = blockade::Position;
using Text = TextOf<P>;
using S = P::Shape;

namespace {

constexpr S kShape{};

P::Rules rules(const Spec& spec) { return {spec.text("move") == "exact", spec.text("goal") == "both"}; }

std::array<P::Hand, 2> stock(const Spec& spec) {
    const auto counts = spec.hands("walls");
    std::array<P::Hand, 2> hands;
    for (int i = 0; i < 2; ++i)
        hands[i] = {static_cast<std::uint8_t>(counts[i]), static_cast<std::uint8_t>(counts[i])};
    return hands;
}

/// `9h9v`: the walls of each kind that a player has.
Result<P::Hand> read_hand(const PositionFields::Word& word, const P::Hand& stock) {
    const auto refuse = [&] {
        return position_error(word.column, error<"position.hand-range">("horizontal"_a = stock.horizontal,
                                                                        "vertical"_a = stock.vertical,
                                                                        "word"_a = word.text.substr(0, 40)));
    };
    const auto h = word.text.find('h');
    if (h == std::string_view::npos || word.text.back() != 'v') return refuse();
    const auto horizontal = number_word({word.text.substr(0, h), word.column}, "", 0, stock.horizontal);
    const auto vertical =
        number_word({word.text.substr(h + 1, word.text.size() - h - 2), word.column}, "", 0, stock.vertical);
    if (!horizontal || !vertical) return refuse();
    return P::Hand{static_cast<std::uint8_t>(*horizontal), static_cast<std::uint8_t>(*vertical)};
}

Result<std::array<P::Pawns, 2>> read_pawns(const PositionFields& fields) {
    const auto* field = fields.find("pawns");
    if (!field || field->words.size() != 5 || field->words[2].text != "|")
        return position_error(field ? field->column : 1, error<"position.pawns-two-each">());
    std::array<P::Pawns, 2> pawns;
    P::Set taken{};
    for (int i = 0; i < 4; ++i) {
        const auto cell = read_cell(kShape, field->words[i + i / 2], taken);
        if (!cell) return cell.error();
        pawns[i / 2][i % 2] = static_cast<std::uint8_t>(*cell);
    }
    return pawns;
}

}  // namespace

Result<P> Text::start(const Spec& spec) { return P(rules(spec), stock(spec)); }

Result<P> Text::read(const Spec& spec, const PositionFields& fields) {
    static constexpr std::array<std::string_view, 5> kFields{"pawns", "hand", "walls", "turn", "moved"};
    if (const auto known = fields.only(kFields); !known) return known.error();
    const auto pawns = read_pawns(fields);
    if (!pawns) return pawns.error();
    const auto walls = read_walls(kShape, fields);
    if (!walls) return walls.error();
    const auto start = stock(spec);
    // Counts of a spec belong to seats, and either seat may have become either player.
    const P::Hand& most = start[0].horizontal > start[1].horizontal ? start[0] : start[1];
    auto hands = start;
    if (const auto* field = fields.find("hand")) {
        if (field->words.size() != 2)
            return position_error(field->column, error<"position.hand-two-counts">());
        for (int i = 0; i < 2; ++i) {
            const auto hand = read_hand(field->words[i], most);
            if (!hand) return hand.error();
            hands[i] = *hand;
        }
    } else {
        std::array<std::uint8_t, 2> horizontal{start[0].horizontal, start[1].horizontal};
        std::array<std::uint8_t, 2> vertical{start[0].vertical, start[1].vertical};
        take_in_turn(horizontal, walls->h.count());
        take_in_turn(vertical, walls->v.count());
        for (int i = 0; i < 2; ++i) hands[i] = {horizontal[i], vertical[i]};
    }
    if (const int in_hand = hands[0].horizontal + hands[1].horizontal,
        total = start[0].horizontal + start[1].horizontal;
        walls->h.count() + in_hand > total)
        return position_error(1, error<"position.too-many-horizontal">(
                                     "placed"_a = walls->h.count(), "hand"_a = in_hand, "total"_a = total));
    if (const int in_hand = hands[0].vertical + hands[1].vertical,
        total = start[0].vertical + start[1].vertical;
        walls->v.count() + in_hand > total)
        return position_error(1, error<"position.too-many-vertical">("placed"_a = walls->v.count(),
                                                                     "hand"_a = in_hand, "total"_a = total));
    const auto mover = read_turn(fields, 2);
    if (!mover) return mover.error();
    const auto* moved = fields.find("moved");
    if (moved && !moved->words.empty())
        return position_error(moved->words[0].column, error<"position.nothing-after-moved">());

    const P position(rules(spec), hands, *pawns, *walls, *mover, moved != nullptr);
    for (int i = 0; i < 2; ++i)
        if (!board::is_open(position.passages(), position.demand(player_at(i))))
            return position_error(fields.find("pawns")->column,
                                  error<"position.no-path-both">("player"_a = i + 1));
    if (position.has_won(*mover) || (moved && position.has_won(player_at(1 - index(*mover)))))
        return position_error(1, error<"position.won-so-moves">("winner"_a = index(*mover) + 1,
                                                                "player"_a = 2 - index(*mover)));
    if (moved && position.count(P::Context(position)) == 0)
        return position_error(moved->column, error<"position.no-wall-to-place">());
    return position;
}

std::string Text::fields(const P& p) {
    const auto pawns = [&](Player player) {
        return name_of<S>(p.pawns(player)[0]) + ' ' + name_of<S>(p.pawns(player)[1]);
    };
    const auto hand = [&](Player player) {
        return fmt::format("{}h{}v", p.hand(player).horizontal, p.hand(player).vertical);
    };
    return fmt::format("; pawns {} | {}; hand {} {}; walls {}; turn {}{}", pawns(Player::kOne),
                       pawns(Player::kTwo), hand(Player::kOne), hand(Player::kTwo), names_of(p.walls()),
                       index(p.to_move()) + 1, p.wall_owed() ? "; moved" : "");
}

std::string Text::action(const P& /*p*/, Action action) {
    if (action == P::kPass) return "--";
    if (P::is_wall(action)) return name_of<S>(P::wall_of(action));
    const auto [from, to] = P::move_of(action);
    return name_of<S>(from) + '-' + name_of<S>(to);
}

Result<Action> Text::parse(const P& /*p*/, std::string_view text) {
    if (text == "--") return P::kPass;
    if (const auto wall = wall_on(kShape, text)) return P::action_of(*wall);
    if (const auto dash = text.find('-'); dash != std::string_view::npos) {
        const auto from = cell_on(kShape, text.substr(0, dash));
        const auto to = cell_on(kShape, text.substr(dash + 1));
        if (from && to) {
            if (displacement<S>(*from, *to) >= 0) return P::action_of_move(*from, *to);
            return error<"rules.more-than-two-steps">("move"_a = text);
        }
    }
    return error<"rules.expected-move-wall-pass">("walls"_a = wall_range(kShape),
                                                  "word"_a = text.substr(0, 40));
}

Refusal Text::refusal(const P& p, Action action) {
    if (p.over()) return {error<"rules.game-over">(), {}, {}};
    const int mover = index(p.to_move()) + 1;
    if (P::is_wall(action)) {
        if (!p.wall_owed()) return {error<"rules.pawn-first">(), {}, {}};
        const board::Wall wall = P::wall_of(action);
        if (!p.affordable(P::Walls::single(wall)).any())
            return {wall.orientation == Orientation::kHorizontal
                        ? message<"rules.no-horizontal-walls-left">("player"_a = mover)
                        : message<"rules.no-vertical-walls-left">("player"_a = mover),
                    {},
                    {}};
        if (auto problem = misfit(kShape, p.walls(), wall)) return *problem;
        std::optional<Message> cut_off;
        std::vector<Square> pawns;
        const auto closed = board::passages(kShape, p.walls() | P::Walls::single(wall));
        for (int i = 0; i < 2; ++i) {
            if (board::is_open(closed, p.demand(player_at(i)))) continue;
            cut_off = with_one_more(std::move(cut_off), message<"rules.a-pawn-of">("player"_a = i + 1));
            for (const int cell : p.pawns(player_at(i))) pawns.push_back(board::square_of<S>(cell));
        }
        return {message<"rules.cuts-off">("wall"_a = name_of<S>(wall), "pawns"_a = std::move(cut_off)),
                std::move(pawns),
                {}};
    }
    if (p.wall_owed()) return {error<"rules.wall-now">(), {}, {}};
    if (action == P::kPass) return {error<"rules.may-not-pass">("player"_a = mover), {}, {}};
    const auto [from, to] = P::move_of(action);
    const auto& own = p.pawns(p.to_move());
    if (from != own[0] && from != own[1])
        return {error<"rules.no-pawn-there">("player"_a = mover, "cell"_a = name_of<S>(from)), {}, {}};
    const auto cells = names_of_cells<S>(p.destinations(from));
    return {to < 0 ? message<"rules.cannot-go-there">("from"_a = name_of<S>(from), "cells"_a = cells)
                   : message<"rules.cannot-go">("from"_a = name_of<S>(from), "to"_a = name_of<S>(to),
                                                "cells"_a = cells),
            {board::square_of<S>(from)},
            {}};
}

std::optional<PlacedWall> Text::wall_placed_by(const P& /*p*/, Action action) {
    if (!P::is_wall(action)) return std::nullopt;
    const board::Wall wall = P::wall_of(action);
    return PlacedWall{board::square_of<S>(wall.anchor), wall.orientation, -1};
}

void Text::fill(const P& p, View& view) {
    view.cols = kShape.cols();
    view.rows = kShape.rows();
    view.over = p.over();
    view.mover = view.over ? -1 : index(p.to_move());
    view.walls = placed(p.walls());
    for (int i = 0; i < 2; ++i) {
        const Player player = player_at(i);
        PlayerView shown;
        shown.horizontal_walls = p.hand(player).horizontal;
        shown.vertical_walls = p.hand(player).vertical;
        shown.goals = squares<S>(P::goal(player));
        P::Set own{};
        for (const int cell : p.pawns(player)) {
            own.set(cell);
            view.pawns.push_back({board::square_of<S>(cell), i});
        }
        shown.distance = p.passages().distance(own, P::goal(player));
        view.players.push_back(std::move(shown));
    }
    P::Actions actions;
    p.generate(P::Context(p), actions);
    for (const Action action : actions) {
        if (action == P::kPass)
            view.pass = Text::action(p, action);
        else if (const auto wall = wall_placed_by(p, action))
            view.wall_places.push_back({*wall, Text::action(p, action)});
        else {
            const auto [from, to] = P::move_of(action);
            view.moves.push_back(
                {board::square_of<S>(from), board::square_of<S>(to), TextOf<P>::action(p, action)});
        }
    }
}

}  // namespace stockade::games
