// `stockade selfplay`: plays a game against itself for training networks, or two networks against each other.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <map>
#include <memory>
#include <thread>

#include "cli/commands.h"
#include "cli/number_option.h"
#include "selfplay/settings.h"

namespace stockade::cli {
namespace {

using selfplay::EvaluatorKind;

std::atomic<bool> stop_requested{false};

struct SelfplayOptions {
    selfplay::Settings settings;
    bool quiet = false;
};

void print_report(const selfplay::Settings& settings, const selfplay::Report& report) {
    const auto& done = report.progress;
    const double seconds = done.elapsed > 0s ? done.elapsed.count() : 1;
    const auto games = static_cast<double>(done.games ? done.games : 1);
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return whole ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
    };
    fmt::print("seconds              {:.2f}\n", done.elapsed.count());
    fmt::print(
        "evaluations          {}  ({:.0f} /s, {:.2f} us of a thread each)\n", done.evaluations,
        static_cast<double>(done.evaluations) / seconds,
        done.evaluations ? 1e6 * seconds * settings.threads / static_cast<double>(done.evaluations) : 0.0);
    fmt::print("actions              {}  ({:.1f} /s)\n", done.actions,
               static_cast<double>(done.actions) / seconds);
    fmt::print("games                {}  ({:.2f} /s), {:.1f} actions each\n", done.games,
               static_cast<double>(done.games) / seconds, static_cast<double>(report.game_actions) / games);
    if (settings.versus) {
        fmt::print("first network        +{} ={} -{}\n", report.wins, report.draws, report.losses);
        return;
    }
    fmt::print("samples              {}\n", done.samples);
    fmt::print("distinct positions   {:.3f}\n", share(report.distinct, done.actions));
    fmt::print("first player won     {:.3f}\n",
               share(report.first_wins, report.first_wins + report.second_wins));
    fmt::print("too long             {:.4f}\n", share(report.draws, done.games));
    fmt::print("resigned             {:.3f}, mistaken {:.3f} of {} checked\n",
               share(report.resigned, done.games), share(report.mistaken, report.checked), report.checked);
    fmt::print("ended as solved      {:.3f}\n", share(report.solved, done.games));
}

int play(const SelfplayOptions& options) {
    const bool watched = !options.quiet && isatty(STDERR_FILENO) != 0;
    std::signal(SIGINT, [](int) { stop_requested = true; });
    std::signal(SIGTERM, [](int) { stop_requested = true; });
    const auto report = selfplay::run(options.settings, [&](const selfplay::Progress& progress) {
        if (watched) {
            fmt::print(stderr, "\r{:.0f} s: {} games, {} actions, {:.0f} evaluations/s\x1b[K",
                       progress.elapsed.count(), progress.games, progress.actions,
                       static_cast<double>(progress.evaluations) / progress.elapsed.count());
            std::fflush(stderr);
        }
        return !stop_requested.load();
    });
    if (watched) fmt::print(stderr, "\r\x1b[K");
    if (!report) return fail(report.error());
    print_report(options.settings, *report);
    return 0;
}

}  // namespace

void add_selfplay(CLI::App& app, int& status) {
    auto options = std::make_shared<SelfplayOptions>();
    selfplay::Settings& s = options->settings;
    s.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    auto* command =
        app.add_subcommand("selfplay", "Play a game against itself and keep samples for training");
    command->add_option("--game", s.game, "game spec, see `stockade games`")->capture_default_str();
    const std::map<std::string, EvaluatorKind> evaluators{{"channel", EvaluatorKind::kChannel},
                                                          {"heuristic", EvaluatorKind::kHeuristic},
                                                          {"network", EvaluatorKind::kNetwork},
                                                          {"random", EvaluatorKind::kRandom}};
    command
        ->add_option("--evaluator", s.evaluator,
                     "channel: another process, through --channel; heuristic: the classical evaluation; "
                     "network: a small network, by --network; random: noise, to measure everything else")
        ->transform(CLI::CheckedTransformer(evaluators))
        ->default_str("heuristic");
    const auto option = [command](const char* name, auto& value, const char* help, const char* type) {
        command->add_option(name, value, help)->type_name(type)->capture_default_str();
    };
    const auto number = [command](const char* name, auto& value, const char* help, const char* type) {
        // Self-play itself refuses numbers out of bounds.
        using T = OptionNumber<std::remove_reference_t<decltype(value)>>;
        add_number(*command, name, value, help, 0,
                   std::is_integral_v<T> ? std::numeric_limits<T>::max() : T(1e9))
            ->type_name(type)
            ->capture_default_str();
    };
    option("--channel", s.channel, "the file to make and share with the evaluator", "FILE");
    option("--network", s.network, "the small network that evaluates, with --evaluator network", "FILE");
    option("--shards", s.shards, "the folder to write samples to; none are written without it", "FOLDER");
    number("--samples-per-shard", s.samples_per_shard, "how many samples make a file", "N");
    number("--threads", s.threads, "threads that play", "N");
    number("--batch", s.batch, "leaves handed to the evaluator at once", "N");
    number("--slots", s.slots, "batches in rotation; batch times slots games are played at once", "N");
    number("--games", s.games, "stop after so many games; 0: no limit", "N");
    number("--seconds", s.duration, "stop after so long; 0: no limit", "S");
    number("--seed", s.seed, "decides openings and noise", "N");
    number("--simulations", s.search.simulations, "of each search", "N");
    number("--considered", s.search.considered, "actions that a search begins with", "N");
    number("--value-scale", s.search.value_scale, "how much values weigh against the policy", "X");
    number("--noise", s.noise, "of the choice among actions, 0 for none", "X");
    number("--variety", s.variety, "of 100 games, how many begin anywhere on the board", "N");
    number("--opening-actions", s.opening_actions, "the others begin with up to so many random ones", "N");
    number("--max-actions", s.max_actions, "a longer game is a draw", "N");
    number("--resign-below", s.resign_below, "give up where values stay below minus this; 0: never", "X");
    number("--resign-after", s.resign_after, "searches in a row before giving up", "N");
    number("--play-out", s.play_out, "of 100 games, how many are never given up, as a check", "N");
    command->add_flag("--versus", s.versus,
                      "two networks, pairs of games from one opening with colours changed");
    command->add_flag("--versus-heuristic", s.versus_heuristic,
                      "with --versus: the second is the classical evaluation");
    number("--versus-engine", s.versus_engine,
           "with --versus: the second is the engine with the classical evaluation, MS a turn; 0: no", "MS");
    command->add_flag("--quiet", options->quiet, "no progress line");
    command->callback([options, &status] { status = play(*options); });
}

}  // namespace stockade::cli
