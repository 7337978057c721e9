// The levels of play: how far each looks, and how freely it chooses among what it has seen.
#pragma once

#include <array>
#include <cstdint>

namespace stockade::engine {

inline constexpr int kStrongest = 10;

struct Level {
    std::uint64_t simulations;
    /// Chances of being played go with visits to the power of `greed`; a proven loss is played only when
    /// there is nothing else.
    float greed;
};

/// Levels 1 to 9; the strongest has no limit but that of the search.
inline constexpr std::array<Level, kStrongest - 1> kLevels{{
    {8, 0.5f},
    {12, 0.8f},
    {20, 1.0f},
    {40, 1.3f},
    {80, 1.6f},
    {180, 2.0f},
    {400, 3.0f},
    {1000, 4.0f},
    {3000, 6.0f},
}};

}  // namespace stockade::engine
