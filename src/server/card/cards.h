// Cards: a cache of drawn pictures, limited in size. The key of a picture is the text it is drawn from, so a
// picture is never out of date. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/result.h"

namespace stockade::server::card {

inline constexpr std::size_t kCardBytes = 32u << 20;  ///< of pictures that are kept

class Cards {
public:
    explicit Cards(std::size_t most_bytes = kCardBytes) : most_bytes_(most_bytes) {}

    /// A hash that identifies a picture: 32 hexadecimal digits.
    static std::string key_of(const std::string& svg);
    /// One that is kept; null where it has to be drawn.
    std::shared_ptr<const std::string> find(const std::string& key);
    /// Draws it and keeps it in place of those that nobody asked for longest.
    Result<std::shared_ptr<const std::string>> draw(const std::string& key, const std::string& svg);

    struct Figures {
        std::uint64_t drawn = 0;
        std::uint64_t found = 0;
        std::uint64_t bytes = 0;
    };
    Figures figures() const;

private:
    struct Kept {
        std::string key;
        std::shared_ptr<const std::string> png;
    };
    const std::size_t most_bytes_;
    mutable std::mutex mutex_;
    std::list<Kept> kept_;  // what was asked for last comes first
    std::unordered_map<std::string, std::list<Kept>::iterator> by_key_;
    std::size_t bytes_ = 0;
    std::uint64_t drawn_ = 0, found_ = 0;
};

}  // namespace stockade::server::card
