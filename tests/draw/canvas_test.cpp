// Canvases as text, with and without colour.
#include "draw/canvas.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace stockade::draw {
namespace {

TEST(Canvas, CutsOffAtItsEdges) {
    Canvas canvas(4, 2);
    EXPECT_EQ(canvas.write(2, 1, "abc", {}), 5);
    canvas.put(-1, 0, U'x', {});
    canvas.put(0, 7, U'x', {});
    canvas.fill(3, -5, 10, 6, U'#', {});
    EXPECT_EQ(to_text(canvas, ColourDepth::kNone), "   #\n  ab\n");
}

TEST(Canvas, PlainTextHasNoEscapes) {
    Canvas canvas(3, 1, {Ink::kText, Ground::kCell});
    canvas.put(0, 0, U'●', {Ink::kPlayer, Ground::kPawn, 1, 1, true, true});
    EXPECT_EQ(to_text(canvas, ColourDepth::kNone), "●\n");
}

TEST(Canvas, ColourIsSetAndReset) {
    Canvas canvas(3, 1);
    canvas.put(0, 0, U'x', {Ink::kPlayer, Ground::kNone, 0});
    EXPECT_EQ(to_text(canvas, ColourDepth::k256), "\x1b[0;38;5;32mx\x1b[0m\n");
    EXPECT_EQ(to_text(canvas, ColourDepth::kTrue), "\x1b[0;38;2;0;135;215mx\x1b[0m\n");
}

TEST(Canvas, NewlinesAndEscapesCannotBeSmuggledIn) {
    Canvas canvas(8, 1);
    canvas.write(0, 0, "a\nb\x1b[2J", {});
    const auto text = to_text(canvas, ColourDepth::kNone);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(Utf8, RoundTrips) {
    const std::string text = "aé▌😀";
    std::string again;
    for (const char32_t c : from_utf8(text)) append_utf8(again, c);
    EXPECT_EQ(again, text);
}

TEST(Utf8, MalformedBytesAreReplaced) {
    EXPECT_EQ(from_utf8("a\xFFz"), U"a\uFFFDz");
    EXPECT_EQ(from_utf8("\xE2\x96"), U"\uFFFD\uFFFD");
    EXPECT_EQ(from_utf8("\xC0\x80"), U"\uFFFD\uFFFD");
}

TEST(Palette, PlayersAreTheSameColoursWith256) {
    std::vector<int> seen;
    for (int player = 0; player < 4; ++player) seen.push_back(xterm256(player_colour(player)));
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
    EXPECT_EQ(xterm256({0, 135, 215}), 32);
    EXPECT_EQ(xterm256({58, 58, 58}), 237);
}

}  // namespace
}  // namespace stockade::draw
