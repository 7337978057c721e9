// Durations and points in time in JSON, as their numbers.
#pragma once

#include <nlohmann/json.hpp>

#include "base/time.h"

template <class Period>
struct nlohmann::adl_serializer<std::chrono::duration<stockade::Milliseconds::rep, Period>> {
    using Duration = std::chrono::duration<stockade::Milliseconds::rep, Period>;

    template <class Json>
    static void to_json(Json& json, Duration duration) {
        json = stockade::number_of(duration);
    }
    template <class Json>
    static void from_json(const Json& json, Duration& duration) {
        duration = Duration(json.template get<typename Duration::rep>());
    }
};

template <>
struct nlohmann::adl_serializer<stockade::TimePoint> {
    template <class Json>
    static void to_json(Json& json, stockade::TimePoint point) {
        json = stockade::number_of(point);
    }
    template <class Json>
    static void from_json(const Json& json, stockade::TimePoint& point) {
        point = stockade::TimePoint(json.template get<stockade::Milliseconds>());
    }
};
