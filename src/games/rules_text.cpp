#include "games/rules_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "games/family.h"

namespace stockade::games {

Paragraphs rules_of(const Spec& spec) {
    Paragraphs text = spec.game().family->rules(spec);
    std::erase(text, "");
    return text;
}

std::string typing_of(const Spec& spec) { return spec.game().family->typing(spec); }

std::string walls_each(const Spec& spec, std::string_view of) {
    const auto hands = spec.hands("walls");
    const bool equal = std::all_of(hands.begin(), hands.end(), [&](int hand) { return hand == hands[0]; });
    if (!equal)
        return fmt::format("The players have, in their order, {} walls{}.", fmt::join(hands, " and "), of);
    if (hands[0] == 0) return "There are no walls.";
    return fmt::format("Each player has {} wall{}{}.", hands[0], hands[0] == 1 ? "" : "s", of);
}

std::string draws(const Spec& spec) {
    std::string text;
    if (spec.has("repetition") && spec.number("repetition"))
        text = fmt::format("when a position occurs {} times", spec.number("repetition"));
    if (spec.has("max-turns") && spec.number("max-turns"))
        text += fmt::format("{}after {} turns", text.empty() ? "" : ", or ", spec.number("max-turns"));
    return text.empty() ? text : fmt::format("Draw: {}.", text);
}

std::string jumps(const Spec& spec) {
    std::string behind = "a wall";
    const bool edge = spec.on("edge-diagonal"), third = spec.players() > 2 && spec.on("third-pawn-diagonal");
    if (edge) behind += third ? ", the edge" : " or the edge";
    if (third) behind += " or another pawn";
    return fmt::format(
        "Jump: a pawn beside yours is jumped over in a straight line. Where {} is behind it, go to its left "
        "or "
        "right instead.",
        behind);
}

}  // namespace stockade::games
