// The levels of play: how far each looks, and how freely it chooses among what it has seen.
#pragma once

#include <cstdint>

#include "games/spec.h"

namespace stockade::engine {

inline constexpr int kStrongest = 10;
/// Levels below this one never ask a network.
inline constexpr int kFirstByNetwork = 7;

enum class Judge : std::uint8_t { kByHand, kNetwork };

struct Level {
    std::uint64_t simulations;
    /// Chances of being played go with visits to the power of `greed`; a proven loss is played only when
    /// there is nothing else.
    float greed;
    /// The share of turns that are played at first sight: chances go with the ratings' to the same power.
    float haste = 0;
    Judge judge = Judge::kByHand;
};

/// For levels 1 to kStrongest - 1; the strongest has no limits but those of the search. `network`: there is
/// one to ask.
const Level& level_of(const games::Spec& spec, int level, bool network);

}  // namespace stockade::engine
