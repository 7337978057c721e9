// The level of play for a game and a strength. The games define their levels in games/levels.h.
#pragma once

#include "games/spec.h"

namespace stockade::engine {

using games::EvaluatorKind;
using games::kStrongest;
using games::Level;

/// Levels below this one never ask a network.
inline constexpr int kFirstByNetwork = 7;

/// For levels 1 to kStrongest - 1; the strongest has no limits but those of the search. `network`: there is
/// one to ask.
const Level& level_of(const games::Spec& spec, int level, bool network);

}  // namespace stockade::engine
