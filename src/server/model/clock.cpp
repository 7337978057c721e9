#include "server/model/clock.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/server.h"
#include "base/numbers.h"

namespace stockade::server::model {
namespace {

constexpr int kMaxSeconds = 3 * 3600;
constexpr int kMaxIncrement = 180;
constexpr int kMaxDays = 14;

}  // namespace

std::string TimeControl::text() const {
    if (kind == Kind::kNone) return "none";
    if (kind == Kind::kDays) return fmt::format("{}d", base / Days(1));
    return fmt::format("{}+{}", base / 1s, increment / 1s);
}

Result<TimeControl> parse_time_control(std::string_view text) {
    using Kind = TimeControl::Kind;
    const auto wrong = [&] {
        return error<"server.clock-form">("base"_a = kMaxSeconds, "increment"_a = kMaxIncrement,
                                          "days"_a = kMaxDays, "text"_a = text.substr(0, 20));
    };
    if (text == "none") return TimeControl{};
    if (!text.empty() && text.back() == 'd') {
        const auto days = read_number<int>(text.substr(0, text.size() - 1), 1, kMaxDays);
        if (!days) return wrong();
        return TimeControl{Kind::kDays, Days(*days), 0ms};
    }
    const auto plus = text.find('+');
    if (plus == text.npos) return wrong();
    const auto base = read_number<int>(text.substr(0, plus), 5, kMaxSeconds);
    const auto increment = read_number<int>(text.substr(plus + 1), 0, kMaxIncrement);
    if (!base || !increment) return wrong();
    return TimeControl{Kind::kLive, *base * 1s, *increment * 1s};
}

Clocks::Clocks(TimeControl control, int players)
    : control_(control), all_(static_cast<std::size_t>(players)) {
    for (auto& one : all_) one.left = control.base;
}

void Clocks::run(int player, TimePoint now, bool free) {
    running_ = player;
    since_ = now;
    free_ = free && control_.live();
    if (control_.kind == TimeControl::Kind::kDays)
        all_[static_cast<std::size_t>(player)].left = control_.base;
}

Milliseconds Clocks::lag_given(TimePoint now, Milliseconds lag) const {
    if (running_ < 0 || !control_.live() || free_) return 0ms;
    return std::clamp(std::min(lag, now - since_), 0ms,
                      std::min(kLagPerTurn, all_[static_cast<std::size_t>(running_)].quota));
}

Clocks::Stopped Clocks::turn_ends(TimePoint now, Milliseconds lag) const {
    const auto& one = all_[static_cast<std::size_t>(running_)];
    const Milliseconds elapsed = std::max(0ms, now - since_);
    if (control_.kind == TimeControl::Kind::kNone || free_) return {elapsed, one.left};
    const Milliseconds spent = elapsed - lag_given(now, lag);
    if (control_.kind == TimeControl::Kind::kDays) return {spent, control_.base};
    return {spent, std::max(0ms, one.left - spent) + control_.increment};
}

Clocks::Stopped Clocks::halted(TimePoint now) const {
    if (running_ < 0) return {};
    const Milliseconds elapsed = std::max(0ms, now - since_);
    return {elapsed, left(running_, now)};
}

void Clocks::stop(int player, Milliseconds left) {
    all_[static_cast<std::size_t>(player)].left = left;
    running_ = -1;
}

void Clocks::charge_lag(int player, Milliseconds given) {
    auto& quota = all_[static_cast<std::size_t>(player)].quota;
    quota = std::min(kLagQuota, quota - given + kLagQuotaRefill);
}

void Clocks::told(TimePoint now) { since_ = std::max(since_, now); }

Milliseconds Clocks::left(int player, TimePoint now) const {
    const auto& one = all_[static_cast<std::size_t>(player)];
    if (control_.kind == TimeControl::Kind::kNone) return 0ms;
    if (player != running_ || free_) return one.left;
    return std::max(0ms, one.left - std::max(0ms, now - since_));
}

std::optional<TimePoint> Clocks::deadline() const {
    if (running_ < 0 || control_.kind == TimeControl::Kind::kNone) return std::nullopt;
    return since_ + (free_ ? kFirstTurn : all_[static_cast<std::size_t>(running_)].left);
}

std::optional<TimePoint> Clocks::flag_at(Milliseconds lag) const {
    const auto end = deadline();
    if (!end || free_) return end;
    return *end + lag_given(*end, lag);
}

}  // namespace stockade::server::model
