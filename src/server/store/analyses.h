// The queue of finished games to be analysed, and the results. One node does a job: the node that claimed it,
// as long as it lives.
#pragma once

#include <optional>
#include <string>

#include "server/store/store.h"

namespace stockade::server::store {

struct Analysis {
    std::string state = "none";  ///< none, waiting, running, done, failed
    Int place = 0;               ///< among those that wait, from 1
    std::string result;          ///< JSON: the analysis where it is done, a message where it failed
};

/// Puts a game into the queue, unless it is there or done. One that failed is tried again. Each further game
/// that somebody has waiting stands in it as if it had been asked for kAnalysisShare later, so that many of
/// one person do not keep others waiting.
void request_analysis(Database& database, GameId game, UserId user, TimePoint now);
inline constexpr Milliseconds kAnalysisShare = 5min;
Analysis analysis_of(Database& database, GameId game);
Int count_waiting_analyses(Database& database);

/// The game that is to be analysed next: one that waits, or one whose node is gone. `node` is who asks.
std::optional<GameId> next_analysis(Database& database, NodeId node);
/// Says whether the game is now `node`'s to analyse.
bool claim_analysis(Database& database, GameId game, NodeId node);
/// Changes nothing where the game is somebody else's by now.
void finish_analysis(Database& database, GameId game, NodeId node, bool done, const std::string& result);

}  // namespace stockade::server::store
