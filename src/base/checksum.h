// The CRC-32 of zip files, for the headers of binary files.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace stockade {

namespace detail {

inline constexpr auto kCrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xedb88320u : crc >> 1;
        table[i] = crc;
    }
    return table;
}();

}  // namespace detail

/// Carried on from `crc`.
inline std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t crc = 0) {
    crc = ~crc;
    for (const std::uint8_t byte : bytes) crc = detail::kCrcTable[(crc ^ byte) & 0xff] ^ (crc >> 8);
    return ~crc;
}

}  // namespace stockade
