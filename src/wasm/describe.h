// Games and positions as JSON for the page. Flat lists of numbers: a cell is column, row; a wall is column,
// row, 0 for horizontal or 1 for vertical.
#pragma once

#include <string>

#include "games/session.h"

namespace stockade::wasm {

/// Every game with its options.
std::string describe_games();
/// A checked spec: every option's value and the shortest text that means the same.
std::string describe_spec(const games::Spec& spec);
/// All that a page shows of a session.
std::string describe(const games::Session& session);
std::string describe(const games::Refusal& refusal);
/// Distances of all cells to each player's goal, and each player's shortest way.
std::string describe_paths(const games::View& view);
/// The walls that can be placed, and for each what it changes for each player: steps added to the way to the
/// goal, or cells of territory where there are no goals. Blockade places walls after the move: before it,
/// those that could follow if the pawns stayed.
std::string describe_walls(const games::Session& session);

}  // namespace stockade::wasm
