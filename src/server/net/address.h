// Addresses of callers: networks in CIDR notation, the real caller behind trusted proxies, and the key for
// limits. Knows no sockets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stockade::server::net {

/// An IP address. IPv4 is kept in its IPv6 form, ::ffff:a.b.c.d, so that both spellings are one address.
class Address {
public:
    /// As proxies write them too: with a port, in brackets, with a zone (`fe80::1%eth0`).
    static std::optional<Address> parse(std::string_view text);

    bool v4() const;
    bool loopback() const;
    /// The key that limits count by: an IPv4 address, or the /64 of an IPv6 address, which is one customer's
    /// share.
    std::string limit_key() const;

    friend bool operator==(const Address&, const Address&) = default;

private:
    friend class Network;
    std::array<std::uint8_t, 16> bytes_{};
};

/// `10.0.0.0/8`, `2001:db8::/32`, or one address.
class Network {
public:
    static Result<Network> parse(std::string_view text);
    bool contains(const Address& address) const;

private:
    Address base_;
    int bits_ = 128;  // of the IPv6 form
};
using Networks = std::vector<Network>;

/// The networks of this machine itself.
Networks loopback_networks();

/// The caller's address: that of the peer, or the one that trusted proxies report. Each proxy appends the
/// address it saw to X-Forwarded-For, so the list is read from its end for as long as the address before is
/// trusted; what stands further to the left anybody may have written. `forwarded` holds the header's lines in
/// their order.
Address caller_of(const Address& peer, const std::vector<std::string>& forwarded, const Networks& trusted);

}  // namespace stockade::server::net
