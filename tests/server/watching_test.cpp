// How much one connection may watch and say, with limits on.
#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using nlohmann::json;

/// A client without a socket: what it says is said at the time that the test tells.
class Listener final : public room::Client {
public:
    explicit Listener(std::optional<model::Person> person) : Client({}), person_(std::move(person)) {}
    void send(msg::Text message) override {
        const std::lock_guard lock(mutex_);
        heard_.push_back(json::parse(*message));
    }
    Milliseconds lag() const override { return 0ms; }
    const std::optional<model::Person>& person() const override { return person_; }
    bool open() const override { return true; }

    /// How many errors with that code were heard.
    int errors(const std::string& code) const {
        const std::lock_guard lock(mutex_);
        int count = 0;
        for (const auto& message : heard_) count += message.value("code", "") == code;
        return count;
    }

    /// The last of them.
    json last(const std::string& code) const {
        const std::lock_guard lock(mutex_);
        const auto it = std::find_if(heard_.rbegin(), heard_.rend(),
                                     [&](const json& message) { return message.value("code", "") == code; });
        return it == heard_.rend() ? json() : *it;
    }

private:
    const std::optional<model::Person> person_;
    mutable std::mutex mutex_;
    std::vector<json> heard_;
};

class WatchingTest : public support::ServerFixture {
protected:
    WatchingTest() { settings_.limits = true; }
    void SetUp() override {
        ServerFixture::SetUp();
        model::Person ann;
        ann.user = UserId(1);
        ann.name = "ann";
        ann.kind = "account";
        ann_ = std::make_shared<Listener>(ann);
    }
    void say(const json& message) { server_->platform().receive(ann_, message.dump(), now_); }
    /// Slowly enough for every limit of rate.
    void say_slowly(const json& message) {
        now_ += 1min;
        say(message);
    }

    std::shared_ptr<Listener> ann_;
    TimePoint now_ = time_now();
};

TEST_F(WatchingTest, FiftyGamesAtOnceAndNoMore) {
    constexpr std::size_t kMost = 50;
    std::vector<std::string> games;
    for (std::size_t i = 0; i <= kMost; ++i) games.push_back(id_text(new_id<GameId>()));
    for (std::size_t i = 0; i < kMost; ++i) say_slowly({{"t", "watch"}, {"game", games[i]}});
    EXPECT_EQ(ann_->watched.size(), kMost);
    EXPECT_EQ(ann_->errors("server.watches-full"), 0);
    say_slowly({{"t", "watch"}, {"game", games[kMost]}});
    EXPECT_EQ(ann_->errors("server.watches-full"), 1);
    EXPECT_EQ(ann_->watched.size(), kMost);
    // One of them again is no more than before; one that was left makes room.
    say_slowly({{"t", "watch"}, {"game", games[0]}});
    EXPECT_EQ(ann_->errors("server.watches-full"), 1);
    say_slowly({{"t", "leave"}, {"game", games[0]}});
    say_slowly({{"t", "watch"}, {"game", games[kMost]}});
    EXPECT_EQ(ann_->errors("server.watches-full"), 1);
    EXPECT_EQ(ann_->watched.size(), kMost);
}

TEST_F(WatchingTest, TakesItsTime) {
    const json watch{{"t", "watch"}, {"game", id_text(new_id<GameId>())}};
    for (int i = 0; i < 60; ++i) say(watch);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 0);
    // Of all messages there may be more by now.
    now_ += 1s;
    for (int i = 0; i < 2; ++i) say(watch);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 0);
    say(watch);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 1);
    say({{"t", "ping"}, {"at", 1}});
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 1);
    // The page knows what to ask for again.
    const auto refused = ann_->last("server.not-so-fast");
    EXPECT_EQ(refused["re"], "watch");
    EXPECT_EQ(refused["game"], watch["game"]);
    EXPECT_EQ(ann_->errors("server.too-many-messages"), 0);
}

