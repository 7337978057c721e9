// Enters turns as people type them, and takes them back. Knows no screen.
#pragma once

#include <string_view>
#include <vector>

#include "cli/play/seats.h"
#include "games/session.h"

namespace stockade::cli {

/// Plays a whole turn, the rest of one, or the next parts of one, in capitals too; on an error nothing was
/// played. A turn never brings its own roll.
Status enter_turn(games::Session& session, std::string_view text);

/// Takes back the turn under way, or turns until a human is to move again. Says whether anything changed.
bool undo_to_human(games::Session& session, const std::vector<Seat>& seats);
/// Plays again what was taken back, until a human is to move.
bool redo_to_human(games::Session& session, const std::vector<Seat>& seats);

}  // namespace stockade::cli
