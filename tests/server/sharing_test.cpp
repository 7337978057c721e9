// A PostgreSQL database belongs to one server, or to those on one bus.
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <thread>

#include "server/store/people.h"
#include "server/store/store.h"
#include "support/needs.h"
#include "support/patience.h"
#include "support/postgres.h"

namespace stockade::server::store {
namespace {

using support::comes;

class SharingTest : public testing::Test {
protected:
    void SetUp() override {
        static support::Postgres postgres;
        STOCKADE_NEEDS(postgres);
        url_ = postgres.url();
    }
    std::unique_ptr<Store> open(Sharing sharing) const {
        auto opened = Store::open(url_, 1, {}, sharing);
        EXPECT_TRUE(opened.ok()) << opened.error().message;
        return opened.ok() ? std::move(*opened) : nullptr;
    }
    std::string refusal(Sharing sharing) const {
        const auto opened = Store::open(url_, 1, {}, sharing);
        return opened.ok() ? "" : opened.error().message;
    }
    /// A connection of nobody who is known to the servers.
    std::string other_url() const { return url_ + "?application_name=test"; }
    void end_connections() const {
        soci::session admin("postgresql", other_url());
        admin << "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stockade'";
    }
    static bool add_user(Store& store, const std::string& name) {
        return store.write_now([&](Database& database) {
            insert_user(database, {new_id<UserId>(), name, "account", "", kNever, kNever});
        });
    }

    std::string url_;
};

TEST_F(SharingTest, IsByTheBusOrNotAtAll) {
    {
        const auto alone = open(Sharing::kAlone);
        EXPECT_EQ(refusal(Sharing::kAlone),
                  "database: other servers use it; stop them first, or join them by --bus");
        EXPECT_EQ(refusal(Sharing::kNodes),
                  "database: a server without --bus uses it; stop that server first");
        EXPECT_TRUE(add_user(*alone, "ann")) << "it has lost nothing by it";
    }
    {
        const auto one = open(Sharing::kNodes);
        const auto two = open(Sharing::kNodes);
        EXPECT_EQ(refusal(Sharing::kAlone),
                  "database: other servers use it; stop them first, or join them by --bus");
    }
    EXPECT_EQ(refusal(Sharing::kAlone), "");
}

TEST_F(SharingTest, AServerThatLostItsConnectionTakesTheDatabaseAgain) {
    const auto store = open(Sharing::kAlone);
    ASSERT_TRUE(store);
    end_connections();
    EXPECT_TRUE(comes([&] { return add_user(*store, "ann"); }));
    EXPECT_NE(refusal(Sharing::kAlone), "");
}

TEST_F(SharingTest, AServerThatLostTheDatabaseToAnotherWritesNothing) {
    const auto store = open(Sharing::kAlone);
    ASSERT_TRUE(store);
    soci::session other("postgresql", other_url());
    std::thread taker([&] { other << "select pg_advisory_lock(730003)"; });
    EXPECT_TRUE(comes([&] {
        soci::session admin("postgresql", other_url());
        int waiting = 0;
        admin << "select count(*) from pg_locks where locktype = 'advisory' and not granted",
            soci::into(waiting);
        return waiting == 1;
    }));
    end_connections();
    taker.join();
    for (int i = 0; i < 2; ++i) EXPECT_FALSE(add_user(*store, "ann"));
    EXPECT_NE(store->trouble().find("other servers use it"), std::string::npos) << store->trouble();
    other << "select pg_advisory_unlock(730003)";
    EXPECT_TRUE(comes([&] { return store->trouble().empty(); }));
    EXPECT_TRUE(add_user(*store, "ann"));
}

}  // namespace
}  // namespace stockade::server::store
