#include "server/platform/attendance.h"

namespace stockade::server {
namespace {

constexpr Ms kHourMs = 3600'000;
constexpr int kEnoughSamples = 30;

}  // namespace

int HourCount::of_week(Ms at) {
    // 1 January 1970 was a Thursday, three days after a Monday.
    return static_cast<int>((at / kHourMs + 3 * 24) % (7 * 24));
}

std::optional<HourCount::Hour> HourCount::count(Ms now, double people) {
    std::optional<Hour> before;
    if (now / kHourMs != hour_) {
        if (samples_ >= kEnoughSamples) before = Hour{of_week(hour_ * kHourMs), sum_ / samples_};
        hour_ = now / kHourMs;
        samples_ = 0;
        sum_ = 0;
    }
    ++samples_;
    sum_ += people;
    return before;
}

}  // namespace stockade::server
