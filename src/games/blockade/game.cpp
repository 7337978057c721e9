#include "games/blockade/game.h"

#include <fmt/format.h>

#include "games/options.h"
#include "games/rules_text.h"

namespace stockade::games::blockade {
namespace {

using Kind = OptionInfo::Kind;

// docs/levels.md tells how even the steps are.
constexpr Levels kLevels{{
    {1, 0.87f, 1.0f},
    {20, 1.0f, 0.96f},
    {20, 1.0f, 0.8f},
    {20, 1.0f, 0.62f},
    {20, 1.0f, 0.3f},
    {36, 1.4f},
    {110, 3.2f},
    {550, 4.8f},
    {4500, 8.0f},
}};

}  // namespace

std::size_t Registered::type_of(const Spec& /*spec*/) { return 0; }

std::vector<GameInfo> Registered::presets() {
    GameInfo game{"blockade",
                  "Blockade",
                  "The 1975 ancestor: two pawns a side on 11x14, each turn a move and a wall.",
                  "blockade; pawns e6 h4 | d9 g10; hand 6h6v 6h6v; walls d6h f7h c4v h9h e9v g5v; turn 1",
                  {{"move",
                    Kind::kWord,
                    0,
                    0,
                    {"free", "exact"},
                    +[](const Spec&) { return std::string("free"); },
                    "one or two steps, or exactly two or one diagonal",
                    nullptr},
                   {"goal",
                    Kind::kWord,
                    0,
                    0,
                    {"one", "both"},
                    +[](const Spec&) { return std::string("one"); },
                    "win with one pawn on an enemy start cell, or with both",
                    nullptr},
                   walls_option(number<9>, "walls of each kind in each player's hand"),
                   seat_first_option(),
                   repetition_option(),
                   max_turns_option()}};
    game.levels = &kLevels;
    return {std::move(game)};
}

std::vector<std::string_view> Registered::sample_specs() {
    return {"blockade", "blockade:move=exact", "blockade:goal=both,walls=25"};
}

Paragraphs Registered::rules(const Spec& spec) {
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

std::string Registered::typing(const Spec& /*spec*/) {
    return fmt::format("Typing: d4-d6/e5h moves the pawn from d4 to d6 and places the wall e5h. {}",
                       kTypingWalls);
}

}  // namespace stockade::games::blockade
