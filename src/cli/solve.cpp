// `stockade solve`: the exact result of a position of a small board, and the best turns from it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "base/messages/cli.h"
#include "base/messages/file.h"
#include "base/messages/rules.h"
#include "base/system.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/number_option.h"
#include "cli/progress.h"
#include "cli/start_position.h"
#include "games/session.h"
#include "solve/solution.h"

namespace stockade::cli {
namespace {

struct SolveOptions {
    std::string game;
    std::string position;
    std::string moves;
    std::string save;
    std::size_t memory = 0;
    int threads = 1;
    bool all = false;
};

search::StopSignal solver_stop;

/// The first Ctrl-C ends the work in good order, the second at once.
void interrupt_solver(int) {
    if (solver_stop.stopped()) std::_Exit(kInterruptedStatus);
    solver_stop.stop();
}

/// 1234567 as 1,234,567.
std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}
std::string duration_text(Seconds duration) {
    const double seconds = duration.count();
    if (seconds < 120) return fmt::format("{:.1f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} minutes", seconds / 60);
    return fmt::format("{:.0f} hours", seconds / 3600);
}

Result<games::Session> question_of(const SolveOptions& options) {
    auto session = start_position(options.game, options.position, options.moves);
    if (session && session->outcome().over)
        return error<"rules.game-over-verdict">("verdict"_a = *session->verdict());
    return session;
}

/// Whole or not at all: a failed write leaves an older file as it was.
Status write_file(const solve::Solution& solution, const std::string& path) {
    const std::string part = path + ".part";
    std::ofstream out(part, std::ios::binary);
    if (!out) return error<"file.problem">("file"_a = part, "problem"_a = std::strerror(errno));
    if (const auto saved = solution.save(out); !saved)
        return error<"file.problem">("file"_a = part, "problem"_a = saved.error());
    out.close();
    if (!out || std::rename(part.c_str(), path.c_str()) != 0)
        return error<"file.problem">("file"_a = path, "problem"_a = std::strerror(errno));
    return Done{};
}

/// The solution to work on: the one in the file where there is one, else a new one, ready to be solved.
Result<std::unique_ptr<solve::Solution>> begin(const SolveOptions& options, const std::string& question,
                                               double limit) {
    std::error_code unreadable;
    if (!options.save.empty() && std::filesystem::exists(options.save, unreadable)) {
        std::ifstream in(options.save, std::ios::binary);
        if (!in || std::filesystem::is_directory(options.save, unreadable))
            return error<"file.problem">("file"_a = options.save,
                                         "problem"_a = std::strerror(in ? EISDIR : errno));
        auto solution = solve::Solution::load(in, limit);
        if (!solution) return error<"file.problem">("file"_a = options.save, "problem"_a = solution.error());
        if (const auto covers = (*solution)->covers(question); !covers)
            return error<"file.problem">("file"_a = options.save, "problem"_a = covers.error());
        return solution;
    }
    auto solution = solve::Solution::of(question);
    if (!solution) return solution;
    if (const auto ready = (*solution)->prepare(limit); !ready) return ready.error();
    return solution;
}

std::string in_words(const solve::Value& value, std::string_view wins, std::string_view loses) {
    if (value.kind == solve::Value::Kind::kDrawn) return "a draw: neither side can force an end";
    return fmt::format("{} in {} turn{}", value.kind == solve::Value::Kind::kWon ? wins : loses,
                       value.actions, value.actions == 1 ? "" : "s");
}

int answer(const solve::Solution& solution, const games::Session& session, bool all) {
    const auto turns = solution.turns(session.position());
    if (!turns) return fail(turns.error());
    const solve::Value best = turns->front().value;
    const int mover = session.turn_of() + 1;
    fmt::print("result      {}\n", in_words(best, fmt::format("player {} wins", mover),
                                            fmt::format("player {} wins", 3 - mover)));
    const int max_turns = session.spec().number("max-turns");
    if (max_turns > 0 && best.actions > max_turns)
        fmt::print("            a match with max-turns={} is drawn before\n", max_turns);
    std::string names;
    for (const auto& turn : *turns)
        if (turn.value == best) names += ' ' + turn.text;
    fmt::print("best turns {}\n", names);
    if (all)
        for (const auto& turn : *turns)
            fmt::print("{:<11} {}\n", turn.text, in_words(turn.value, "wins", "loses"));
    return 0;
}

int run_solve(const SolveOptions& options) {
    const auto session = question_of(options);
    if (!session) return fail(session.error());
    const double limit = options.memory ? static_cast<double>(options.memory) * 1e6 : free_memory();
    auto begun = begin(options, session->position(), limit);
    if (!begun) return fail(begun.error());
    solve::Solution& solution = **begun;

    const solve::Needs needs = solution.needs();
    fmt::print(
        "position    {}\nwall sets   {}, one of each symmetric family\npositions   {}\n"
        "memory      {} MB\n",
        session->position(), grouped(needs.wall_sets), grouped(needs.positions),
        grouped(std::ceil(needs.bytes / 1e6)));
    if (!solution.complete()) {
        fmt::print("time        about {} with {} thread{}\n",
                   duration_text(solution.duration(options.threads)), options.threads,
                   options.threads == 1 ? "" : "s");
        std::fflush(stdout);
        solver_stop.reset();
        const InterruptGuard guard(interrupt_solver);
        Progress progress("solve");
        const auto start = std::chrono::steady_clock::now();
        const auto worked =
            solution.solve(options.threads, solver_stop,
                           [&](std::size_t done, std::size_t total) { progress.show(done, total); });
        progress.finish();
        if (!worked) return fail(worked.error());
        if (!options.save.empty())
            if (const auto written = write_file(solution, options.save); !written)
                return fail(written.error());
        if (!solution.complete()) {
            const auto [done, total] = solution.done();
            fmt::print(stderr, "Interrupted with {} of {} wall sets solved. {}\n", done, total,
                       options.save.empty() ? "With --save FILE the work can be resumed."
                                            : "The same command goes on from there.");
            return kInterruptedStatus;
        }
        fmt::print("solved in   {}\n", duration_text(std::chrono::steady_clock::now() - start));
    }
    return answer(solution, *session, options.all);
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
    auto options = std::make_shared<SolveOptions>();
    options->threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    auto* command = app.add_subcommand("solve", "Find the exact result of a small board and its best turns");
    auto* game = command->add_option(
        "GAME", options->game, "game spec: two-player quoridor or pinko, such as quoridor:size=5,walls=2");
    auto* position =
        command->add_option("--position", options->position, "solve this position string instead");
    position->excludes(game);
    command->add_option("--moves", options->moves, "turns to play first, separated by spaces");
    command
        ->add_option("--save", options->save,
                     "keep the solution in this file, after Ctrl-C too; if it exists, go on from it")
        ->type_name("FILE");
    add_number(*command, "--memory", options->memory,
               "refuse to use more megabytes than this (default: the free memory)", 1, 1 << 24);
    add_number(*command, "--threads", options->threads, "threads to solve with", 1, 256)
        ->capture_default_str();
    command->add_flag("--all", options->all, "print the result of every turn, not only of the best");
    command->footer(
        "Solves every position that can follow, so a saved solution answers for all of them:\n"
        "  stockade solve quoridor:size=5,walls=2 --save 5x5.solution\n"
        "  stockade solve quoridor:size=5,walls=2 --save 5x5.solution --moves \"c2 c4 b2h\"\n"
        "docs/solved.md lists what has been solved.");
    command->callback([options, game, position, &status] {
        if (!game->count() && !position->count())
            status = fail(error<"cli.no-spec">());
        else
            status = run_solve(*options);
    });
}

}  // namespace stockade::cli
