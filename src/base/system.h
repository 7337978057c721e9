// Differences between Linux and Windows that more than one folder needs.
#pragma once

#include <string>
#include <string_view>

namespace stockade {

/// A command that starts this very program again, on Linux even when its file has been replaced since.
std::string own_program();
/// The folder of this program's file; empty where the system does not tell.
std::string own_folder();

/// A word of a command line for Windows, quoted so that the C library takes it apart again as it is.
std::string quoted_for_windows(std::string_view word);

/// Bytes of memory that can be had without pushing anything out.
double free_memory();

}  // namespace stockade
