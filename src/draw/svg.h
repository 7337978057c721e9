// Draws a view as an SVG picture for print and web: light ground, shapes that tell players apart without
// colour, and a description in words. Knows how pieces look, not which actions are legal.
#pragma once

#include <optional>
#include <string>

#include "draw/board.h"

namespace stockade::draw {

struct SvgOptions {
    bool coordinates = true;
    bool flipped = false;
    bool legal = false;  ///< dots on the cells the mover may go to
    std::string title;
    std::string description;
    Marks last;                                ///< tinted
    std::optional<games::PawnMove> last_move;  ///< an arrow
};

/// A whole SVG document, ending in a newline.
std::string draw_svg(const View& view, const SvgOptions& options);

}  // namespace stockade::draw
