#include "server/auth/limiter.h"

#include <algorithm>
#include <cmath>

namespace stockade::server::auth {
namespace {

constexpr Ms kSweepEvery = 60'000;

}  // namespace

double Bucket::permits_at(Ms now) const {
    return std::min(rate_.burst,
                    permits_ + static_cast<double>(std::max<Ms>(0, now - at_)) / 1000 * rate_.per_second);
}

bool Bucket::take(Ms now) {
    permits_ = permits_at(now);
    at_ = std::max(at_, now);
    if (permits_ < 1) return false;
    permits_ -= 1;
    return true;
}

bool Bucket::full(Ms now) const { return permits_at(now) >= rate_.burst; }

Ms Bucket::wait(Ms now) const {
    const double missing = 1 - permits_at(now);
    return missing <= 0 ? 0 : static_cast<Ms>(std::ceil(missing / rate_.per_second * 1000));
}

Ms Limiter::take(std::string_view key, Ms now) {
    const std::lock_guard lock(mutex_);
    if (now - swept_ > kSweepEvery) {
        std::erase_if(buckets_, [&](const auto& item) { return item.second.full(now); });
        swept_ = now;
    }
    auto& bucket = buckets_.try_emplace(std::string(key), rate_).first->second;
    return bucket.take(now) ? 0 : std::max<Ms>(1, bucket.wait(now));
}

std::size_t Limiter::size() const {
    const std::lock_guard lock(mutex_);
    return buckets_.size();
}

}  // namespace stockade::server::auth
