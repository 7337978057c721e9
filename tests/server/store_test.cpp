// Every test runs on SQLite and, where it can be started, on PostgreSQL.
#include "server/store/store.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <atomic>
#include <future>

#include "server/store/analyses.h"
#include "server/store/archive.h"
#include "server/store/caps.h"
#include "server/store/games.h"
#include "server/store/leases.h"
#include "server/store/meetings.h"
#include "server/store/people.h"
#include "server/store/time_columns.h"
#include "store_fixture.h"

namespace stockade::server::store {
namespace {

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(StoreTest, MigratesOnceAndKeepsWhatItHas) {
    const UserId ann = add_user("Ann");
    open();
    const auto user =
        store_->read([&](Database& database) { return find_user(database, std::string("ANN")); });
    ASSERT_TRUE(user);
    EXPECT_EQ(user->id, ann);
}

TEST_P(StoreTest, ADatabaseOfAnOlderProgramIsBroughtUpToDate) {
    const auto version = [&] {
        return store_->read([](Database& database) {
            int newest = 0;
            database << "select max(version) from schema_version", soci::into(newest);
            return newest;
        });
    };
    const int newest = version();
    ASSERT_EQ(newest, 12) << "take back here what the newest version brought";
    const UserId ann = add_user("Ann");
    write([](Database& database) {
        for (const char* statement :
             {"drop index sessions_expires", "drop index challenges_created", "drop index games_opening",
              "create index games_opening on games (type, opening)",
              "delete from schema_version where version = 12"})
            database << statement;
    });
    open();
    EXPECT_EQ(version(), newest);
    EXPECT_TRUE(store_->read([&](Database& database) { return find_user(database, ann); }));
    // What is not there cannot be taken away.
    write([](Database& database) {
        for (const char* index : {"sessions_expires", "challenges_created", "games_opening"})
            database << std::string("drop index ") + index;
    });
}

TEST_P(StoreTest, ADatabaseOfANewerProgramIsLeftAlone) {
    write([](Database& database) { database << "insert into schema_version (version) values (1000)"; });
    store_.reset();
    const auto opened = Store::open(url_);
    ASSERT_FALSE(opened.ok());
    EXPECT_NE(opened.error().message.find("newer than this program knows"), std::string::npos)
        << opened.error().message;
}

TEST_P(StoreTest, ARowThatFailsDoesNotTakeOthersWithIt) {
    // The first work holds the writer back, so all entries are in one transaction.
    std::atomic<int> committed{0};
    std::atomic<int> failed{0};
    const Store::Done count = [&](bool ok) { ++(ok ? committed : failed); };
    std::promise<void> all_there;
    store_->upkeep([there = all_there.get_future().share()](Database&) { there.wait(); });
    for (int i = 0; i < 20; ++i) {
        model::Entry entry;
        entry.seq = i == 13 ? 5 : i;  // 5 comes twice
        entry.text = "e2";
        store_->append(GameId(1), entry, {}, count);
    }
    all_there.set_value();
    write([](Database&) {});
    EXPECT_EQ(committed, 19);
    EXPECT_EQ(failed, 1);
    int rows = 0;
    store_->read([&](Database& database) { database << "select count(*) from turns", soci::into(rows); });
    EXPECT_EQ(rows, 19);
    EXPECT_GT(store_->figures().failures, 0u);
}

TEST_P(StoreTest, AFailedWriteIsToldAndTheTroubleEnds) {
    EXPECT_EQ(store_->trouble(), "");
    store_->inject_failures([] { return true; });
    EXPECT_FALSE(store_->write_now([&](Database& database) {
        EXPECT_TRUE(insert_user(database, {new_id<UserId>(), "Ann", "account", "", kNever, kNever}));
    }));
    EXPECT_NE(store_->trouble(), "");
    std::promise<bool> told;
    store_->append(GameId(1), {}, {}, [&](bool committed) { told.set_value(committed); });
    EXPECT_FALSE(told.get_future().get());
    store_->inject_failures({});
    // The writer finds out by itself, without anybody writing.
    EXPECT_TRUE(support::comes([&] { return store_->trouble().empty(); }));
    EXPECT_FALSE(store_->read([&](Database& database) { return find_user(database, std::string("Ann")); }));
    add_user("Ann");
}

TEST_P(StoreTest, AWriteThatIsAtFaultItselfIsNoTrouble) {
    add_user("Ann");
    EXPECT_FALSE(store_->write_now([](Database& database) { database << "insert into nothing values (1)"; }));
    EXPECT_EQ(store_->trouble(), "");
}

TEST_P(StoreTest, ADatabaseThatRefusesIsTrouble) {
    const bool sqlite = GetParam() == "sqlite";
    const std::string refuse = sqlite ? "pragma query_only = 1" : "set default_transaction_read_only = on";
    const std::string allow = sqlite ? "pragma query_only = 0" : "set default_transaction_read_only = off";
    write([&](Database& database) { database << refuse; });
    EXPECT_FALSE(store_->write_now([&](Database& database) {
        insert_user(database, {new_id<UserId>(), "Ann", "account", "", kNever, kNever});
    }));
    // A new connection to PostgreSQL knows nothing of it, and is made at once.
    EXPECT_EQ(store_->trouble().empty(), !sqlite);
    if (sqlite) {
        EXPECT_TRUE(store_->write_now([&](Database& database) { database << allow; }));
    }
    add_user("Ann");
    EXPECT_EQ(store_->trouble(), "");
}

TEST_P(StoreTest, ADatabaseBelongsToOneServer) {
    const auto second = Store::open(url_);
    ASSERT_FALSE(second.ok());
    const bool sqlite = GetParam() == "sqlite";
    EXPECT_NE(second.error().message.find(sqlite ? "another server uses" : "other servers use it"),
              std::string::npos)
        << second.error().message;
    // The first one has lost nothing by it, and gives the database up when it ends.
    add_user("Ann");
    open();
}

TEST_P(StoreTest, ClosingStoresWhatIsWaiting) {
    std::atomic<int> committed{0};
    for (int i = 0; i < 3000; ++i) {
        model::Entry entry;
        entry.seq = i;
        store_->append(GameId(9), entry, {}, [&](bool ok) { committed += ok; });
    }
    store_->close();
    EXPECT_EQ(committed, 3000);
    bool told = true;
    store_->append(GameId(9), {}, {}, [&](bool ok) { told = ok; });
    EXPECT_FALSE(told);
}

TEST_P(StoreTest, AGuestBecomesOneAccount) {
    const UserId guest = new_id<UserId>();
    write([&](Database& database) {
        EXPECT_TRUE(insert_user(database, {guest, "Guest-1", "guest", "", kNever, kNever}));
        EXPECT_TRUE(promote_guest(database, guest, "ann", "hash"));
        // As when two requests of the guest come at once.
        EXPECT_FALSE(promote_guest(database, guest, "bob", "another"));
    });
    const auto user = store_->read([&](Database& database) { return find_user(database, guest); });
    EXPECT_EQ(user->name, "ann");
    EXPECT_EQ(user->password, "hash");
}

TEST_P(StoreTest, NamesAreUniqueAndDeletedUsersLeaveTheirGames) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    write([&](Database& database) {
        EXPECT_FALSE(insert_user(database, {new_id<UserId>(), "aNN", "account", "", kNever, kNever}));
    });
    auto game = add_game({ann, bob}, "quoridor-mini", true);
    play(game, {"c2", "d5", "c3", "d4", "c4", "d3", "c5"});
    ASSERT_TRUE(game.over());
    EXPECT_EQ(store_->read([&](Database& database) { return tally_of(database, ann); }).wins, 1);
    EXPECT_GT(
        store_->read([&](Database& database) { return rating_of(database, ann, "quoridor-mini"); }).shown(),
        1500);
    write([&](Database& database) { delete_user(database, ann); });
    const auto stored =
        store_->read([&](Database& database) { return load_game(database, game.setup().id); });
    ASSERT_TRUE(stored);
    EXPECT_EQ(stored->setup.players[0].name, "deleted");
    EXPECT_EQ(stored->setup.players[1].name, "Bob");
    EXPECT_EQ(stored->entries.size(), game.entries().size());
    EXPECT_TRUE(store_->read([&](Database& database) { return ratings_of(database, ann); }).empty());
    EXPECT_FALSE(
        store_->read([&](Database& database) { return find_user(database, std::string("deleted")); }));
}

TEST_P(StoreTest, AnAnalysisIsForOneNodeAsLongAsItLives) {
    const auto next = [&](NodeId node) {
        return store_->read([&](Database& database) { return next_analysis(database, node); });
    };
    const auto claim = [&](GameId game, NodeId node) {
        bool claimed = false;
        EXPECT_TRUE(
            store_->write_now([&](Database& database) { claimed = claim_analysis(database, game, node); }));
        return claimed;
    };
    const auto analysis = [&](GameId game) {
        return store_->read([&](Database& database) { return analysis_of(database, game); });
    };
    const auto run = [&](const std::string& statement) {
        EXPECT_TRUE(store_->write_now([&](Database& database) { database << statement; }));
    };
    EXPECT_FALSE(next(NodeId(1)));
    EXPECT_EQ(analysis(GameId(10)).state, "none");
    write([&](Database& database) {
        request_analysis(database, GameId(20), UserId(20), TimePoint(1s));
        request_analysis(database, GameId(10), UserId(10), TimePoint(1s));
        request_analysis(database, GameId(5), UserId(5), TimePoint(2s));
        request_analysis(database, GameId(20), UserId(20), TimePoint(3s));  // asking again changes nothing
    });
    EXPECT_EQ(analysis(GameId(10)).place, 1);
    EXPECT_EQ(analysis(GameId(20)).place, 2);
    EXPECT_EQ(analysis(GameId(5)).place, 3);
    EXPECT_EQ(store_->read(count_waiting_analyses), 3);

    EXPECT_EQ(next(NodeId(1)), GameId(10));
    run("insert into nodes (id, name, beat, gone) values (1, 'one', 0, 0)");
    EXPECT_TRUE(claim(GameId(10), NodeId(1)));
    EXPECT_FALSE(claim(GameId(10), NodeId(1)));
    EXPECT_FALSE(claim(GameId(10), NodeId(2)));
    EXPECT_EQ(analysis(GameId(10)).state, "running");
    EXPECT_EQ(analysis(GameId(10)).place, 0);
    EXPECT_EQ(next(NodeId(1)), GameId(20));
    EXPECT_EQ(next(NodeId(2)), GameId(20));
    run("update nodes set gone = 1 where id = 1");
    EXPECT_EQ(next(NodeId(1)), GameId(20)) << "a node does not take from itself";
    EXPECT_EQ(next(NodeId(2)), GameId(10));
    EXPECT_TRUE(claim(GameId(10), NodeId(2)));
    // What the one that was gone found is of no use any more.
    const auto finish = [&](NodeId node, bool done, const std::string& text) {
        write([&](Database& database) { finish_analysis(database, GameId(10), node, done, text); });
    };
    finish(NodeId(1), true, "{}");
    EXPECT_EQ(analysis(GameId(10)).state, "running");
    finish(NodeId(2), false, "it died");
    EXPECT_EQ(analysis(GameId(10)).state, "failed");
    EXPECT_EQ(analysis(GameId(10)).result, "it died");
    EXPECT_EQ(next(NodeId(3)), GameId(20));
    // One that failed may be asked for again, and comes last.
    write([&](Database& database) { request_analysis(database, GameId(10), UserId(10), TimePoint(4s)); });
    EXPECT_EQ(analysis(GameId(10)).place, 3);
    EXPECT_TRUE(claim(GameId(10), NodeId(3)));
    finish(NodeId(3), true, R"({"turns":[]})");
    write([&](Database& database) { request_analysis(database, GameId(10), UserId(10), TimePoint(5s)); });
    EXPECT_EQ(analysis(GameId(10)).state, "done");
    EXPECT_EQ(analysis(GameId(10)).result, R"({"turns":[]})");
}

TEST_P(StoreTest, AnalysesOfOnePersonDoNotKeepOthersWaiting) {
    constexpr UserId kAnn{1};
    constexpr UserId kBob{2};
    std::vector<GameId> order;
    ASSERT_TRUE(store_->write_now([&](Database& database) {
        for (const int game : {101, 102, 103}) request_analysis(database, GameId(game), kAnn, TimePoint(1s));
        request_analysis(database, GameId(200), kBob, TimePoint(2s));
        EXPECT_EQ(analysis_of(database, GameId(200)).place, 2);
        order.clear();
        while (const auto next = next_analysis(database, NodeId(7))) {
            order.push_back(*next);
            ASSERT_TRUE(claim_analysis(database, *next, NodeId(7)));
            finish_analysis(database, *next, NodeId(7), true, "");
        }
        EXPECT_FALSE(refuse_analysis(database, kAnn));
        for (int i = 0; i < kMaxAnalysesEach; ++i)
            request_analysis(database, GameId(300 + i), kAnn, TimePoint(3s));
        EXPECT_EQ(english(refuse_analysis(database, kAnn)), "10 games wait to be analysed for you already");
        EXPECT_FALSE(refuse_analysis(database, kBob));
        database << "delete from analyses";
    }));
    EXPECT_EQ(order, (std::vector<GameId>{GameId(101), GameId(200), GameId(102), GameId(103)}));
}

// On both databases: a person's games are counted by their clocks, and those with engines where people play.
TEST_P(StoreTest, GamesAreCountedForTheCaps) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    model::Setup wish;
    wish.clock = *model::parse_time_control("60+0");
    wish.players = {*store_->read([&](Database& database) { return person_of(database, ann, ""); })};
    const auto refused = [&](NodeId node = {}) {
        return store_->read(
            [&](Database& database) { return english(refuse_game(database, wish, node, time_now())); });
    };
    for (int i = 0; i < kMaxLiveGamesEach; ++i) {
        EXPECT_EQ(refused(), "");
        add_game({ann, bob}, "quoridor", false);
    }
    EXPECT_EQ(refused(), "Ann has 20 live games already: end some first");
    wish.tournament = TournamentId(5);
    EXPECT_EQ(refused(), "");
    wish.tournament = TournamentId();
    wish.clock = *model::parse_time_control("1d");
    EXPECT_EQ(refused(), "");
    wish.players.push_back(engine_person(1));
    for (int i = 0; i < kMaxEngineGamesEach; ++i) {
        EXPECT_EQ(refused(), "");
        add_game({ann, UserId()}, "quoridor", false);
    }
    EXPECT_EQ(refused(), "Ann has 3 games with engines already: end some first");

