// Person: a user at the board, or connected.
#pragma once

#include <string>

#include "server/ids.h"

namespace stockade::server::model {

/// Somebody at the board.
struct Person {
    UserId user;  ///< 0: an engine
    std::string name;
    std::string kind;  ///< guest, account, bot, engine, deleted
    int level = 0;     ///< of an engine
    int rating = 0;    ///< in the type of the game; 0: none
    bool provisional = true;
    int change = 0;  ///< of the rating, by this game

    bool engine() const { return !user; }
};

}  // namespace stockade::server::model
