// A real PostgreSQL that falls silent: nothing waits for it without an end, everybody is told, and all goes
// on when it is back.
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <thread>

#include "relay.h"
#include "server/auth/secrets.h"
#include "server/serve/serve.h"
#include "server/store/people.h"
#include "support/needs.h"
#include "support/postgres.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::WebPerson;

constexpr store::Timeouts kShort{2s, 1s};

/// Until something is so; far longer than it takes.
template <class Condition>
bool comes(Condition condition) {
    for (int i = 0; i < 3000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

class SilenceTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(auth::start_sodium());
        static support::Postgres postgres;
        STOCKADE_NEEDS(postgres);
        relay_ = std::make_unique<Relay>(postgres.port());
        url_ = postgres.url(relay_->port());
    }
    std::unique_ptr<Relay> relay_;
    std::string url_;
};

TEST_F(SilenceTest, AStoreLetsGoAndComesBack) {
    auto opened = store::Store::open(url_, 2, kShort);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    auto& store = **opened;
    const auto write = [&](const std::string& name) {
        return store.write_now([&](store::Database& database) {
            store::insert_user(database, {new_id<UserId>(), name, "account", "", kNever, kNever});
        });
    };
    const auto find = [&](const std::string& name) {
        return store.read([&](store::Database& database) { return store::find_user(database, name); });
    };
    EXPECT_TRUE(write("ann"));
    relay_->fall_silent(true);
    EXPECT_FALSE(write("bob"));
    EXPECT_NE(store.trouble(), "");
    EXPECT_FALSE(write("cat"));
    for (int i = 0; i < 4; ++i) EXPECT_ANY_THROW(find("ann"));
    // Nor can a new store be opened; it says so.
    const auto other = store::Store::open(url_, 1, kShort);
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.error().message.rfind("database: ", 0), 0u);
    relay_->fall_silent(false);
    EXPECT_TRUE(comes([&] { return store.trouble().empty(); }));
    EXPECT_TRUE(write("dan"));
    EXPECT_TRUE(find("dan"));
    EXPECT_TRUE(find("ann"));
    EXPECT_FALSE(find("cat"));
}

TEST_F(SilenceTest, AStatementThatTakesTooLongEnds) {
    auto opened = store::Store::open(url_, 1, kShort);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    auto& store = **opened;
    EXPECT_FALSE(store.write_now([](store::Database& database) { database << "select pg_sleep(3600)"; }));
    EXPECT_EQ(store.trouble(), "");
    EXPECT_ANY_THROW(store.read([](store::Database& database) { database << "select pg_sleep(3600)"; }));
    EXPECT_FALSE(store.read(
        [](store::Database& database) { return store::find_user(database, std::string("nobody")); }));
}

TEST_F(SilenceTest, AServerSaysSoAndGamesGoOn) {
    Settings settings;
    settings.port = 0;
    settings.limits = false;
    settings.database = url_;
    settings.timeouts = kShort;
    settings.password_cost = auth::Cost::kMinimal;
    auto started = Server::start(settings, nullptr);
    ASSERT_TRUE(started.ok()) << started.error().message;
    const auto port = (*started)->port();
    auto ann = WebPerson::guest(port);
    auto bob = WebPerson::guest(port);
    const auto game = support::pair(ann, bob, "quoridor-mini", "600+5");
    ann.turn(game, 0, "c2");
    bob.turn_at(1);
    WebPerson balancer(port);
    EXPECT_EQ(balancer.get("/health")["status"], "ok");
    relay_->fall_silent(true);
    bob.turn(game, 1, "c4", "unheard");
    EXPECT_EQ(bob.expect("error")["id"], "unheard");
    balancer.get("/health");
    EXPECT_EQ(balancer.status, 503);
    // People who ask are told, too.
    ann.get("/api/leaderboard?type=quoridor");
    EXPECT_EQ(ann.status, 503) << ann.body;
    relay_->fall_silent(false);
    EXPECT_TRUE(comes([&] {
        balancer.get("/health");
        return balancer.status == 200;
    }));
    ann.watch(game);
    EXPECT_EQ(bob.watch(game)["ply"], 1);
    bob.turn(game, 1, "c4", "heard");
    EXPECT_EQ(bob.turn_at(2)["id"], "heard");
    ann.turn_at(2);
}

}  // namespace
}  // namespace stockade::server
