// The statistics of matches against values worked out by hand.
#include "match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace stockade::match {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Pairs that gave 0, 1/2, 1, 1 1/2 and 2 points.
BlockScores pairs(std::array<int, 5> counts) {
    BlockScores scores;
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (int n = 0; n < counts[i]; ++n) scores.add(static_cast<double>(i) / 4);
    return scores;
}

TEST(Elo, IsTheLogisticCurve) {
    EXPECT_DOUBLE_EQ(score_of_elo(0), 0.5);
    // 10 to 1 is 400 points, by definition.
    EXPECT_NEAR(score_of_elo(400), 10.0 / 11, 1e-12);
    EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
    // 3 to 1: 400 * log10(3).
    EXPECT_NEAR(elo_of_score(0.75), 190.848501887865, 1e-9);
    EXPECT_NEAR(elo_of_score(0.25), -190.848501887865, 1e-9);
    EXPECT_EQ(elo_of_score(1), kInfinity);
    EXPECT_EQ(elo_of_score(0), -kInfinity);
}

TEST(BlockScores, MeanAndVarianceOfPairs) {
    const auto scores = pairs({1, 2, 3, 4, 0});
    EXPECT_EQ(scores.blocks(), 10u);
    // (0 + 2 * 1/4 + 3 * 1/2 + 4 * 3/4) / 10 = 1/2
    EXPECT_DOUBLE_EQ(scores.mean(), 0.5);
    // (1/4 + 2/16 + 0 + 4/16) / 10 = 1/16
    EXPECT_DOUBLE_EQ(scores.variance(), 1.0 / 16);
    EXPECT_EQ(scores.pentanomial(), (std::array<std::size_t, 5>{1, 2, 3, 4, 0}));
    EXPECT_EQ(scores.mirrored().pentanomial(), (std::array<std::size_t, 5>{0, 4, 3, 2, 1}));
    auto both = scores;
    both.add(scores.mirrored());
    EXPECT_EQ(both.pentanomial(), (std::array<std::size_t, 5>{1, 6, 6, 6, 1}));
}

TEST(Elo, HasErrorBarsFromThePairs) {
    // Mean 1/2, variance of a pair 1/16, 100 pairs: standard error 1/40, and 1.959964 of them are 0.048999.
    const auto [elo, low, high] = estimate_elo(pairs({10, 20, 30, 40, 0}));
    EXPECT_DOUBLE_EQ(elo, 0);
    EXPECT_NEAR(high, elo_of_score(0.5 + 1.959964 / 40), 1e-4);
    EXPECT_NEAR(low, -high, 1e-9);
    EXPECT_NEAR(high, 34.1577, 1e-4);  // 400 * log10(0.548999 / 0.451001)

    // A pair of a win and a loss says less about a difference than two draws do only if games were
    // independent; here both are the same observation.
    const auto certain = estimate_elo(pairs({0, 0, 100, 0, 0}));
    EXPECT_DOUBLE_EQ(certain.elo, 0);
    EXPECT_GT(certain.high, 1);
    EXPECT_LT(certain.high, 10);
}

TEST(Elo, HasABoundWhenEverythingIsWon) {
    // s^10 = exp(-1.959964^2 / 2) gives s = 0.82525.
    const auto [elo, low, high] = estimate_elo(pairs({0, 0, 0, 0, 10}));
    EXPECT_EQ(elo, kInfinity);
    EXPECT_EQ(high, kInfinity);
    EXPECT_NEAR(score_of_elo(low), 0.82525, 1e-5);
    const auto lost = estimate_elo(pairs({10, 0, 0, 0, 0}));
    EXPECT_EQ(lost.elo, -kInfinity);
    EXPECT_NEAR(lost.high, -low, 1e-9);
}

TEST(Superiority, IsTheNormalDistribution) {
    EXPECT_DOUBLE_EQ(likelihood_of_superiority({}), 0.5);
    EXPECT_DOUBLE_EQ(likelihood_of_superiority(pairs({1, 1, 1, 1, 1})), 0.5);
    // Mean 5/8, variance 1/64 with 16 pairs: 4 standard errors of 1/32 above 1/2.
    const auto ahead = pairs({0, 0, 8, 8, 0});
    EXPECT_DOUBLE_EQ(ahead.mean(), 0.625);
    EXPECT_DOUBLE_EQ(ahead.variance(), 1.0 / 64);
    EXPECT_NEAR(likelihood_of_superiority(ahead), 0.9999683288, 1e-9);  // Phi(4)
    EXPECT_NEAR(likelihood_of_superiority(ahead.mirrored()), 1 - 0.9999683288, 1e-9);
    EXPECT_DOUBLE_EQ(likelihood_of_superiority(pairs({0, 0, 0, 0, 2})), 0.875);
    EXPECT_DOUBLE_EQ(likelihood_of_superiority(pairs({0, 0, 5, 0, 0})), 0.5);
}

