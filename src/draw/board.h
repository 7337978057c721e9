// Draws a view as a canvas of glyphs. Knows how pieces look, not which actions are legal.
#pragma once

#include <optional>
#include <vector>

#include "draw/canvas.h"
#include "draw/geometry.h"
#include "games/view.h"

namespace stockade::draw {

using games::View;

/// Cells and walls to point at.
struct Marks {
    std::vector<Square> cells;
    std::vector<PlacedWall> walls;
};

/// A wall under the cursor that has not been placed.
struct Ghost {
    PlacedWall wall;
    bool legal = true;
};

/// The set of characters to draw with. Without colours, players differ by shapes.
struct Charset {
    bool unicode = true;
    bool colour = true;
    friend bool operator==(const Charset&, const Charset&) = default;
};

struct BoardOptions {
    Scale scale = kNormal;
    Charset charset;
    bool coordinates = true;
    bool flipped = false;
    bool rows_from_top = false;      ///< numbered as in Glendenning's notation: row 1 is player 2's
    bool legal = true;               ///< dots on the cells the mover may go to
    std::optional<Square> selected;  ///< of this pawn alone
    std::optional<Square> cursor;
    std::optional<Ghost> ghost;
    Marks last;    ///< the last turn
    Marks blamed;  ///< the pieces in the way of the ghost
    std::vector<Square> path;
};

inline Geometry geometry_of(const View& view, const BoardOptions& options) {
    return {view.cols, view.rows, options.scale, options.coordinates, options.flipped};
}

Canvas draw_board(const View& view, const BoardOptions& options);

/// The glyph of a pawn, or its outline, as goals and territories bear it.
char32_t pawn_glyph(int player, const Charset& charset, bool outline = false);
/// The glyph walls are made of; they differ by owner where colours cannot.
char32_t wall_glyph(int owner, const Charset& charset);

/// The difference between two views: cells that a pawn left or reached, walls that were added or removed.
Marks difference(const View& before, const View& after);

}  // namespace stockade::draw
