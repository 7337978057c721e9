// Paths on a board as it is drawn: open sides, shortest paths and distances. For display only; the rules
// compute their own.
#pragma once

#include <vector>

#include "games/view.h"

namespace stockade::games {

/// Whether no wall lies between two neighbouring cells.
bool open_between(const View& view, Square a, Square b);

/// The cells after the pawn's own on a shortest path of one of the player's pawns to one of his goals, in
/// orthogonal steps and as if no other pawn were there; empty when there is none, or none is needed.
std::vector<Square> shortest_path(const View& view, int player);

/// For each cell, row by row from a1, the orthogonal steps to the player's nearest goal as if no pawn were
/// there; -1 where no goal can be reached. Empty when the player has no goals.
std::vector<int> goal_distances(const View& view, int player);

}  // namespace stockade::games
