// Labels for turns, by the winning chances that a turn gave away, and accuracy in percent as lichess.org
// measures it. Plain arithmetic; knows no game and no engine.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stockade::engine {

enum class Label { kBest, kGood, kInaccuracy, kMistake, kBlunder };
inline constexpr int kLabels = 5;

/// `best`, `good`, `inaccuracy`, `mistake`, `blunder`.
std::string_view label_name(Label label);

// Losses are in percentage points of the chance to win. docs/analysis.md tells from which games these were
// chosen.
inline constexpr double kInaccuracyLoss = 7;
inline constexpr double kMistakeLoss = 14;
inline constexpr double kBlunderLoss = 28;

/// The label of a turn that is not the engine's own choice.
Label label_of_loss(double loss);

/// The accuracy of one turn, 0 to 100, by what it lost.
double turn_accuracy(double loss);

/// The weight of each of n turns, from the n + 1 chances around them in percent, all of one and the same
/// player: the more the chances go up and down nearby, the more.
std::vector<double> volatility_weights(std::span<const double> chances);

struct WeightedAccuracy {
    double accuracy = 0;
    double weight = 0;
};
/// The accuracy of a whole game for one player: the mean of the weighted and the harmonic mean over that
/// player's turns. Nothing where there are none.
std::optional<double> game_accuracy(std::span<const WeightedAccuracy> turns);

}  // namespace stockade::engine
