#include "server/auth/quota.h"

namespace stockade::server::auth {

std::shared_ptr<Quota> Quota::make(std::size_t in_all, std::size_t of_key) {
    return std::shared_ptr<Quota>(new Quota(in_all, of_key));
}

Quota::Full Quota::take(const std::string& key, Slot& slot) {
    slot.release();
    const std::lock_guard lock(mutex_);
    if (in_all_ && taken_ >= in_all_) return Full::kInAll;
    if (!key.empty()) {
        const auto it = by_key_.find(key);
        if (of_key_ && it != by_key_.end() && it->second >= of_key_) return Full::kOfKey;
        ++by_key_[key];
    }
    ++taken_;
    slot.quota_ = shared_from_this();
    slot.key_ = key;
    return Full::kNo;
}

std::size_t Quota::taken() const {
    const std::lock_guard lock(mutex_);
    return taken_;
}

void Quota::Slot::release() {
    const auto quota = std::move(quota_);
    quota_ = nullptr;
    if (!quota) return;
    const std::lock_guard lock(quota->mutex_);
    --quota->taken_;
    if (key_.empty()) return;
    const auto it = quota->by_key_.find(key_);
    if (--it->second == 0) quota->by_key_.erase(it);
}

}  // namespace stockade::server::auth
