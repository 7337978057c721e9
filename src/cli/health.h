// `stockade-server health`, which is that program's own and no subcommand of `stockade`.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the option parser's own
class App;
}

namespace stockade::cli {

void add_health(CLI::App& app, int& status);

}  // namespace stockade::cli
