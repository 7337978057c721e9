// The levels of play: how far each looks, and how freely it chooses among what it has seen.
#pragma once

#include <cstdint>

#include "games/spec.h"

namespace stockade::engine {

inline constexpr int kStrongest = 10;
/// Levels below this one never ask a network.
inline constexpr int kFirstByNetwork = 7;

enum class EvaluatorKind : std::uint8_t { kClassic, kNetwork };

struct Level {
    std::uint64_t simulations;
    /// Chances of being played go with visits to the power of `inverse_temperature`; a proven loss is played
    /// only when there is nothing else.
    float inverse_temperature;
    /// The share of turns that are played at first sight: chances go with the ratings' to the same power.
    float policy_only_share = 0;
    EvaluatorKind evaluator = EvaluatorKind::kClassic;
};

/// For levels 1 to kStrongest - 1; the strongest has no limits but those of the search. `network`: there is
/// one to ask.
const Level& level_of(const games::Spec& spec, int level, bool network);

}  // namespace stockade::engine
