// The subcommands that are programs of their own beside `stockade`, so that a first game waits for none of
// them to be built. It knows their names only.
#pragma once

#include <span>
#include <string_view>

namespace stockade::cli {

struct Companion {
    const char* command;
    const char* program;
    const char* description;  ///< as the subcommand's own help has it
};

std::span<const Companion> companions();

bool is_companions(std::string_view command);

/// Becomes the companion that has the subcommand argv[1], with the same arguments. Returns an exit status
/// only where that fails, and has said why.
int hand_over(char** argv);

}  // namespace stockade::cli
