// What differs between Linux and Windows and more than one folder needs.
#pragma once

#include <string>

namespace stockade {

/// A command that starts this very program again, on Linux even when its file has been replaced since.
std::string own_program();
/// The folder of this program's file; empty where the system does not tell.
std::string own_folder();

/// Bytes of memory that can be had without pushing anything out.
double free_memory();

}  // namespace stockade
