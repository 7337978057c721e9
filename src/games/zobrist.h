// Random words for incremental position keys: one table that every game draws from.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"

namespace stockade::games {

inline constexpr int kZobristSize = 4096;

namespace detail {
inline constexpr auto kZobrist = [] {
    std::array<std::uint64_t, kZobristSize> table{};
    for (int i = 0; i < kZobristSize; ++i)
        table[i] = mix64(0x5370a7de00000000 + static_cast<std::uint64_t>(i));
    return table;
}();
}  // namespace detail

constexpr std::uint64_t zobrist(int slot) { return detail::kZobrist[slot]; }

}  // namespace stockade::games
