// Time controls: how long an engine may think, and the text for it. Keeps no clock.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace stockade::match {

struct TimeControl {
    enum class Kind {
        kMoveTime,  ///< `time` for every turn
        kNodes,     ///< `amount` nodes
        kDepth,     ///< `amount` plies
        kClock,     ///< `time` for the game and `increment` more after every turn
        kNone,      ///< as long as it likes
    };
    Kind kind = Kind::kMoveTime;
    Milliseconds time{100};
    Milliseconds increment{0};
    std::uint64_t amount = 0;

    bool on_clock() const { return kind == Kind::kClock; }
    /// The text of it: `movetime=200ms`, `nodes=1000`, `depth=6`, `10s+0.1s`, `none`.
    std::string text() const;
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

Result<TimeControl> parse_time_control(std::string_view text);

/// `200ms`, `1.5s`, `2m`, `1h`; the unit must be there.
Result<Milliseconds> parse_duration(std::string_view text);
/// The shortest way to write it.
std::string duration_text(Milliseconds duration);

}  // namespace stockade::match
