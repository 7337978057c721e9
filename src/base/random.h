// A small seeded generator whose sequence is the same on every machine: dice, playouts, hash keys.
#pragma once

#include <cstdint>

namespace stockade {

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
constexpr std::uint64_t mix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

class Random {
public:
    explicit constexpr Random(std::uint64_t seed = 0) : state_(seed) {}

    constexpr std::uint64_t next() {
        const std::uint64_t result = mix64(state_);
        state_ += 0x9e3779b97f4a7c15;
        return result;
    }
    /// Uniform in 0 .. bound-1, by Lemire's multiplication with rejection of the short first interval.
    constexpr std::uint32_t below(std::uint32_t bound) {
        for (;;) {
            const std::uint64_t product = (next() >> 32) * bound;
            const auto low = static_cast<std::uint32_t>(product);
            if (low >= bound || low >= (0u - bound) % bound) return static_cast<std::uint32_t>(product >> 32);
        }
    }
    constexpr std::uint64_t state() const { return state_; }

private:
    std::uint64_t state_;
};

}  // namespace stockade
