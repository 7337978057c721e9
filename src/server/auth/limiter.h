// Limiter: how often somebody may do something. A bucket for each key holds a few permits and refills
// steadily.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/ids.h"

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
    bool take(Ms now);
    bool full(Ms now) const;
    /// Until there is one again.
    Ms wait(Ms now) const;

private:
    double permits_at(Ms now) const;

    Rate rate_;
    double permits_;
    Ms at_ = 0;
};

/// Buckets by key, safe to use from any thread. Full buckets are forgotten.
class Limiter {
public:
    explicit Limiter(Rate rate) : rate_(rate) {}
    /// 0 when it is allowed, else how long to wait.
    Ms take(std::string_view key, Ms now);
    /// Buckets that are kept.
    std::size_t size() const;

private:
    Rate rate_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Bucket> buckets_;
    Ms swept_ = 0;
};

}  // namespace stockade::server::auth