TEST_F(WatchingTest, WhatIsToldToManyTakesItsTime) {
    const auto most = [&](const json& message, int at_once, Milliseconds for_another) {
        now_ += 1h;
        const int before = ann_->errors("server.not-so-fast");
        const auto refused = [&] { return ann_->errors("server.not-so-fast") - before; };
        for (int i = 0; i < at_once; ++i) {
            if (i && i % 50 == 0) now_ += 1ms;
            say(message);
        }
        EXPECT_EQ(refused(), 0) << message;
        say(message);
        EXPECT_EQ(refused(), 1) << message;
        now_ += for_another;
        say(message);
        EXPECT_EQ(refused(), 1) << message;
        say(message);
        EXPECT_EQ(refused(), 2) << message;
    };
    most({{"t", "act"}, {"game", id_text(new_id<GameId>())}, {"do", "draw"}}, 20, 1s);
    most({{"t", "take"}, {"seek", id_text(new_id<SeekId>())}}, 10, 2s);
    now_ += 1h;
    for (int i = 0; i < 60; ++i) say({{"t", "lobby"}});
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 4);
    now_ += 400ms;
    say({{"t", "lobby"}});
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 5);
    // Nothing is sent to whoever stops following it.
    say({{"t", "lobby"}, {"on", false}});
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 5);
}

class NobodyTest : public support::ServerFixture {
protected:
    NobodyTest() {
        settings_.limits = true;
        settings_.trusted_proxies = net::loopback_networks();
    }
    /// Nothing is left of what an address may do, and nothing comes back while the test lasts.
    static void use_up(auth::Limiter& limiter, const std::string& address, int left = 0) {
        const TimePoint later = time_now() + 1h;
        int burst = 0;
        while (limiter.take("count " + address, later) == 0ms) ++burst;
        for (int i = left; i < burst; ++i) EXPECT_EQ(limiter.take(address, later), 0ms);
    }
    /// The beginning of the answer to a request for a socket.
    std::string upgrade_from(const std::string& address) const {
        support::RawConnection connection(port_);
        connection.send(
            "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "X-Forwarded-For: " +
            address + "\r\n\r\n");
        EXPECT_TRUE(connection.hears("\r\n\r\n"));
        return connection.heard;
    }
    support::WebPerson nobody_from(const std::string& address) const {
        support::WebPerson person(port_);
        person.extra = {{"X-Forwarded-For", address}};
        person.connect();
        return person;
    }
};

TEST_F(NobodyTest, OpeningASocketIsARequestOfItsAddress) {
    use_up(server_->platform().limits().requests, "203.0.113.7", 1);
    EXPECT_EQ(upgrade_from("203.0.113.7").substr(0, 12), "HTTP/1.1 101");
    const auto refused = upgrade_from("203.0.113.7");
    EXPECT_EQ(refused.substr(0, 12), "HTTP/1.1 429");
    EXPECT_NE(refused.find("Retry-After: "), refused.npos) << refused;
    EXPECT_EQ(upgrade_from("203.0.113.8").substr(0, 12), "HTTP/1.1 101");
}

TEST_F(NobodyTest, SocketsOfOneAddressWatchAndTalkAsOne) {
    const json watch{{"t", "watch"}, {"game", id_text(new_id<GameId>())}};
    auto first = nobody_from("203.0.113.7");
    auto second = nobody_from("203.0.113.7");
    auto other = nobody_from("203.0.113.8");
    auto& limits = server_->platform().limits();
    use_up(limits.watches, "203.0.113.7", 1);
    first.say(watch);
    EXPECT_EQ(first.expect("error")["code"], "server.no-game");
    second.say(watch);
    EXPECT_EQ(second.expect("error")["code"], "server.not-so-fast");
    other.say(watch);
    EXPECT_EQ(other.expect("error")["code"], "server.no-game");
    use_up(limits.messages, "203.0.113.8");
    auto another = nobody_from("203.0.113.8");
    another.say({{"t", "ping"}, {"at", 1}});
    EXPECT_EQ(another.expect("error")["code"], "server.too-many-messages");
}

TEST_F(WatchingTest, ChatAndSeeksTakeTheirTime) {
    const json chat{{"t", "chat"}, {"game", id_text(new_id<GameId>())}, {"text", "hello"}};
    for (int i = 0; i < 8; ++i) say(chat);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 0);
    say(chat);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 1);
    now_ += 2s;
    say(chat);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 1);

    const json seek{{"t", "seek"}, {"spec", "no such game"}, {"clock", "60+0"}};
    for (int i = 0; i < 10; ++i) say(seek);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 1);
    say(seek);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 2);
    now_ += 2s;
    say(seek);
    EXPECT_EQ(ann_->errors("server.not-so-fast"), 2);
}

}  // namespace
}  // namespace stockade::server
