// The course of an analysed game as an SVG picture: the chances to win, turn by turn, with the mistakes
// marked. A complete file that follows the light or dark theme of its viewer.
#pragma once

#include <string>
#include <vector>

#include "engine/analysis.h"

namespace stockade::draw {

struct ChartText {
    std::string title;
    std::vector<std::string> players;  ///< their names, in the order of play
    std::size_t first_turn = 1;        ///< the number of the first turn, counted over all players
    int sides = 2;
};

std::string draw_chart(const engine::GameAnalysis& game, const ChartText& text);

}  // namespace stockade::draw
