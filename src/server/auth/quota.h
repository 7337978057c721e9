// Quota: limits how many holders there are at one time, in all and for each key. Limiter counts events in
// time instead.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace stockade::server::auth {

class Quota : public std::enable_shared_from_this<Quota> {
public:
    /// Takes part in the count for as long as it lives.
    class Slot {
    public:
        Slot() = default;
        Slot(Slot&& other) noexcept : quota_(std::move(other.quota_)), key_(std::move(other.key_)) {}
        Slot& operator=(Slot&& other) noexcept {
            release();
            quota_ = std::move(other.quota_);
            key_ = std::move(other.key_);
            return *this;
        }
        ~Slot() { release(); }
        explicit operator bool() const { return quota_ != nullptr; }
        void release();

    private:
        friend class Quota;
        std::shared_ptr<Quota> quota_;
        std::string key_;
    };

    /// 0: no limit.
    static std::shared_ptr<Quota> make(std::size_t in_all, std::size_t of_key);

    enum class Full { kNo, kInAll, kOfKey };
    /// Fills the slot, or tells which of the two counts is full. An empty key counts in all alone.
    Full take(const std::string& key, Slot& slot);
    std::size_t taken() const;

private:
    Quota(std::size_t in_all, std::size_t of_key) : in_all_(in_all), of_key_(of_key) {}

    const std::size_t in_all_;
    const std::size_t of_key_;
    mutable std::mutex mutex_;
    std::size_t taken_ = 0;
    std::unordered_map<std::string, std::size_t> by_key_;
};

}  // namespace stockade::server::auth
