// An engine that speaks the line protocol of `titanium session`, for two-player Quoridor on 9x9 with ten
// walls each. It receives the whole game and the number of seconds for every turn.
#pragma once

#include "match/engine.h"

namespace stockade::match {

class TitaniumEngine final : public Engine {
public:
    static Result<std::unique_ptr<Engine>> greet(const EngineConfig& config, std::unique_ptr<Process> process,
                                                 Milliseconds timeout);

    Status prepare(const games::Spec& spec) override;
    Answer choose(const games::Session& session, const TurnLimits& limits) override;

private:
    using Engine::Engine;
    /// Sends a command and waits for `ready`.
    Status command(std::string_view text);
};

/// `go 0.200`: the seconds that an engine without a clock of its own may use for this turn.
Result<std::string> titanium_go(const TurnLimits& limits, int player);

}  // namespace stockade::match