    // As many as a server has engines for: on this one, not on another, and while somebody plays in them.
    const UserId cat = add_user("Cat");
    wish.players[0] = *store_->read([&](Database& database) { return person_of(database, cat, ""); });
    constexpr NodeId kNode{1LL << 40};
    std::vector<GameId> games;
    auto setup = add_game({bob, UserId()}, "quoridor", false).setup();
    games.push_back(setup.id);
    ASSERT_TRUE(store_->write_now([&](Database& database) {
        games.resize(1);
        while (games.size() < static_cast<std::size_t>(kMaxEngineGames)) {
            setup.id = new_id<GameId>();
            insert_game(database, setup);
            games.push_back(setup.id);
        }
    }));
    EXPECT_EQ(refused(), "all engines are busy: try again later");
    EXPECT_EQ(refused(kNode), "");
    ASSERT_TRUE(store_->write_now([&](Database& database) {
        for (const GameId game : games) grant_lease(database, resource_of(game), kNode);
    }));
    EXPECT_EQ(refused(kNode), "all engines are busy: try again later");
    ASSERT_TRUE(store_->write_now([&](Database& database) {
        const TimePoint long_ago = time_now() - kEngineBusy - 1ms;
        database << "update games set created = :created", soci::use(long_ago);
        model::Entry entry;
        entry.seq = 1;
        entry.at = time_now();
        for (std::size_t i = 1; i < games.size(); ++i) append_entry(database, games[i], entry);
    }));
    EXPECT_EQ(refused(), "") << "in one of them nobody plays";
    ASSERT_TRUE(store_->write_now([&](Database& database) {
        database << "delete from leases";
        database << "delete from turns";
        database << "delete from players";
        database << "delete from games";
    }));
}

