// How much one connection may watch and say, with limits on.
#include <gtest/gtest.h>

#include <mutex>
#include <nlohmann/json.hpp>

#include "support/server_fixture.h"

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
    EXPECT_EQ(ann_->errors("server.too-many-messages"), 0);
    // Of all messages there may be more by now.
    now_ += 1s;
    for (int i = 0; i < 2; ++i) say(watch);
    EXPECT_EQ(ann_->errors("server.too-many-messages"), 0);
    say(watch);
    EXPECT_EQ(ann_->errors("server.too-many-messages"), 1);
    say({{"t", "ping"}, {"at", 1}});
    EXPECT_EQ(ann_->errors("server.too-many-messages"), 1);
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
