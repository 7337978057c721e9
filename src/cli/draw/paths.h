// Ways over a drawn board: which sides are open, and the shortest way of a player. For showing only; the
// rules have their own.
#pragma once

#include <vector>

#include "games/view.h"

namespace stockade::cli::draw {

/// Whether no wall lies between two neighbouring cells.
bool open_between(const games::View& view, games::Square a, games::Square b);

/// The cells after the pawn's own on a shortest way of one of the player's pawns to one of his goals, in
/// orthogonal steps and as if no other pawn were there; empty when there is none, or none is needed.
std::vector<games::Square> shortest_path(const games::View& view, int player);

}  // namespace stockade::cli::draw
