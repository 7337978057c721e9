#include "games/quoridor/game.h"

#include <fmt/format.h>

#include "base/messages/spec.h"
#include "games/options.h"
#include "games/rules_text.h"

namespace stockade::games::quoridor {
namespace {

using Kind = OptionInfo::Kind;

// Simulations, inverse_temperature and policy_only_share, chosen so that the steps come out even:
// docs/levels.md tells how even they are.

constexpr Levels kLevelsWithNetwork{{
    {20, 1.0f, 0.75f},
    {20, 1.0f, 0.26f},
    {31, 1.15f},
    {100, 3.2f},
    {260, 4.2f},
    {750, 5.2f},
    {28, 4.4f, 0, EvaluatorKind::kNetwork},
    {170, 5.8f, 0, EvaluatorKind::kNetwork},
    {1300, 7.5f, 0, EvaluatorKind::kNetwork},
}};
// On the small board chance does more for a weak opponent.
constexpr Levels kMiniLevels{{
    {20, 1.0f, 0.2f},
    {20, 1.0f, 0.05f},
    {30, 1.0f},
    {60, 2.4f},
    {130, 3.4f},
    {260, 4.2f},
    {600, 5.0f},
    {1300, 6.0f},
    {4000, 8.0f},
}};

std::optional<Message> odd_size(const Spec& spec) {
    if (spec.number("size") % 2) return std::nullopt;
    return message<"spec.odd-size">("size"_a = spec.number("size"));
}
std::optional<Message> four_for_teams(const Spec& spec) {
    if (!spec.on("teams") || spec.players() == 4) return std::nullopt;
    return message<"spec.teams-need-four">();
}
std::string shared_walls(const Spec& spec) {
    return spec.players() == 2 ? "10" : spec.players() == 3 ? "6" : "5";
}

GameInfo preset(std::string_view name, std::string_view title, std::string_view summary,
                std::string_view sample, std::string (*size)(const Spec&),
                std::string (*walls)(const Spec&)) {
    return {name,
            title,
            summary,
            sample,
            {players_option(),
             {"size", Kind::kNumber, 3, 19, {}, size, "cells to a side, odd", odd_size},
             walls_option(walls, "walls in each player's hand; 10+7 is a handicap of the second seat"),
             {"teams", Kind::kWord, 0, 0, kOnOff, off, "players 1 and 3 against 2 and 4 (four players)",
              four_for_teams},
             edge_diagonal_option(),
             {"third-pawn-diagonal", Kind::kWord, 0, 0, kOnOff, on,
              "a pawn with another pawn behind it may be passed diagonally", nullptr},
             seat_first_option(),
             repetition_option(),
             max_turns_option()}};
}

}  // namespace

std::size_t Registered::type_of(const Spec& spec) {
    constexpr Types kTypes{};
    const int size = spec.number("size");
    switch (spec.players()) {
        case 2:
            switch (size) {
                case 5:
                    return index_in<Quoridor5>(kTypes);
                case 7:
                    return index_in<Quoridor7>(kTypes);
                case 9:
                    return index_in<Quoridor9>(kTypes);
                case 11:
                    return index_in<Quoridor11>(kTypes);
                default:
                    return index_in<QuoridorAny<2>>(kTypes);
            }
        case 3:
            return size == 9 ? index_in<Quoridor9x3>(kTypes) : index_in<QuoridorAny<3>>(kTypes);
        default:
            return size == 9 ? index_in<Quoridor9x4>(kTypes) : index_in<QuoridorAny<4>>(kTypes);
    }
}

std::vector<GameInfo> Registered::presets() {
    auto standard = preset(
        "quoridor", "Quoridor", "Reach the opposite side first; move your pawn or place a wall.",
        "quoridor; pawns e4 d6; hand 6 6; walls d3h f3h e6h c5v f6v b6h g7h e4v", number<9>, shared_walls);
    standard.network_levels = &kLevelsWithNetwork;
    auto kid = preset("quoridor-kid", "Quoridor Kid", "Quoridor on 7x7 with 8 walls each.",
                      "quoridor-kid; pawns d3 d5; hand 6 6; walls c3h d5h b4v e2v", number<7>, number<8>);
    auto mini = preset("quoridor-mini", "Quoridor Mini", "Quoridor on 5x5 with 3 walls each.",
                       "quoridor-mini; pawns c2 c4; hand 2 2; walls b2h d3v", number<5>, number<3>);
    mini.levels = &kMiniLevels;
    return {std::move(standard), std::move(kid), std::move(mini)};
}

std::vector<std::string_view> Registered::sample_specs() {
    return {"quoridor-mini",
            "quoridor:size=5,walls=8,edge-diagonal=off",
            "quoridor-kid",
            "quoridor:size=7,walls=20",
            "quoridor",
            "quoridor:walls=30",
            "quoridor:walls=10+4",
            "quoridor:size=11,walls=30",
            "quoridor:players=3",
            "quoridor:players=4",
            "quoridor:players=4,teams=on,walls=12",
            "quoridor:size=3,walls=3",
            "quoridor:size=13,walls=40",
            "quoridor:size=5,players=3,third-pawn-diagonal=off",
            "quoridor:size=7,players=4,walls=9",
            "quoridor:size=19,players=4"};
}

Paragraphs Registered::rules(const Spec& spec) {
    return {spec.on("teams")
                ? "Goal: players 1 and 3 play against 2 and 4. The first pawn on the side opposite "
                  "its start wins for "
                  "its team."
                : "Goal: be the first with your pawn on the side opposite its start.",
            fmt::format("Turn: move your pawn one step up, down, left or right, or place a wall. {}",
                        walls_each(spec)),
            jumps(spec), std::string(kLongWalls), draws(spec)};
}

std::string Registered::typing(const Spec& /*spec*/) {
    return fmt::format("Typing: e2 moves the pawn to e2. {}", kTypingWalls);
}

}  // namespace stockade::games::quoridor
