// An analysed game as a table for people.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis.h"
#include "record/record.h"

namespace stockade::cli {

/// The names of the players in the order of play, `Player 1` where the record has none.
std::vector<std::string> player_names(const record::Record& record, int players);
/// `Ann against Bob, Quoridor, 1-0`.
std::string game_title(const record::Record& record, const games::Spec& spec);

/// Every turn with its chances, loss, label and the best lines, then a summary of each player.
std::string analysis_table(const record::Record& record, const games::Spec& spec,
                           const engine::GameAnalysis& game);

}  // namespace stockade::cli
