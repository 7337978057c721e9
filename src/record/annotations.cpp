#include "record/annotations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "base/numbers.h"

namespace stockade::record {
namespace {

constexpr std::array<std::string_view, 7> kMarks = {"", "!", "?", "!!", "??", "!?", "?!"};

/// The length of the UTF-8 sequence that the text begins with; 0 when it is malformed.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xc2 ? 0
                               : lead < 0xe0 ? 2
                               : lead < 0xf0 ? 3
                               : lead < 0xf5 ? 4
                                             : 0;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // Overlong forms, surrogates and code points past the last one.
    if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f) ||
        (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f))
        return 0;
    return length;
}

bool is_plain(char c) { return c >= ' ' && c < 0x7f; }

std::optional<double> parse_real(std::string_view text) {
    // Other programs write the sign of an evaluation always.
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    constexpr double kMost = std::numeric_limits<double>::max();
    return read_fraction(text, -kMost, kMost);
}

/// Reads a command `[%name value]` into the turn; false if the name is unknown or the value invalid.
bool read_command(Turn& turn, std::string_view command) {
    const auto space = std::min(command.find(' '), command.size() - 1);
    const auto name = command.substr(2, space - 2);
    const auto value = command.substr(space + 1, command.size() - space - 2);
    if (name == "eval") {
        const auto eval = parse_real(value);
        if (eval) turn.eval = eval;
        return eval.has_value();
    }
    if (name == "win") {
        const auto win = parse_real(value);
        if (!win || *win < 0 || *win > 1) return false;
        turn.win = win;
        return true;
    }
    if (name == "clk") {
        const auto clock = parse_clock(value);
        if (clock) turn.clock = clock;
        return clock.has_value();
    }
    return false;
}

}  // namespace

std::string clean_text(std::string_view text) {
    if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = utf8_length(text.substr(i));
        if (length == 0) {
            clean += static_cast<char>(0xc0 | (byte >> 6));
            clean += static_cast<char>(0x80 | (byte & 0x3f));
        } else if (length == 1) {
            clean += is_plain(text[i]) ? text[i] : ' ';
        } else {
            clean += text.substr(i, length);
        }
        i += std::max<std::size_t>(length, 1);
    }
    return clean;
}

std::string clean_comment(std::string_view text) {
    std::string clean = clean_text(text);
    const auto both_spaces = [](char a, char b) { return a == ' ' && b == ' '; };
    clean.erase(std::unique(clean.begin(), clean.end(), both_spaces), clean.end());
    if (clean.ends_with(' ')) clean.pop_back();
    if (clean.starts_with(' ')) clean.erase(0, 1);
    return clean;
}

void append_comment(std::string& a, std::string_view b) {
    if (!a.empty() && !b.empty()) a += ' ';
    a += b;
}

void annotate(Turn& turn, std::string_view comment) {
    const std::string clean = clean_comment(comment);
    std::string_view rest = clean;
    while (rest.starts_with("[%")) {
        const auto close = rest.find(']');
        if (close == std::string_view::npos) break;
        const auto command = rest.substr(0, close + 1);
        if (!read_command(turn, command)) append_comment(turn.comment, command);
        rest.remove_prefix(close + 1);
        if (rest.starts_with(' ')) rest.remove_prefix(1);
    }
    append_comment(turn.comment, rest);
}

std::string annotated_comment(const Turn& turn) {
    std::string text;
    if (turn.eval) append_comment(text, fmt::format("[%eval {}]", *turn.eval));
    if (turn.win) append_comment(text, fmt::format("[%win {}]", *turn.win));
    if (turn.clock) append_comment(text, fmt::format("[%clk {}]", clock_text(*turn.clock)));
    append_comment(text, turn.comment);
    return text;
}

std::string_view glyph_mark(std::uint8_t glyph) {
    return glyph < kMarks.size() ? kMarks[glyph] : std::string_view{};
}

std::optional<std::uint8_t> parse_glyph(std::string_view text) {
    for (std::size_t mark = 1; mark < kMarks.size(); ++mark)
        if (kMarks[mark] == text) return static_cast<std::uint8_t>(mark);
    return text.starts_with('$') ? read_number<std::uint8_t>(text.substr(1)) : std::nullopt;
}

void add_glyph(Turn& turn, std::uint8_t glyph) {
    if (glyph != 0 && std::find(turn.glyphs.begin(), turn.glyphs.end(), glyph) == turn.glyphs.end())
        turn.glyphs.push_back(glyph);
}

std::string clock_text(Milliseconds clock) {
    const long long seconds = clock / 1s;
    std::string text = fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if (clock % 1s != 0ms) {
        text += fmt::format(".{:03}", number_of(clock % 1s));
        while (text.ends_with('0')) text.pop_back();
    }
    return text;
}

std::optional<Milliseconds> parse_clock(std::string_view text) {
    const auto number = [&](std::size_t min_digits, std::size_t max_digits) -> std::optional<int> {
        std::size_t digits = 0;
        int value = 0;
        while (digits < text.size() && digits < max_digits && text[digits] >= '0' && text[digits] <= '9')
            value = value * 10 + (text[digits++] - '0');
        if (digits < min_digits) return std::nullopt;
        text.remove_prefix(digits);
        return value;
    };
    const auto skip = [&](char c) {
        if (!text.starts_with(c)) return false;
        text.remove_prefix(1);
        return true;
    };
    const auto hours = number(1, 4);
    if (!hours || !skip(':')) return std::nullopt;
    const auto minutes = number(2, 2);
    if (!minutes || *minutes > 59 || !skip(':')) return std::nullopt;
    const auto seconds = number(2, 2);
    if (!seconds || *seconds > 59) return std::nullopt;
    Milliseconds clock = *hours * 1h + *minutes * 1min + *seconds * 1s;
    if (skip('.')) {
        const std::size_t before = text.size();
        const auto fraction = number(1, 3);
        if (!fraction) return std::nullopt;
        const std::size_t digits = before - text.size();
        clock += *fraction * (digits == 1 ? 100ms : digits == 2 ? 10ms : 1ms);
    }
    if (!text.empty()) return std::nullopt;
    return clock;
}

}  // namespace stockade::record
