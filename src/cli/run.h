// What the programs `stockade` and `stockade-lab` share around their subcommands.
#pragma once

#include <functional>

namespace CLI {  // NOLINT(readability-identifier-naming): the option parser's own
class App;
}

namespace stockade::cli {

/// Parses, then goes on; tells the exit status. What is wrong with the arguments is said as by fail().
int run(CLI::App& app, int argc, char** argv, const std::function<int()>& go_on);

}  // namespace stockade::cli
