// The thinking time for one turn of a game with a clock.
#pragma once

#include <algorithm>

#include "search/limits.h"

namespace stockade::protocol {

inline constexpr Milliseconds kReserve = 30ms;  ///< for the way of the answer

/// A fair part of what is left on the clock, and most of the increment.
inline search::SearchLimits share_of_clock(Milliseconds left, Milliseconds increment) {
    const Milliseconds most = std::max(left - kReserve, 1ms);
    const Milliseconds fair = left / 22 + increment * 3 / 4;
    search::SearchLimits limits;
    limits.time = std::min(fair * 2, most);
    limits.enough_time = std::min(fair * 6 / 10, most);
    return limits;
}

}  // namespace stockade::protocol
