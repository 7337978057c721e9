#include <CLI/CLI.hpp>
#include <exception>

#include "cli/commands.h"
#include "games/spec.h"

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
    add_tune(app, status);
    add_analyse(app, status);
    try {
        app.parse(argc, argv);
        if (app.get_subcommands().empty()) {
            if (terminal)
                status = run_default_game();
            else
                app.parse("serve --open");
        }
    } catch (const CLI::ExtrasError& extras) {
        const std::string_view first = argc > 1 ? argv[1] : "";
        if (!app.get_subcommands().empty() || first.substr(0, 1) == "-") return fail({extras.what()});
        std::vector<std::string_view> names;
        std::vector<std::string> kept;
        for (const auto* command : app.get_subcommands(nullptr)) kept.push_back(command->get_name());
        for (const auto& name : kept) names.push_back(name);
        return fail(stockade::error("unknown subcommand '{}'{}; expected one of {}", first.substr(0, 40),
                                    stockade::games::suggestion(first, names), fmt::join(names, ", ")));
    } catch (const CLI::ParseError& parse_error) {
        if (parse_error.get_exit_code() == 0) return app.exit(parse_error);  // --help
        return fail({parse_error.what()});
    } catch (const std::exception& unexpected) {
        return fail({unexpected.what()});
    }
    return status;
}
