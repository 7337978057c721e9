// The signature of the searches: a sum that changes whenever the engine plays differently, and never with the
// machine or the compiler. Prints nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace stockade::engine {

/// One game searched in one way, over several positions.
struct SignatureRow {
    std::string_view spec;
    int depth = 0;  ///< of alpha-beta; 0 for tree search
    std::uint64_t nodes = 0;
    Seconds elapsed{};
};

/// Searches that always visit the same nodes, on one thread. The quick ones have a signature of their own.
Result<std::uint64_t> signature(bool quick, const std::function<void(const SignatureRow&)>& on_row);

}  // namespace stockade::engine
