// Standings as text: the progress line, the tables at the end, a failure. Prints nothing itself.
#pragma once

#include <string>

#include "match/tournament.h"

namespace stockade::match {

/// `124 of 1000 games: A 61.3% against B, Elo +80.2 ± 20.1, LLR 1.21 (-2.94, 2.94)`.
std::string progress_text(const Standings& standings, const Settings& settings);

/// The table of engines, the cross table where there are more than two, and the sequential test.
std::string final_text(const Standings& standings, const Settings& settings);

/// Describes an engine's fault, with the last lines exchanged; empty if there was no fault.
std::string failure_text(const PlayedGame& game, const Settings& settings);

/// `+80.2 ± 20.1`, `+inf (> +120.4)`; `-` without a whole block.
std::string elo_text(const BlockScores& scores);

}  // namespace stockade::match
