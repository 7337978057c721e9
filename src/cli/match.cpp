// `stockade match`: engines against each other, and what it says about their strength.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "match/dry_run.h"
#include "match/report.h"
#include "match/tournament.h"

namespace stockade::cli {
namespace {

using match::Settings;

struct MatchOptions {
    std::string config;
    std::vector<std::string> engines;
    std::vector<std::pair<std::string, std::string>> given;  ///< settings in the order of the command line
    bool gauntlet = false;
    bool resume = false;
    bool dry_run = false;
};

struct TextOption {
    const char* name;
    const char* value;
    const char* help;
};
constexpr std::array<TextOption, 13> kTextOptions = {{
    {"game", "SPEC", "the game, as `stockade games` lists them (quoridor)"},
    {"games", "N", "games of each pairing, made up to whole blocks (100; with --sprt as many as it takes)"},
    {"openings", "random:PLIES|none|FILE", "how games begin (random:4)"},
    {"tc", "CONTROL", "movetime=200ms, nodes=N, depth=D, a clock such as 10s+0.1s, or none (movetime=100ms)"},
    {"margin", "TIME", "how much later than its time an engine may answer (50ms)"},
    {"timeout", "TIME", "when an engine that is on no clock counts as hung (60s)"},
    {"concurrency", "N", "games played at once (1)"},
    {"max-turns", "N", "a draw after so many turns (0: as the game's rules say)"},
    {"resign", "SCORE,TURNS", "give up after so many turns in a row with -SCORE centipawns or worse (never)"},
    {"sprt", "elo0=E,elo1=E[,alpha=P,beta=P]", "stop when the difference is clear (two engines)"},
    {"seed", "N", "decides openings and dice (1)"},
    {"save", "FILE", "adds every game to this file"},
    {"event", "TEXT", "the Event tag of the games (stockade match)"},
}};

std::atomic<bool> interrupted{false};

/// The first Ctrl-C lets the games under way end; the second ends everything.
void on_interrupt(int) {
    constexpr std::string_view kNotice =
        "\nstockade: ending after the games under way; Ctrl-C again to stop at once\n";
    if (interrupted.exchange(true)) {
        match::Process::kill_all();
        _exit(kInterruptedStatus);
    }
    [[maybe_unused]] const auto ignored = write(STDERR_FILENO, kNotice.data(), kNotice.size());
}

/// A line that is always up to date in a terminal, a line every ten games elsewhere.
class Narrator final : public match::Listener {
public:
    explicit Narrator(const Settings& settings) : settings_(settings) {}
    ~Narrator() override { clear(); }

    void resumed(std::size_t games) override {
        fmt::print(stderr, "{} game{} read from {}\n", games, games == 1 ? "" : "s",
                   printable(settings_.save));
    }

    void game_ended(const match::Standings& standings, const match::PlayedGame& game) override {
        constexpr std::size_t kGamesBetweenLines = 10;
        if (const auto failure = match::failure_text(game, settings_); !failure.empty()) {
            clear();
            fmt::print(stderr, "{}", failure);
        }
        if (terminal_) {
            const auto now = std::chrono::steady_clock::now();
            if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
            last_ = now;
            shown_ = true;
            fmt::print(stderr, "\r{}\x1b[K", match::progress_text(standings, settings_));
        } else if (standings.games() % kGamesBetweenLines == 0) {
            fmt::print(stderr, "{}\n", match::progress_text(standings, settings_));
        }
        std::fflush(stderr);
    }

    void clear() {
        if (shown_) fmt::print(stderr, "\r\x1b[K");
        shown_ = false;
    }

private:
    const Settings& settings_;
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_;
};

Result<Settings> collect(const MatchOptions& options) {
    Settings settings;
    if (!options.config.empty()) {
        std::ifstream in(options.config);
        if (!in) return error<"file.problem">("file"_a = options.config, "problem"_a = std::strerror(errno));
        if (auto read = match::read_config(settings, in, options.config); !read) return read.error();
    }
    for (const auto& engine : options.engines)
        if (auto done = match::set(settings, "engine", engine); !done) return done.error();
    for (const auto& [name, value] : options.given)
        if (auto done = match::set(settings, name, value); !done)
            return error<"cli.option">("problem"_a = done.error());
    if (options.gauntlet) settings.gauntlet = true;
    if (options.resume) settings.resume = true;
    if (auto complete = match::complete(settings); !complete) return complete.error();
    return settings;
}

int dry_run(const Settings& settings) {
    for (const auto& engine : settings.engines) {
        const auto text = match::try_engine(settings, engine);
        if (!text) return fail(text.error());
        fmt::print("{}", *text);
        std::fflush(stdout);
    }
    return 0;
}

int play_match(const MatchOptions& options) {
    const auto settings = collect(options);
    if (!settings) return fail(settings.error());
    if (options.dry_run) return dry_run(*settings);
    interrupted = false;
    const InterruptGuard guard(on_interrupt);
    Narrator narrator(*settings);
    const auto end = match::run_match(*settings, narrator, interrupted);
    if (!end) return fail(end.error());
    narrator.clear();
    using Reason = match::MatchEnd::Reason;
    fmt::print("{}", match::final_text(end->standings, *settings));
    std::fflush(stdout);
    if (end->reason == Reason::kFailed) return fail(end->problem);
    if (end->reason != Reason::kInterrupted) return 0;
    if (settings->save.empty())
        fmt::print(stderr, "Interrupted. With --save FILE a match can be resumed.\n");
    else
        fmt::print(stderr, "Interrupted. The same command with --resume goes on from {}.\n",
                   printable(settings->save));
    return kInterruptedStatus;
}

}  // namespace

void add_match(CLI::App& app, int& status) {
    auto options = std::make_shared<MatchOptions>();
    CLI::App* command =
        app.add_subcommand("match", "Let engines play each other and measure how strong they are");
    command
        ->add_option(
            "--engine", options->engines,
            "name=A,cmd=\"PROGRAM ARGUMENTS\",protocol=ugi|uci|qtp|titanium,tc=CONTROL,dir=D,stderr=FILE,"
            "option.NAME=VALUE; once for each; without cmd it is this program")
        ->allow_extra_args(false)
        ->type_name("KEYS");
    command->add_option("--config", options->config, "a file with engines and settings (docs/match.md)")
        ->type_name("FILE");
    for (const auto& option : kTextOptions)
        command
            ->add_option_function<std::string>(
                fmt::format("--{}", option.name),
                [options, name = option.name](const std::string& value) {
                    options->given.emplace_back(name, value);
                },
                option.help)
            ->type_name(option.value);
    command->add_flag("--gauntlet", options->gauntlet,
                      "the first engine meets each of the others, and no others meet");
    command->add_flag("--resume", options->resume, "go on with the games in the file of --save");
    command->add_flag("--dry-run", options->dry_run,
                      "only start each engine, print its name and options, and let it play a short game");
    command->footer(
        "Two engines play pairs of games from one opening with seats swapped; more of them play a round "
        "robin.\n"
        "  stockade match --engine name=new,cmd=./new --engine name=old,cmd=./old --games 200 --save "
        "a.record");
    command->callback([options, &status] { status = play_match(*options); });
}

}  // namespace stockade::cli
