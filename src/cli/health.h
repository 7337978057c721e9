// `stockade-server health`: a subcommand of that program only.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the option parser's own
class App;
}

namespace stockade::cli {

void add_health(CLI::App& app, int& status);

}  // namespace stockade::cli
