// Ratings and lists that are made of finished games. Every test runs on SQLite and, where it can be started,
// on PostgreSQL.
#include <gtest/gtest.h>

#include "record/record.h"
#include "server/store/archive.h"
#include "store_fixture.h"

namespace stockade::server::store {
namespace {

const std::vector<std::string> kMini{"c2", "d5", "c3", "d4", "c4", "d3", "c5"};

class RankingTest : public StoreTest {
protected:
    void rate(UserId user, double rating, double deviation) {
        write([=](Database& database) {
            RatingRow row;
            row.type = "wallgo";
            row.value = {rating, deviation, 0.06};
            row.games = 3;
            put_rating(database, user, row, GameId(1));
        });
    }
    std::vector<RatingRow> ratings(UserId user) {
        return store_->read([&](Database& database) { return ratings_of(database, user); });
    }
    bool tells_seed(GameId id) {
        const auto game = store_->read([&](Database& database) { return replayed_game(database, id); });
        EXPECT_TRUE(game);
        const auto record = game_record(*game, "https://stockade.example");
        EXPECT_TRUE(record.ok());
        return record->tags.has("Seed");
    }
};

INSTANTIATE_TEST_SUITE_P(Databases, RankingTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(RankingTest, TheLastRatingsAreToldOldestFirst) {
    const UserId ann = add_user("ann");
    write([&](Database& database) {
        for (int i = 1; i <= 5; ++i) {
            RatingRow row;
            row.type = "wallgo";
            row.value = {1500.0 + i, 60, 0.06};
            row.updated = TimePoint(Milliseconds(i));
            put_rating(database, ann, row, GameId(i));
        }
    });
    const auto told = [&](int limit) {
        std::vector<int> ratings;
        for (const auto& point : store_->read(
                 [&](Database& database) { return latest_rating_points(database, ann, "wallgo", limit); }))
            ratings.push_back(point.rating);
        return ratings;
    };
    EXPECT_EQ(told(3), (std::vector<int>{1503, 1504, 1505}));
    EXPECT_EQ(told(10).size(), 5u);
}

TEST_P(RankingTest, TheBestComeFirstAndTheUncertainNotAtAll) {
    const double sure = model::kProvisionalDeviation;
    const auto add = [&](const std::string& name, double rating, double deviation) {
        rate(add_user(name), rating, deviation);
    };
    add("second", 1800, sure - 40);
    add("first", 1900, sure - 60);
    add("third", 1700, sure);
    add("lucky", 2400, sure + 1);
    const auto list = [&](int limit) {
        std::vector<std::string> names;
        for (const auto& ranked :
             store_->read([&](Database& database) { return leaderboard(database, "wallgo", limit); }))
            names.push_back(ranked.user.name);
        return names;
    };
    EXPECT_EQ(list(10), (std::vector<std::string>{"first", "second", "third"}));
    EXPECT_EQ(list(2), (std::vector<std::string>{"first", "second"}));
    EXPECT_TRUE(
        store_->read([](Database& database) { return leaderboard(database, "blockade", 9); }).empty());
}

TEST_P(RankingTest, OnlyRatedGamesThatWerePlayedChangeRatings) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    auto casual = add_game({ann, bob}, "quoridor-mini", false);
    play(casual, kMini);
    ASSERT_TRUE(casual.over());
    EXPECT_TRUE(ratings(ann).empty());
    EXPECT_TRUE(ratings(bob).empty());
    auto aborted = add_game({ann, bob}, "quoridor-mini", true);
    ASSERT_TRUE(aborted.abort(time_now()).ok());
    write([&](Database& database) {
        const auto changes = finish_game(database, finished(aborted));
        EXPECT_EQ(changes, (std::vector<int>{0, 0}));
    });
    EXPECT_TRUE(ratings(ann).empty());
    auto rated = add_game({ann, bob}, "quoridor-mini", true);
    play(rated, kMini);
    ASSERT_EQ(ratings(ann).size(), 1u);
    ASSERT_EQ(ratings(bob).size(), 1u);
    EXPECT_GT(ratings(ann)[0].shown(), 1500);
    EXPECT_LT(ratings(bob)[0].shown(), 1500);
    EXPECT_EQ(ratings(ann)[0].games, 1);
    const auto tally = store_->read([&](Database& database) { return tally_of(database, ann); });
    EXPECT_EQ(tally.games, 2) << "casual games count, aborted ones do not";
    EXPECT_EQ(tally.wins, 2);
}

TEST_P(RankingTest, TheSeedOfTheDiceIsInTheRecordOnceTheGameIsOver) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    auto game = add_game({ann, bob}, "quoridor4fun", false);
    EXPECT_FALSE(tells_seed(game.setup().id));
    const auto entries = game.resign(0, time_now());
    ASSERT_TRUE(entries.ok());
    write([&](Database& database) {
        for (const auto& entry : *entries) append_entry(database, game.setup().id, entry);
        finish_game(database, finished(game));
    });
    EXPECT_TRUE(tells_seed(game.setup().id));
}

}  // namespace
}  // namespace stockade::server::store
