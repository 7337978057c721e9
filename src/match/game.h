// One game of a match: engines in their seats, clocks, adjudication, and the record of it.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "games/session.h"
#include "match/engine.h"
#include "match/schedule.h"
#include "record/record.h"

namespace stockade::match {

enum class Termination {
    kNormal,
    kRepetition,
    kTurnLimit,
    kResignation,
    kTime,
    kCrash,
    kHang,
    kIllegal,
};
/// The value of the Termination tag, and the termination of a value; kNormal for unknown values.
std::string_view termination_name(Termination termination);
Termination parse_termination(std::string_view name);
/// The engine did not do what engines must: it is started anew before its next game.
bool is_failure(Termination termination);

/// The parts of a game's result that the standings need.
struct GameResult {
    std::size_t block = 0;
    std::size_t game = 0;  ///< within the block
    Seating seating;
    games::Outcome outcome;
    Termination termination = Termination::kNormal;
    int offender = -1;  ///< the engine that forfeited, by its place in the list; -1: none
};

struct PlayedGame {
    GameResult result;
    bool aborted = false;  ///< told to stop: there is no result
    record::Record record;
    std::string problem;                  ///< what the offender did
    std::vector<std::string> last_lines;  ///< between the match and the offender
};

/// Plays from the session's position to an end. `engines` has one engine for each player, `abort` ends it
/// between two turns.
PlayedGame play_game(games::Session session, const Seating& seating, const std::vector<Engine*>& engines,
                     const Settings& settings, const std::atomic<bool>& abort);

/// A game that an engine lost because it could not be started or prepared.
PlayedGame forfeited_game(const games::Session& session, const Seating& seating, int offender,
                          std::string problem, std::vector<std::string> last_lines);

}  // namespace stockade::match
