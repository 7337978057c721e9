// Annotations of a turn: comments, glyphs, evaluations, clocks. Owns how they are written as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/record.h"

namespace stockade::record {

/// Valid UTF-8 on one line: bytes that are not UTF-8 are taken as Latin-1, and a control character becomes a
/// space.
std::string clean_text(std::string_view text);
/// Clean text with runs of spaces made one and none at the ends, as comments are kept.
std::string clean_comment(std::string_view text);

/// Takes [%eval], [%win] and [%clk] from the front of a comment into the turn, and adds the rest to the
/// turn's comment. Other commands, and those whose value does not read, stay in the comment.
void annotate(Turn& turn, std::string_view comment);
/// The comment of a turn with its commands in front; empty when there is nothing to say.
std::string annotated_comment(const Turn& turn);

/// `b` after `a`, with a space between where both say something.
void append_comment(std::string& a, std::string_view b);

/// `!` for 1 to `?!` for 6; nothing for other numbers.
std::string_view glyph_mark(std::uint8_t glyph);
/// The glyph of one of the six marks, or of `$12`.
std::optional<std::uint8_t> parse_glyph(std::string_view text);
void add_glyph(Turn& turn, std::uint8_t glyph);

/// `0:09:58.4`.
std::string clock_text(Milliseconds clock);
std::optional<Milliseconds> parse_clock(std::string_view text);

}  // namespace stockade::record
