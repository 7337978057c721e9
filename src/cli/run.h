// Runs the subcommands of `stockade` and its companion programs.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the option parser's own
class App;
}

namespace stockade::cli {

/// Adds a subcommand, as those of commands.h.
using AddCommand = void (*)(CLI::App& app, int& status);

/// Parses, then goes on; tells the exit status. What is wrong with the arguments is said as by fail().
int run(CLI::App& app, int argc, char** argv, const std::function<int()>& go_on);

/// A companion's main(): one of these subcommands.
int run_one_of(const std::vector<AddCommand>& commands, const std::string& description, int argc,
               char** argv);

}  // namespace stockade::cli
