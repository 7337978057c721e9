// The rules of a game in a few sentences, as its options have them (docs/rules has every detail), and the
// sentences that several games share.
#pragma once

#include <string>
#include <vector>

#include "games/spec.h"

namespace stockade::games {

using Paragraphs = std::vector<std::string>;

/// One paragraph each, without line breaks.
Paragraphs rules_of(const Spec& spec);
/// One paragraph that tells how to type a turn of this game.
std::string typing_of(const Spec& spec);

/// "Each player has 10 walls.", or one number for each player where they differ.
std::string walls_each(const Spec& spec, std::string_view of = "");
/// "Draw: when a position occurs 3 times."; empty where nothing is drawn.
std::string draws(const Spec& spec);
/// The rule of Quoridor's jumps, in a sentence or two.
std::string jumps(const Spec& spec);

inline constexpr std::string_view kLongWalls =
    "Walls are two cells long. They do not cross or overlap, they stay where they are, and every pawn must "
    "keep a way to its goal.";
inline constexpr std::string_view kTypingWalls = "The wall e3h lies above e3 and f3, e3v right of e3 and e4.";

}  // namespace stockade::games
