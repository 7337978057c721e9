// Draws the panel beside a board: players with their stocks, the die, and whose turn it is. Knows no rule.
#pragma once

#include <string>
#include <vector>

#include "draw/board.h"

namespace stockade::draw {

/// Two lines for each player: name, and what the player has. `names` may be empty.
Canvas draw_players(const View& view, const std::vector<std::string>& names, int width,
                    const Charset& charset);

/// The die and what it still asks for; a canvas without height where there is no die.
Canvas draw_die(const View& view, int width, const Charset& charset);

/// One line of plain text: the title, whose turn it is or how the game ended, and what each player has.
std::string caption(const View& view, std::string_view title, std::string_view verdict = {});

}  // namespace stockade::draw
