// `stockade perft`: counts all sequences of the next turns.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/progress.h"
#include "cli/start_position.h"
#include "games/measure.h"

namespace stockade::cli {
namespace {

struct PerftOptions {
    int depth = 0;
    std::string game = "quoridor";
    std::string position;
    std::string moves;
    std::vector<int> rolls;
    bool divide = false;
    int threads = 1;
    std::size_t hash = 0;
};

int run_perft(const PerftOptions& options) {
    const auto session = start_position(options.game, options.position, options.moves);
    if (!session) return fail(session.error());
    games::PerftRequest request;
    request.position = session->position();
    request.depth = options.depth;
    request.rolls = options.rolls;
    request.threads = options.threads;
    request.hash_megabytes = options.hash;
    Progress progress("perft");
    request.progress = [&](std::size_t done, std::size_t total) { progress.show(done, total); };

    const auto begin = std::chrono::steady_clock::now();
    const auto answer = games::count_turns(request);
    progress.finish();
    if (!answer) return fail(answer.error());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (options.divide)
        for (const auto& [turn, count] : answer->by_turn) fmt::print("{}: {}\n", turn, count);
    fmt::print("perft {} of {}: {:.3f} s, {:.1f} M/s, {}\n", options.depth, session->spec().str(), seconds,
               static_cast<double>(answer->total) / seconds / 1e6, answer->total);
    return 0;
}

}  // namespace

void add_perft(CLI::App& app, int& status) {
    auto options = std::make_shared<PerftOptions>();
    auto* command = app.add_subcommand("perft", "Count all sequences of the next turns");
    add_number(*command, "DEPTH", options->depth, "turns to look ahead", 1, games::kMaxPerftDepth)
        ->required();
    auto* game = command->add_option("--game", options->game, "game spec, see `stockade games`")
                     ->capture_default_str();
    command->add_option("--position", options->position, "start from this position string instead")
        ->excludes(game);
    command->add_option("--moves", options->moves, "turns to play first, separated by spaces");
    command
        ->add_option_function<std::vector<std::string>>(
            "--rolls",
            [options](const std::vector<std::string>& rolls) {
                for (const auto& roll : rolls)
                    options->rolls.push_back(number_argument("--rolls", roll, 1, 4));
            },
            "the rolls of a dice game, one for each turn: 1,3,4")
        ->delimiter(',')
        ->type_name("N,...");
    command->add_flag("--divide", options->divide, "print the count after each first turn");
    add_number(*command, "--threads", options->threads, "threads to count with", 1, 256)
        ->capture_default_str();
    add_number(*command, "--hash", options->hash, "megabytes to remember counts in (0: none)", 0, 1 << 20)
        ->capture_default_str();
    command->callback([options, &status] { status = run_perft(*options); });
}

}  // namespace stockade::cli
