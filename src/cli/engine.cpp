// `stockade engine`: the engine behind a text protocol, for other programs to talk to.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "protocol/qtp.h"
#include "protocol/ugi.h"

namespace stockade::cli {
namespace {

struct EngineOptions {
    bool qtp = false;
    int movetime = 1000;
    std::uint64_t nodes = 0;
    int threads = 1;
    std::size_t hash = 64;
};

int speak_qtp(const EngineOptions& options) {
    protocol::QtpSettings settings;
    settings.options.threads = options.threads;
    settings.options.hash_megabytes = options.hash;
    if (options.nodes > 0)
        settings.effort.nodes = options.nodes;
    else
        settings.effort.time = search::Milliseconds(options.movetime);
    protocol::converse_qtp(std::cin, std::cout, settings);
    return 0;
}

}  // namespace

void add_engine(CLI::App& app, int& status) {
    auto options = std::make_shared<EngineOptions>();
    auto* command =
        app.add_subcommand("engine", "Speak UGI, the game-neutral dialect of UCI (docs/protocol.md)");
    auto* qtp = command->add_flag("--qtp", options->qtp,
                                  "speak QTP, the Quoridor Text Protocol, instead; the options below are for "
                                  "it, UGI sets its own");
    command->add_option("--movetime", options->movetime, "time for each turn")
        ->needs(qtp)
        ->check(CLI::Range(1, 86'400'000))
        ->capture_default_str()
        ->type_name("MS");
    command->add_option("--nodes", options->nodes, "positions to look at for each turn, instead of a time")
        ->needs(qtp)
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000'000}))
        ->type_name("N");
    command->add_option("--threads", options->threads, "threads to think with")
        ->needs(qtp)
        ->check(CLI::Range(1, 256))
        ->capture_default_str()
        ->type_name("N");
    command->add_option("--hash", options->hash, "memory of the search, in megabytes")
        ->needs(qtp)
        ->check(CLI::Range(1, 1 << 20))
        ->capture_default_str()
        ->type_name("MB");
    command->callback([options, &status] {
        if (options->qtp) {
            status = speak_qtp(*options);
            return;
        }
        protocol::converse(std::cin, std::cout);
        status = 0;
    });
}

}  // namespace stockade::cli
