// Runs a match: workers that play the games of a schedule, the standings, the SPRT, failures, and the file of
// games. Reports to a listener; prints nothing.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "match/archive.h"
#include "match/standings.h"

namespace stockade::match {

class Listener {
public:
    virtual ~Listener() = default;
    /// After every game, in the order in which they end. Never called by two threads at once.
    virtual void game_ended(const Standings& standings, const PlayedGame& game) = 0;
    /// Once, when games were read from a file.
    virtual void resumed(std::size_t games) = 0;
};

struct MatchEnd {
    enum class Reason { kAllPlayed, kSprt, kInterrupted, kFailed };
    Reason reason = Reason::kAllPlayed;
    Error problem;  ///< of kFailed
    Standings standings;
};

/// Games one after another, each worker with engines of its own. `interrupt` lets the games under way end and
/// begins no more. Fails before the first game when an engine does not start or something is wrong with the
/// settings.
Result<MatchEnd> run_match(const Settings& settings, Listener& listener, const std::atomic<bool>& interrupt);

/// Starts an engine and prepares it for the game; says what it cannot do, options that it does not have
/// included.
Result<std::unique_ptr<Engine>> checked_engine(const EngineConfig& config, const games::Spec& spec,
                                               Milliseconds timeout);

/// LLR of a match of two.
double llr_of(const Standings& standings, const Sprt& sprt);

}  // namespace stockade::match
