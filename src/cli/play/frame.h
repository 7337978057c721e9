// Composes the whole screen of a game as one canvas: board, players, die, turns, messages. Knows no screen
// library, so that what a player sees can be tested.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/play/keys.h"
#include "cli/play/table.h"
#include "draw/board.h"
#include "record/notation.h"

namespace stockade::cli {

/// The places of the parts of the screen.
struct FrameLayout {
    draw::Scale scale;
    draw::Rect board;
    draw::Rect panel;
    bool wide = true;  ///< panel beside the board, not above it
};

/// The lines under the board: what to do, what happened, what is typed.
inline constexpr int kFooterHeight = 2;

/// Empty if the screen is too small for the board.
std::optional<FrameLayout> layout_frame(const games::View& view, Size size);

struct Frame {
    const Table& table;
    draw::BoardOptions board;  ///< all but the scale
    record::Translator names;  ///< of the turns
    std::string message;
    bool alarm = false;  ///< the message says what went wrong
    std::string line;    ///< what is being typed
    std::string line_label;
    std::optional<int> die_face;  ///< while the die is rolling
    int turns_back = 0;           ///< how far the list of turns is scrolled up, in lines
};

draw::Canvas draw_frame(const Frame& frame, Size size);
/// The two pages of help, over the whole screen: the rules of the game, and the keys.
draw::Canvas draw_rules(Size size, const games::Spec& spec);
draw::Canvas draw_keys(Size size, const draw::Charset& charset);

}  // namespace stockade::cli
