// An engine that speaks the Quoridor Text Protocol, for two-player Quoridor. The engine keeps its own board,
// so it is told every turn.
#pragma once

#include "match/engine.h"

namespace stockade::match {

class QtpEngine final : public Engine {
public:
    static Result<std::unique_ptr<Engine>> greet(const EngineConfig& config, std::unique_ptr<Process> process,
                                                 Milliseconds timeout);

    Status prepare(const games::Spec& spec) override;
    Answer choose(const games::Session& session, const TurnLimits& limits) override;

private:
    using Engine::Engine;
    struct Reply {
        bool heard = false;
        bool accepted = false;  ///< `=` and not `?`
        std::string text;
        Process::Read how = Process::Read::kLine;
    };
    Reply ask(std::string_view text, Clock::time_point deadline);
    Status command(std::string_view text);
    Status clear_board();
    Status tell(const games::Session& session);

    int rows_ = 0;
    int walls_ = 0;
    std::vector<std::string> told_;  ///< turns on its board, in modern notation
};

/// `playwall white e3 horizontal` for a modern turn of that player.
Result<std::string> qtp_command(std::string_view turn, int player, int rows);

}  // namespace stockade::match
