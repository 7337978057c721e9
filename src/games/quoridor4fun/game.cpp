#include "games/quoridor4fun/game.h"

#include <fmt/format.h>

#include "games/options.h"
#include "games/rules_text.h"

namespace stockade::games::quoridor4fun {
namespace {

// docs/levels.md tells how even the steps are.
constexpr Levels kLevels{{
    {1, 0.74f, 1.0f},
    {1, 0.82f, 1.0f},
    {1, 0.92f, 1.0f},
    {20, 1.0f, 0.93f},
    {20, 1.0f, 0.65f},
    {20, 1.0f, 0.37f},
    {32, 1.5f},
    {150, 3.6f},
    {1300, 6.0f},
}};

}  // namespace

std::size_t Registered::type_of(const Spec& /*spec*/) { return 0; }

std::vector<GameInfo> Registered::presets() {
    GameInfo game{"quoridor4fun",
                  "Quoridor4Fun",
                  "Quoridor with a four-sided die: it decides how many steps or walls a turn has.",
                  "quoridor4fun; pawns d4 f6; hand 7 7; walls c3h e3h d6h f5v b7h e7v",
                  {walls_option(number<10>, "walls in each player's hand"), edge_diagonal_option(),
                   first_option(+[](const Spec&) { return std::string("roll"); }, {"roll", "random"}),
                   max_turns_option()},
                  true};
    game.levels = &kLevels;
    return {std::move(game)};
}

std::vector<std::string_view> Registered::sample_specs() { return {"quoridor4fun", "quoridor4fun:walls=25"}; }

Paragraphs Registered::rules(const Spec& spec) {
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

std::string Registered::typing(const Spec& /*spec*/) {
    return fmt::format("Typing: after a roll of 2, e2,e3 makes two steps and c3h,e5v places two walls. {}",
                       kTypingWalls);
}

}  // namespace stockade::games::quoridor4fun
