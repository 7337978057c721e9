#include "server/card/cards.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>

#include "draw/card.h"
#include "server/card/png.h"

namespace stockade::server::card {

std::string Cards::key_of(const std::string& svg) {
    // No simpler hash: names are chosen by people, and nobody may make two pictures that are taken for one.
    std::array<unsigned char, 16> hash{};
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(svg.data()),
                       svg.size(), nullptr, 0);
    std::string key;
    for (const unsigned char byte : hash) key += fmt::format("{:02x}", byte);
    return key;
}

std::shared_ptr<const std::string> Cards::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto it = by_key_.find(key);
    if (it == by_key_.end()) return nullptr;
    ++found_;
    kept_.splice(kept_.begin(), kept_, it->second);
    return it->second->png;
}

Result<std::shared_ptr<const std::string>> Cards::draw(const std::string& key, const std::string& svg) {
    auto png = render_png(svg, draw::kCardWidth, draw::kCardHeight);
    if (!png) return png.error();
    auto picture = std::make_shared<const std::string>(std::move(*png));
    const std::lock_guard lock(mutex_);
    ++drawn_;
    if (picture->size() > most_bytes_ || by_key_.count(key)) return picture;
    kept_.push_front({key, picture});
    by_key_[key] = kept_.begin();
    bytes_ += picture->size();
    while (bytes_ > most_bytes_) {
        bytes_ -= kept_.back().png->size();
        by_key_.erase(kept_.back().key);
        kept_.pop_back();
    }
    return picture;
}

Cards::Figures Cards::figures() const {
    const std::lock_guard lock(mutex_);
    return {drawn_, found_, bytes_};
}

}  // namespace stockade::server::card
