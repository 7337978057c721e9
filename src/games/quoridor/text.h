// Text of Quoridor and Pinko Pallino: position strings, actions, refusals and views.
#pragma once

#include <fmt/format.h>

#include "base/messages/position.h"
#include "base/messages/rules.h"
#include "games/any_position.h"
#include "games/quoridor/position.h"
#include "games/wall_text.h"

namespace stockade::games {

template <board::Shape S, int Players, class Steps>
struct TextOf<quoridor::Position<S, Players, Steps>> {
    using P = quoridor::Position<S, Players, Steps>;
    static constexpr std::array<std::string_view, 4> kFields{"pawns", "hand", "walls", "turn"};

    static S shape(const Spec& spec) {
        const int size = spec.has("size") ? spec.number("size") : S::kStride;
        return S::of(size, size);
    }
    static typename P::Rules rules(const Spec& spec) {
        typename P::Rules rules;
        rules.teams = spec.on("teams");
        if constexpr (std::is_same_v<Steps, quoridor::JumpSteps>)
            rules.steps = {spec.on("edge-diagonal"),
                           !spec.has("third-pawn-diagonal") || spec.on("third-pawn-diagonal")};
        return rules;
    }
    static std::array<std::uint8_t, Players> stock(const Spec& spec) {
        std::array<std::uint8_t, Players> hands;
        const auto counts = spec.hands("walls");
        for (int i = 0; i < Players; ++i) hands[i] = static_cast<std::uint8_t>(counts[i]);
        return hands;
    }

    static Result<P> start(const Spec& spec) { return P(shape(spec), rules(spec), stock(spec)); }

    static Result<P> read(const Spec& spec, const PositionFields& fields) {
        if (const auto known = fields.only(kFields); !known) return known.error();
        return read_shared(spec, fields);
    }

    /// The fields that Quoridor4Fun has too. Of the walls on the board, `laid` are known to be the mover's.
    static Result<P> read_shared(const Spec& spec, const PositionFields& fields, int laid = 0) {
        const S shape = TextOf::shape(spec);
        const auto* pawn_field = fields.find("pawns");
        if (!pawn_field || pawn_field->words.size() != Players)
            return position_error(pawn_field ? pawn_field->column : 1,
                                  error<"position.pawns-one-each">("players"_a = Players));
        typename S::Set taken{};
        std::array<int, Players> pawns;
        for (int i = 0; i < Players; ++i) {
            const auto cell = read_cell(shape, pawn_field->words[i], taken);
            if (!cell) return cell.error();
            pawns[i] = *cell;
        }

        const auto walls = read_walls(shape, fields);
        if (!walls) return walls.error();
        const auto mover = read_turn(fields, Players);
        if (!mover) return mover.error();
        auto hands = stock(spec);
        int total = 0;
        for (const auto hand : hands) total += hand;
        // Counts of a spec belong to seats, and any seat may have become any player.
        const int most = *std::max_element(hands.begin(), hands.end());
        if (const auto* field = fields.find("hand")) {
            if (field->words.size() != Players)
                return position_error(field->column, error<"position.hand-one-each">("players"_a = Players));
            for (int i = 0; i < Players; ++i) {
                const auto hand =
                    number_word(field->words[i], error<"position.hand-of">("player"_a = i + 1), 0, most);
                if (!hand) return hand.error();
                hands[i] = static_cast<std::uint8_t>(*hand);
            }
        } else {
            auto& own = hands[index(*mover)];
            const int taken_first = std::min<int>(laid, own);
            own = static_cast<std::uint8_t>(own - taken_first);
            take_in_turn(hands, walls->count() - taken_first);
        }
        int in_hand = 0;
        for (const auto hand : hands) in_hand += hand;
        if (walls->count() + in_hand > total)
            return position_error(1, error<"position.too-many-walls">("placed"_a = walls->count(),
                                                                      "hand"_a = in_hand, "total"_a = total));

        const P position(shape, rules(spec), hands, pawns, *walls, *mover);
        for (int i = 0; i < Players; ++i) {
            const Player player = player_at(i);
            if (!board::is_open(position.passages(), position.demand(player)))
                return position_error(
                    pawn_field->words[i].column,
                    error<"position.no-path">("player"_a = i + 1, "cell"_a = pawn_field->words[i].text));
            if (position.goal(player).test(pawns[i]) && index(*mover) != (i + 1) % Players)
                return position_error(
                    pawn_field->words[i].column,
                    error<"position.reached-goal">("winner"_a = i + 1, "cell"_a = pawn_field->words[i].text,
                                                   "player"_a = (i + 1) % Players + 1));
        }
        return position;
    }

