// Labels, and accuracy against values worked out by another program from lichess's published definition.
#include "engine/accuracy.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stockade::engine {
namespace {

/// What lichess does with the chances of the first player of two, in percent.
std::array<std::optional<double>, 2> both(const std::vector<double>& chances) {
    const auto weights = volatility_weights(chances);
    std::array<std::vector<WeightedAccuracy>, 2> turns;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double fall = chances[i] - chances[i + 1];
        turns[i % 2].push_back({turn_accuracy(i % 2 == 0 ? fall : -fall), weights[i]});
    }
    return {game_accuracy(turns[0]), game_accuracy(turns[1])};
}

double chance_of_centipawns(double centipawns) { return 100 / (1 + std::exp(-0.00368208 * centipawns)); }

TEST(Accuracy, Labels) {
    EXPECT_EQ(label_of_loss(0), Label::kGood);
    EXPECT_EQ(label_of_loss(6.999), Label::kGood);
    EXPECT_EQ(label_of_loss(7), Label::kInaccuracy);
    EXPECT_EQ(label_of_loss(13.999), Label::kInaccuracy);
    EXPECT_EQ(label_of_loss(14), Label::kMistake);
    EXPECT_EQ(label_of_loss(27.999), Label::kMistake);
    EXPECT_EQ(label_of_loss(28), Label::kBlunder);
    EXPECT_EQ(label_of_loss(100), Label::kBlunder);
    EXPECT_EQ(label_name(Label::kBest), "best");
    EXPECT_EQ(label_name(Label::kBlunder), "blunder");
}

TEST(Accuracy, OfATurn) {
    const std::vector<std::pair<double, double>> cases = {
        {-3, 100},         {0, 100},          {0.2, 100},        {1, 96.60397651},
        {5, 80.81529992},  {10, 64.57982845}, {15, 51.52082683}, {20, 41.01681874},
        {50, 9.527819143}, {75, 1.770534504}, {100, 0}};
    for (const auto& [loss, accuracy] : cases) EXPECT_NEAR(turn_accuracy(loss), accuracy, 1e-8) << loss;
}

TEST(Accuracy, Weights) {
    EXPECT_TRUE(volatility_weights({}).empty());
    EXPECT_TRUE(volatility_weights(std::vector<double>{50}).empty());
    // Windows of two: half the difference, at least 0.5 and at most 12.
    EXPECT_EQ(volatility_weights(std::vector<double>{50, 40, 45, 45, 70, 20}),
              (std::vector<double>{5, 2.5, 0.5, 12, 12}));
    // Forty turns have windows of four, of which the first serves the first three turns.
    std::vector<double> chances;
    for (int i = 0; i <= 40; ++i) chances.push_back(50 + 30 * std::sin(0.7 * i) + i % 7);
    const auto weights = volatility_weights(chances);
    ASSERT_EQ(weights.size(), 40u);
    EXPECT_EQ(weights[0], 12);
    EXPECT_EQ(weights[2], 12);
    EXPECT_NEAR(weights[3], 6.952431, 1e-6);
}

TEST(Accuracy, OfAGame) {
    EXPECT_FALSE(both({50})[0]);
    EXPECT_FALSE(both({50, 50})[1]);
    const auto perfect = both({50, 50, 50});
    EXPECT_EQ(perfect[0], 100);
    EXPECT_EQ(perfect[1], 100);
    const auto short_game = both({50, 40, 45, 45, 70, 20});
    EXPECT_NEAR(*short_game[0], 25.42043589, 1e-8);
    EXPECT_NEAR(*short_game[1], 43.65640661, 1e-8);
    std::vector<double> chances;
    for (int i = 0; i <= 40; ++i) chances.push_back(50 + 30 * std::sin(0.7 * i) + i % 7);
    EXPECT_NEAR(*both(chances)[0], 75.74100308, 1e-8);
    EXPECT_NEAR(*both(chances)[1], 74.59784825, 1e-8);
}

/// Games of known centipawn losses, for which lichess itself expects these accuracies, give or take 8.
TEST(Accuracy, AsLichessExpects) {
    const auto game = [](int turns, double down) {
        std::vector<double> chances{chance_of_centipawns(15)};
        for (int i = 0; i < turns; ++i) {
            chances.push_back(chance_of_centipawns(down));
            chances.push_back(chance_of_centipawns(15));
        }
        return both(chances);
    };
    for (const int player : {0, 1}) {
        const auto at = static_cast<std::size_t>(player);
        EXPECT_NEAR(*game(5, -50)[at], 76, 8);
        EXPECT_NEAR(*game(50, -50)[at], 76, 8);
        EXPECT_NEAR(*game(50, -135)[at], 54, 8);
        EXPECT_NEAR(*game(50, -435)[at], 20, 8);
        EXPECT_NEAR(*game(5, -50)[at], 77.38304880, 1e-7);
        EXPECT_NEAR(*game(50, -435)[at], 20.69458445, 1e-7);
    }
    std::vector<double> late(21, chance_of_centipawns(15));
    late.push_back(chance_of_centipawns(-900));
    EXPECT_NEAR(*both(late)[0], 46.85340283, 1e-7);
    EXPECT_EQ(both(late)[1], 100);
}

}  // namespace
}  // namespace stockade::engine
