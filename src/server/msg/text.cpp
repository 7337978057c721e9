#include "server/msg/text.h"

#include <fmt/format.h>

#include "base/messages/server.h"

namespace stockade::server::msg {
namespace {

constexpr char32_t kInvalid = 0xffffffff;

/// The character at `at`, which moves on behind it (RFC 3629: no overlong forms, no surrogates).
char32_t next_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto first = byte(at);
    const std::size_t length = first < 0x80                     ? 1
                               : first >= 0xc2 && first <= 0xdf ? 2
                               : first >= 0xe0 && first <= 0xef ? 3
                               : first >= 0xf0 && first <= 0xf4 ? 4
                                                                : 0;
    if (length == 0 || text.size() - at < length) return kInvalid;
    if (length == 1) return text[at++];
    char32_t character = first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(at + i) & 0xc0u) != 0x80) return kInvalid;
        character = character << 6 | (byte(at + i) & 0x3fu);
    }
    const bool overlong = (length == 3 && character < 0x800) || (length == 4 && character < 0x10000);
    if (overlong || character > 0x10ffff || (character >= 0xd800 && character <= 0xdfff)) return kInvalid;
    at += length;
    return character;
}

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) ||  // C0, DEL, C1
           (c >= 0x2028 && c <= 0x202e) ||  // separators of lines and paragraphs; embeddings, overrides
           (c >= 0x2066 && c <= 0x2069);    // isolates
}

}  // namespace

std::optional<Message> utf8_problem(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        if (next_character(text, at) == kInvalid)
            return message<"server.expected-utf8">(
                "byte"_a = fmt::format("0x{:02x}", static_cast<unsigned char>(text[at])), "at"_a = at);
    return std::nullopt;
}

std::optional<Message> text_problem(std::string_view text) {
    if (auto problem = utf8_problem(text)) return problem;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin = at;
        if (const auto character = next_character(text, at); is_control(character))
            return message<"server.control-character">(
                "character"_a = fmt::format("U+{:04X}", static_cast<unsigned>(character)), "at"_a = begin);
    }
    return std::nullopt;
}

}  // namespace stockade::server::msg
