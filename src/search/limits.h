// The limits of a search, and the flag that stops it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "base/time.h"

namespace stockade::search {

using Clock = std::chrono::steady_clock;

/// A search keeps every limit that is set; without any it goes on until it is stopped.
struct SearchLimits {
    Clock::time_point begin = Clock::now();   ///< from when time counts
    std::optional<Milliseconds> time;         ///< never longer than this
    std::optional<Milliseconds> enough_time;  ///< no new depth is begun after this
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    std::optional<int> win_in_turns;  ///< look only for a proven win in at most so many of the mover's turns
};

/// Shared by the threads of one search and the code that stops it.
class StopSignal {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void reset() { stopped_.store(false, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_{false};
};

}  // namespace stockade::search
