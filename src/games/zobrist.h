// Random words for incremental position keys: one table for all games.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"

namespace stockade::games {

inline constexpr int kZobristSize = 4096;

namespace detail {
constexpr std::uint64_t zobrist_word(int slot) {
    return mix64(0x5370a7de00000000 + static_cast<std::uint64_t>(slot));
}
}  // namespace detail

#ifdef __OPTIMIZE_SIZE__
// The browser's rules: a table of random words cannot be compressed, and a visitor would wait for all of it.
constexpr std::uint64_t zobrist(int slot) { return detail::zobrist_word(slot); }
#else
namespace detail {
inline constexpr auto kZobrist = [] {
    std::array<std::uint64_t, kZobristSize> table{};
    for (int slot = 0; slot < kZobristSize; ++slot) table[slot] = zobrist_word(slot);
    return table;
}();
}  // namespace detail

constexpr std::uint64_t zobrist(int slot) { return detail::kZobrist[slot]; }
#endif

}  // namespace stockade::games
