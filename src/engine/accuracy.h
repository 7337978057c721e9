// How well turns and games were played, as lichess.org measures it: labels by the winning chances that a turn
// gave away, and accuracy in percent. Plain arithmetic; knows no game and no engine.
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

// Losses are in percentage points of the chance to win. Lichess judges on a scale from -1 to 1, where these
// are 0.1, 0.2 and 0.3.
inline constexpr double kInaccuracyLoss = 5;
inline constexpr double kMistakeLoss = 10;
inline constexpr double kBlunderLoss = 15;

/// The label of a turn that is not the engine's own choice.
Label label_of_loss(double loss);

/// The accuracy of one turn, 0 to 100, by what it lost.
double turn_accuracy(double loss);

/// How much each of n turns counts, from the n + 1 chances around them in percent, of one and the same
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
