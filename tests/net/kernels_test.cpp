// The kernels of this build against the plain ones, number by number, extremes included.
#include "net/kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "base/random.h"

namespace stockade::net {
namespace {

constexpr int kMost = 1024;
constexpr int kRows = 40;

/// A number of any size, the extremes more often than chance would have it.
template <class T>
T drawn(Random& random, int low, int high) {
    switch (random.below(8)) {
        case 0:
            return static_cast<T>(low);
        case 1:
            return static_cast<T>(high);
        default:
            return static_cast<T>(low +
                                  static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1))));
    }
}

struct alignas(64) Numbers {
    std::array<std::int16_t, kRows * kMost> rows;
    std::array<std::int16_t, kMost> from;
    std::array<std::int8_t, 4 * kMost> weights;
    std::array<std::uint8_t, kMost> activations;

    explicit Numbers(Random& random) {
        for (auto& x : rows) x = drawn<std::int16_t>(random, -32768, 32767);
        for (auto& x : from) x = drawn<std::int16_t>(random, -32768, 32767);
        for (auto& x : weights) x = drawn<std::int8_t>(random, -128, 127);
        for (auto& x : activations) x = drawn<std::uint8_t>(random, 0, kOne - 1);
    }
};

TEST(Kernels, AgreeWithThePlainOnes) {
    Random random(1);
    for (int round = 0; round < 40; ++round) {
        const auto numbers = std::make_unique<Numbers>(random);
        const int length = 32 * (1 + static_cast<int>(random.below(kMost / 32)));
        std::vector<std::uint16_t> changes(random.below(30));
        for (auto& row : changes) row = static_cast<std::uint16_t>(random.below(kRows));
        const std::span<const std::uint16_t> all(changes);
        const auto added = random.below(static_cast<std::uint32_t>(changes.size() + 1));
        const RowChanges both{all.first(added), all.subspan(added)};

        alignas(64) std::array<std::int16_t, kMost> expected_sums{};
        alignas(64) std::array<std::int16_t, kMost> sums{};
        ScalarKernels::update(numbers->from.data(), expected_sums.data(), numbers->rows.data(), length, both);
        BestKernels::update(numbers->from.data(), sums.data(), numbers->rows.data(), length, both);
        EXPECT_EQ(sums, expected_sums) << BestKernels::kName;

        alignas(64) std::array<std::uint8_t, kMost> expected_clipped{};
        alignas(64) std::array<std::uint8_t, kMost> clipped{};
        ScalarKernels::clip(sums.data(), expected_clipped.data(), length);
        BestKernels::clip(sums.data(), clipped.data(), length);
        EXPECT_EQ(clipped, expected_clipped);

        const std::int8_t* const four[4] = {numbers->weights.data(), numbers->weights.data() + length,
                                            numbers->weights.data() + 2 * length,
                                            numbers->weights.data() + 3 * length};
        std::array<std::int32_t, 4> expected_products{};
        std::array<std::int32_t, 4> products{};
        ScalarKernels::dot4(numbers->activations.data(), four, length, expected_products.data());
        BestKernels::dot4(numbers->activations.data(), four, length, products.data());
        EXPECT_EQ(products, expected_products);
    }
}

}  // namespace
}  // namespace stockade::net
