// A server whose database takes nothing: whatever is asked for is refused, not called done, and is done once
// the database is back.
#include <gtest/gtest.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <atomic>
#include <thread>

#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

class FailureTest : public support::ServerFixture {
protected:
    FailureTest() {
        settings_.analyses.workers = 1;
        settings_.analyses.command = {"false"};
    }
    void fail(bool on) {
        store().inject_failures(on ? [] { return true; } : std::function<bool()>());
    }
    /// Whoever reads the table meanwhile fails.
    void rename(const std::string& table, const std::string& name) {
        ASSERT_TRUE(store().write_now(
            [&](store::Database& database) { database << "alter table " + table + " rename to " + name; }));
    }
};

TEST_F(FailureTest, NoChangeIsAnsweredAsDone) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = pair(ann, bob, "quoridor-mini", "300+3");
    ann.turn(game, 0, "c2");
    bob.turn_at(1);
    bob.act(game, "resign");
    ann.expect("end");
    const std::string token = ann.post("/api/me/tokens", {{"label", "one"}})["token"];
    const json terms{{"spec", "quoridor-mini"}, {"clock", "60+0"}};
    auto engine = terms;
    engine["engines"] = {1};
    const std::string open = bob.post("/api/challenges", terms)["challenge"];
    const std::string own = ann.post("/api/challenges", terms)["challenge"];
    const std::string arena = ann.post("/api/tournaments", {{"name", "x"},
                                                            {"spec", "quoridor-mini"},
                                                            {"clock", "60+0"},
                                                            {"starts_in", 9},
                                                            {"minutes", 5}})["tournament"];
    const json cup{
        {"name", "y"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 9}, {"minutes", 5}};
    const std::vector<std::pair<std::string, json>> changes{
        {"/api/me/tokens", {{"label", "two"}}},
        {"/api/me/tokens/" + token + "/delete", json::object()},
        {"/api/mute", {{"name", "bob"}}},
        {"/api/reports", {{"name", "bob"}, {"text", "x"}}},
        {"/api/challenges", terms},
        {"/api/challenges", engine},
        {"/api/challenges/" + open + "/accept", json::object()},
        {"/api/challenges/" + own + "/cancel", json::object()},
        {"/api/tournaments", cup},
        {"/api/tournaments/" + arena + "/join", json::object()},
        {"/api/tournaments/" + arena + "/leave", json::object()},
        {"/api/games/" + game + "/analysis", json::object()},
        {"/api/login", {{"name", "ann"}, {"password", "password"}}},
        {"/api/me/password", {{"old", "password"}, {"new", "password"}}},
        {"/api/me/bot", json::object()},
        {"/api/logout", json::object()},
        {"/api/me/delete", {{"password", "password"}}},
    };
    const auto everything = [&] {
        std::string result;
        for (const std::string where :
             {"/api/me", "/api/me/tokens", "/api/challenges", "/api/tournaments", "/api/users/bob"}) {
            auto part = ann.get(where);
            EXPECT_EQ(ann.status, 200) << where;
            if (part.contains("tokens"))
                for (auto& item : part["tokens"]) item.erase("seen");
            result += part.dump() + "\n";
        }
        return result;
    };
    const auto before = everything();
    const auto cookie = ann.cookie;
    fail(true);
    for (const auto& [where, body] : changes) {
        ann.post(where, body);
        EXPECT_EQ(ann.status, 503) << where << ' ' << ann.body;
        EXPECT_EQ(ann.cookie, cookie) << where;
        ann.cookie = cookie;
    }
    WebPerson dan(port_);
    dan.post("/api/guest", json::object());
    EXPECT_EQ(dan.status, 503);
    dan.post("/api/register", {{"name", "dan"}, {"password", "password"}});
    EXPECT_EQ(dan.status, 503);
    EXPECT_EQ(dan.cookie, "");
    EXPECT_EQ(dan.get("/health")["status"], "failing");
    EXPECT_EQ(dan.status, 503);
    dan.get("/metrics");
    EXPECT_NE(dan.body.find("stockade_database_up 0"), std::string::npos);
    fail(false);
    EXPECT_EQ(everything(), before);
    for (const auto& [where, body] : changes) {
        if (where == "/api/me/bot") continue;  // bots have another list of what they may
        ann.post(where, body);
        EXPECT_EQ(ann.status, 200) << where << ' ' << ann.body;
        if (where == "/api/logout") {
            ann.cookie = "";
            ann.post("/api/login", {{"name", "ann"}, {"password", "password"}});
            // Games of the challenges above, which would keep the account from being deleted.
            const json games = ann.get("/api/me")["games"];
            for (const auto& running : games) {
                WebPerson again(port_);
                again.cookie = ann.cookie;
                again.connect();
                again.watch(running);
                again.act(running, "resign");
                again.expect("end");
            }
            while (!ann.get("/api/me")["games"].empty()) std::this_thread::sleep_for(20ms);
        }
    }
    EXPECT_EQ(dan.get("/health")["status"], "ok");
}

