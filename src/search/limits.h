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
    std::optional<int> win_in_turns;  ///< only a proven win in so many turns of one's own is looked for
};

/// Shared by the threads of one search and whoever wants it stopped.
class StopSignal {
public:
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    void reset() { stopped_.store(false, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> stopped_{false};
};

}  // namespace stockade::search
