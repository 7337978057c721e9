// Canvas: a rectangle of styled glyphs, and how it becomes text. Knows no game and no terminal library.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "draw/style.h"

namespace stockade::draw {

struct Glyph {
    char32_t character = U' ';
    Style style;
    friend bool operator==(const Glyph&, const Glyph&) = default;
};

class Canvas {
public:
    Canvas() = default;
    Canvas(int width, int height, Style style = {})
        : width_(width), height_(height), glyphs_(static_cast<std::size_t>(width) * height, {U' ', style}) {}

    int width() const { return width_; }
    int height() const { return height_; }
    bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }

    const Glyph& at(int x, int y) const { return glyphs_[static_cast<std::size_t>(y) * width_ + x]; }
    Glyph& at(int x, int y) { return glyphs_[static_cast<std::size_t>(y) * width_ + x]; }

    /// Everything below is cut off at the edges.
    void put(int x, int y, char32_t character, Style style);
    /// Writes UTF-8 text and returns the column after it.
    int write(int x, int y, std::string_view text, Style style);
    void fill(int x, int y, int width, int height, char32_t character, Style style);
    void paste(int x, int y, const Canvas& picture);

private:
    int width_ = 0;
    int height_ = 0;
    std::vector<Glyph> glyphs_;
};

enum class ColourDepth { kNone, kBasic, k256, kTrue };

/// Lines of text with escape sequences for colour; with kNone, of plain text. Blanks at line ends are left
/// out.
std::string to_text(const Canvas& canvas, ColourDepth depth);

/// Appends one character as UTF-8.
void append_utf8(std::string& text, char32_t character);
/// The characters of UTF-8 text; each malformed byte becomes a replacement character.
std::u32string from_utf8(std::string_view text);

}  // namespace stockade::draw