TEST_P(StoreTest, RunningGamesAreListedAsWatchersSeeThem) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    auto game = add_game({ann, bob}, "quoridor-mini", false);
    play(game, {"c2", "c4"});
    const TimePoint played = game.entries().back().at;
    const auto plies = [&](TimePoint now) {
        return store_->read([&](Database& database) { return running_briefs(database, "", 5, now); })[0]
            .plies;
    };
    EXPECT_EQ(plies(played - 1min), 2);
    write([](Database& database) { database << "update games set delay = 60"; });
    EXPECT_EQ(plies(played), 0);
    EXPECT_EQ(plies(played + 59s), 0);
    EXPECT_EQ(plies(played + 1min), 2);
}

TEST_P(StoreTest, LoginsExpire) {
    const UserId ann = add_user("Ann");
    write([&](Database& database) {
        insert_login(database, {"hash", new_id<LoginId>(), ann, "", kNever, kNever, TimePoint(1s)});
        insert_login(database, {"other", new_id<LoginId>(), ann, "bot", kNever, kNever, TimePoint(9s)});
    });
    const auto found = [&](const std::string& hash, TimePoint now) {
        return store_->read([&](Database& database) { return find_login(database, hash, now); }).has_value();
    };
    EXPECT_TRUE(found("hash", TimePoint(999ms)));
    EXPECT_FALSE(found("hash", TimePoint(1s)));
    EXPECT_FALSE(found("none", TimePoint(1ms)));
    write([&](Database& database) { delete_expired(database, TimePoint(1s)); });
    EXPECT_FALSE(found("hash", TimePoint(1ms)));
    EXPECT_TRUE(found("other", TimePoint(1ms)));
    EXPECT_EQ(store_->read([&](Database& database) { return tokens_of(database, ann); }).size(), 1u);
}

