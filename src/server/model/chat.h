// ChatLine: one line of a game's chat.
#pragma once

#include <string>

#include "server/ids.h"

namespace stockade::server::model {

struct ChatLine {
    int n = 0;
    UserId user;
    std::string name;
    std::string kind;
    std::string room;  ///< players or watchers
    std::string text;
    Ms at = 0;
};

}  // namespace stockade::server::model
