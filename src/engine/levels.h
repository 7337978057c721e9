// The levels of play: how far each looks, and how freely it chooses among what it has seen.
#pragma once

#include <cstdint>
#include <string_view>

namespace stockade::engine {

inline constexpr int kStrongest = 10;

struct Level {
    std::uint64_t simulations;
    /// Chances of being played go with visits to the power of `greed`; a proven loss is played only when
    /// there is nothing else.
    float greed;
    /// The share of turns that are played at first sight: chances go with the ratings' to the same power.
    float haste = 0;
};

/// Of a game by its name, for levels 1 to kStrongest - 1; the strongest has no limits but those of the
/// search.
const Level& level_of(std::string_view game, int level);

}  // namespace stockade::engine
