// The levels of play of a game, as its registration sets them: the number of simulations, and how freely the
// engine chooses among the actions it has visited. Data only; engine/ plays by it.
#pragma once

#include <array>
#include <cstdint>

namespace stockade::games {

inline constexpr int kStrongest = 10;

enum class EvaluatorKind : std::uint8_t { kClassic, kNetwork };

struct Level {
    std::uint64_t simulations;
    /// A turn's chance of being played is proportional to its visits to the power of `inverse_temperature`; a
    /// proven loss is played only when there is nothing else.
    float inverse_temperature;
    /// The share of turns that are played without a search, with chances proportional to the priors to the
    /// same power.
    float policy_only_share = 0;
    EvaluatorKind evaluator = EvaluatorKind::kClassic;
};

/// Levels 1 to kStrongest - 1; the strongest has no limits but those of the search.
using Levels = std::array<Level, kStrongest - 1>;

/// The levels of games that set none: Quoridor's. docs/levels.md tells how even the steps are.
inline constexpr Levels kUsualLevels{{
    {20, 1.0f, 0.75f},
    {20, 1.0f, 0.45f},
    {20, 1.0f, 0.15f},
    {32, 1.2f},
    {100, 3.2f},
    {220, 4.0f},
    {550, 5.0f},
    {1300, 6.0f},
    {4000, 8.0f},
}};

}  // namespace stockade::games
