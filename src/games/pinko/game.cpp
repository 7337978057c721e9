#include "games/pinko/game.h"

#include <fmt/format.h>

#include "games/options.h"
#include "games/rules_text.h"

namespace stockade::games::pinko {
namespace {

// docs/levels.md tells how even the steps are.
constexpr Levels kLevels{{
    {1, 0.72f, 1.0f},
    {1, 0.88f, 1.0f},
    {20, 1.0f, 0.95f},
    {20, 1.0f, 0.52f},
    {20, 1.0f, 0.12f},
    {35, 1.6f},
    {170, 3.8f},
    {950, 5.5f},
    {1900, 7.0f},
}};

}  // namespace

std::size_t Registered::type_of(const Spec& /*spec*/) { return 0; }

std::vector<GameInfo> Registered::presets() {
    GameInfo game{"pinko",
                  "Pinko Pallino",
                  "The 1995 cousin: 11x11, 21 walls each, steps in eight directions, no jumps.",
                  "pinko; pawns f4 g8; hand 15 15; walls d5h f5h h6h e7v g3v c7h i8h e9h; turn 1",
                  {walls_option(number<21>, "walls in each player's hand"), seat_first_option(),
                   repetition_option(), max_turns_option()}};
    game.levels = &kLevels;
    return {std::move(game)};
}

std::vector<std::string_view> Registered::sample_specs() { return {"pinko", "pinko:walls=50"}; }

Paragraphs Registered::rules(const Spec& spec) {
    return {"Goal: be the first with your pawn on the side opposite its start.",
            fmt::format("Turn: move your pawn one step in any of eight directions, or place a wall. {}",
                        walls_each(spec)),
            "A diagonal step needs one way round the corner that is free of walls. There are no jumps.",
            std::string(kLongWalls), draws(spec)};
}

std::string Registered::typing(const Spec& /*spec*/) {
    return fmt::format("Typing: e2 moves the pawn to e2. {}", kTypingWalls);
}

}  // namespace stockade::games::pinko
