// `stockade tune`: plays the engine against itself and fits the weights of its classical evaluation to the
// results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/random.h"
#include "cli/commands.h"
#include "cli/number_option.h"
#include "cli/progress.h"
#include "engine/tuner.h"

namespace stockade::cli {
namespace {

struct TuneOptions {
    std::string spec = "quoridor";
    int games = 200;
    std::uint64_t nodes = 400;
    int opening = 6;
    std::uint64_t seed = 1;
};

constexpr int kLongestGame = 400;  // turns

/// One game of the engine with itself, from a random opening; every position is a sample.
Status play_game(const TuneOptions& options, engine::Engine& engine, std::uint64_t seed,
                 engine::Tuner& tuner) {
    auto session = games::Session::create(options.spec, seed);
    if (!session) return session.error();
    Random random(seed);
    struct Seen {
        std::vector<int> counts;
        int mover;
    };
    std::vector<Seen> seen;
    for (int turn = 0; !session->outcome().over && turn < kLongestGame; ++turn) {
        if (turn < options.opening) {
            do {
                const auto actions = session->actions();
                const auto& action = actions[random.below(static_cast<std::uint32_t>(actions.size()))];
                if (const auto played = session->play_action(action); !played) return played.error();
            } while (session->in_turn());
            continue;
        }
        const auto terms = engine.terms(*session);
        if (!terms) return terms.error();
        seen.push_back({terms->counts, session->turn_of()});
        search::SearchLimits limits;
        limits.nodes = options.nodes;
        search::StopSignal stop;
        const auto info = engine.think(*session, limits, stop, {});
        if (!info) return info.error();
        if (const auto played = session->play(info->lines[0].turns[0]); !played) return played.error();
    }
    const auto outcome = session->outcome();
    if (!outcome.over) return Done{};
    for (const Seen& position : seen)
        tuner.add(position.counts,
                  static_cast<double>(outcome.shares[static_cast<std::size_t>(position.mover)]) /
                      games::kWholePoint);
    return Done{};
}

Status run_tune(const TuneOptions& options) {
    engine::Engine engine;
    engine::Options engine_options;
    engine_options.algorithm = engine::Algorithm::kTree;
    engine.set_options(engine_options);
    engine::Tuner tuner;
    Progress progress("Playing");
    for (int game = 0; game < options.games; ++game) {
        engine.new_game();
        auto played =
            play_game(options, engine, mix64(options.seed) + static_cast<std::uint64_t>(game), tuner);
        if (!played) return played;
        progress.show(static_cast<std::size_t>(game) + 1, static_cast<std::size_t>(options.games));
    }
    progress.finish();
    const auto session = games::Session::create(options.spec);
    const auto terms = engine.terms(*session);
    const std::vector<double> before(terms->weights.begin(), terms->weights.end());
    const auto after = tuner.fit(before);
    fmt::print("{} games, {} positions, {} simulations a turn\n", options.games, tuner.size(), options.nodes);
    fmt::print("{:<28} {:>8} {:>8}\n", "term", "now", "fitted");
    for (std::size_t i = 0; i < before.size(); ++i)
        fmt::print("{:<28} {:>8.0f} {:>8.1f}\n", terms->names[i], before[i], after[i]);
    fmt::print("{:<28} {:>8.4f} {:>8.4f}  bits a position\n", "loss", tuner.loss(before), tuner.loss(after));
    return Done{};
}

}  // namespace

void add_tune(CLI::App& app, int& status) {
    auto options = std::make_shared<TuneOptions>();
    auto* command =
        app.add_subcommand("tune", "Fit the weights of the classical evaluation to self-play games");
    command->add_option("SPEC", options->spec, "the game (stockade games lists them)")->capture_default_str();
    add_number(*command, "--games", options->games, "how many games", 1, 1'000'000)->capture_default_str();
    add_number(*command, "--nodes", options->nodes, "simulations a turn", 2, 1'000'000'000)
        ->capture_default_str();
    add_number(*command, "--opening", options->opening, "random turns before the first that counts", 0, 100)
        ->capture_default_str();
    add_number(*command, "--seed", options->seed, "for the openings", 0,
               std::numeric_limits<std::uint64_t>::max())
        ->capture_default_str();
    command->callback([options, &status] {
        const auto done = run_tune(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
