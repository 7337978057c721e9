// ChatLine: one line of a game's chat.
#pragma once

#include <string>

#include "base/time.h"
#include "server/ids.h"

namespace stockade::server::model {

struct ChatLine {
    int n = 0;
    UserId user;
    std::string name;
    std::string kind;
    std::string room;  ///< players or watchers
    std::string text;
    TimePoint at;
};

}  // namespace stockade::server::model
