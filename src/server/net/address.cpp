#include "server/net/address.h"

#include <arpa/inet.h>

#include <algorithm>

#include "base/messages/serve.h"
#include "base/numbers.h"
#include "base/trimmed.h"

namespace stockade::server::net {
namespace {

constexpr std::array<std::uint8_t, 12> kV4Prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int kV4Bits = 96;        // of the prefix
constexpr int kCustomerBits = 64;  // of an IPv6 address that tell customers apart

/// Without brackets, port and zone.
std::string_view bare(std::string_view text) {
    if (!text.empty() && text[0] == '[')
        text = text.substr(1, std::min(text.find(']'), text.size()) - 1);
    else if (std::count(text.begin(), text.end(), ':') == 1)
        text = text.substr(0, text.find(':'));
    return text.substr(0, text.find('%'));
}

}  // namespace

std::optional<Address> Address::parse(std::string_view text) {
    const std::string name(bare(trimmed(text)));
    Address result;
    if (inet_pton(AF_INET6, name.c_str(), result.bytes_.data()) == 1) return result;
    if (inet_pton(AF_INET, name.c_str(), result.bytes_.data() + kV4Prefix.size()) != 1) return std::nullopt;
    std::copy(kV4Prefix.begin(), kV4Prefix.end(), result.bytes_.begin());
    return result;
}

bool Address::v4() const { return std::equal(kV4Prefix.begin(), kV4Prefix.end(), bytes_.begin()); }

bool Address::loopback() const {
    for (const auto& network : loopback_networks())
        if (network.contains(*this)) return true;
    return false;
}

std::string Address::limit_key() const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (v4()) {
        inet_ntop(AF_INET, bytes_.data() + kV4Prefix.size(), text.data(), text.size());
        return text.data();
    }
    auto network = bytes_;
    std::fill(network.begin() + kCustomerBits / 8, network.end(), std::uint8_t{0});
    inet_ntop(AF_INET6, network.data(), text.data(), text.size());
    return std::string(text.data()) + "/64";
}

Result<Network> Network::parse(std::string_view text) {
    const auto slash = text.find('/');
    const auto base = Address::parse(text.substr(0, slash));
    if (!base) return error<"serve.network">("text"_a = text);
    Network result;
    result.base_ = *base;
    if (slash == text.npos) return result;
    const auto length = text.substr(slash + 1);
    const int most = base->v4() ? 32 : 128;
    const auto bits = read_number<int>(length, 0, most);
    if (!bits) return error<"serve.prefix">("most"_a = most, "text"_a = text);
    result.bits_ = base->v4() ? kV4Bits + *bits : *bits;
    return result;
}

bool Network::contains(const Address& address) const {
    for (int bit = 0; bit < bits_; bit += 8) {
        const auto mask = static_cast<std::uint8_t>(bits_ - bit >= 8 ? 0xff : 0xff00 >> (bits_ - bit));
        const auto at = static_cast<std::size_t>(bit / 8);
        if ((base_.bytes_[at] & mask) != (address.bytes_[at] & mask)) return false;
    }
    return true;
}

Networks loopback_networks() { return {*Network::parse("127.0.0.0/8"), *Network::parse("::1")}; }

Address caller_of(const Address& peer, const std::vector<std::string>& forwarded, const Networks& trusted) {
    Address caller = peer;
    for (auto line = forwarded.rbegin(); line != forwarded.rend(); ++line) {
        std::string_view rest = *line;
        for (bool more = true; more;) {
            if (std::none_of(trusted.begin(), trusted.end(),
                             [&](const Network& network) { return network.contains(caller); }))
                return caller;
            const auto comma = rest.rfind(',');
            more = comma != rest.npos;
            const auto hop = Address::parse(more ? rest.substr(comma + 1) : rest);
            // An unreadable address stands for the proxy that wrote it.
            if (!hop) return caller;
            caller = *hop;
            rest = rest.substr(0, more ? comma : 0);
        }
    }
    return caller;
}

}  // namespace stockade::server::net
