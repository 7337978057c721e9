// How often and how many at once, by a clock that the test moves.
#include "server/auth/limiter.h"

#include <gtest/gtest.h>

#include "server/auth/quota.h"

namespace stockade::server::auth {
namespace {

constexpr TimePoint kStart{1000s};

TEST(Bucket, GivesItsBurstAndNoMore) {
    Bucket bucket({3, 0.5});
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(kStart)) << i;
    EXPECT_FALSE(bucket.take(kStart));
}

TEST(Bucket, FillsSteadilyUpToItsBurst) {
    Bucket bucket({2, 0.5});
    EXPECT_TRUE(bucket.full(kStart));
    EXPECT_TRUE(bucket.take(kStart));
    EXPECT_FALSE(bucket.full(kStart));
    EXPECT_TRUE(bucket.take(kStart));
    EXPECT_FALSE(bucket.take(kStart + 1999ms));
    EXPECT_TRUE(bucket.take(kStart + 2s));
    EXPECT_FALSE(bucket.take(kStart + 2001ms));
    // However long it stands, it holds no more than its burst.
    const TimePoint later = kStart + 1000s;
    EXPECT_TRUE(bucket.full(later));
    EXPECT_TRUE(bucket.take(later));
    EXPECT_TRUE(bucket.take(later));
    EXPECT_FALSE(bucket.take(later));
}

TEST(Bucket, ARefusalCostsNothing) {
    Bucket bucket({1, 1});
    EXPECT_TRUE(bucket.take(kStart));
    for (TimePoint at = kStart; at < kStart + 1s; at += 10ms) EXPECT_FALSE(bucket.take(at)) << number_of(at);
    EXPECT_TRUE(bucket.take(kStart + 1s));
}

TEST(Bucket, TellsHowLongToWait) {
    Bucket bucket({1, 0.05});
    EXPECT_EQ(bucket.wait(kStart), 0ms);
    EXPECT_TRUE(bucket.take(kStart));
    EXPECT_EQ(bucket.wait(kStart), 20s);
    EXPECT_EQ(bucket.wait(kStart + 15s), 5s);
    EXPECT_EQ(bucket.wait(kStart + 20s), 0ms);
    EXPECT_TRUE(bucket.take(kStart + 20s));
}

TEST(Bucket, AClockThatGoesBackGivesNothing) {
    Bucket bucket({1, 1});
    EXPECT_TRUE(bucket.take(kStart));
    EXPECT_FALSE(bucket.take(kStart - 5s));
    EXPECT_FALSE(bucket.take(kStart + 500ms)) << "the time between was given twice";
    EXPECT_TRUE(bucket.take(kStart + 1s));
}

TEST(Limiter, KeysHaveBucketsOfTheirOwn) {
    Limiter limiter({2, 0.1});
    EXPECT_EQ(limiter.take("ann", kStart), 0ms);
    EXPECT_EQ(limiter.take("ann", kStart), 0ms);
    EXPECT_EQ(limiter.take("ann", kStart), 10s);
    EXPECT_EQ(limiter.take("bob", kStart), 0ms);
    EXPECT_EQ(limiter.take("ann", kStart + 9s), 1s);
    EXPECT_EQ(limiter.take("ann", kStart + 10s), 0ms);
    EXPECT_EQ(limiter.take("ann", kStart + 10s), 10s);
}

TEST(Limiter, ForgetsFullBucketsOnly) {
    Limiter limiter({2, 0.01});
    EXPECT_EQ(limiter.take("ann", kStart), 0ms);
    EXPECT_EQ(limiter.take("ann", kStart), 0ms);
    EXPECT_EQ(limiter.take("bob", kStart), 0ms);
    EXPECT_EQ(limiter.size(), 2u);
    // After a minute it looks around: ann's bucket is not full yet.
    EXPECT_EQ(limiter.take("cat", kStart + 110s), 0ms);
    EXPECT_EQ(limiter.size(), 2u);
    EXPECT_EQ(limiter.take("ann", kStart + 110s), 0ms);
    EXPECT_GT(limiter.take("ann", kStart + 110s), 0ms);
    EXPECT_EQ(limiter.take("dan", kStart + 1000s), 0ms);
    EXPECT_EQ(limiter.size(), 1u);
}

TEST(Quota, CountsInAllAndForEachKey) {
    const auto quota = Quota::make(3, 2);
    Quota::Slot a, b, c, d;
    EXPECT_EQ(quota->take("ann", a), Quota::Full::kNo);
    EXPECT_EQ(quota->take("ann", b), Quota::Full::kNo);
    EXPECT_EQ(quota->take("ann", c), Quota::Full::kOfKey);
    EXPECT_FALSE(c);
    EXPECT_EQ(quota->take("bob", c), Quota::Full::kNo);
    EXPECT_EQ(quota->take("cat", d), Quota::Full::kInAll);
    EXPECT_EQ(quota->taken(), 3u);
    a.release();
    a.release();
    EXPECT_EQ(quota->taken(), 2u);
    EXPECT_EQ(quota->take("ann", d), Quota::Full::kNo);
    // A slot that is moved counts once.
    Quota::Slot moved = std::move(b);
    EXPECT_FALSE(b);
    EXPECT_EQ(quota->taken(), 3u);
    moved = Quota::Slot();
    EXPECT_EQ(quota->taken(), 2u);
}

TEST(Quota, ASlotThatIsFilledAgainGivesItsOldPlaceBack) {
    const auto quota = Quota::make(0, 1);
    Quota::Slot slot;
    EXPECT_EQ(quota->take("ann", slot), Quota::Full::kNo);
    EXPECT_EQ(quota->take("ann", slot), Quota::Full::kNo);
    EXPECT_EQ(quota->take("bob", slot), Quota::Full::kNo);
    EXPECT_EQ(quota->taken(), 1u);
}

TEST(Quota, AnEmptyKeyCountsInAllAlone) {
    const auto quota = Quota::make(2, 1);
    Quota::Slot a, b, c;
    EXPECT_EQ(quota->take("", a), Quota::Full::kNo);
    EXPECT_EQ(quota->take("", b), Quota::Full::kNo);
    EXPECT_EQ(quota->take("", c), Quota::Full::kInAll);
    const auto unlimited = Quota::make(0, 0);
    EXPECT_EQ(unlimited->take("ann", a), Quota::Full::kNo);
    EXPECT_EQ(unlimited->take("ann", b), Quota::Full::kNo);
    EXPECT_EQ(unlimited->taken(), 2u);
    EXPECT_EQ(quota->taken(), 0u);
}

}  // namespace
}  // namespace stockade::server::auth
