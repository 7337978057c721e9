// `stockade engine`: the engine behind the text protocol, for other programs to talk to.
#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/commands.h"
#include "protocol/ugi.h"

namespace stockade::cli {

void add_engine(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("engine", "Speak UGI, the game-neutral dialect of UCI (docs/protocol.md)");
    command->callback([&status] {
        protocol::converse(std::cin, std::cout);
        status = 0;
    });
}

}  // namespace stockade::cli
