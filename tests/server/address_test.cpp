#include "server/net/address.h"

#include <gtest/gtest.h>

namespace stockade::server::net {
namespace {

Address address(std::string_view text) {
    const auto parsed = Address::parse(text);
    EXPECT_TRUE(parsed) << text;
    return parsed.value_or(Address{});
}

std::string key(std::string_view text) { return address(text).limit_key(); }

Networks networks(std::initializer_list<std::string_view> texts) {
    Networks result;
    for (const auto text : texts) result.push_back(*Network::parse(text));
    return result;
}

TEST(Address, LimitsCountByIpv4AddressOrIpv6Slash64) {
    EXPECT_EQ(key("203.0.113.7"), "203.0.113.7");
    EXPECT_NE(key("203.0.113.7"), key("203.0.113.8"));
    EXPECT_EQ(key("::ffff:203.0.113.7"), "203.0.113.7");
    EXPECT_EQ(key("2001:db8:1:2:aaaa::1"), key("2001:db8:1:2:bbbb::9"));
    EXPECT_EQ(key("2001:db8:1:2::1"), "2001:db8:1:2::/64");
    EXPECT_NE(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
}

TEST(Address, IsReadAsProxiesWriteIt) {
    EXPECT_EQ(address(" 203.0.113.7 "), address("203.0.113.7"));
    EXPECT_EQ(address("203.0.113.7:4711"), address("203.0.113.7"));
    EXPECT_EQ(address("[2001:db8::1]:443"), address("2001:db8::1"));
    EXPECT_EQ(address("[2001:db8::1]"), address("2001:db8::1"));
    EXPECT_EQ(address("fe80::1%eth0"), address("fe80::1"));
    for (const auto* text : {"", " ", "unknown", "1.2.3", "1.2.3.4.5", "[", "]", ":", "1.2.3.4/8", "g::1"})
        EXPECT_FALSE(Address::parse(text)) << text;
}

TEST(Address, Loopback) {
    EXPECT_TRUE(address("127.0.0.1").loopback());
    EXPECT_TRUE(address("127.9.9.9").loopback());
    EXPECT_TRUE(address("::1").loopback());
    EXPECT_TRUE(address("::ffff:127.0.0.1").loopback());
    for (const auto* text : {"128.0.0.1", "126.255.255.255", "10.0.0.1", "::2", "::", "2001:db8::1"})
        EXPECT_FALSE(address(text).loopback()) << text;
}

TEST(Network, HasAPrefix) {
    const auto ten = *Network::parse("10.1.128.0/17");
    EXPECT_TRUE(ten.contains(address("10.1.128.0")));
    EXPECT_TRUE(ten.contains(address("10.1.255.255")));
    EXPECT_FALSE(ten.contains(address("10.1.127.255")));
    EXPECT_FALSE(ten.contains(address("10.2.128.0")));
    EXPECT_FALSE(ten.contains(address("a01:8000::")));  // the same bytes, elsewhere
    const auto six = *Network::parse("2001:db8::/33");
    EXPECT_TRUE(six.contains(address("2001:db8:7fff::1")));
    EXPECT_FALSE(six.contains(address("2001:db8:8000::1")));
    const auto one = *Network::parse("10.0.0.5");
    EXPECT_TRUE(one.contains(address("10.0.0.5")));
    EXPECT_FALSE(one.contains(address("10.0.0.4")));
    EXPECT_TRUE(Network::parse("0.0.0.0/0")->contains(address("203.0.113.7")));
    EXPECT_FALSE(Network::parse("0.0.0.0/0")->contains(address("2001:db8::1")));
    for (const auto* text :
         {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "::/129", "x/8"})
        EXPECT_FALSE(Network::parse(text).ok()) << text;
}

TEST(Caller, IsThePeerUnlessThePeerIsTrusted) {
    EXPECT_EQ(caller_of(address("203.0.113.7"), {"198.51.100.1"}, {}), address("203.0.113.7"));
    EXPECT_EQ(caller_of(address("203.0.113.7"), {"198.51.100.1"}, loopback_networks()),
              address("203.0.113.7"));
    EXPECT_EQ(caller_of(address("127.0.0.1"), {}, loopback_networks()), address("127.0.0.1"));
    EXPECT_EQ(caller_of(address("127.0.0.1"), {"198.51.100.1"}, loopback_networks()),
              address("198.51.100.1"));
}

TEST(Caller, IsTheLastHopThatNoTrustedProxyIs) {
    const auto trusted = networks({"127.0.0.0/8", "10.0.0.0/8"});
    const auto local = address("127.0.0.1");
    // What a client wrote itself stands to the left, on the same line or on one before.
    EXPECT_EQ(caller_of(local, {"127.0.0.1, 198.51.100.1"}, trusted), address("198.51.100.1"));
    EXPECT_EQ(caller_of(local, {"127.0.0.1", "198.51.100.1"}, trusted), address("198.51.100.1"));
    // Through two proxies.
    EXPECT_EQ(caller_of(local, {"127.0.0.1, 198.51.100.1, 10.0.0.3"}, trusted), address("198.51.100.1"));
    EXPECT_EQ(caller_of(local, {"198.51.100.1", "10.0.0.3"}, trusted), address("198.51.100.1"));
    // A proxy that is not trusted says nothing.
    EXPECT_EQ(caller_of(local, {"198.51.100.1, 203.0.113.9"}, trusted), address("203.0.113.9"));
    // All of them trusted: the first of them calls.
    EXPECT_EQ(caller_of(local, {"10.0.0.1, 10.0.0.2"}, trusted), address("10.0.0.1"));
    // What cannot be read stands for who wrote it, not for what is before it.
    EXPECT_EQ(caller_of(local, {"198.51.100.1, nonsense"}, trusted), local);
    EXPECT_EQ(caller_of(local, {"198.51.100.1, nonsense, 10.0.0.3"}, trusted), address("10.0.0.3"));
    EXPECT_EQ(caller_of(local, {""}, trusted), local);
}

}  // namespace
}  // namespace stockade::server::net
