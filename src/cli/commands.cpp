#include "cli/commands.h"

#include <cstdio>

namespace stockade::cli {

int fail(const Error& error) {
    std::fflush(stdout);
    fmt::print(stderr, "stockade: {}\n", error.message);
    return kBadInput;
}

}  // namespace stockade::cli
