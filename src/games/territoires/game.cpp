#include "games/territoires/game.h"

#include <fmt/format.h>

#include "base/messages/spec.h"
#include "base/messages/verdict.h"
#include "games/options.h"
#include "games/rules_text.h"

namespace stockade::games::territoires {
namespace {

using Kind = OptionInfo::Kind;

// docs/levels.md tells how even the steps are.
constexpr Levels kLevels{{
    {20, 1.0f, 0.4f},
    {34, 1.4f},
    {50, 2.2f},
    {95, 3.1f},
    {200, 4.0f},
    {450, 4.9f},
    {1150, 5.9f},
    {3300, 7.5f},
    {10000, 9.5f},
}};
constexpr Levels kWallGoLevelsWithNetwork{{
    {20, 1.0f, 0.4f},
    {43, 1.9f},
    {87, 3.0f},
    {200, 4.0f},
    {560, 5.1f},
    {2000, 6.8f},
    {340, 6.2f, 0, EvaluatorKind::kNetwork},
    {1700, 7.8f, 0, EvaluatorKind::kNetwork},
    {6000, 9.0f, 0, EvaluatorKind::kNetwork},
}};

std::optional<Message> fixed_needs_two(const Spec& spec) {
    if (spec.text("setup") != "fixed" || (spec.players() == 2 && spec.number("pawns") == 4))
        return std::nullopt;
    return message<"spec.fixed-needs-two">();
}

GameInfo preset(std::string_view name, std::string_view title, std::string_view summary,
                std::string_view sample, bool wallgo) {
    const auto pawns = wallgo ? +[](const Spec& spec) { return std::string(spec.players() == 2 ? "4" : "2"); }
                              : +[](const Spec& spec) {
                                    return std::to_string(spec.players() == 2 ? 4 : 5 - spec.players());
                                };
    const auto percee =
        wallgo ? +[](const Spec& spec) { return std::string(spec.players() == 2 ? "off" : "on"); } : on;
    const auto setup = wallgo ? +[](const Spec& spec) {
        return std::string(spec.players() == 2 && spec.number("pawns") == 4 ? "fixed" : "snake");
    } : +[](const Spec&) { return std::string("round"); };
    GameInfo game{
        name,
        title,
        summary,
        sample,
        {players_option(),
         {"pawns", Kind::kNumber, 1, 4, {}, pawns, "pawns of each player", nullptr},
         {"setup",
          Kind::kWord,
          0,
          0,
          {"round", "snake", "fixed", "all"},
          setup,
          "order of placing pawns: round after round, there and back, there and back after two fixed "
          "pawns each, or one player after another with all pawns",
          fixed_needs_two},
         {"no-lock-in", Kind::kWord, 0, 0, kOnOff, wallgo ? off : on,
          "forbids a wall that shuts in all pawns of a player while the game goes on", nullptr},
         {"percee", Kind::kWord, 0, 0, kOnOff, percee,
          "breakthrough: once a game, break a wall beside a pawn instead of a turn", nullptr},
         {"scoring",
          Kind::kWord,
          0,
          0,
          {"sum", "largest"},
          +[](const Spec&) { return std::string("sum"); },
          "all cells of a player's regions, or the largest region alone",
          nullptr},
         first_option(+[](const Spec&) { return std::string("random"); }, {"random"})}};
    game.levels = &kLevels;
    return game;
}

/// The numbers of cells that decided a game.
struct Standing {
    int best = 0;     ///< of the winners, by the deciding count
    int others = -1;  ///< the most of the players who lost by that count; -1 if nobody did
    int tied = -1;    ///< their equal number by the first count, if a tie-break decided
};
Standing standing(const View& view, const Outcome& outcome, bool by_region) {
    const auto first = [&](const PlayerView& player) { return *(by_region ? player.largest : player.score); };
    const auto second = [&](const PlayerView& player) {
        return *(by_region ? player.score : player.largest);
    };
    int top = 0;
    for (const PlayerView& player : view.players) top = std::max(top, first(player));
    bool tie_break = false;
    for (std::size_t i = 0; i < view.players.size(); ++i)
        tie_break |= first(view.players[i]) == top && outcome.shares[i] == 0;
    Standing result;
    if (tie_break) result.tied = top;
    for (std::size_t i = 0; i < view.players.size(); ++i) {
        const PlayerView& player = view.players[i];
        if (tie_break && first(player) != top) continue;
        const int cells = tie_break ? second(player) : first(player);
        int& most = outcome.shares[i] ? result.best : result.others;
        most = std::max(most, cells);
    }
    return result;
}

}  // namespace

std::size_t Registered::type_of(const Spec& spec) { return static_cast<std::size_t>(spec.players() - 2); }

std::vector<GameInfo> Registered::presets() {
    auto territoires =
        preset("territoires", "Territoires",
               "Move a pawn, put a wall beside it; whoever holds the most ground in the end wins.",
               "territoires; pawns b2 c5 e3 f6 | d4 b6 f2 e5; walls b2h b3v a4h d4h d4v c3h e5h f3v f5v e2v "
               "d1v; turn 1; percee 1 2",
               false);
    auto wallgo =
        preset("wallgo", "Wall Go", "Territoires as played on television: 7x7, pawns set in snake order.",
               "wallgo; pawns b2 f6 c3 e2 | b6 f2 d5 e4; walls a2h b2v b1v c4h d4h f5h e5v e6v c3v d2h f2h "
               "a5h b5v; turn 1",
               true);
    wallgo.network_levels = &kWallGoLevelsWithNetwork;
    return {std::move(territoires), std::move(wallgo)};
}

std::vector<std::string_view> Registered::sample_specs() {
    return {"territoires",           "wallgo",           "territoires:percee=off,scoring=largest",
            "territoires:players=3", "wallgo:players=3", "territoires:players=3,setup=all",
            "territoires:players=4", "wallgo:players=4"};
}

Paragraphs Registered::rules(const Spec& spec) {
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

std::string Registered::typing(const Spec& spec) {
    std::string text =
        "Typing: d4 puts a pawn there. d4-d6/d6v moves the pawn from d4 to d6 and puts a wall on the "
        "right side of "
        "d6; d6h is its upper side, d5h its lower and c6v its left one. -- passes.";
    if (spec.on("percee")) text += " xd4h breaks the wall d4h; then d4-d5 steps through and .. stays.";
    return text;
}

Verdict Registered::verdict(const Spec& spec, const View& view, const Outcome& outcome) {
    const bool by_region = spec.text("scoring") == "largest";
    const auto [best, others, tied] = standing(view, outcome, by_region);
    if (others < 0) return {Criterion::kEqual, message<"verdict.equal">()};
    const auto winners = winners_of(outcome, spec.players(), true);
    if (tied < 0 && by_region)
        return {Criterion::kRegion,
                message<"verdict.region">("winners"_a = winners, "cells"_a = best, "others"_a = others)};
    if (tied < 0)
        return {Criterion::kTerritory,
                message<"verdict.territory">("winners"_a = winners, "cells"_a = best, "others"_a = others)};
    if (by_region)
        return {Criterion::kTerritoryTieBreak,
                message<"verdict.territory-tie-break">("winners"_a = winners, "cells"_a = best,
                                                       "others"_a = others, "tied"_a = tied)};
    return {Criterion::kRegionTieBreak,
            message<"verdict.region-tie-break">("winners"_a = winners, "cells"_a = best, "others"_a = others,
                                                "tied"_a = tied)};
}

}  // namespace stockade::games::territoires
