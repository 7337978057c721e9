#include "cli/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "base/messages/cli.h"
#include "base/messages/other.h"
#include "base/version.h"
#include "cli/commands.h"
#include "games/spec.h"

namespace stockade::cli {

// The texts of CLI11 and of exceptions have no code of their own: `other.text` passes them on.
int run(CLI::App& app, int argc, char** argv, const std::function<int()>& go_on) {
    app.set_version_flag("--version", version_text, "Version, commit, compiler and instruction sets");
    try {
        app.parse(argc, argv);
        return go_on();
    } catch (const CLI::ExtrasError& extras) {
        const std::string_view first = argc > 1 ? argv[1] : "";
        if (!app.get_subcommands().empty() || first.substr(0, 1) == "-")
            return fail(error<"other.text">("text"_a = extras.what()));
        std::vector<std::string> kept;
        for (const auto* command : app.get_subcommands(nullptr)) kept.push_back(command->get_name());
        const std::vector<std::string_view> names(kept.begin(), kept.end());
        return fail(error<"cli.subcommand">("command"_a = first.substr(0, 40),
                                            "suggestion"_a = games::suggestion(first, names),
                                            "commands"_a = fmt::format("{}", fmt::join(names, ", "))));
    } catch (const CLI::ParseError& parse_error) {
        if (parse_error.get_exit_code() == 0) return app.exit(parse_error);  // --help, --version
        return fail(error<"other.text">("text"_a = parse_error.what()));
    } catch (const std::exception& unexpected) {
        return fail(error<"other.text">("text"_a = unexpected.what()));
    }
}

int run_one_of(const std::vector<AddCommand>& commands, const std::string& description, int argc,
               char** argv) {
    CLI::App app{description};
    app.require_subcommand(1);
    int status = 0;
    for (const AddCommand add : commands) add(app, status);
    return run(app, argc, argv, [&] { return status; });
}

}  // namespace stockade::cli
