// `stockade-lab`: the subcommands that train and measure, linked statically so that it runs on machines
// without the libraries of the whole program.
#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    CLI::App app{"Stockade: what trains networks and measures strength"};
    app.require_subcommand(1);
    int status = 0;
    add_selfplay(app, status);
    add_features(app, status);
    add_engine(app, status);
    add_match(app, status);
    add_bench(app, status);
    return run(app, argc, argv, [&] { return status; });
}
