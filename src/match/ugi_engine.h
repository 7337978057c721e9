// An engine that speaks UGI, the game-neutral dialect of UCI, or plain UCI. docs/match.md lists the commands.
#pragma once

#include "match/engine.h"

namespace stockade::match {

class UgiEngine final : public Engine {
public:
    static Result<std::unique_ptr<Engine>> greet(const EngineConfig& config, std::unique_ptr<Process> process,
                                                 Milliseconds timeout);

    Status prepare(const games::Spec& spec) override;
    Answer choose(const games::Session& session, const TurnLimits& limits) override;

private:
    using Engine::Engine;
    bool uci() const { return config_.protocol == Protocol::kUci; }
    Status hear_greeting();
    Status be_ready();
    /// Reads until a best move or the deadline. Returns false when neither will come: the answer says why.
    bool hear_best_move(Answer& answer, Clock::time_point deadline, Process::Read& how);
    Answer too_late(Answer answer, const TurnLimits& limits, int player);

    std::string game_;  ///< the spec it was last told
};

/// `position startpos moves e2 e8 3:`.
std::string position_command(const games::Session& session);
/// `go movetime 200`; with `uci` the clocks of two players are called w and b.
std::string go_command(const TurnLimits& limits, int players, bool uci);

}  // namespace stockade::match
