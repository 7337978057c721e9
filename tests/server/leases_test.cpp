// Leases on a real PostgreSQL: who owns what, and that nobody else can write.
#include "server/store/leases.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <future>
#include <thread>

#include "server/auth/secrets.h"
#include "server/store/games.h"
#include "server/store/id_columns.h"
#include "server/store/time_columns.h"
#include "support/needs.h"
#include "support/patience.h"
#include "support/postgres.h"

namespace stockade::server::store {
namespace {

class LeasesTest : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(auth::start_sodium());
        static support::Postgres postgres;
        STOCKADE_NEEDS(postgres);
        url_ = postgres.url();
        store_ = open();
        for (const auto& node : {ann_, bob_}) join(node);
        model::Setup setup;
        setup.id = game_ = new_id<GameId>();
        setup.spec = "quoridor";
        setup.clock = *model::parse_time_control("300+3");
        ASSERT_TRUE(store_->write_now([&](Database& database) { insert_game(database, setup); }));
    }
    std::unique_ptr<Store> open() const {
        auto opened = Store::open(url_, 1, {}, Sharing::kNodes);
        EXPECT_TRUE(opened.ok()) << opened.error().message;
        return std::move(*opened);
    }
    void join(const Node& node) {
        ASSERT_TRUE(store_->write_now([&](Database& database) { join_nodes(database, node, "seal"); }));
    }
    bool beat(const Node& node) {
        bool lives = false;
        EXPECT_TRUE(store_->write_now([&](Database& database) { lives = beat_node(database, node.id); }));
        return lives;
    }
    std::vector<Node> live() {
        std::vector<Node> nodes;
        EXPECT_TRUE(store_->write_now([&](Database& database) { nodes = live_nodes(database); }));
        std::erase_if(nodes, [&](const Node& node) { return !(node == ann_) && !(node == bob_); });
        return nodes;
    }
    /// As if a node had been silent for too long.
    void silence(const Node& node) {
        ASSERT_TRUE(store_->write_now([&](Database& database) {
            database << "update nodes set beat = beat - :life - 1000 where id = :id", soci::use(kNodeLife),
                soci::use(node.id);
        }));
    }
    Lease take(ResourceId resource, const Node& node) {
        std::optional<Lease> lease;
        EXPECT_TRUE(
            store_->write_now([&](Database& database) { lease = take_lease(database, resource, node.id); }));
        EXPECT_TRUE(lease.has_value());
        return lease.value_or(Lease{});
    }
    bool append(int seq, const Fence& fence) {
        model::Entry entry;
        entry.seq = seq;
        entry.text = "e2";
        std::promise<bool> promise;
        store_->append(game_, entry, fence, [&](bool committed) { promise.set_value(committed); });
        return promise.get_future().get();
    }

    std::string url_;
    std::unique_ptr<Store> store_;
    const Node ann_{NodeId(1001), "ann"};
    const Node bob_{NodeId(1002), "bob"};
    GameId game_;
};

TEST_F(LeasesTest, OneLivingOwner) {
    EXPECT_EQ(live(), (std::vector<Node>{ann_, bob_}));
    EXPECT_EQ(store_->read(orphans), std::vector<GameId>{game_});
    const auto first = take(resource_of(game_), ann_);
    EXPECT_EQ(first.fence, (Fence{ann_.id, Epoch(1)}));
    EXPECT_EQ(first.ran_until, kNever);
    EXPECT_TRUE(store_->read(orphans).empty());
    // Somebody alive owns it: nobody else gets it.
    EXPECT_EQ(take(resource_of(game_), bob_).fence, first.fence);
    EXPECT_EQ(store_->read([&](Database& database) { return owned_games(database, ann_.id); }),
              std::vector<GameId>{game_});
    EXPECT_EQ(take(kLobby, bob_).fence, (Fence{bob_.id, Epoch(1)}));
    // There is no such game.
    std::optional<Lease> none = Lease{};
    EXPECT_TRUE(
        store_->write_now([&](Database& database) { none = take_lease(database, ResourceId(77), ann_.id); }));
    EXPECT_FALSE(none.has_value());
}

