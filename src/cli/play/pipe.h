// The game line by line, for pipes, scripts and simple terminals. docs/terminal.md gives the protocol.
#pragma once

#include <istream>
#include <optional>
#include <ostream>
#include <vector>

#include "cli/play/seats.h"
#include "draw/board.h"
#include "games/session.h"
#include "record/notation.h"

namespace stockade::cli {

struct PipeOptions {
    draw::Charset charset{false, false};
    draw::ColourDepth depth = draw::ColourDepth::kNone;
    bool boards = false;  ///< shows the board after every change, for a person
    /// The notation of turns read and written. Empty: modern, unless the first turn is valid only in
    /// Glendenning's.
    std::optional<record::Notation> notation;
};

/// Reads turns and commands until the end of input or `quit`. Returns the exit status: 2 when any line
/// failed, or the game has no such notation.
int play_lines(games::Session session, const std::vector<Seat>& seats, const PipeOptions& options,
               std::istream& in, std::ostream& out);

}  // namespace stockade::cli
