// Limiter: a token bucket for each key. It holds a few permits and refills steadily.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"

namespace stockade::server::auth {

struct Rate {
    double burst = 1;       ///< permits of a full bucket
    double per_second = 1;  ///< how fast it fills
};

/// One bucket, for those who keep their own.
class Bucket {
public:
    explicit Bucket(Rate rate) : rate_(rate), permits_(rate.burst) {}
    /// Takes a permit where there is one.
    bool take(TimePoint now);
    bool full(TimePoint now) const;
    /// Until there is one again.
    Milliseconds wait(TimePoint now) const;

private:
    double permits_at(TimePoint now) const;

    Rate rate_;
    double permits_;
    TimePoint at_;
};

/// Buckets by key, safe to use from any thread. Full buckets are forgotten.
class Limiter {
public:
    explicit Limiter(Rate rate) : rate_(rate) {}
    /// 0 when it is allowed, else how long to wait.
    Milliseconds take(std::string_view key, TimePoint now);
    /// Buckets that are kept.
    std::size_t size() const;

private:
    Rate rate_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Bucket> buckets_;
    TimePoint swept_;
};

}  // namespace stockade::server::auth