TEST(Sprt, HasWaldsBounds) {
    const Sprt sprt;
    EXPECT_NEAR(sprt.upper(), std::log(19.0), 1e-12);
    EXPECT_NEAR(sprt.lower(), -std::log(19.0), 1e-12);
    Sprt uneven;
    uneven.alpha = 0.01;
    uneven.beta = 0.1;
    EXPECT_NEAR(uneven.upper(), std::log(90.0), 1e-12);
    EXPECT_NEAR(uneven.lower(), std::log(0.1 / 0.99), 1e-12);
    EXPECT_EQ(sprt_verdict(sprt, 2.9), SprtVerdict::kGoesOn);
    EXPECT_EQ(sprt_verdict(sprt, 2.95), SprtVerdict::kAcceptsElo1);
    EXPECT_EQ(sprt_verdict(sprt, -2.95), SprtVerdict::kAcceptsElo0);
}

TEST(Sprt, IsExactWhereOnlyTwoScoresCame) {
    // With only lost and won pairs the likeliest distribution of mean s is (1 - s, s), so the ratio is
    // that of a coin. Scores that never came weigh a thousandth of a pair and hardly matter.
    const double s0 = score_of_elo(0);
    const double s1 = score_of_elo(20);
    const double coin = 60 * std::log(s1 / s0) + 40 * std::log((1 - s1) / (1 - s0));
    EXPECT_NEAR(coin, 0.985700, 1e-6);
    EXPECT_NEAR(log_likelihood_ratio(pairs({40, 0, 0, 0, 60}), 0, 20), coin, 1e-3);
}

TEST(Sprt, IsExactWhereOneScoreCame) {
    // 20 even pairs: a mean of s1 > 1/2 is had best by moving 2 s1 - 1 of the weight from 1/2 to 1.
    const double s1 = score_of_elo(50);
    EXPECT_NEAR(log_likelihood_ratio(pairs({0, 0, 20, 0, 0}), 0, 50), 20 * std::log(2 - 2 * s1), 5e-2);
}

TEST(Sprt, AgreesWithTheNormalApproximation) {
    // For small differences the ratio tends to N (s1 - s0) (2 m - s0 - s1) / (2 v).
    const auto scores = pairs({1000, 5500, 12000, 5700, 1100});
    const double s0 = score_of_elo(0);
    const double s1 = score_of_elo(3);
    const auto blocks = static_cast<double>(scores.blocks());
    const double expected = blocks * (s1 - s0) * (2 * scores.mean() - s0 - s1) / (2 * scores.variance());
    EXPECT_GT(expected, 1);
    EXPECT_NEAR(log_likelihood_ratio(scores, 0, 3), expected, 0.01 * expected);
    // The same pairs seen from the other side speak for the opposite hypotheses.
    EXPECT_NEAR(log_likelihood_ratio(scores.mirrored(), 0, -3), log_likelihood_ratio(scores, 0, 3), 1e-6);
    EXPECT_NEAR(log_likelihood_ratio(scores, 0, 3), -log_likelihood_ratio(scores, 3, 0), 1e-9);
}

TEST(Sprt, AgreesWithAnotherProgram) {
    // The likeliest distributions by Newton's method, outside this project.
    const auto scores = pairs({52, 181, 318, 211, 77});
    EXPECT_NEAR(log_likelihood_ratio(scores, 0, 10), 2.981855, 1e-5);
    const auto [elo, low, high] = estimate_elo(scores);
    EXPECT_NEAR(elo, 16.57684, 1e-4);
    EXPECT_NEAR((high - low) / 2, 12.20983, 1e-4);
}

TEST(Sprt, TakesScoresOfAnyBlock) {
    // Blocks of six games for three and four players have more than five scores.
    BlockScores scores;
    for (int i = 0; i < 30; ++i) scores.add(7.0 / 12);
    for (int i = 0; i < 10; ++i) scores.add(5.0 / 12);
    EXPECT_GT(log_likelihood_ratio(scores, 0, 20), 1);
    EXPECT_LT(log_likelihood_ratio(scores.mirrored(), 0, 20), -1);
    EXPECT_EQ(log_likelihood_ratio({}, 0, 20), 0);
}

}  // namespace
}  // namespace stockade::match
