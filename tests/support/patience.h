// How long tests wait for what must happen: on a busy machine far longer than it takes, so that only a defect
// reaches the limit.
#pragma once

#include <chrono>
#include <thread>

#include "server/ids.h"

namespace stockade::support {

inline constexpr server::Ms kPatience = 180'000;

/// Until something is so; says whether it came.
template <class Condition>
bool comes(Condition condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatience);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

}  // namespace stockade::support