TEST_P(StoreTest, OldChallengesClose) {
    Challenge old;
    old.user = UserId(10);
    old.joined = {UserId(10)};
    write([&](Database& database) {
        for (const auto id : {ChallengeId(1), ChallengeId(2)}) {
            old.id = id;
            old.created = TimePoint(5s + Milliseconds(id.value()));
            insert_challenge(database, old);
        }
        close_old_challenges(database, TimePoint(kChallengeLife + 5001ms));
    });
    const auto open = store_->read([](Database& database) { return challenges_of(database, UserId(10)); });
    ASSERT_EQ(open.size(), 1u);
    EXPECT_EQ(open[0].id, ChallengeId(2));
}

TEST_P(StoreTest, ChallengesOfGuestsDoNotHideThoseOfAccounts) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    const UserId pest = add_user("Guest-1", "guest");
    Challenge challenge;
    challenge.to = ann;
    const auto add = [&](UserId user, TimePoint created) {
        challenge.id = new_id<ChallengeId>();
        challenge.user = user;
        challenge.created = created;
        write([&](Database& database) { insert_challenge(database, challenge); });
    };
    add(bob, TimePoint(1s));
    add(bob, TimePoint(2s));
    for (int i = 3; i < 60; ++i) add(pest, TimePoint(Milliseconds(1000 * i)));
    const auto found = store_->read([&](Database& database) { return challenges_of(database, ann); });
    ASSERT_EQ(found.size(), 50u);
    EXPECT_EQ(found[0].created, TimePoint(2s));
    EXPECT_EQ(found[1].created, TimePoint(1s));
    EXPECT_EQ(found[2].created, TimePoint(59s));
}

