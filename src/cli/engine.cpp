// `stockade engine`: the engine behind a text protocol, for other programs to talk to.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/commands.h"
#include "cli/number_option.h"
#include "protocol/qtp.h"
#include "protocol/ugi.h"

namespace stockade::cli {
namespace {

struct EngineOptions {
    bool qtp = false;
    Milliseconds movetime = 1s;
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
        settings.effort.time = options.movetime;
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
    add_number(*command, "--movetime", options->movetime, "time for each turn", 1, 86'400'000)
        ->needs(qtp)
        ->capture_default_str()
        ->type_name("MS");
    add_number(*command, "--nodes", options->nodes, "positions to look at for each turn, instead of a time",
               1, 1'000'000'000'000)
        ->needs(qtp)
        ->type_name("N");
    add_number(*command, "--threads", options->threads, "threads to think with", 1, 256)
        ->needs(qtp)
        ->capture_default_str()
        ->type_name("N");
    add_number(*command, "--hash", options->hash, "memory of the search, in megabytes", 1, 1 << 20)
        ->needs(qtp)
        ->capture_default_str()
        ->type_name("MB");
    // Listed in the help only: companion_for() has handed such a call over.
    command
        ->add_option("--http",
                     "answer HTTP requests on this port instead; `engine --http 0 --help` tells more")
        ->excludes(qtp)
        ->type_name("PORT");
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
