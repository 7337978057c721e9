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

}  // namespace stockade::wasm
