#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade::cli;
    CLI::App app{"Stockade: the Quoridor family of board games"};
    app.footer(
        "Without a subcommand: serves the web page, `serve --open`.  `stockade SUBCOMMAND --help` tells "
        "more.");
    app.require_subcommand(0, 1);
    bool terminal = false;
    app.add_flag("--terminal", terminal, "without a subcommand: play in the terminal instead");
    int status = 0;
    add_play(app, status);
    add_show(app, status);
    add_games(app, status);
    add_convert(app, status);
    add_perft(app, status);
    add_solve(app, status);
    add_bench(app, status);
    add_engine(app, status);
    add_match(app, status);
    add_serve(app, status);
    add_bot(app, status);
    add_load(app, status);
    add_selfplay(app, status);
    add_features(app, status);
    add_tune(app, status);
    add_analyse(app, status);
    return run(app, argc, argv, [&] {
        if (!app.get_subcommands().empty()) return status;
        if (terminal) return run_default_game();
        app.parse("serve --open");
        return status;
    });
}
