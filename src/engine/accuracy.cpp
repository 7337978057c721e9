#include "engine/accuracy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stockade::engine {
namespace {

constexpr std::array<std::string_view, kLabels> kNames = {"best", "good", "inaccuracy", "mistake", "blunder"};

double standard_deviation(std::span<const double> values) {
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return std::sqrt(squares / count);
}

}  // namespace

std::string_view label_name(Label label) { return kNames[static_cast<std::size_t>(label)]; }

Label label_of_loss(double loss) {
    return loss >= kBlunderLoss      ? Label::kBlunder
           : loss >= kMistakeLoss    ? Label::kMistake
           : loss >= kInaccuracyLoss ? Label::kInaccuracy
                                     : Label::kGood;
}

double turn_accuracy(double loss) {
    if (loss <= 0) return 100;
    // Lichess's curve, and its bonus of one point because no analysis is perfect.
    const double raw = 103.1668100711649 * std::exp(-0.04354415386753951 * loss) - 3.166924740191411;
    return std::clamp(raw + 1, 0.0, 100.0);
}

std::vector<double> volatility_weights(std::span<const double> chances) {
    std::vector<double> weights;
    if (chances.size() < 2) return weights;
    constexpr double kLeast = 0.5, kMost = 12;
    const std::size_t turns = chances.size() - 1;
    const std::size_t window = std::clamp<std::size_t>(turns / 10, 2, 8);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        // The window that ends with the turn; the first turns share the first whole one.
        const std::size_t begin = turn + 2 > window ? turn + 2 - window : 0;
        weights.push_back(std::clamp(standard_deviation(chances.subspan(begin, window)), kLeast, kMost));
    }
    return weights;
}

std::optional<double> game_accuracy(std::span<const WeightedAccuracy> turns) {
    if (turns.empty()) return std::nullopt;
    double sum = 0, weights = 0, reciprocals = 0;
    for (const auto& [accuracy, weight] : turns) {
        sum += accuracy * weight;
        weights += weight;
        reciprocals += 1 / std::max(accuracy, 1.0);
    }
    return (sum / weights + static_cast<double>(turns.size()) / reciprocals) / 2;
}

}  // namespace stockade::engine
