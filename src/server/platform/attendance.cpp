#include "server/platform/attendance.h"

namespace stockade::server {
namespace {

constexpr int kEnoughSamples = 30;

}  // namespace

int HourCount::of_week(TimePoint at) {
    // 1 January 1970 was a Thursday, three days after a Monday.
    return static_cast<int>((at.time_since_epoch() / 1h + 3 * 24) % (7 * 24));
}

std::optional<HourCount::Hour> HourCount::count(TimePoint now, double people) {
    std::optional<Hour> before;
    if (const auto hour = std::chrono::floor<std::chrono::hours>(now); hour != hour_) {
        if (samples_ >= kEnoughSamples) before = Hour{of_week(hour_), sum_ / samples_};
        hour_ = hour;
        samples_ = 0;
        sum_ = 0;
    }
    ++samples_;
    sum_ += people;
    return before;
}

}  // namespace stockade::server
