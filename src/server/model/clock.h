// The clocks of one game: what a time control says, how much everyone has left, when the running clock ends.
// Pure: is told the time, sets no timers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "server/ids.h"

namespace stockade::server::model {

struct TimeControl {
    enum class Kind { kNone, kLive, kDays };
    Kind kind = Kind::kNone;
    Ms base = 0;       ///< for the game, or for each turn
    Ms increment = 0;  ///< after each turn

    bool live() const { return kind == Kind::kLive; }
    std::string text() const;
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// `300+3`, `2d` or `none`.
Result<TimeControl> parse_time_control(std::string_view text);

inline constexpr Ms kFirstTurn = 30'000;    ///< to make the first turn of a live game
inline constexpr Ms kLagPerTurn = 500;      ///< given back at most for one turn
inline constexpr Ms kLagQuota = 1000;       ///< and in all, ...
inline constexpr Ms kLagQuotaRefill = 100;  ///< ... but this much more with every turn

class Clocks {
public:
    Clocks(TimeControl control, int players);

    /// Nothing runs before this, nor after stop(). `free` turns cost no time, but must come within
    /// kFirstTurn.
    void run(int player, Ms now, bool free);
    int running() const { return running_; }
    bool free() const { return free_; }

    struct Stopped {
        Ms spent = 0;
        Ms left = 0;
    };
    /// What the clock will show once a turn that came at `now` is over; the lag is the measured round trip.
    Stopped turn_ends(Ms now, Ms lag) const;
    /// The same without lag and increment, where anything but a turn ends.
    Stopped halted(Ms now) const;
    /// Sets what turn_ends() or halted() said, live or from the database.
    void stop(int player, Ms left);
    /// What a turn that comes at `now` gets back for its lag, and taking it from the player's quota.
    Ms lag_given(Ms now, Ms lag) const;
    void charge_lag(int player, Ms given);

    /// Whoever's clock runs hears of it only now: what came before is not theirs.
    void told(Ms now);

    /// Of a player, as of now; never below 0.
    Ms left(int player, Ms now) const;
    /// When the running clock is used up; nothing where none runs.
    std::optional<Ms> deadline() const;
    /// Later than the deadline by the lag that may still be given back.
    std::optional<Ms> flag_at(Ms lag) const;

    const TimeControl& control() const { return control_; }

private:
    struct One {
        Ms left = 0;
        Ms quota = kLagQuota;
    };
    TimeControl control_;
    std::vector<One> all_;
    int running_ = -1;
    Ms since_ = 0;
    bool free_ = false;
};

}  // namespace stockade::server::model
