// Oracle: what is known for certain about positions that are not over. Asked at every new node of a tree.
#pragma once

#include <optional>

#include "games/game.h"

namespace stockade::selfplay {

/// A result that needs no more play, for the player to move.
struct Known {
    float value = 0;  ///< 1 won, 0 drawn, -1 lost
    int actions = 0;  ///< until the game is over if both play their best
};

/// Knows nothing; specialised where endings are solved. One for each thread.
template <class P>
class Oracle {
public:
    std::optional<Known> ask(const P& /*position*/) { return std::nullopt; }
};

}  // namespace stockade::selfplay
