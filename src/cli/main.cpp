#include <CLI/CLI.hpp>

#include "base/messages/cli.h"
#include "cli/commands.h"
#include "cli/companions.h"
#include "cli/run.h"

int main(int argc, char** argv) {
    using namespace stockade;
    using namespace stockade::cli;
    if (companion_for(argv)) return hand_over(argv);
    CLI::App app{"Stockade: the Quoridor family of board games"};
    app.footer(
        "Without a subcommand: serves the web page, `serve --open`.  `stockade SUBCOMMAND --help` tells "
        "more.");
    app.require_subcommand(0, 1);
    bool terminal = false;
    app.add_flag("--terminal", terminal, "without a subcommand: open the menu of the terminal instead");
    int status = 0;
    add_play(app, status);
    add_show(app, status);
    add_games(app, status);
    add_convert(app, status);
    add_engine(app, status);
    add_analyse(app, status);
    // Listed in the help; where one comes first, hand_over() has taken it already.
    for (const Companion& companion : companions())
        app.add_subcommand(companion.command, companion.description)->callback([&status, &companion] {
            status = fail(error<"cli.first-argument">("command"_a = companion.command));
        });
    return run(app, argc, argv, [&] {
        if (!app.get_subcommands().empty()) return status;
        if (terminal) return run_default_game();
        char serve[] = "serve";
        char open[] = "--open";
        char* default_arguments[] = {argv[0], serve, open, nullptr};
        return hand_over(default_arguments);
    });
}
