// The clocks of one game: the time control, the time each player has left, and the moment at which the
// running clock ends. Pure: receives the time as an argument, sets no timers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace stockade::server::model {

struct TimeControl {
    enum class Kind { kNone, kLive, kDays };
    Kind kind = Kind::kNone;
    Milliseconds base{};       ///< for the game, or for each turn
    Milliseconds increment{};  ///< after each turn

    bool live() const { return kind == Kind::kLive; }
    std::string text() const;
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// `300+3`, `2d` or `none`.
Result<TimeControl> parse_time_control(std::string_view text);

inline constexpr Milliseconds kFirstTurn = 30s;         ///< to make the first turn of a live game
inline constexpr Milliseconds kLagPerTurn = 500ms;      ///< given back at most for one turn
inline constexpr Milliseconds kLagQuota = 1s;           ///< and in all, ...
inline constexpr Milliseconds kLagQuotaRefill = 100ms;  ///< ... but this much more with every turn

class Clocks {
public:
    Clocks(TimeControl control, int players);

    /// Starts a clock, which runs until stop(). `free` turns cost no time, but must come within
    /// kFirstTurn.
    void run(int player, TimePoint now, bool free);
    int running() const { return running_; }
    bool free() const { return free_; }

    struct Stopped {
        Milliseconds spent{};
        Milliseconds left{};
    };
    /// The clock after a turn that arrived at `now`. The lag is the measured round trip.
    Stopped turn_ends(TimePoint now, Milliseconds lag) const;
    /// The same without lag and increment, where anything but a turn ends.
    Stopped halted(TimePoint now) const;
    /// Sets what turn_ends() or halted() said, live or from the database.
    void stop(int player, Milliseconds left);
    /// The time that a turn at `now` gets back for its lag; charge_lag() takes it from the player's quota.
    Milliseconds lag_given(TimePoint now, Milliseconds lag) const;
    void charge_lag(int player, Milliseconds given);

    /// The last entry is published only now, so the running clock is not charged for the time before.
    void told(TimePoint now);

    /// The time left to a player at `now`; never below 0.
    Milliseconds left(int player, TimePoint now) const;
    /// When the running clock is used up; nothing where none runs.
    std::optional<TimePoint> deadline() const;
    /// Later than the deadline by the lag that may still be given back.
    std::optional<TimePoint> flag_at(Milliseconds lag) const;

    const TimeControl& control() const { return control_; }

private:
    struct One {
        Milliseconds left{};
        Milliseconds quota = kLagQuota;
    };
    TimeControl control_;
    std::vector<One> all_;
    int running_ = -1;
    TimePoint since_;
    bool free_ = false;
};

}  // namespace stockade::server::model
