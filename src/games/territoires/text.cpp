#include "games/territoires/text.h"

#include <fmt/format.h>

#include "base/messages/position.h"
#include "base/messages/rules.h"
#include "games/wall_text.h"

namespace stockade::games {
namespace {

using namespace territoires;  // NOLINT(google-build-using-namespace): this file is that game's text

Rules rules(const Spec& spec) {
    const auto setup = spec.text("setup");
    return {static_cast<std::uint8_t>(spec.number("pawns")),
            setup == "fixed"   ? Setup::kFixed
            : setup == "snake" ? Setup::kSnake
            : setup == "all"   ? Setup::kAll
                               : Setup::kRound,
            spec.on("no-lock-in"), spec.on("percee"), spec.text("scoring") == "largest"};
}

/// An inner side of this board by name.
std::optional<Wall> side_on(std::string_view text) {
    const auto named = parse_wall(text);
    if (!named || !board::contains(kShape, named->anchor)) return std::nullopt;
    const int cell = board::cell_at<Shape>(named->anchor);
    const auto open = board::Passages<Shape>::all_open(kShape);
    if (!(named->orientation == Orientation::kHorizontal ? open.north : open.east).test(cell))
        return std::nullopt;
    return Wall{cell, named->orientation};
}
Message side_range() { return message<"position.side-range">(); }

PlacedWall shown_side(Wall side) { return {board::square_of<Shape>(side.anchor), side.orientation, -1}; }

Result<Sides> read_sides(const PositionFields& fields) {
    Sides walls{};
    const auto* field = fields.find("walls");
    if (!field || (field->words.size() == 1 && field->words[0].text == "-")) return walls;
    for (const auto& word : field->words) {
        const auto side = side_on(word.text);
        if (!side)
            return position_error(word.column,
                                  error<"position.expected-wall">("walls"_a = side_range(),
                                                                  "word"_a = word.text.substr(0, 40)));
        if (walls.has(*side))
            return position_error(word.column, error<"position.wall-twice">("wall"_a = word.text));
        walls.add(*side);
    }
    return walls;
}

/// The field `pawns`: the cells of each player, players separated by '|', '-' for none.
template <int Players>
Result<std::array<Set, Players>> read_pawn_sets(const PositionFields& fields, const Rules& rules) {
    const auto* field = fields.find("pawns");
    if (!field) return position_error(1, error<"position.no-pawns">());
    std::array<Set, Players> pawns{};
    Set taken{};
    int player = 0;
    for (const auto& word : field->words) {
        if (word.text == "|") {
            if (++player == Players)
                return position_error(word.column, error<"position.more-players">("players"_a = Players));
            continue;
        }
        if (word.text == "-") continue;
        const auto cell = read_cell(kShape, word, taken);
        if (!cell) return cell.error();
        pawns[player].set(*cell);
    }
    if (player + 1 != Players)
        return position_error(field->column, error<"position.pawns-apart">("players"_a = Players));
    const int placed = taken.count() - Position<Players>::fixed_pawns(rules);
    const bool too_many = taken.count() > Players * rules.pawns;
    const auto expected = Position<Players>::pawns_after(rules, too_many || placed < 0 ? 0 : placed);
    for (int i = 0; i < Players; ++i)
        if (too_many || placed < 0 || pawns[i].count() != expected[i])
            return position_error(field->column, error<"position.pawns-of-player">(
                                                     "pawns"_a = taken.count(), "player"_a = i + 1,
                                                     "own"_a = pawns[i].count(), "each"_a = rules.pawns));
    return pawns;
}

}  // namespace

template <int Players>
Result<Position<Players>> TextOf<Position<Players>>::start(const Spec& spec) {
    return P(rules(spec));
}

template <int Players>
Result<Position<Players>> TextOf<Position<Players>>::read(const Spec& spec, const PositionFields& fields) {
    static constexpr std::array<std::string_view, 6> kFields{"pawns",  "walls", "turn",
                                                             "percee", "moved", "broke"};
    if (const auto known = fields.only(kFields); !known) return known.error();
    const Rules rules = games::rules(spec);
    typename P::State state;
    const auto pawns = read_pawn_sets<Players>(fields, rules);
    if (!pawns) return pawns.error();
    state.pawns = *pawns;
    const auto walls = read_sides(fields);
    if (!walls) return walls.error();
    state.walls = *walls;
    int on_board = 0;
    for (const Set& own : state.pawns) on_board += own.count();
    const bool setup = on_board < Players * rules.pawns;
    const Player next_placer = P::placer(rules, on_board - P::fixed_pawns(rules));
    const auto mover = number_field(fields, "turn", 1, Players, setup ? index(next_placer) + 1 : 1);
    if (!mover) return mover.error();
    state.mover = player_at(*mover - 1);
    if (setup && state.mover != next_placer)
        return position_error(
            fields.find("turn")->column,
            error<"position.next-placer">("placer"_a = index(next_placer) + 1, "player"_a = *mover));
    if (setup && state.walls.any()) return position_error(1, error<"position.walls-in-setup">());

    state.percees = rules.percee ? (1u << Players) - 1 : 0;
    if (const auto* field = fields.find("percee")) {
        state.percees = 0;
        for (const auto& word : field->words) {
            if (word.text == "-") continue;
            const auto player = number_word(word, error<"position.a-player">(), 1, Players);
            if (!player) return player.error();
            if (!rules.percee) return position_error(word.column, error<"rules.no-breakthrough">());
            state.percees |= static_cast<std::uint8_t>(1u << (*player - 1));
        }
        if (setup && rules.percee && state.percees != (1u << Players) - 1)
            return position_error(field->column, error<"position.breakthroughs-in-setup">());
    }

    const auto* moved = fields.find("moved");
    const auto* broke = fields.find("broke");
    if (moved || broke) {
        const auto* field = moved ? moved : broke;
        if ((moved && broke) || setup || field->words.size() != 1)
            return position_error(field->column, error<"position.moved-or-broke">());
        const auto& word = field->words[0];
        if (moved) {
            const auto cell = cell_on(kShape, word.text);
            if (!cell || !state.pawns[index(state.mover)].test(*cell))
                return position_error(
                    word.column,
                    error<"position.own-pawn">("player"_a = *mover, "word"_a = word.text.substr(0, 40)));
            state.phase = P::Phase::kWallOwed;
            state.moved_to = static_cast<std::uint8_t>(*cell);
            if (!P(rules, state).free_sides(*cell).any())
                return position_error(word.column, error<"position.free-side">("cell"_a = word.text));
        } else {
            const auto side = side_on(word.text);
            if (!side || state.walls.has(*side))
                return position_error(
                    word.column, error<"position.side-without-wall">("word"_a = word.text.substr(0, 40)));
            // Putting the wall back must give a position in which it could be broken.
            typename P::State before = state;
            before.walls.add(*side);
            before.percees |= static_cast<std::uint8_t>(1u << index(state.mover));
            if (!rules.percee || ((state.percees >> index(state.mover)) & 1) ||
                !P(rules, before).breakable().has(*side))
                return position_error(word.column, error<"position.cannot-have-broken">(
                                                       "player"_a = *mover, "wall"_a = word.text));
            state.phase = P::Phase::kStepThrough;
            state.broken = *side;
        }
    }
    return P(rules, state);
}

template <int Players>
std::string TextOf<Position<Players>>::fields(const P& p) {
    std::string pawns;
    std::string percees;
    for (int i = 0; i < Players; ++i) {
        pawns += (i ? " | " : "") + names_of_cells<Shape>(p.pawns(player_at(i)));
        if (p.has_percee(player_at(i))) percees += fmt::format(" {}", i + 1);
    }
    std::string text =
        fmt::format("; pawns {}; walls {}; turn {}", pawns, names_of(p.walls()), index(p.to_move()) + 1);
    if (p.rules().percee) text += fmt::format("; percee{}", percees.empty() ? " -" : percees);
    if (p.phase() == P::Phase::kWallOwed) text += "; moved " + name_of<Shape>(p.moved_to());
    if (p.phase() == P::Phase::kStepThrough) text += "; broke " + name_of<Shape>(p.broken());
    return text;
}

template <int Players>
std::string TextOf<Position<Players>>::action(const P& /*p*/, Action action) {
    switch (kind_of(action)) {
        case ActionKind::kMove: {
            const auto [from, to] = move_of(action);
            return name_of<Shape>(from) + '-' + name_of<Shape>(to);
        }
        case ActionKind::kPlace:
            return name_of<Shape>(placed_cell(action));
        case ActionKind::kWall:
            return name_of<Shape>(side_of(action));
        case ActionKind::kBreak:
            return 'x' + name_of<Shape>(side_of(action));
        case ActionKind::kDecline:
            return "..";
        case ActionKind::kPass:
            break;
    }
    return "--";
}

template <int Players>
Result<Action> TextOf<Position<Players>>::parse(const P& /*p*/, std::string_view text) {
    if (text == "--") return kPassAction;
    if (text == "..") return kDeclineAction;
    if (const auto cell = cell_on(kShape, text))
        return Action{static_cast<std::uint16_t>(kPlaceBase + *cell)};
    if (const auto side = side_on(text)) return action_of_wall(*side);
    if (text.substr(0, 1) == "x")
        if (const auto side = side_on(text.substr(1))) return action_of_break(*side);
    if (const auto dash = text.find('-'); dash != std::string_view::npos) {
        const auto from = cell_on(kShape, text.substr(0, dash));
        const auto to = cell_on(kShape, text.substr(dash + 1));
        if (from && to) {
            if (displacement<Shape>(*from, *to) >= 0) return action_of_move(*from, *to);
            return error<"rules.more-than-two-steps">("move"_a = text);
        }
    }
    return error<"rules.expected-territoires">("cells"_a = cell_range(kShape), "walls"_a = side_range(),
                                               "word"_a = text.substr(0, 40));
}

template <int Players>
Refusal TextOf<Position<Players>>::refusal(const P& p, Action action) {
    const auto refuse = [](Message reason) { return Refusal{std::move(reason), {}, {}}; };
    if (p.over()) return refuse(error<"rules.game-over">());
    const int mover = index(p.to_move()) + 1;
    const auto kind = kind_of(action);
    if (p.in_setup())
        return refuse(kind == ActionKind::kPlace
                          ? error<"rules.cell-taken">("cell"_a = name_of<Shape>(placed_cell(action)))
                          : error<"rules.place-first">("player"_a = mover));
    if (kind == ActionKind::kPlace) return refuse(error<"rules.all-placed">());
    if (p.phase() == P::Phase::kWallOwed) {
        const auto at = name_of<Shape>(p.moved_to());
        if (kind != ActionKind::kWall) return refuse(error<"rules.wall-on-a-side">("cell"_a = at));
        const Wall side = side_of(action);
        if (p.walls().has(side))
            return {error<"rules.wall-there">("wall"_a = name_of<Shape>(side)), {}, {shown_side(side)}};
        if (p.free_sides(p.moved_to()).has(side))
            return refuse(error<"rules.shuts-in-all">("wall"_a = name_of<Shape>(side)));
        return {error<"rules.no-side-of">("wall"_a = name_of<Shape>(side), "cell"_a = at,
                                          "walls"_a = names_of(p.wall_choices())),
                {board::square_of<Shape>(p.moved_to())},
                {}};
    }
    if (p.phase() == P::Phase::kStepThrough)
        return refuse(error<"rules.step-through">("wall"_a = name_of<Shape>(p.broken())));
    switch (kind) {
        case ActionKind::kWall:
            return refuse(error<"rules.pawn-first">());
        case ActionKind::kDecline:
            return refuse(error<"rules.decline-after-broken">());
        case ActionKind::kPass:
            return refuse(error<"rules.may-not-pass">("player"_a = mover));
        case ActionKind::kBreak: {
            const Wall side = side_of(action);
            if (!p.rules().percee) return refuse(error<"rules.no-breakthrough">());
            if (!p.has_percee(p.to_move()))
                return refuse(error<"rules.breakthrough-used">("player"_a = mover));
            if (!p.walls().has(side)) return refuse(error<"rules.no-wall">("wall"_a = name_of<Shape>(side)));
            return {error<"rules.touches-no-pawn">("wall"_a = name_of<Shape>(side), "player"_a = mover),
                    {},
                    {shown_side(side)}};
        }
        default:
            break;
    }
    const auto [from, to] = move_of(action);
    if (!p.pawns(p.to_move()).test(from))
        return refuse(error<"rules.no-pawn-there">("player"_a = mover, "cell"_a = name_of<Shape>(from)));
    const auto cells = names_of_cells<Shape>(p.destinations(from));
    return {to < 0 ? message<"rules.cannot-go-there">("from"_a = name_of<Shape>(from), "cells"_a = cells)
                   : message<"rules.cannot-go">("from"_a = name_of<Shape>(from), "to"_a = name_of<Shape>(to),
                                                "cells"_a = cells),
            {board::square_of<Shape>(from)},
            {}};
}

template <int Players>
std::optional<PlacedWall> TextOf<Position<Players>>::wall_placed_by(const P& /*p*/, Action action) {
    if (kind_of(action) != ActionKind::kWall) return std::nullopt;
    return shown_side(side_of(action));
}

template <int Players>
void TextOf<Position<Players>>::fill(const P& p, View& view) {
    view.cols = Shape::cols();
    view.rows = Shape::rows();
    view.wall_length = 1;
    view.over = p.over();
    view.mover = view.over ? -1 : index(p.to_move());
    view.walls = placed(p.walls());
    const auto open = p.passages();
    for (int i = 0; i < Players; ++i) {
        const Player player = player_at(i);
        PlayerView shown;
        if (p.rules().percee) shown.percee = p.has_percee(player);
        const auto score = p.in_setup() ? typename P::Score{} : p.score(player);
        shown.score = score.sum;
        shown.largest = score.largest;
        view.players.push_back(std::move(shown));
        const Set others = p.occupied().without(p.pawns(player));
        Set seen{};
        p.pawns(player).for_each([&](int cell) {
            view.pawns.push_back({board::square_of<Shape>(cell), i});
            if (p.in_setup() || seen.test(cell)) return;
            const Set region = open.flood(Set::single(cell));
            seen |= region;
            if (!(region & others).any()) view.territories.push_back({i, squares<Shape>(region)});
        });
    }
    typename P::Actions actions;
    p.generate(typename P::Context(p), actions);
    for (const Action action : actions) {
        std::string text = TextOf::action(p, action);
        switch (kind_of(action)) {
            case ActionKind::kMove: {
                const auto [from, to] = move_of(action);
                view.moves.push_back(
                    {board::square_of<Shape>(from), board::square_of<Shape>(to), std::move(text)});
                break;
            }
            case ActionKind::kPlace:
                view.placements.push_back({board::square_of<Shape>(placed_cell(action)), std::move(text)});
                break;
            case ActionKind::kWall:
                view.wall_places.push_back({shown_side(side_of(action)), std::move(text)});
                break;
            case ActionKind::kBreak:
                view.breakable.push_back({shown_side(side_of(action)), std::move(text)});
                break;
            case ActionKind::kDecline:
                view.decline = std::move(text);
                break;
            case ActionKind::kPass:
                view.pass = std::move(text);
                break;
        }
    }
}

template struct TextOf<Position<2>>;
template struct TextOf<Position<3>>;
template struct TextOf<Position<4>>;

}  // namespace stockade::games
