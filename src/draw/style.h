// The meanings that a glyph on the screen can have, and their colours. Knows no board and no terminal
// library.
#pragma once

#include <cstdint>
#include <optional>

namespace stockade::draw {

/// The meaning of a character, which decides its colour.
enum class Ink : std::uint8_t {
    kText,
    kStrong,
    kMuted,
    kFrame,
    kPlayer,   ///< something that belongs to a player: a name, a wall, a goal; lighter when bold
    kPawn,     ///< the edge of a pawn's body
    kOnPawn,   ///< drawn upon the body
    kGhost,    ///< a wall that could be placed
    kIllegal,  ///< a wall that could not, or the pieces in its way
    kLegal,    ///< a cell the mover may go to
    kPath,
};

/// The background of a character.
enum class Ground : std::uint8_t {
    kNone,  ///< the terminal's own
    kGroove,
    kCell,
    kPawn,  ///< a pawn's body: lighter than its player's walls, so that the two stay apart where they touch
    kTint,  ///< a territory or a goal cell of a player
    kLast,  ///< part of the last turn
    kCursor,
    kBar,
};

struct Style {
    Ink ink = Ink::kText;
    Ground ground = Ground::kNone;
    std::int8_t player = -1;         ///< whose ink, from 0; -1: nobody's
    std::int8_t ground_player = -1;  ///< whose ground
    bool bold = false;
    bool underline = false;
    friend bool operator==(const Style&, const Style&) = default;
};

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Colours of a style; nothing means the terminal's own.
struct Colours {
    std::optional<Rgb> ink;
    std::optional<Rgb> ground;
};

Colours colours_of(const Style& style);
/// The nearest colour of xterm's 256, among those every terminal shows alike (16 to 255).
int xterm256(Rgb colour);
/// The nearest of the eight basic colours.
int basic8(Rgb colour);

/// The colours of the players, told apart with any colour vision (after Okabe and Ito).
Rgb player_colour(int player);

}  // namespace stockade::draw
