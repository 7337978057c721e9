// HourCount: the average number of people online in each hour. Pure: receives the time and the number as
// arguments.
#pragma once

#include <optional>

#include "base/time.h"

namespace stockade::server {

class HourCount {
public:
    struct Hour {
        int of_week = 0;  ///< 0 is Monday 0:00 UTC
        double people = 0;
    };
    /// Once a minute. Tells of the hour before when another begins; nothing of an hour of which less than a
    /// half was seen.
    std::optional<Hour> count(TimePoint now, double people);

    /// The hour of the week, in UTC, of a point in time.
    static int of_week(TimePoint at);

private:
    TimePoint hour_;  // its beginning
    int samples_ = 0;
    double sum_ = 0;
};

}  // namespace stockade::server
