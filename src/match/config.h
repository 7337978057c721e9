// The configuration of a match: engines and settings, from the command line or a file (docs/match.md). Starts
// nothing.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/spec.h"
#include "match/process.h"
#include "match/statistics.h"
#include "match/time_control.h"

namespace stockade::match {

enum class Protocol { kUgi, kUci, kQtp, kTitanium };

struct EngineConfig {
    std::string name;
    std::string command;  ///< as given; empty or `stockade`: this very program
    std::string dir;
    std::string stderr_path;
    Protocol protocol = Protocol::kUgi;
    std::vector<std::pair<std::string, std::string>> options;
    std::optional<TimeControl> tc;  ///< where it differs from the match's

    /// The command that starts the engine.
    Command process() const;
};

/// The engine resigns after a number of its own turns in a row with a score this bad.
struct ResignRule {
    int score = 0;  ///< in centipawns, as engines report it
    int turns = 0;
};

struct Settings {
    std::vector<EngineConfig> engines;
    std::string game = "quoridor";
    std::optional<std::size_t> games;  ///< for each pairing; nothing: 100, or as many as the SPRT needs
    std::string openings = "random:4";
    TimeControl tc;
    Milliseconds margin{50};
    Milliseconds timeout{60'000};  ///< for an engine that is on no clock, and for its start
    int concurrency = 1;
    int max_turns = 0;  ///< 0: as the game's own rules say
    std::optional<ResignRule> resign;
    std::optional<Sprt> sprt;
    std::uint64_t seed = 1;
    bool gauntlet = false;
    std::string save;
    bool resume = false;
    std::string event = "stockade match";

    TimeControl tc_of(const EngineConfig& engine) const;
};

/// `name=A,cmd="prog --flag",protocol=ugi,tc=depth=5,option.Level=3`; a first word without `=` is the
/// command.
Result<EngineConfig> parse_engine(std::string_view text);
/// One setting by its name on the command line, without the dashes.
Status set(Settings& settings, std::string_view key, std::string_view value);
/// Adds what a configuration file says. Errors begin with `file:line: `.
Status read_config(Settings& settings, std::istream& in, std::string_view file);
/// Names engines that have none, and checks what only shows when everything is known.
Status complete(Settings& settings);

/// Words of a command as a shell would split them: quotes and backslashes, nothing else.
Result<std::vector<std::string>> split_command(std::string_view text);

}  // namespace stockade::match
