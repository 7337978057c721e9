// Looking through the archive and clearing away, on SQLite and PostgreSQL: what is found, and that no
// statement reads whole tables for it.
#include "server/store/archive.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <set>
#include <sstream>

#include "server/store/meetings.h"
#include "server/store/time_columns.h"
#include "store_fixture.h"

namespace stockade::server::store {
namespace {

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(StoreTest, GamesAreFoundByAllThatIsAskedFor) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    const UserId cat = add_user("Cat");
    for (int i = 0; i < 7; ++i) {
        auto game = add_game(i % 2 ? std::vector<UserId>{ann, bob} : std::vector<UserId>{bob, ann},
                             "quoridor-mini", false);
        play(game, i < 4 ? std::vector<std::string>{"c2", "d5", "c3", "d4", "c4", "d3", "c5"}
                         : std::vector<std::string>{"c2", "b5", "c3", "b4", "c4", "b3", "c5"});
    }
    auto other = add_game({cat, UserId()}, "quoridor-mini", false);
    play(other, {"c2"});
    const auto count = [&](Search search) {
        search.limit = 100;
        return store_->read([&](Database& database) { return search_games(database, search); }).size();
    };
    EXPECT_EQ(count({}), 7u);  // the last one is still going on
    Search search;
    search.player = ann;
    EXPECT_EQ(count(search), 7u);
    search.result = "win";
    EXPECT_EQ(count(search), 3u);
    search.result = "loss";
    EXPECT_EQ(count(search), 4u);
    search.opponent = cat;
    EXPECT_EQ(count(search), 0u);
    search = {};
    search.opponent = bob;
    EXPECT_EQ(count(search), 7u);
    search.opponent = cat;
    EXPECT_EQ(count(search), 0u);
    search = {};
    search.type = "quoridor-mini";
    search.opening = "c2 d5";
    EXPECT_EQ(count(search), 4u);
    search.opening = "c2 b5 c3";
    EXPECT_EQ(count(search), 3u);
    search.opening = "c2 b";
    EXPECT_EQ(count(search), 0u);
    search = {};
    search.result = "1-0";
    search.rated = false;
    EXPECT_EQ(count(search), 7u);
    search.rated = true;
    EXPECT_EQ(count(search), 0u);

