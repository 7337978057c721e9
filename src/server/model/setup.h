// Setup: the facts of a game that are fixed before its first turn.
#pragma once

#include <string>
#include <vector>

#include "base/time.h"
#include "server/auth/secrets.h"
#include "server/ids.h"
#include "server/model/clock.h"
#include "server/model/person.h"

namespace stockade::server::model {

struct Setup {
    GameId id;
    std::string spec;
    TimeControl clock;
    bool rated = false;
    TimePoint created;
    auth::DiceSecret secret{};
    std::string position;  ///< empty: the usual one
    TournamentId tournament;
    std::chrono::seconds delay{};  ///< by which watchers see it later
    std::vector<Person> players;   ///< in the order of play
};
inline constexpr std::chrono::seconds kMaxDelay = 300s;

}  // namespace stockade::server::model
