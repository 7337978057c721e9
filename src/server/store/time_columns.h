// Converts durations and points in time to and from columns of the database, as their numbers.
#pragma once

#include <soci/soci.h>

#include "base/time.h"

template <class Period>
struct soci::type_conversion<std::chrono::duration<stockade::Milliseconds::rep, Period>> {
    using Duration = std::chrono::duration<stockade::Milliseconds::rep, Period>;
    using base_type = long long;  // NOLINT(readability-identifier-naming): the library's own

    static void from_base(base_type value, soci::indicator indicator, Duration& duration) {
        if (indicator == soci::i_null) throw soci::soci_error("a duration is null");
        duration = Duration(value);
    }
    static void to_base(Duration duration, base_type& value, soci::indicator& indicator) {
        value = stockade::number_of(duration);
        indicator = soci::i_ok;
    }
};

template <>
struct soci::type_conversion<stockade::TimePoint> {
    using base_type = long long;  // NOLINT(readability-identifier-naming): the library's own

    static void from_base(base_type value, soci::indicator indicator, stockade::TimePoint& point) {
        if (indicator == soci::i_null) throw soci::soci_error("a point in time is null");
        point = stockade::TimePoint(stockade::Milliseconds(value));
    }
    static void to_base(stockade::TimePoint point, base_type& value, soci::indicator& indicator) {
        value = stockade::number_of(point);
        indicator = soci::i_ok;
    }
};
