// Runs a program for its output: without a shell, at the lowest priority, and with none of the server's files
// open. Knows nothing of the program's purpose.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace stockade::server::analysis {

/// The standard output of a program whose standard input is `input`. Fails if it does not end with status 0
/// within `patience`; it is killed then, and when `stop` becomes true.
Result<std::string> run_child(const std::vector<std::string>& command, const std::string& input,
                              Milliseconds patience, const std::atomic<bool>& stop);

}  // namespace stockade::server::analysis
