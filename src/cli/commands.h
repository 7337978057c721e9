// The subcommands of the program, one file each. Each function adds its subcommand to the parser; when
// chosen, the subcommand leaves its exit status in `status`.
#pragma once

#include <string>

#include "base/result.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the option parser's own
class App;
}

namespace stockade::cli {

inline constexpr int kBadInput = 2;  ///< exit status for anything wrong with what the user gave

void add_play(CLI::App& app, int& status);
void add_show(CLI::App& app, int& status);
void add_games(CLI::App& app, int& status);
void add_convert(CLI::App& app, int& status);
void add_perft(CLI::App& app, int& status);
void add_solve(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_engine(CLI::App& app, int& status);
void add_engine_http(CLI::App& app, int& status);
void add_match(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_bot(CLI::App& app, int& status);
void add_load(CLI::App& app, int& status);
void add_selfplay(CLI::App& app, int& status);
void add_features(CLI::App& app, int& status);
void add_tune(CLI::App& app, int& status);
void add_analyse(CLI::App& app, int& status);

/// Prints `stockade: MESSAGE` to standard error and returns kBadInput.
int fail(const Error& error);

/// Opens the terminal game with default settings.
int run_default_game();

}  // namespace stockade::cli
