#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "server/model/glicko2.h"

namespace stockade::server::model {
namespace {

// The example at the end of Mark Glickman's paper, with tau = 0.5.
TEST(Glicko2, PublishedExample) {
    const Rating player{1500, 200, 0.06};
    const std::array<GameResult, 3> games{
        {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}}};
    const auto after = rated(player, games);
    EXPECT_NEAR(after.rating, 1464.06, 0.01);
    EXPECT_NEAR(after.deviation, 151.52, 0.01);
    EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Glicko2, WinningRaisesLosingLowersADrawBetweenEqualsDoesNeither) {
    const Rating player{1500, 80, 0.06};
    const auto after = [&](double score) {
        return rated(player, std::array<GameResult, 1>{{{player, score}}}).rating;
    };
    EXPECT_GT(after(1), 1500);
    EXPECT_LT(after(0), 1500);
    EXPECT_NEAR(after(0.5), 1500, 1e-9);
    EXPECT_NEAR(after(1) - 1500, 1500 - after(0), 1e-9);
}

TEST(Glicko2, NobodyIsSurerThanTheSmallestDeviation) {
    const Rating sure{1500, 31, 0.06};
    std::vector<GameResult> many;
    for (int i = 0; i < 200; ++i) many.push_back({sure, i % 2 ? 1.0 : 0.0});
    EXPECT_EQ(rated(sure, many).deviation, 30);
}

TEST(Glicko2, VolatilityHasALimit) {
    const Rating player{1500, 100, 0.0999};
    const std::vector<GameResult> surprising(30, GameResult{{2500, 30, 0.06}, 1});
    EXPECT_EQ(rated(player, surprising).volatility, 0.1);
}

TEST(Glicko2, RestMakesLessSureButNeverLessThanABeginner) {
    const Rating player{1700, 50, 0.06};
    const auto later = rested(player, 10 * kRatingPeriod);
    EXPECT_EQ(later.rating, 1700);
    EXPECT_GT(later.deviation, 50);
    EXPECT_LE(rested(player, 100'000 * kRatingPeriod).deviation, 350);
    // A clock that goes back makes nobody surer.
    EXPECT_NEAR(rested(player, -10 * kRatingPeriod).deviation, 50, 1e-9);
    // A period without games is step 6 of the paper.
    EXPECT_NEAR(rated({1500, 200, 0.06}, {}).deviation, 200.2714, 0.0001);
}

}  // namespace
}  // namespace stockade::server::model
