#include "games/quoridor4fun/text.h"

#include <fmt/format.h>

#include "base/messages/position.h"
#include "base/messages/rules.h"

namespace stockade::games {

using FunPosition = quoridor4fun::Position;
using Choice = FunPosition::Choice;
using FunText = TextOf<FunPosition>;

Result<FunPosition> FunText::start(const Spec& spec) {
    const auto base = Base::start(spec);
    if (!base) return base.error();
    return FunPosition(*base);
}

Result<FunPosition> FunText::read(const Spec& spec, const PositionFields& fields) {
    static constexpr std::array<std::string_view, 8> kFields{"pawns", "hand", "walls", "turn",
                                                             "skip",  "roll", "laid",  "steps"};
    if (const auto known = fields.only(kFields); !known) return known.error();
    const auto roll = number_field(fields, "roll", 1, FunPosition::kFaces, 0);
    if (!roll) return roll.error();
    const auto* laid = fields.find("laid");
    const auto* steps = fields.find("steps");
    for (const auto* part : {laid, steps}) {
        if (!part) continue;
        if (laid && steps) return position_error(part->column, error<"position.laid-or-steps">());
        if (!*roll) return position_error(part->column, error<"position.roll-first">());
        if (*roll == 1)
            return position_error(part->column, error<"position.roll-of-one">("field"_a = part->name));
    }
    const auto made = number_field(fields, "steps", 1, *roll - 1, 0);
    if (!made) return made.error();
    if (laid && (laid->words.empty() || laid->words.size() > 2))
        return position_error(laid->column, error<"position.laid">());
    const auto count =
        laid ? number_word(laid->words[0], error<"position.walls-laid">(), 1, *roll - 1) : Result<int>(0);
    if (!count) return count.error();

    const auto base = Base::read_shared(spec, fields, *count);
    if (!base) return base.error();
    std::uint8_t skips = 0;
    if (const auto* field = fields.find("skip")) {
        for (const auto& word : field->words) {
            const auto player = number_word(word, error<"position.a-player">(), 1, 2);
            if (!player) return player.error();
            skips |= static_cast<std::uint8_t>(1u << (*player - 1));
        }
    }
    if (*roll && ((skips >> index(base->to_move())) & 1))
        return position_error(fields.find("roll")->column, error<"position.skips-no-roll">());
    if (*roll && base->over())
        return position_error(fields.find("roll")->column, error<"position.over-no-roll">());

    FunPosition::Turn turn;
    turn.roll = turn.left = static_cast<std::uint8_t>(*roll);
    if (steps) {
        turn.choice = Choice::kSteps;
        turn.left = static_cast<std::uint8_t>(*roll - *made);
    }
    if (laid) {
        if (base->walls().count() < *count)
            return position_error(laid->column, error<"position.laid-too-many">(
                                                    "laid"_a = *count, "walls"_a = base->walls().count()));
        const auto stock = spec.hands("walls");
        const int most = *std::max_element(stock.begin(), stock.end());
        if (base->hand(base->to_move()) + *count > most)
            return position_error(laid->column,
                                  error<"position.laid-from-hand">("player"_a = index(base->to_move()) + 1,
                                                                   "hand"_a = base->hand(base->to_move()),
                                                                   "total"_a = most, "laid"_a = *count));
        if (laid->words.size() == 2) {
            const auto& word = laid->words[1];
            const auto wall = wall_on(base->shape(), word.text);
            if (!wall || !base->walls().has(*wall))
                return position_error(word.column,
                                      error<"position.wall-on-board">("word"_a = word.text.substr(0, 40)));
            turn.after_wall = base->action_of(*wall).id;
        } else {
            turn.any_order = true;
        }
        turn.choice = Choice::kWalls;
        turn.left = static_cast<std::uint8_t>(*roll - *count);
    }
    if (turn.choice != Choice::kOpen && FunPosition(*base, turn, skips).legal(base->pass()))
        return position_error((laid ? laid : steps)->column, error<"position.turn-cannot-end">());
    return FunPosition(*base, turn, skips);
}

std::string FunText::fields(const FunPosition& p) {
    std::string text = Base::fields(p.base());
    if (p.skips(Player::kOne) || p.skips(Player::kTwo))
        text +=
            fmt::format("; skip{}{}", p.skips(Player::kOne) ? " 1" : "", p.skips(Player::kTwo) ? " 2" : "");
    const auto& turn = p.turn();
    if (turn.roll) text += fmt::format("; roll {}", turn.roll);
    if (turn.choice == Choice::kWalls) {
        text += fmt::format("; laid {}", turn.roll - turn.left);
        if (turn.after_wall)
            text += ' ' + name_of<FunPosition::Shape>(p.base().wall_of(Action{turn.after_wall}));
    }
    if (turn.choice == Choice::kSteps) text += fmt::format("; steps {}", turn.roll - turn.left);
    return text;
}

std::string FunText::action(const FunPosition& p, Action action) {
    return p.is_roll(action) ? std::to_string(p.roll_of(action)) : Base::action(p.base(), action);
}

Result<Action> FunText::parse(const FunPosition& p, std::string_view text) {
    if (text.size() == 1 && text[0] >= '1' && text[0] <= '0' + FunPosition::kFaces)
        return p.action_of_roll(text[0] - '0');
    auto action = Base::parse(p.base(), text);
    if (!action && p.to_move() == Player::kChance)
        return error<"rules.roll-comes-first">("problem"_a = action.error());
    return action;
}

char FunText::separator(const FunPosition& p) { return p.turn().choice == Choice::kOpen ? ':' : ','; }

Refusal FunText::refusal(const FunPosition& p, Action action) {
    if (p.over()) return {error<"rules.game-over">(), {}, {}};
    const int mover = index(p.base().to_move()) + 1;
    if (p.to_move() == Player::kChance) return {error<"rules.roll-first">("player"_a = mover), {}, {}};
    if (!p.turn().roll) return {error<"rules.skips">("player"_a = mover), {}, {}};
    if (p.is_roll(action))
        return {error<"rules.rolled-already">("player"_a = mover, "roll"_a = p.turn().roll), {}, {}};
    const int left = p.turn().left;
    if (p.base().is_wall(action)) {
        if (p.turn().choice == Choice::kSteps) return {error<"rules.not-mixed">(), {}, {}};
        if (p.base().hand(p.base().to_move()) < left)
            return {error<"rules.walls-needed">(
                        "player"_a = mover, "walls"_a = p.base().hand(p.base().to_move()), "needed"_a = left),
                    {},
                    {}};
        const auto wall = p.base().wall_of(action);
        if (!p.base().wall_is_legal(wall)) return Base::wall_refusal(p.base(), wall);
        return {error<"rules.no-walls-would-fit">("wall"_a = name_of<FunPosition::Shape>(wall),
                                                  "walls"_a = left - 1),
                {},
                {}};
    }
    if (action == p.pass()) return {error<"rules.may-not-pass-roll">("player"_a = mover), {}, {}};
    if (p.turn().choice == Choice::kWalls) return {error<"rules.not-mixed">(), {}, {}};
    const int to = p.base().cell_of(action);
    if (p.base().destinations().test(to))
        return {
            error<"rules.no-steps-after">("cell"_a = name_of<FunPosition::Shape>(to), "steps"_a = left - 1),
            {},
            {}};
    return Base::refusal(p.base(), action);
}

std::optional<PlacedWall> FunText::wall_placed_by(const FunPosition& p, Action action) {
    if (p.is_roll(action)) return std::nullopt;
    return Base::wall_placed_by(p.base(), action);
}

void FunText::fill(const FunPosition& p, View& view) {
    Base::fill_board(p.base(), view);
    for (int i = 0; i < FunPosition::kPlayers; ++i) view.players[i].skips_next = p.skips(player_at(i));
    view.over = p.over();
    view.mover = view.over ? -1 : index(p.to_move());
    view.roll_due = !view.over && p.to_move() == Player::kChance;
    if (p.turn().roll) {
        view.roll = p.turn().roll;
        view.actions_left = p.turn().left;
    }
    FunPosition any_order = p;
    any_order.relax_order();
    FunPosition::Actions actions;
    any_order.generate(FunPosition::Context(p), actions);
    const auto from = board::square_of<FunPosition::Shape>(p.base().pawn(p.base().to_move()));
    for (const Action action : actions) {
        if (p.is_roll(action)) continue;
        if (const auto wall = wall_placed_by(p, action))
            view.wall_places.push_back({*wall, FunText::action(p, action)});
        else if (action == p.pass())
            view.pass = FunText::action(p, action);
        else
            view.moves.push_back({from, board::square_of<FunPosition::Shape>(p.base().cell_of(action)),
                                  FunText::action(p, action)});
    }
}

}  // namespace stockade::games
