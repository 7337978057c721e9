// How long tests wait for what must happen: on a busy machine far longer than it takes, so that only a defect
// reaches the limit.
#pragma once

#include <chrono>
#include <thread>

#include "base/time.h"

namespace stockade::support {

inline constexpr Milliseconds kPatience = 3min;

/// Until something is so; says whether it came.
template <class Condition>
bool comes(Condition condition) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(20ms);
    }
    return true;
}

}  // namespace stockade::support
