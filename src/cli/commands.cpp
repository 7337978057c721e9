#include "cli/commands.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/printable.h"

namespace stockade::cli {

int fail(const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "stockade: {}\n", printable(error.message));
    return kBadInput;
}

}  // namespace stockade::cli