    // Page by page each game once.
    for (const UserId player : {UserId(), ann}) {
        std::set<GameId> seen;
        Search page;
        page.player = player;
        page.limit = 2;
        for (int i = 0; i < 10; ++i) {
            const auto games = store_->read([&](Database& database) { return search_games(database, page); });
            for (const auto& brief : games) EXPECT_TRUE(seen.insert(brief.id).second);
            if (games.empty()) break;
            EXPECT_EQ(games[0].players.size(), 2u);
            page.after_ended = games.back().ended;
            page.after_id = games.back().id;
        }
        EXPECT_EQ(seen.size(), 7u);
    }
    auto session = games::Session::create("quoridor-mini");
    ASSERT_TRUE(session->play("c2").ok());
    const auto played =
        store_->read([&](Database& database) { return explore(database, "quoridor-mini", session->key()); });
    ASSERT_EQ(played.size(), 2u);
    EXPECT_EQ(played[0].turn, "d5");
    EXPECT_EQ(played[0].games, 4);
    EXPECT_EQ(played[0].points[0], 48);
    EXPECT_EQ(played[1].games, 3);
}

TEST_P(StoreTest, SearchesWalkAnIndexFromItsEnd) {
    if (GetParam() != "sqlite") GTEST_SKIP() << "PostgreSQL plans by what is stored";
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    const auto searches = [&] {
        std::vector<Search> list(9);
        list[1].player = ann;
        list[1].result = "win";
        list[2].player = ann;
        list[2].opponent = bob;
        list[3].opponent = bob;
        list[4].type = "quoridor";
        list[4].result = "1-0";
        list[5].result = "0-1";
        list[6].rated = true;
        list[7].opening = "c2 d5";
        list[8].opening = "c2";
        list[8].type = "quoridor-mini";
        return list;
    }();
    auto game = add_game({ann, bob}, "quoridor-mini", false);
    play(game, {"c2", "d5", "c3", "d4", "c4", "d3", "c5"});
    for (const auto& first : searches)
        for (const TimePoint after : {kNever, TimePoint(1s)}) {
            auto search = first;
            search.after_ended = after;
            search.after_id = GameId(after != kNever ? 1 : 0);
            store_->read([&](Database& database) {
                std::ostringstream log;
                database.set_log_stream(&log);
                search_games(database, search);
                database.set_log_stream(nullptr);
                std::istringstream queries(log.str());
                int looked_at = 0;
                for (std::string query; std::getline(queries, query); ++looked_at) {
                    // Few games of an opening are sorted; nothing else is.
                    const bool few = query.find("g.id in (") != query.npos;
                    EXPECT_TRUE(!few || !search.opening.empty()) << query;
                    for (const auto& row :
                         soci::rowset<soci::row>(database.prepare << "explain query plan " + query)) {
                        const auto step = row.get<std::string>(row.size() - 1);
                        EXPECT_EQ(step.find("SCAN"), step.npos) << step << " in " << query;
                        EXPECT_TRUE(few || step.find("TEMP B-TREE") == step.npos) << step << " in " << query;
                        EXPECT_TRUE(!few || step.find("_ended") == step.npos) << step << " in " << query;
                    }
                }
                EXPECT_GT(looked_at, search.opening.empty() ? 0 : 1);
            });
        }
}

TEST_P(StoreTest, GamesOfAFrequentOpeningAreFoundToo) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    auto setup = add_game({ann, bob}, "quoridor", false).setup();
    write([&](Database& database) {
        for (int i = 1; i < kFewGames; ++i) {
            setup.id = new_id<GameId>();
            insert_game(database, setup);
        }
        database << "update games set ended = 5, opening = 'e2 e8'";
    });
    Search search;
    const auto count = [&](const std::string& opening) {
        search.opening = opening;
        return store_->read([&](Database& database) { return search_games(database, search); }).size();
    };
    EXPECT_EQ(count("e2"), 20u);
    EXPECT_EQ(count("e2 e8"), 20u);
    EXPECT_EQ(count("e8"), 0u);
    search.rated = true;
    EXPECT_EQ(count("e2"), 0u);
}

TEST_P(StoreTest, NothingIsDeletedOrClosedByReadingWholeTables) {
    const UserId ann = add_user("Ann");
    std::ostringstream log;
    write([&](Database& database) {
        database.set_log_stream(&log);
        delete_user(database, ann);
        delete_expired(database, time_now());
        close_old_challenges(database, time_now());
        database.set_log_stream(nullptr);
    });
    std::istringstream statements(log.str());
    int looked_at = 0;
    for (std::string statement; std::getline(statements, statement); ++looked_at)
        write([&](Database& database) {
            // Tables that are nearly empty are read whole where nothing else is said.
            if (GetParam() != "sqlite") database << "set local enable_seqscan = off";
            for (const auto& [name, value] : {std::pair(":id", "1"), std::pair(":key", "'#1'"),
                                              std::pair(":now", "1"), std::pair(":oldest", "1")})
                if (const auto at = statement.find(name); at != statement.npos)
                    statement.replace(at, std::string_view(name).size(), value);
            for (const auto& row : soci::rowset<soci::row>(
                     database.prepare
                     << (GetParam() == "sqlite" ? "explain query plan " : "explain ") + statement)) {
                const auto step = row.get<std::string>(row.size() - 1);
                EXPECT_EQ(step.find("SCAN"), step.npos) << step << " in " << statement;
                EXPECT_EQ(step.find("Seq Scan"), step.npos) << step << " in " << statement;
            }
        });
    EXPECT_GE(looked_at, 11);
}

}  // namespace
}  // namespace stockade::server::store
