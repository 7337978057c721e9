#include "server/ids.h"

#include <sodium.h>

#include <algorithm>

namespace stockade::server {
namespace {

// Without i, l, o and u, which are misread or spell words.
constexpr std::string_view kDigits = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr int kLength = 12;

}  // namespace

Int new_id_number() {
    for (;;) {
        std::uint64_t bits = 0;
        randombytes_buf(&bits, sizeof bits);
        bits >>= 4;
        if (bits) return static_cast<Int>(bits);
    }
}

std::string id_number_text(Int number) {
    std::string text(kLength, '0');
    auto bits = static_cast<std::uint64_t>(number);
    for (int i = kLength; i-- > 0; bits >>= 5) text[static_cast<std::size_t>(i)] = kDigits[bits & 31];
    return text;
}

std::optional<Int> parse_id_number(std::string_view text) {
    if (text.size() != kLength) return std::nullopt;
    std::uint64_t bits = 0;
    for (const char c : text) {
        const auto digit = kDigits.find(c);
        if (digit == kDigits.npos) return std::nullopt;
        bits = bits << 5 | digit;
    }
    return bits ? std::optional<Int>(static_cast<Int>(bits)) : std::nullopt;
}

}  // namespace stockade::server
