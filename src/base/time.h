// Durations and points in time, as std::chrono has them: the difference of two points is a duration, a point
// and a duration make a point, and nothing else compiles. Files, messages and tables hold numbers instead,
// which number_of() writes.
#pragma once

#include <chrono>

namespace stockade {

using namespace std::chrono_literals;  // 500ms, 30s, 5min, 24h

using Milliseconds = std::chrono::milliseconds;
using Days = std::chrono::days;
using Seconds = std::chrono::duration<double>;  ///< a duration that was measured, to be divided by

using TimePoint = std::chrono::sys_time<Milliseconds>;
/// Stands for "no point in time"; its number is 0.
inline constexpr TimePoint kNever{};

/// The number of the duration's units.
template <class Period>
constexpr long long number_of(std::chrono::duration<Milliseconds::rep, Period> duration) {
    return duration.count();
}
/// Milliseconds since 1970.
constexpr long long number_of(TimePoint point) { return number_of(point.time_since_epoch()); }

/// Never goes backwards while the program runs.
TimePoint time_now();

}  // namespace stockade