    static std::string fields(const P& p) {
        std::string pawns;
        std::string hands;
        for (int i = 0; i < Players; ++i) {
            pawns += ' ' + name_of<S>(p.pawn(player_at(i)));
            hands += fmt::format(" {}", p.hand(player_at(i)));
        }
        return fmt::format("; pawns{}; hand{}; walls {}; turn {}", pawns, hands, names_of(p.walls()),
                           index(p.to_move()) + 1);
    }

    static std::string action(const P& p, Action action) {
        if (p.is_wall(action)) return name_of<S>(p.wall_of(action));
        return action == p.pass() ? "--" : name_of<S>(p.cell_of(action));
    }
    static Result<Action> parse(const P& p, std::string_view text) {
        if (text == "--") return p.pass();
        if (const auto cell = cell_on(p.shape(), text)) {
            if (*cell == p.pawn(p.to_move())) return error<"rules.pawn-already-there">("cell"_a = text);
            return p.action_of_cell(*cell);
        }
        if (const auto wall = wall_on(p.shape(), text)) return p.action_of(*wall);
        return error<"rules.expected-cell-wall-pass">("cells"_a = cell_range(p.shape()),
                                                      "walls"_a = wall_range(p.shape()),
                                                      "word"_a = text.substr(0, 40));
    }
    static char separator(const P& /*p*/) { return '/'; }

    static Refusal refusal(const P& p, Action action) {
        if (p.over()) return {error<"rules.game-over">(), {}, {}};
        const int mover = index(p.to_move()) + 1;
        if (p.is_wall(action)) {
            if (p.hand(p.to_move()) == 0) return {error<"rules.no-walls-left">("player"_a = mover), {}, {}};
            return wall_refusal(p, p.wall_of(action));
        }
        if (action == p.pass()) return {error<"rules.may-not-pass">("player"_a = mover), {}, {}};
        const int from = p.pawn(p.to_move());
        return {error<"rules.cannot-go">("from"_a = name_of<S>(from), "to"_a = name_of<S>(p.cell_of(action)),
                                         "cells"_a = names_of_cells<S>(p.destinations())),
                {board::square_of<S>(from)},
                {}};
    }
    static Refusal wall_refusal(const P& p, board::Wall wall) {
        if (auto problem = misfit(p.shape(), p.walls(), wall)) return *problem;
        std::optional<Message> shut_in;
        std::vector<Square> pawns;
        const auto closed = board::passages(p.shape(), p.walls() | P::Walls::single(wall));
        for (int i = 0; i < Players; ++i) {
            const auto demand = p.demand(player_at(i));
            if (board::is_open(closed, demand)) continue;
            auto pawn = message<"rules.pawn-of">("player"_a = i + 1, "cell"_a = name_of<S>(demand.source));
            shut_in = with_one_more(std::move(shut_in), std::move(pawn));
            pawns.push_back(board::square_of<S>(demand.source));
        }
        return {message<"rules.shuts-in">("wall"_a = name_of<S>(wall), "pawns"_a = std::move(shut_in)),
                std::move(pawns),
                {}};
    }

    static std::optional<PlacedWall> wall_placed_by(const P& p, Action action) {
        if (!p.is_wall(action)) return std::nullopt;
        const board::Wall wall = p.wall_of(action);
        return PlacedWall{board::square_of<S>(wall.anchor), wall.orientation, -1};
    }

    static void fill(const P& p, View& view) {
        fill_board(p, view);
        if (view.over) return;
        const typename P::Context context(p);
        if (p.hand(p.to_move())) view.wall_places = wall_choices(context.legal_walls(p));
        const auto from = board::square_of<S>(p.pawn(p.to_move()));
        for (const auto to : squares<S>(p.destinations())) view.moves.push_back({from, to, cell_name(to)});
        if (view.moves.empty() && view.wall_places.empty()) view.pass = action(p, p.pass());
    }
    /// All but what the mover may do.
    static void fill_board(const P& p, View& view) {
        view.cols = p.shape().cols();
        view.rows = p.shape().rows();
        view.over = p.over();
        view.mover = view.over ? -1 : index(p.to_move());
        view.walls = placed(p.walls());
        for (int i = 0; i < Players; ++i) {
            const Player player = player_at(i);
            view.pawns.push_back({board::square_of<S>(p.pawn(player)), i});
            PlayerView shown;
            shown.walls = p.hand(player);
            shown.distance = p.passages().distance(S::Set::single(p.pawn(player)), p.goal(player));
            shown.goals = squares<S>(p.goal(player));
            view.players.push_back(std::move(shown));
        }
    }
};

}  // namespace stockade::games