TEST_F(LeasesTest, TheSilentAreGoneForEver) {
    take(resource_of(game_), ann_);
    silence(ann_);
    EXPECT_EQ(live(), std::vector<Node>{bob_});
    EXPECT_FALSE(beat(ann_));
    EXPECT_TRUE(beat(bob_));
    EXPECT_FALSE(
        store_->read([&](Database& database) { return owner_of(database, resource_of(game_)); }).has_value());
    const auto taken = take(resource_of(game_), bob_);
    EXPECT_EQ(taken.fence, (Fence{bob_.id, Epoch(2)}));
    EXPECT_GT(taken.ran_until, kNever);
}

TEST_F(LeasesTest, ARestartedProcessTakesTheNameOver) {
    take(resource_of(game_), ann_);
    const Node again{NodeId(1003), "ann"};
    ASSERT_TRUE(store_->write_now([&](Database& database) { take_name(database, again.name); }));
    join(again);
    EXPECT_FALSE(beat(ann_));
    EXPECT_EQ(take(resource_of(game_), again).fence, (Fence{again.id, Epoch(2)}));
}

TEST_F(LeasesTest, StrangersAreThoseOfAnotherSeal) {
    const auto stranger = [&](const std::string& seal) {
        return store_->read([&](Database& database) { return find_stranger(database, seal); });
    };
    EXPECT_FALSE(stranger("seal"));
    EXPECT_EQ(stranger("other"), "ann");
    // Those who are gone, or silent, are in nobody's way.
    silence(ann_);
    EXPECT_EQ(stranger("other"), "bob");
    silence(bob_);
    EXPECT_FALSE(stranger("other"));
}

TEST_F(LeasesTest, AnOldOwnerCanWriteNothing) {
    const auto old = take(resource_of(game_), ann_).fence;
    EXPECT_TRUE(append(1, old));
    silence(ann_);
    live();
    // Declared gone, but nobody has taken the game yet: no harm is done.
    EXPECT_TRUE(append(2, old));
    const auto taken = take(resource_of(game_), bob_).fence;
    EXPECT_FALSE(append(3, old));
    EXPECT_FALSE(append(3, {bob_.id, Epoch(1)}));
    EXPECT_TRUE(append(3, taken));
    EXPECT_EQ(store_->read([&](Database& database) { return load_game(database, game_); })->entries.size(),
              3u);
}

TEST_F(LeasesTest, TakingWaitsForWritesUnderWay) {
    const auto old = take(resource_of(game_), ann_).fence;
    silence(ann_);
    live();
    // The old owner holds its lease in a transaction that is not committed yet.
    const auto other = open();
    std::promise<void> holds, go_on;
    std::thread writer([&] {
        EXPECT_TRUE(other->write_now([&](Database& database) {
            hold_lease(database, resource_of(game_), old);
            holds.set_value();
            go_on.get_future().wait();
            model::Entry entry;
            entry.seq = 1;
            entry.text = "e2";
            append_entry(database, game_, entry);
        }));
    });
    holds.get_future().wait();
    std::atomic<bool> taken{false};
    std::thread taker([&] {
        take(resource_of(game_), bob_);
        taken = true;
    });
    const auto waits = [&] {
        return store_->read([](Database& database) {
            int count = 0;
            database << "select count(*) from pg_stat_activity where wait_event_type = 'Lock'",
                soci::into(count);
            return count > 0;
        });
    };
    EXPECT_TRUE(support::comes([&] { return taken || waits(); }));
    EXPECT_FALSE(taken);
    go_on.set_value();
    writer.join();
    taker.join();
    // What was written before is there for the new owner.
    EXPECT_EQ(store_->read([&](Database& database) { return load_game(database, game_); })->entries.size(),
              1u);
}

}  // namespace
}  // namespace stockade::server::store
