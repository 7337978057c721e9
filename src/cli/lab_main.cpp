// `stockade-lab`: the subcommands that train and measure, linked statically so that it runs on machines
// without the libraries of the whole program.
#include <CLI/CLI.hpp>
#include <exception>

#include "cli/commands.h"

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
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& parse_error) {
        if (parse_error.get_exit_code() == 0) return app.exit(parse_error);  // --help
        return fail({parse_error.what()});
    } catch (const std::exception& unexpected) {
        return fail({unexpected.what()});
    }
    return status;
}