TEST_P(StoreTest, ChallengesAndTournaments) {
    const UserId ann = add_user("Ann");
    const UserId bob = add_user("Bob");
    Challenge challenge;
    challenge.id = new_id<ChallengeId>();
    challenge.user = ann;
    challenge.to = bob;
    challenge.spec = "quoridor";
    challenge.clock = "1d";
    challenge.joined = {ann};
    challenge.engines = {3, 10};
    write([&](Database& database) { insert_challenge(database, challenge); });
    auto found = store_->read([&](Database& database) { return challenges_of(database, bob); });
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].engines, challenge.engines);
    found[0].joined.push_back(bob);
    found[0].closed = true;
    write([&](Database& database) { update_challenge(database, found[0]); });
    EXPECT_EQ(
        store_->read([&](Database& database) { return find_challenge(database, challenge.id); })->joined,
        (std::vector<UserId>{ann, bob}));
    EXPECT_TRUE(store_->read([&](Database& database) { return challenges_of(database, bob); }).empty());

    const Tournament tournament{
        new_id<TournamentId>(), ann, "Cup", "quoridor", "60+0", true, TimePoint(100ms), TimePoint(200ms), 0};
    write([&](Database& database) {
        insert_tournament(database, tournament);
        set_entrant(database, tournament.id, ann, true, TimePoint(1ms));
        set_entrant(database, tournament.id, bob, true, TimePoint(2ms));
        set_entrant(database, tournament.id, bob, false, TimePoint(3ms));
        for (int i = 0; i < 3; ++i) score_entrant(database, tournament.id, bob, games::kWholePoint);
        score_entrant(database, tournament.id, ann, games::kWholePoint / 2);
    });
    const auto entrants =
        store_->read([&](Database& database) { return entrants_of(database, tournament.id); });
    ASSERT_EQ(entrants.size(), 2u);
    EXPECT_EQ(entrants[0].person.name, "Bob");
    EXPECT_EQ(entrants[0].points, 2 + 2 + 4);
    EXPECT_FALSE(entrants[0].active);
    EXPECT_EQ(entrants[1].points, 1);
    EXPECT_EQ(store_->read([&](Database& database) { return tournaments_after(database, TimePoint(150ms)); })
                  .size(),
              1u);
    EXPECT_TRUE(
        store_->read([&](Database& database) { return tournaments_after(database, TimePoint(200ms)); })
            .empty());

    // However many there are, all are played, and lists show the latest.
    write([&](Database& database) {
        for (int i = 1; i <= 120; ++i)
            insert_tournament(database,
                              {new_id<TournamentId>(), ann, "Cup", "quoridor", "60+0", true,
                               TimePoint(Milliseconds(100 + i)), TimePoint(Milliseconds(200 + i)), 0});
    });
    EXPECT_EQ(store_->read([&](Database& database) { return tournaments_after(database, TimePoint(150ms)); })
                  .size(),
              121u);
    const auto latest =
        store_->read([&](Database& database) { return latest_tournaments(database, TimePoint(150ms)); });
    ASSERT_EQ(latest.size(), 100u);
    EXPECT_EQ(latest.front().starts, TimePoint(121ms));
    EXPECT_EQ(latest.back().starts, TimePoint(220ms));
}

TEST(Stores, BadAddressesAreExplained) {
    for (const std::string url :
         {"", "mysql://x", "sqlite://", "sqlite:///nowhere/at/all/x.db", "sqlite://a\"b"})
        EXPECT_FALSE(Store::open(url).ok()) << url;
    const auto secret = Store::open("postgresql://me:secret@127.0.0.1:1/x");
    ASSERT_FALSE(secret.ok());
    EXPECT_EQ(secret.error().message.find("secret"), std::string::npos);
}

}  // namespace
}  // namespace stockade::server::store
