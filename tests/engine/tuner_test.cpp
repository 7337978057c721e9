// Fitting weights to results whose weights are known.
#include "engine/tuner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "search/score.h"

namespace stockade::engine {
namespace {

TEST(Tuner, FindsTheWeightsThatMadeTheResults) {
    const std::vector<double> truth{60, -20, 35};
    Random random(7);
    Tuner tuner;
    for (int i = 0; i < 40'000; ++i) {
        std::vector<int> counts;
        double score = 0;
        for (const double weight : truth) {
            counts.push_back(static_cast<int>(random.below(9)) - 4);
            score += weight * counts.back();
        }
        const double chance = 1 / (1 + std::exp(-score / search::kScoreScale));
        tuner.add(counts, random.below(1'000'000) < chance * 1e6 ? 1 : 0);
    }
    const std::vector<double> begin{10, 10, 10};
    const auto fitted = tuner.fit(begin);
    for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_NEAR(fitted[i], truth[i], 3);
    EXPECT_LT(tuner.loss(fitted), tuner.loss(begin));
    EXPECT_LE(tuner.loss(fitted), tuner.loss(truth));
}

TEST(Tuner, LeavesATermThatNeverOccursAlone) {
    Tuner tuner;
    for (int i = 0; i < 100; ++i) tuner.add({1, 0}, i % 4 ? 1 : 0);
    const auto fitted = tuner.fit({0, 900});
    EXPECT_EQ(fitted[1], 900);
    EXPECT_NEAR(fitted[0], search::kScoreScale * std::log(3.0), 2);
    EXPECT_EQ(Tuner().fit({5}), std::vector<double>{5});
}

}  // namespace
}  // namespace stockade::engine
