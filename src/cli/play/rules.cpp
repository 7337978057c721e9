#include "cli/play/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace stockade::cli {
namespace {

using games::Spec;
using Paragraphs = std::vector<std::string>;

/// "Each player has 10 walls.", or one number for each player where they differ.
std::string walls_each(const Spec& spec, std::string_view of = "") {
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

constexpr std::string_view kLongWalls =
    "Walls are two cells long. They do not cross or overlap, they stay where they are, and every pawn must "
    "keep a "
    "way to its goal.";

Paragraphs quoridor(const Spec& spec) {
    return {spec.on("teams")
                ? "Goal: players 1 and 3 play against 2 and 4. The first pawn on the side opposite "
                  "its start wins for "
                  "its team."
                : "Goal: be the first with your pawn on the side opposite its start.",
            fmt::format("Turn: move your pawn one step up, down, left or right, or place a wall. {}",
                        walls_each(spec)),
            jumps(spec), std::string(kLongWalls), draws(spec)};
}

Paragraphs quoridor4fun(const Spec& spec) {
    return {
        "Goal: be the first with your pawn on the side opposite its start.",
        fmt::format(
            "Turn: the four-sided die says how many steps you move or how many walls you place: all steps "
            "or all walls. {}",
            walls_each(spec)),
        "A roll that can be used neither way is lost. After a 4 that was used the player skips the next "
        "turn. A "
        "pawn that arrives wins at once, whatever is left of the roll.",
        jumps(spec) + " A jump is one step.",
        std::string(kLongWalls),
        draws(spec)};
}

Paragraphs pinko(const Spec& spec) {
    return {"Goal: be the first with your pawn on the side opposite its start.",
            fmt::format("Turn: move your pawn one step in any of eight directions, or place a wall. {}",
                        walls_each(spec)),
            "A diagonal step needs one way round the corner that is free of walls. There are no jumps.",
            std::string(kLongWalls), draws(spec)};
}

Paragraphs blockade(const Spec& spec) {
    const bool free = spec.text("move") == "free", one = spec.text("goal") == "one";
    return {
        fmt::format("Goal: bring {} to the cells where the other player's pawns began; they are marked.",
                    one ? "one of your two pawns" : "both of your pawns"),
        "Turn: move a pawn, then place a wall. " + walls_each(spec, " of each kind, horizontal and vertical"),
        free ? "A pawn goes one or two steps, up, down, left or right, and may turn. Pawns on the way "
               "are passed "
               "over."
             : "A pawn goes exactly two cells straight on or one diagonally; a single step only onto a "
               "goal. Pawns "
               "on the way are passed over.",
        "Walls are two cells long. They do not cross or overlap, and every pawn must keep a way to both "
        "of its "
        "goals.",
        draws(spec)};
}

Paragraphs territoires(const Spec& spec) {
    const bool sum = spec.text("scoring") == "sum";
    Paragraphs text{
        fmt::format(
            "Goal: hold the most ground at the end. The game is over when no region holds pawns of two "
            "players; {}.",
            sum ? "the cells of all regions that are yours alone are counted"
                : "the largest region that is yours alone is counted"),
        spec.text("setup") == "fixed"
            ? "Two pawns of each player stand on the board; everyone puts down two more. Then a turn is a "
              "move and a wall."
            : fmt::format(
                  "First everyone puts {} on the board, one at a time. Then a turn is a move and a wall.",
                  spec.number("pawns") == 1 ? "one pawn" : fmt::format("{} pawns", spec.number("pawns"))),
        "Move: a pawn goes up to two steps, up, down, left or right, not through pawns or walls. It may also "
        "stay.",
        "Wall: it goes on a free side of the cell where that pawn now stands. Walls are one cell long and "
        "never run "
        "out."};
    if (spec.on("no-lock-in"))
        text.emplace_back(
            "A wall may not close in all pawns of a player on four sides while the game goes on.");
    if (spec.on("percee"))
        text.emplace_back(
            "Breakthrough: once a game, instead of a turn, break a wall beside one of your pawns. You may "
            "step through "
            "the gap.");
    return text;
}

}  // namespace

std::vector<std::string> rules_of(const Spec& spec) {
    const auto family = spec.game().family;
    Paragraphs text = family == "quoridor"       ? quoridor(spec)
                      : family == "quoridor4fun" ? quoridor4fun(spec)
                      : family == "pinko"        ? pinko(spec)
                      : family == "blockade"     ? blockade(spec)
                                                 : territoires(spec);
    std::erase(text, "");
    return text;
}

std::string typing_of(const Spec& spec) {
    const auto family = spec.game().family;
    if (family == "territoires") {
        std::string text =
            "Typing: d4 puts a pawn there. d4-d6/d6v moves the pawn from d4 to d6 and puts a wall on the "
            "right side of "
            "d6; d6h is its upper side, d5h its lower and c6v its left one. -- passes.";
        if (spec.on("percee")) text += " xd4h breaks the wall d4h; then d4-d5 steps through and .. stays.";
        return text;
    }
    const std::string walls = "The wall e3h lies above e3 and f3, e3v right of e3 and e4.";
    if (family == "blockade")
        return "Typing: d4-d6/e5h moves the pawn from d4 to d6 and places the wall e5h. " + walls;
    if (family == "quoridor4fun")
        return "Typing: after a roll of 2, e2,e3 makes two steps and c3h,e5v places two walls. " + walls;
    return "Typing: e2 moves the pawn to e2. " + walls;
}

}  // namespace stockade::cli
