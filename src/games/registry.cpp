// The table of games: names, presets and every option with its range, default and meaning.
#include "base/messages/spec.h"
#include "games/spec.h"

namespace stockade::games {
namespace {

using Kind = OptionInfo::Kind;

/// A default that does not depend on other options.
template <int Value>
std::string number(const Spec&) {
    return std::to_string(Value);
}
std::string on(const Spec&) { return "on"; }
std::string off(const Spec&) { return "off"; }

const std::vector<std::string_view> kOnOff{"on", "off"};

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

std::optional<Message> first_is_a_player(const Spec& spec) {
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

std::optional<Message> not_one(const Spec& spec) {
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

// --- Quoridor ---

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

GameInfo quoridor(std::string_view name, std::string_view title, std::string_view summary,
                  std::string (*size)(const Spec&), std::string (*walls)(const Spec&)) {
    return {name,
            title,
            summary,
            "quoridor",
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

// --- Territoires ---

std::optional<Message> fixed_needs_two(const Spec& spec) {
    if (spec.text("setup") != "fixed" || (spec.players() == 2 && spec.number("pawns") == 4))
        return std::nullopt;
    return message<"spec.fixed-needs-two">();
}

GameInfo territoires(std::string_view name, std::string_view title, std::string_view summary, bool wallgo) {
    const auto pawns = wallgo ? +[](const Spec& spec) { return std::string(spec.players() == 2 ? "4" : "2"); }
                              : +[](const Spec& spec) {
                                    return std::to_string(spec.players() == 2 ? 4 : 5 - spec.players());
                                };
    const auto percee =
        wallgo ? +[](const Spec& spec) { return std::string(spec.players() == 2 ? "off" : "on"); } : on;
    const auto setup = wallgo ? +[](const Spec& spec) {
        return std::string(spec.players() == 2 && spec.number("pawns") == 4 ? "fixed" : "snake");
    } : +[](const Spec&) { return std::string("round"); };
    return {name,
            title,
            summary,
            "territoires",
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
}

// --- the table ---

const std::vector<GameInfo>& table() {
    static const std::vector<GameInfo> kGames{
        quoridor("quoridor", "Quoridor", "Reach the opposite side first; move your pawn or place a wall.",
                 number<9>, shared_walls),
        quoridor("quoridor-kid", "Quoridor Kid", "Quoridor on 7x7 with 8 walls each.", number<7>, number<8>),
        quoridor("quoridor-mini", "Quoridor Mini", "Quoridor on 5x5 with 3 walls each.", number<5>,
                 number<3>),
        {"quoridor4fun",
         "Quoridor4Fun",
         "Quoridor with a four-sided die: it decides how many steps or walls a turn has.",
         "quoridor4fun",
         {walls_option(number<10>, "walls in each player's hand"), edge_diagonal_option(),
          first_option(+[](const Spec&) { return std::string("roll"); }, {"roll", "random"}),
          max_turns_option()},
         true},
        territoires("territoires", "Territoires",
                    "Move a pawn, put a wall beside it; whoever holds the most ground in the end wins.",
                    false),
        territoires("wallgo", "Wall Go",
                    "Territoires as played on television: 7x7, pawns set in snake order.", true),
        {"blockade",
         "Blockade",
         "The 1975 ancestor: two pawns a side on 11x14, each turn a move and a wall.",
         "blockade",
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
          max_turns_option()}},
        {"pinko",
         "Pinko Pallino",
         "The 1995 cousin: 11x11, 21 walls each, steps in eight directions, no jumps.",
         "pinko",
         {walls_option(number<21>, "walls in each player's hand"), seat_first_option(), repetition_option(),
          max_turns_option()}},
    };
    return kGames;
}

}  // namespace

std::span<const GameInfo> all_games() { return table(); }

}  // namespace stockade::games
