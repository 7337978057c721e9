// The position at which a command starts: that of --game or --position, after the turns of --moves.
#pragma once

#include <string>

#include "games/session.h"

namespace stockade::cli {

/// `position` counts where it is not empty; `moves` are turns separated by spaces.
Result<games::Session> start_position(const std::string& game, const std::string& position,
                                      const std::string& moves);

}  // namespace stockade::cli
