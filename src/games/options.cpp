#include "games/options.h"

#include "base/messages/spec.h"

namespace stockade::games {

using Kind = OptionInfo::Kind;

std::string on(const Spec& /*spec*/) { return "on"; }
std::string off(const Spec& /*spec*/) { return "off"; }

OptionInfo players_option() {
    return {"players", Kind::kNumber, 2, 4, {}, number<2>, "how many play", nullptr};
}
OptionInfo walls_option(std::string (*fallback)(const Spec&), std::string_view help) {
    return {"walls", Kind::kHands, 0, 99, {}, fallback, help, nullptr, true};
}
OptionInfo edge_diagonal_option() {
    return {"edge-diagonal",
            Kind::kWord,
            0,
            0,
            kOnOff,
            on,
            "a pawn with the board's edge behind it may be passed diagonally",
            nullptr};
}

static std::optional<Message> first_is_a_player(const Spec& spec) {
    if (spec.text("first") == "random" || spec.text("first") == "roll" ||
        spec.number("first") <= spec.players())
        return std::nullopt;
    return message<"spec.no-such-seat">("players"_a = spec.players(), "seat"_a = spec.number("first"));
}
OptionInfo first_option(std::string (*fallback)(const Spec&), std::vector<std::string_view> words) {
    return {"first",
            Kind::kNumber,
            1,
            4,
            std::move(words),
            fallback,
            "the seat that moves first and is then called player 1",
            first_is_a_player,
            true};
}
OptionInfo seat_first_option() { return first_option(number<1>, {"random"}); }

static std::optional<Message> not_one(const Spec& spec) {
    if (spec.number("repetition") != 1) return std::nullopt;
    return message<"spec.repetition-of-one">();
}
OptionInfo repetition_option() {
    return {"repetition",
            Kind::kNumber,
            0,
            9,
            {},
            number<3>,
            "a draw when a position occurs this often (0: never)",
            not_one,
            true};
}
OptionInfo max_turns_option() {
    return {"max-turns",
            Kind::kNumber,
            0,
            9999,
            {},
            number<400>,
            "a draw after this many turns (0: no limit); a win on the last one is a win",
            nullptr,
            true};
}

}  // namespace stockade::games
