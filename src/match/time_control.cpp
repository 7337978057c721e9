#include "match/time_control.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>

#include "base/messages/match.h"
#include "base/numbers.h"

namespace stockade::match {
namespace {

struct Unit {
    std::string_view name;
    double ms;
};
constexpr std::array<Unit, 4> kUnits = {{{"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}}};

Result<TimeControl> counted(TimeControl::Kind kind, std::string_view name, std::string_view value) {
    const auto amount = read_number<std::uint64_t>(value, 1);
    if (!amount) return error<"match.whole-number">("name"_a = name, "value"_a = value.substr(0, 40));
    TimeControl tc;
    tc.kind = kind;
    tc.amount = *amount;
    return tc;
}

Result<TimeControl> clock(std::string_view text) {
    const auto plus = text.find('+');
    TimeControl tc;
    tc.kind = TimeControl::Kind::kClock;
    const auto time = parse_duration(text.substr(0, plus));
    if (!time) return error<"match.tc-expected">("problem"_a = time.error());
    tc.time = *time;
    if (plus != std::string_view::npos) {
        const auto increment = parse_duration(text.substr(plus + 1));
        if (!increment) return error<"match.increment">("problem"_a = increment.error());
        tc.increment = *increment;
    }
    if (tc.time.count() == 0) return error<"match.no-time">();
    return tc;
}

}  // namespace

Result<Milliseconds> parse_duration(std::string_view text) {
    const auto fail = [&] { return error<"match.time">("text"_a = text.substr(0, 40)); };
    const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto value = read_fraction(text.substr(0, digits), 0, 1e12);
    if (!value) return fail();
    for (const auto& [name, ms] : kUnits) {
        if (text.substr(digits) != name) continue;
        constexpr double kLongestHours = 1000;
        if (*value * ms > kLongestHours * 3600e3) return fail();
        return Milliseconds(std::llround(*value * ms));
    }
    return fail();
}

std::string duration_text(Milliseconds duration) {
    for (auto unit = kUnits.rbegin(); unit + 1 != kUnits.rend(); ++unit) {
        const double value = static_cast<double>(duration.count()) / unit->ms;
        if (value >= 1) return fmt::format("{:.10g}{}", value, unit->name);
    }
    return fmt::format("{}ms", duration.count());
}

std::string TimeControl::text() const {
    switch (kind) {
        case Kind::kMoveTime:
            return "movetime=" + duration_text(time);
        case Kind::kNodes:
            return fmt::format("nodes={}", amount);
        case Kind::kDepth:
            return fmt::format("depth={}", amount);
        case Kind::kClock:
            return duration_text(time) + "+" + duration_text(increment);
        case Kind::kNone:
            break;
    }
    return "none";
}

Result<TimeControl> parse_time_control(std::string_view text) {
    TimeControl tc;
    if (text == "none") {
        tc.kind = TimeControl::Kind::kNone;
        return tc;
    }
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) return clock(text);
    const auto name = text.substr(0, equals);
    const auto value = text.substr(equals + 1);
    if (name == "nodes") return counted(TimeControl::Kind::kNodes, name, value);
    if (name == "depth") return counted(TimeControl::Kind::kDepth, name, value);
    if (name != "movetime") return error<"match.tc-unknown">("word"_a = text.substr(0, 40));
    const auto time = parse_duration(value);
    if (!time) return error<"match.movetime">("problem"_a = time.error());
    if (time->count() == 0) return error<"match.movetime-zero">();
    tc.time = *time;
    return tc;
}

}  // namespace stockade::match
