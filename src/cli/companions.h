// The subcommands that are programs of their own beside `stockade`, so that a first game waits for none of
// them to be built. Knows only their names.
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

/// The program that these arguments are for; nullptr where it is this one.
const char* companion_for(char** argv);

/// Becomes the companion that these arguments are for, with the same arguments. Returns an exit status
/// only where that fails, and has said why.
int hand_over(char** argv);

}  // namespace stockade::cli
