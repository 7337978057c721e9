// Entry: one stored fact of a game. A game is the list of its entries.
#pragma once

#include <string>
#include <vector>

#include "base/time.h"

namespace stockade::server::model {

/// One line of what happened in a game, kept for ever. `player` is whose clock ran until then, -1 for
/// nobody's.
struct Entry {
    enum class Kind { kTurn, kTakeback, kEnd };
    Kind kind = Kind::kTurn;
    int seq = 0;  ///< from 1
    int player = -1;
    std::string text;      ///< the turn; of a takeback the number of turns; of an end `RESULT REASON`
    Milliseconds spent{};  ///< thinking time
    Milliseconds left{};   ///< on that player's clock afterwards
    TimePoint at;          ///< when it reached the server
    std::string client;    ///< the id that the client gave its turn
};
using Entries = std::vector<Entry>;

}  // namespace stockade::server::model
