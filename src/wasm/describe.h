// Games and positions as JSON for the page. Flat lists of numbers: a cell is column, row; a wall is column,
// row, 0 for horizontal or 1 for vertical. The actions of a list of choices are one text, in the same order,
// with a space between two: shorter than a list of texts, and split in one step.
#pragma once

#include <string>
#include <string_view>

#include "games/session.h"

namespace stockade::wasm {

/// Every game with its options.
std::string describe_games();
/// A checked spec: every option's value and the shortest text that means the same.
std::string describe_spec(const games::Spec& spec);
/// All that a page shows of a session.
std::string describe(const games::Session& session);
/// A refusal, and the action that is refused.
std::string describe(const games::Refusal& refusal, std::string_view action);
/// Distances of all cells to each player's goal, and each player's shortest path.
std::string describe_paths(const games::View& view);
/// The walls that can be placed with their actions, and for each what it changes for each player: steps added
/// to the path to the goal, or cells of territory where there are no goals. Blockade places walls after the
/// move: before it, those that could follow if the pawns stayed.
std::string describe_walls(const games::Session& session);

}  // namespace stockade::wasm
