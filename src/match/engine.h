// Engine: the interface of an engine in a match, whatever protocol it speaks: prepare it for a game, request
// turns. Engines are never trusted: every answer has a deadline and every failure a kind.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/session.h"
#include "match/config.h"
#include "match/engine_lines.h"
#include "match/process.h"

namespace stockade::match {

/// The limits of one turn.
struct TurnLimits {
    TimeControl tc;
    /// Left on each player's clock; nothing for players without one.
    std::array<std::optional<Milliseconds>, games::kMaxPlayers> clocks;
    std::array<Milliseconds, games::kMaxPlayers> increments{};
    Milliseconds margin{0};
    Milliseconds timeout{60'000};

    /// The time after which the turn is late; the timeout where no time is set.
    Milliseconds budget(int player) const;
    bool timed() const {
        return tc.kind == TimeControl::Kind::kMoveTime || tc.kind == TimeControl::Kind::kClock;
    }
};

struct Answer {
    enum class Kind {
        kTurn,
        kResigns,
        kLate,     ///< over its time, and answered when told to stop: it can play on in another game
        kHangs,    ///< no answer at all
        kCrashed,  ///< the process is gone
        kBabbles,  ///< an answer that is no answer
    };
    Kind kind = Kind::kTurn;
    std::string turn;     ///< as the engine wrote it, in modern notation
    std::string problem;  ///< what went wrong, for people
    Milliseconds elapsed{0};
    Info info;  ///< the last of each that it reported
};

/// The name, author and options that an engine reports.
struct Identity {
    std::string name;
    std::string author;
    std::vector<std::pair<std::string, std::string>> options;  ///< name, and the rest of its description
};

/// Lines to and from a process, with the last of them kept for reports.
class Conversation {
public:
    explicit Conversation(std::unique_ptr<Process> process) : process_(std::move(process)) {}

    bool send(std::string_view line);
    Process::Read receive(std::string& line, Clock::time_point deadline);
    std::string ending() { return process_->ending(); }
    void leave();
    /// `> isready`, `< readyok`, oldest first.
    std::vector<std::string> recent() const { return {recent_.begin(), recent_.end()}; }

private:
    void note(char direction, std::string_view line);

    std::unique_ptr<Process> process_;
    std::deque<std::string> recent_;
};

class Engine {
public:
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    /// Tells the engine to quit, and kills it if it does not.
    virtual ~Engine() { conversation_.leave(); }

    /// A new game of that kind. Fails when the engine does not answer or cannot play it.
    virtual Status prepare(const games::Spec& spec) = 0;
    /// The turn of the player to move; a due roll has been thrown.
    virtual Answer choose(const games::Session& session, const TurnLimits& limits) = 0;

    const Identity& identity() const { return identity_; }
    std::vector<std::string> recent() const { return conversation_.recent(); }

protected:
    Engine(const EngineConfig& config, std::unique_ptr<Process> process, Milliseconds timeout)
        : config_(config), timeout_(timeout), conversation_(std::move(process)) {}

    /// Why a wait ended without the line that was waited for.
    ArgumentValue silence(Process::Read how, std::string_view awaited);

    EngineConfig config_;
    Milliseconds timeout_;  ///< for every answer but a turn
    Conversation conversation_;
    Identity identity_;
};

/// Starts the process and greets it.
Result<std::unique_ptr<Engine>> start_engine(const EngineConfig& config, Milliseconds timeout);

}  // namespace stockade::match
