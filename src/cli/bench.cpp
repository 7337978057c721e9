// `stockade bench`: how fast the rules and the searches are, in one table, and the signature of the searches.
// One thread.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "base/messages/file.h"
#include "base/random.h"
#include "cli/commands.h"
#include "engine/engine.h"
#include "engine/network_speed.h"
#include "engine/signature.h"
#include "games/measure.h"
#include "games/playout.h"
#include "games/position_reader.h"
#include "games/session.h"
#include "net/installed.h"

namespace stockade::cli {
namespace {

struct BenchOptions {
    bool quick = false;
    bool signature = false;
    std::string network;  ///< a file; empty: the one that comes with the program, if there is one
};

void print_row(std::string_view what, std::string_view game, double count, Seconds elapsed,
               std::string_view unit) {
    const double rate = count / elapsed.count();
    const bool millions = rate >= 1e6;
    fmt::print("{:<34} {:<20} {:>12.0f} {:>8.3f} s {:>8.1f} {}{}/s\n", what, game, count, elapsed.count(),
               millions ? rate / 1e6 : rate, millions ? "M " : "", unit);
    std::fflush(stdout);
}

/// Perft of all the positions together.
Status bench_perft(std::string_view what, std::string_view game, const std::vector<std::string>& positions,
                   int depth, std::size_t megabytes, const std::vector<int>& rolls = {}) {
    std::uint64_t total = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string& position : positions) {
        games::PerftRequest request;
        request.position = position;
        request.depth = depth;
        request.hash_megabytes = megabytes;
        request.rolls = rolls;
        const auto answer = games::count_turns(request);
        if (!answer) return answer.error();
        total += answer->total;
    }
    const Seconds elapsed = std::chrono::steady_clock::now() - begin;
    print_row(fmt::format("perft {}, {}", depth, what), game, static_cast<double>(total), elapsed, "leaves");
    return Done{};
}

std::string start_of(std::string_view spec) { return games::Session::create(spec)->position(); }

/// Positions of 9x9 Quoridor with 15 walls on the board, from random play.
std::vector<std::string> crowded_positions(int count) {
    std::vector<std::string> result;
    Random random(2024);
    while (static_cast<int>(result.size()) < count) {
        auto session = *games::Session::create("quoridor");
        while (session.view().walls.size() < 15 && !session.outcome().over) {
            const auto turns = session.actions();
            if (!session.play(turns[random.below(static_cast<std::uint32_t>(turns.size()))])) break;
        }
        if (!session.outcome().over) result.push_back(session.position());
    }
    return result;
}

/// One row for each game and search; the sum of their nodes.
Result<std::uint64_t> bench_searches(bool quick) {
    return engine::signature(quick, [](const engine::SignatureRow& row) {
        print_row(row.depth ? fmt::format("alpha-beta, depth {}", row.depth) : "tree search", row.spec,
                  static_cast<double>(row.nodes), row.elapsed, row.depth ? "nodes" : "simulations");
    });
}

/// The rate of a longer search of the 9x9 opening, by the classical evaluation or by a network.
Status bench_opening(bool quick, const std::shared_ptr<const net::Network>& network) {
    for (const auto algorithm : {engine::Algorithm::kAlphaBeta, engine::Algorithm::kTree}) {
        const bool tree = algorithm == engine::Algorithm::kTree;
        engine::Engine engine;
        engine::Options engine_options;
        engine_options.algorithm = algorithm;
        engine_options.network = network;
        engine.set_options(engine_options);
        const auto think = [&] {
            search::SearchLimits limits;
            limits.time = quick ? 200ms : 1500ms;
            search::StopSignal stop;
            return engine.think(*games::Session::create("quoridor"), limits, stop, {});
        };
        // Twice, as what counts is how fast it is in the middle of a game: the first time also takes memory
        // from the system.
        if (const auto first = think(); !first) return first.error();
        engine.new_game();
        const auto info = think();
        if (!info) return info.error();
        print_row(
            fmt::format("{}, opening{}", tree ? "tree search" : "alpha-beta", network ? ", network" : ""),
            "quoridor", static_cast<double>(info->nodes), info->elapsed, tree ? "simulations" : "nodes");
    }
    return Done{};
}

/// How fast a network is: alone, on positions of random games with walls in hand, and in searches of the 9x9
/// opening.
Status bench_network(const BenchOptions& options) {
    auto network = net::installed_network(*games::parse_spec("quoridor"));
    if (!options.network.empty()) {
        auto loaded = net::load_network(options.network);
        if (!loaded) return loaded.error();
        network = std::make_shared<const net::Network>(std::move(*loaded));
    }
    if (!network) return Done{};
    const auto& shape = network->shape();
    const auto measured =
        engine::measure_network(network, options.quick ? 100ms : 500ms, [&](const engine::NetworkSpeed& row) {
            const std::string name =
                fmt::format("{}-{}-{}, {}", shape.first, shape.second, shape.third, row.kernels);
            print_row(row.what, name, static_cast<double>(row.evaluations), row.elapsed, "evaluations");
        });
    if (!measured) return error<"file.problem">("file"_a = options.network, "problem"_a = measured.error());
    return bench_opening(options.quick, network);
}

Status run_bench(const BenchOptions& options) {
    if (options.signature) {
        const auto signature = bench_searches(options.quick);
        if (!signature) return signature.error();
        fmt::print("Signature: {}\n", *signature);
        return Done{};
    }
    fmt::print("{:<34} {:<20} {:>12} {:>10} {:>8}\n", "what", "game", "count", "time", "rate");
    const std::vector<std::string> quoridor{start_of("quoridor")};
    constexpr std::string_view kPlain = "no hash table";
    if (auto s = bench_perft(kPlain, "quoridor", quoridor, 4, 0); !s) return s;
    if (auto s = bench_perft("16 MB hash table", "quoridor", quoridor, 4, 16); !s) return s;
    if (!options.quick)
        if (auto s = bench_perft("64 MB hash table", "quoridor", quoridor, 5, 64); !s) return s;
    if (auto s = bench_perft("15 walls, no hash table", "quoridor",
                             crowded_positions(options.quick ? 20 : 200), 3, 0);
        !s)
        return s;

    struct Case {
        const char* spec;
        int depth;
        std::vector<int> rolls;
    };
    const Case cases[] = {{"quoridor-mini", 5, {}},
                          {"quoridor-kid", 4, {}},
                          {"quoridor:size=11", 3, {}},
                          {"quoridor:size=13", 3, {}},
                          {"quoridor:players=3", 3, {}},
                          {"quoridor:players=4", 3, {}},
                          {"quoridor4fun", 2, {2, 2}},
                          {"territoires", 4, {}},
                          {"wallgo", 4, {}},
                          {"wallgo:players=3", 4, {}},
                          {"wallgo:players=4", 4, {}},
                          {"blockade", 2, {}},
                          {"pinko", 3, {}}};
    for (const Case& test : cases)
        if (auto s = bench_perft(kPlain, test.spec, {start_of(test.spec)}, test.depth, 0, test.rolls); !s)
            return s;

    std::vector<const char*> specs{"quoridor"};
    for (const Case& test : cases) specs.push_back(test.spec);
    for (const char* spec : specs) {
        const auto played = games::play_random_games(spec, options.quick ? 100ms : 500ms, 1);
        if (!played) return played.error();
        print_row(fmt::format("random games, {} actions each", played->actions / played->games), spec,
                  static_cast<double>(played->games), played->elapsed, "games");
    }
    if (auto s = bench_opening(options.quick, nullptr); !s) return s;
    if (auto s = bench_network(options); !s) return s;
    const auto signature = bench_searches(options.quick);
    if (!signature) return signature.error();
    fmt::print("Signature: {}\n", *signature);
    return Done{};
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
    auto options = std::make_shared<BenchOptions>();
    auto* command = app.add_subcommand(
        "bench",
        "Measure how fast rules and searches are, one thread, and print the signature of the searches");
    command->add_flag("--quick", options->quick,
                      "a few seconds instead of about thirty; its signature is another one");
    command->add_flag("--signature", options->signature, "only the searches that make the signature");
    command
        ->add_option(
            "--network", options->network,
            "a network file for 9x9 Quoridor to measure; without it the one that comes with the program, if "
            "there is one")
        ->type_name("FILE");
    command->callback([options, &status] {
        const auto done = run_bench(*options);
        status = done ? 0 : fail(done.error());
    });
}

}  // namespace stockade::cli
