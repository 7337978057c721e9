// How long to think about one turn of a game with a clock.
#pragma once

#include <algorithm>

#include "search/limits.h"

namespace stockade::protocol {

inline constexpr long kReserve = 30;  ///< milliseconds for the way of the answer

/// With so many milliseconds on the clock: a fair part of them, and most of the increment.
inline search::SearchLimits share_of_clock(long left, long increment) {
    const long most = std::max(left - kReserve, 1L);
    const long fair = left / 22 + increment * 3 / 4;
    search::SearchLimits limits;
    limits.time = search::Milliseconds(std::min(fair * 2, most));
    limits.enough_time = search::Milliseconds(std::min(fair * 6 / 10, most));
    return limits;
}

}  // namespace stockade::protocol
