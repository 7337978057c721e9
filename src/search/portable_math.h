// The exponential function by plain arithmetic, so that every compiler, library and processor gives the same
// bits and searches visit the same nodes everywhere.
#pragma once

#include <array>
#include <cstdint>

namespace stockade::search {

/// e to the power of x, within a few units in the last place; 0 below -87, and never above e^87.
constexpr float portable_exp(float x) {
    if (x < -87.0f) return 0.0f;
    if (x > 87.0f) x = 87.0f;
    constexpr float kLog2E = 1.44269504f;
    const float scaled = x * kLog2E;
    const int whole = static_cast<int>(scaled + (scaled < 0 ? -0.5f : 0.5f));
    // ln 2 in two parts, so that the rest keeps its digits.
    const float rest =
        (x - static_cast<float>(whole) * 0.693359375f) + static_cast<float>(whole) * 2.12194440e-4f;
    float series = 1.0f / 720;
    series = series * rest + 1.0f / 120;
    series = series * rest + 1.0f / 24;
    series = series * rest + 1.0f / 6;
    series = series * rest + 0.5f;
    series = series * rest + 1.0f;
    series = series * rest + 1.0f;
    // As std::bit_cast, which Emscripten's library lacks.
    return series * __builtin_bit_cast(float, static_cast<std::uint32_t>(whole + 127) << 23);
}

/// The logistic function.
constexpr float portable_sigmoid(float x) { return 1.0f / (1.0f + portable_exp(-x)); }

/// e^(-i / 100) for whole i from 0; values beyond the table are practically 0.
inline constexpr int kDecaySize = 1200;
inline constexpr auto kDecay = [] {
    std::array<float, kDecaySize> table{};
    for (int i = 0; i < kDecaySize; ++i)
        table[static_cast<std::size_t>(i)] = portable_exp(static_cast<float>(-i) / 100.0f);
    return table;
}();
constexpr float decay(int hundredths) {
    return hundredths < kDecaySize ? kDecay[static_cast<std::size_t>(hundredths)] : 0.0f;
}

}  // namespace stockade::search
