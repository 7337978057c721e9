// SearchInfo: the result of a search so far. One type for all searches, and for the protocols that print it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "games/game.h"
#include "search/score.h"

namespace stockade::search {

/// One line of play and its value for the player to move at the root.
struct Line {
    double win_probability = 0.5;  ///< a share of the point where more than two play
    Score score = 0;               ///< hundredths of a step
    int proven = 0;                ///< actions until a proven win (positive) or loss (negative); 0: neither
    bool exact = false;            ///< the value is proven, be it a win, a loss or a draw
    std::uint32_t visits = 0;      ///< by tree search
    std::vector<games::Action> actions;
    /// The same as text, in whole turns; the first goes on from the turn under way. The engine fills this in.
    std::vector<std::string> turns;
};

struct SearchInfo {
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    Seconds elapsed{};
    int hashfull = 0;         ///< per mille of the table or of the tree's memory
    std::vector<Line> lines;  ///< best first
};

}  // namespace stockade::search