TEST_F(FailureTest, WhatIsSaidOnSocketsIsToldOnlyOnceItIsStored) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = pair(ann, bob, "quoridor-mini", "300+3");
    fail(true);
    ann.say({{"t", "chat"}, {"game", game}, {"text", "lost"}});
    EXPECT_EQ(ann.expect("error")["re"], "chat");
    ann.turn(game, 0, "c2", "first");
    EXPECT_EQ(ann.expect("error")["id"], "first");
    EXPECT_EQ(bob.expect("error")["re"], "turn");
    fail(false);
    // What nobody was told of is nowhere.
    EXPECT_EQ(ann.watch(game)["ply"], 0);
    EXPECT_EQ(bob.watch(game)["chat"], json::array());
    ann.say({{"t", "chat"}, {"game", game}, {"text", "heard"}});
    EXPECT_EQ(bob.expect("chat")["text"], "heard");
    ann.turn(game, 0, "c2", "first");
    EXPECT_EQ(bob.turn_at(1)["turn"], "c2");
}

TEST_F(FailureTest, AChallengeWhoseGameIsNotStoredStaysOpen) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const json terms{{"spec", "quoridor-mini"}, {"clock", "60+0"}};
    const std::string challenge = ann.post("/api/challenges", terms)["challenge"];
    // The seat is free when it is asked for, and nothing is stored from then on.
    store().inject_failures(
        [first = std::make_shared<std::atomic<bool>>(true)] { return !first->exchange(false); });
    bob.post("/api/challenges/" + challenge + "/accept", json::object());
    EXPECT_EQ(bob.status, 503) << bob.body;
    fail(false);
    EXPECT_EQ(bob.get("/api/challenges/" + challenge)["open"], true);
    EXPECT_EQ(bob.get("/api/challenges/" + challenge)["joined"].size(), 1u);
    const auto begun = bob.post("/api/challenges/" + challenge + "/accept", json::object());
    EXPECT_EQ(bob.status, 200) << bob.body;
    EXPECT_EQ(bob.get("/api/challenges/" + challenge)["game"], begun["game"]);
    EXPECT_EQ(ann.expect("start")["game"], begun["game"]);
}

TEST_F(FailureTest, ASeekIsAnsweredThoughNothingCanBeRead) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const json seek{{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}};
    ann.say(seek);
    const json take{{"t", "take"}, {"seek", ann.expect("seeking")["seek"]}};
    rename("users", "away");
    for (const auto& message : {seek, take}) {
        bob.say(message);
        const auto answer = bob.expect("error");
        EXPECT_EQ(answer["re"], message["t"]);
        EXPECT_EQ(answer["code"], "server.database-away");
    }
    rename("away", "users");
    bob.say(take);
    bob.expect("start");
}

TEST_F(FailureTest, AGameThatCannotBeReadIsNotToldAsMissing) {
    auto ann = WebPerson::guest(port_);
    const auto refusal = [&] {
        ann.say({{"t", "watch"}, {"game", "0123456789ab"}});
        return ann.expect("error")["code"];
    };
    EXPECT_EQ(refusal(), "server.no-game");
    rename("games", "away");
    EXPECT_EQ(refusal(), "server.game-unreachable");
    rename("away", "games");
    EXPECT_EQ(refusal(), "server.no-game");
}

constexpr Milliseconds kBase = 10min;

TEST_F(FailureTest, ALockedDatabaseIsOnNobodysClock) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = pair(ann, bob, "quoridor-mini", "600+0");
    ann.turn(game, 0, "c2");
    bob.turn_at(1);
    bob.turn(game, 1, "d5");
    ann.turn_at(2);
    soci::session other(soci::sqlite3, "dbname=\"" + scratch_.path("games.db") + "\" timeout=10");
    other << "begin immediate";
    ann.turn(game, 2, "c3");
    // Long enough that a clock would show it.
    const TimePoint locked = time_now();
    ASSERT_TRUE(
        support::comes([&] { return store().figures().waiting > 0 && time_now() >= locked + 200ms; }));
    other << "commit";
    // Bob hears of it now, with all of his time.
    EXPECT_EQ(bob.turn_at(3)["left"][1], kBase);
}

TEST_F(FailureTest, AFailedWriteIsOnNobodysClock) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = pair(ann, bob, "quoridor-mini", "600+0");
    ann.turn(game, 0, "c2");
    bob.turn_at(1);
    const TimePoint begun = time_now();
    bob.turn(game, 1, "d5");
    ann.turn_at(2);
    std::atomic<TimePoint> failing{};
    store().inject_failures([&] {
        TimePoint never;
        failing.compare_exchange_strong(never, time_now());
        std::this_thread::sleep_for(800ms);
        return true;
    });
    ann.turn(game, 2, "c3");
    ann.expect("error");
    fail(false);
    const TimePoint asked = time_now();
    const auto left = ann.watch(game)["state"]["left"][0].get<Milliseconds>();
    const TimePoint answered = time_now();
    EXPECT_LE(kBase - left, (failing.load() - begun) + (answered - asked));
}

}  // namespace
}  // namespace stockade::server
