#include "server/auth/limiter.h"

#include <algorithm>
#include <cmath>

namespace stockade::server::auth {
namespace {

constexpr Milliseconds kSweepEvery = 1min;

}  // namespace

double Bucket::permits_at(TimePoint now) const {
    return std::min(rate_.burst, permits_ + Seconds(std::max(0ms, now - at_)).count() * rate_.per_second);
}

bool Bucket::take(TimePoint now) {
    permits_ = permits_at(now);
    at_ = std::max(at_, now);
    if (permits_ < 1) return false;
    permits_ -= 1;
    return true;
}

bool Bucket::full(TimePoint now) const { return permits_at(now) >= rate_.burst; }

Milliseconds Bucket::wait(TimePoint now) const {
    const double missing = 1 - permits_at(now);
    return missing <= 0 ? 0ms : std::chrono::ceil<Milliseconds>(Seconds(missing / rate_.per_second));
}

Milliseconds Limiter::take(std::string_view key, TimePoint now) {
    const std::lock_guard lock(mutex_);
    if (now - swept_ > kSweepEvery) {
        std::erase_if(buckets_, [&](const auto& item) { return item.second.full(now); });
        swept_ = now;
    }
    auto& bucket = buckets_.try_emplace(std::string(key), rate_).first->second;
    return bucket.take(now) ? 0ms : std::max(1ms, bucket.wait(now));
}

std::size_t Limiter::size() const {
    const std::lock_guard lock(mutex_);
    return buckets_.size();
}

}  // namespace stockade::server::auth
