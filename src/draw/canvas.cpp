#include "draw/canvas.h"

#include <fmt/format.h>

namespace stockade::draw {
namespace {

constexpr char32_t kReplacement = U'\uFFFD';

/// Length of the UTF-8 sequence that begins with this byte; 0 when none does.
int sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    if (first >= 0xF0 && first < 0xF5) return 4;
    return 0;
}

void append_colour(std::string& text, const Rgb& colour, bool ground, ColourDepth depth) {
    if (depth == ColourDepth::kTrue)
        text += fmt::format(";{};2;{};{};{}", ground ? 48 : 38, colour.r, colour.g, colour.b);
    else if (depth == ColourDepth::k256)
        text += fmt::format(";{};5;{}", ground ? 48 : 38, xterm256(colour));
    else
        text += fmt::format(";{}", (ground ? 40 : 30) + basic8(colour));
}

std::string escape(const Style& style, ColourDepth depth) {
    std::string text = "\x1b[0";
    if (style.bold) text += ";1";
    if (style.underline) text += ";4";
    const Colours colours = colours_of(style);
    if (colours.ink) append_colour(text, *colours.ink, false, depth);
    if (colours.ground) append_colour(text, *colours.ground, true, depth);
    return text + 'm';
}

/// One past the last glyph of the line that shows.
int line_end(const Canvas& canvas, int y, bool colour) {
    for (int x = canvas.width(); x > 0; --x) {
        const Glyph& glyph = canvas.at(x - 1, y);
        if (glyph.character != U' ' || (colour && glyph.style.ground != Ground::kNone)) return x;
    }
    return 0;
}

}  // namespace

void Canvas::put(int x, int y, char32_t character, Style style) {
    if (contains(x, y)) at(x, y) = {character, style};
}

int Canvas::write(int x, int y, std::string_view text, Style style) {
    for (const char32_t character : from_utf8(text))
        put(x++, y, character < U' ' || (character >= 0x7F && character < 0xA0) ? kReplacement : character,
            style);
    return x;
}

void Canvas::fill(int x, int y, int width, int height, char32_t character, Style style) {
    for (int dy = 0; dy < height; ++dy)
        for (int dx = 0; dx < width; ++dx) put(x + dx, y + dy, character, style);
}

void Canvas::paste(int x, int y, const Canvas& picture) {
    for (int dy = 0; dy < picture.height(); ++dy)
        for (int dx = 0; dx < picture.width(); ++dx)
            if (contains(x + dx, y + dy)) at(x + dx, y + dy) = picture.at(dx, dy);
}

std::string to_text(const Canvas& canvas, ColourDepth depth) {
    const bool colour = depth != ColourDepth::kNone;
    std::string text;
    for (int y = 0; y < canvas.height(); ++y) {
        Style current;
        for (int x = 0, end = line_end(canvas, y, colour); x < end; ++x) {
            const Glyph& glyph = canvas.at(x, y);
            if (colour && glyph.style != current) text += escape(current = glyph.style, depth);
            append_utf8(text, glyph.character);
        }
        if (current != Style{}) text += "\x1b[0m";
        text += '\n';
    }
    return text;
}

void append_utf8(std::string& text, char32_t character) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((character >> shift) & 0x3F)); };
    if (character < 0x80) {
        text += static_cast<char>(character);
    } else if (character < 0x800) {
        text += static_cast<char>(0xC0 | (character >> 6));
        tail(0);
    } else if (character < 0x10000) {
        text += static_cast<char>(0xE0 | (character >> 12));
        tail(6), tail(0);
    } else {
        text += static_cast<char>(0xF0 | (character >> 18));
        tail(12), tail(6), tail(0);
    }
}

std::u32string from_utf8(std::string_view text) {
    std::u32string characters;
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i]);
        const int length = sequence_length(first);
        bool whole = length > 0 && i + length <= text.size();
        char32_t character = length > 1 ? first & (0xFF >> (length + 1)) : first;
        for (int k = 1; whole && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            whole = (next & 0xC0) == 0x80;
            character = character << 6 | (next & 0x3F);
        }
        characters += whole ? character : kReplacement;
        i += whole ? length : 1;
    }
    return characters;
}

}  // namespace stockade::draw
