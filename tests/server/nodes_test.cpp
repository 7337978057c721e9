// Two servers on one PostgreSQL and one NATS: who is connected to either plays with who is connected to the
// other.
#include "server/cluster/nodes.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <thread>

#include "server/serve/serve.h"
#include "server/store/time_columns.h"
#include "support/nats.h"
#include "support/needs.h"
#include "support/patience.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::comes;
using support::json;
using support::WebPerson;

const std::vector<std::string> kMini{"c2", "d5", "c3", "d4", "c4", "d3", "c5"};

class NodesTest : public testing::Test {
protected:
    void SetUp() override {
        static support::Postgres postgres;
        STOCKADE_NEEDS(postgres);
        STOCKADE_NEEDS(nats_);
        database_ = postgres.url();
        one_ = start("one");
        two_ = start("two");
    }
    std::unique_ptr<Server> start(const std::string& name) const {
        Settings settings;
        settings.port = 0;
        settings.limits = false;
        settings.database = database_;
        settings.bus.url = nats_.url();
        settings.bus_secret = secret_;
        settings.node = name;
        settings.password_cost = auth::Cost::kMinimal;
        settings.analyses.workers = 1;
        settings.analyses.patience = support::kPatience;
        settings.analyses.command = {"sh", "-c",
                                     "echo x >>" + scratch_.path("runs") +
                                         "; exec " STOCKADE_BINARY " analyse --json --nodes 100 --hash 4"};
        auto started = Server::start(settings, nullptr);
        EXPECT_TRUE(started.ok()) << started.error().message;
        return started.ok() ? std::move(*started) : nullptr;
    }
    static std::string pair(WebPerson& first, WebPerson& second, const std::string& spec = "quoridor-mini") {
        return support::pair(first, second, spec, "600+5");
    }

    const std::string secret_ = "0123456789abcdef0123456789abcdef";
    support::ScratchFolder scratch_;
    support::Nats nats_;
    std::string database_;
    std::unique_ptr<Server> one_;
    std::unique_ptr<Server> two_;
};

TEST_F(NodesTest, PeopleOnTwoServersPlay) {
    auto ann = WebPerson::account(one_->port(), "ann");
    auto bob = WebPerson::account(two_->port(), "bob");
    WebPerson watcher(two_->port());
    watcher.connect();
    // Games are put on either server: play until both have had some.
    for (int round = 0; round < 6; ++round) {
        const auto game = pair(ann, bob);
        EXPECT_EQ(watcher.watch(game)["you"], nullptr);
        EXPECT_EQ(ann.get("/api/me")["games"], json::array({game}));
        EXPECT_EQ(bob.get("/api/live")["games"][0]["game"], game);
        ann.say({{"t", "chat"}, {"game", game}, {"text", "have fun"}});
        EXPECT_EQ(bob.expect("chat")["text"], "have fun");
        for (int ply = 0; ply < static_cast<int>(kMini.size()); ++ply) {
            auto& mover = ply % 2 ? bob : ann;
            const auto id = "t" + std::to_string(ply);
            mover.turn(game, ply, kMini[static_cast<std::size_t>(ply)], id);
            EXPECT_EQ(mover.turn_at(ply + 1)["id"], id);
            EXPECT_EQ((ply % 2 ? ann : bob).turn_at(ply + 1)["seq"], ply + 1);
            watcher.turn_at(ply + 1);
            if (ply == 2)
                for (auto* person : {&ann, &bob}) {
                    const auto shown = person->get("/api/games/" + game);
                    EXPECT_EQ(shown["ply"], 3);
                    EXPECT_EQ(shown["state"]["here"], json::array({true, true}));
                }
        }
        for (auto* person : {&ann, &bob, &watcher}) EXPECT_EQ(person->expect("end")["result"], "1-0");
        for (auto* person : {&ann, &bob, &watcher}) person->say({{"t", "leave"}, {"game", game}});
    }
    EXPECT_TRUE(ann.get("/api/users/bob")["online"]);
    bob.cut();
    EXPECT_TRUE(comes([&] { return ann.get("/api/users/bob")["online"] == false; }));
}

TEST_F(NodesTest, GamesGoOnWhenAServerStops) {
    auto ann = WebPerson::guest(one_->port());
    auto bob = WebPerson::guest(two_->port());
    auto cy = WebPerson::guest(two_->port());
    std::vector<std::string> games;
    for (int i = 0; i < 4; ++i) {
        games.push_back(pair(ann, bob));
        ann.turn(games.back(), 0, kMini[0]);
        bob.turn_at(1);
    }
    // A seek of somebody who stays, wherever the lobby is.
    cy.say({{"t", "seek"}, {"spec", "wallgo"}, {"clock", "600+5"}});
    cy.expect("seeking");
    one_.reset();
    ann.cut();
    // Nothing is done for it: whoever stayed has the game again, from its new owner, and plays on.
    for (const auto& game : games) {
        bob.turn(game, 1, kMini[1], "x" + game);
        bob.expect_where("turn", [&](const json& message) {
            return message["t"] == "turn" && message["game"] == game && message.value("id", "") == "x" + game;
        });
    }
    WebPerson again(two_->port());
    again.cookie = ann.cookie;
    again.connect();
    EXPECT_EQ(again.welcome["games"].size(), 4u);
    for (const auto& game : games) {
        EXPECT_EQ(again.watch(game)["turns"], json::array({kMini[0], kMini[1]}));
        again.turn(game, 2, kMini[2], "third");
        again.turn_at(3);
    }
    again.say({{"t", "lobby"}, {"on", true}});
    const auto lobby = again.expect_where("a seek", [](const json& message) {
        return message["t"] == "seek" || (message["t"] == "lobby" && !message["seeks"].empty());
    });
    again.say({{"t", "take"}, {"seek", lobby["t"] == "seek" ? lobby["seek"] : lobby["seeks"][0]["seek"]}});
    cy.expect("start");
    again.expect("start");
}

TEST_F(NodesTest, ChallengesAndArenas) {
    auto ann = WebPerson::account(one_->port(), "ann");
    auto bob = WebPerson::account(two_->port(), "bob");
    // Presence goes round by itself.
    EXPECT_TRUE(comes([&] { return ann.get("/api/users/bob")["online"] == true; }));
    const auto challenge = ann.post(
        "/api/challenges", {{"spec", "quoridor"}, {"clock", "300+3"}, {"rated", true}, {"to", "bob"}});
    const std::string id = bob.expect("challenge")["challenge"];
    EXPECT_EQ(challenge["challenge"], id);
    const std::string game = bob.post("/api/challenges/" + id + "/accept", json::object())["game"];
    EXPECT_EQ(ann.expect("start")["game"], game);
    EXPECT_EQ(bob.expect("start")["game"], game);
    bob.post("/api/challenges/" + id + "/accept", json::object());
    EXPECT_EQ(bob.status, 409);
    ann.watch(game);
    ann.act(game, "abort");
    EXPECT_EQ(ann.expect("end")["reason"], "aborted");

    const std::string arena = ann.post("/api/tournaments", {{"name", "Two servers"},
                                                            {"spec", "quoridor-mini"},
                                                            {"clock", "60+1"},
                                                            {"starts_in", 0},
                                                            {"minutes", 5}})["tournament"];
    bob.say({{"t", "arena"}, {"tournament", arena}, {"on", true}});
    for (auto* person : {&ann, &bob}) person->post("/api/tournaments/" + arena + "/join", json::object());
    const std::string first = ann.expect("start")["game"];
    EXPECT_EQ(bob.expect("start")["game"], first);
    EXPECT_EQ(ann.get("/api/tournaments/" + arena)["standings"][0]["playing"], first);
    ann.watch(first);
    bob.watch(first);
    auto& loser = ann;
    loser.act(first, "resign");
    bob.expect_where("standings with a game", [](const json& message) {
        return message["t"] == "standings" && message["standings"][0]["games"] == 1;
    });
    EXPECT_NE(ann.expect("start")["game"], first);
}

TEST_F(NodesTest, WatchersOfADelayedGameSeeItLateEverywhere) {
    auto ann = WebPerson::guest(one_->port());
    auto bob = WebPerson::guest(two_->port());
    // Games are put on either server.
    for (int round = 0; round < 4; ++round) {
        ann.say(
            {{"t", "seek"}, {"spec", "quoridor-mini"}, {"clock", "600+5"}, {"delay", 300}, {"seat", "1"}});
        bob.say({{"t", "take"}, {"seek", ann.expect("seeking")["seek"]}});
        const std::string game = bob.expect("start")["game"];
        ann.watch(game);
        ann.turn(game, 0, kMini[0]);
        ann.turn_at(1);
        for (const auto port : {one_->port(), two_->port()}) {
            WebPerson eve(port);
            eve.connect();
            EXPECT_EQ(eve.watch(game)["ply"], 0);
            EXPECT_EQ(eve.get("/api/games/" + game)["ply"], 0);
            EXPECT_EQ(eve.get("/api/live")["games"][0]["plies"], 0);
            eve.cookie = ann.cookie;
            EXPECT_EQ(eve.get("/api/games/" + game)["ply"], 1);
        }
        ann.act(game, "abort");
        ann.expect("end");
    }
}

TEST_F(NodesTest, AGameIsAnalysedOnce) {
    auto ann = WebPerson::guest(one_->port());
    auto bob = WebPerson::guest(two_->port());
    constexpr std::size_t kGames = 4;
    std::vector<std::string> routes;
    for (std::size_t i = 0; i < kGames; ++i) {
        const auto game = pair(ann, bob);
        ann.turn(game, 0, kMini[0]);
        bob.turn_at(1);
        bob.act(game, "resign");
        ann.expect("end");
        routes.push_back("/api/games/" + game + "/analysis");
        for (auto* person : {&ann, &bob}) {
            person->post(routes.back(), json::object());
            EXPECT_EQ(person->status, 200) << person->body;
        }
    }
    for (const auto& route : routes) {
        EXPECT_TRUE(comes([&] {
            const auto state = bob.get(route)["state"];
            return state == "done" || state == "failed";
        })) << bob.body;
        EXPECT_EQ(bob.get(route)["state"], "done") << bob.body;
        EXPECT_EQ(ann.get(route)["turns"].size(), 1u);
    }
    // A machine so busy that a server misses its beats may do once more what that server was at.
    std::size_t again = 0;
    for (auto* server : {one_.get(), two_.get()})
        again += static_cast<std::size_t>(server->platform().cluster().figures().restarts);
    const auto runs = scratch_.get("runs").size() / 2;
    EXPECT_GE(runs, kGames);
    EXPECT_LE(runs, kGames + again);
}

TEST_F(NodesTest, ANodeLivesOnWhileItsTournamentsAreSlow) {
    soci::session other("postgresql", database_ + "?application_name=test");
    const auto earliest_beat = [&] {
        TimePoint beat;
        int nodes = 0;
        other << "select coalesce(min(beat), 0), count(*) from nodes where gone = 0", soci::into(beat),
            soci::into(nodes);
        EXPECT_EQ(nodes, 2);
        return beat;
    };
    const TimePoint before = earliest_beat();
    // As slow as can be: whoever looks at the tournaments waits.
    other << "begin";
    other << "lock table tournaments in access exclusive mode";
    TimePoint beat = before;
    EXPECT_TRUE(comes([&] {
        beat = earliest_beat();
        return beat >= before + store::kNodeLife + 1s;
    }));
    other << "rollback";
    for (auto* server : {one_.get(), two_.get()})
        EXPECT_EQ(server->platform().cluster().figures().restarts, 0u);
}

TEST_F(NodesTest, ConnectionsEndWithTheirLoginOnEveryServer) {
    auto ann = WebPerson::account(one_->port(), "ann");
    WebPerson there(two_->port());
    there.cookie = ann.cookie;
    there.connect();
    WebPerson other(two_->port());
    other.post("/api/login", {{"name", "ann"}, {"password", "password"}});
    other.connect();
    ann.post("/api/logout", json::object());
    EXPECT_TRUE(ann.ended());
    EXPECT_TRUE(there.ended());
    // Signed in by itself: it is still heard.
    other.say({{"t", "ping"}, {"at", 1}});
    other.expect("pong");
    WebPerson third(one_->port());
    third.post("/api/login", {{"name", "ann"}, {"password", "password"}});
    third.connect();
    third.post("/api/me/delete", {{"password", "password"}});
    EXPECT_EQ(third.status, 200);
    EXPECT_TRUE(third.ended());
    EXPECT_TRUE(other.ended());
}

TEST_F(NodesTest, AServerAloneKeepsAway) {
    Settings settings;
    settings.port = 0;
    settings.database = database_;
    const auto alone = Server::start(settings, nullptr);
    ASSERT_FALSE(alone.ok());
    EXPECT_NE(alone.error().message.find("join them by --bus"), std::string::npos) << alone.error().message;
    // Nor does one with a bus come beside it.
    one_.reset();
    two_.reset();
    const auto first = Server::start(settings, nullptr);
    ASSERT_TRUE(first.ok()) << first.error().message;
    EXPECT_FALSE(Server::start(settings, nullptr).ok());
    settings.bus.url = nats_.url();
    settings.bus_secret = secret_;
    const auto beside = Server::start(settings, nullptr);
    ASSERT_FALSE(beside.ok());
    EXPECT_NE(beside.error().message.find("a server without --bus uses it"), std::string::npos)
        << beside.error().message;
    settings.database = "sqlite://" + scratch_.path("games.db");
    const auto sqlite = Server::start(settings, nullptr);
    ASSERT_FALSE(sqlite.ok());
    EXPECT_EQ(sqlite.error().code, "serve.bus-database") << sqlite.error().message;
}

TEST_F(NodesTest, AServerWithoutTheSecretIsKeptOut) {
    Settings settings;
    settings.port = 0;
    settings.database = database_;
    settings.bus.url = nats_.url();
    settings.node = "three";
    const auto refusal = [&](const std::string& secret) {
        settings.bus_secret = secret;
        const auto started = Server::start(settings, nullptr);
        return started.ok() ? "started" : started.error().message;
    };
    EXPECT_NE(refusal("").find("expected a secret of at least 32 characters, got 0"), std::string::npos);
    EXPECT_NE(refusal("short").find("got 5"), std::string::npos);
    EXPECT_NE(refusal(std::string(40, 'x')).find("expected the secret of the other servers (one is '"),
              std::string::npos);
    // With it, and a line feed that an editor left behind it, all is well.
    settings.bus_secret = secret_ + "\n";
    EXPECT_TRUE(Server::start(settings, nullptr).ok());
}

TEST_F(NodesTest, WhoeverIsOnTheBusCanNeitherReadNorSpeakForOthers) {
    auto ann = WebPerson::account(one_->port(), "ann");
    auto bob = WebPerson::account(two_->port(), "bob");
    auto bus = bus::Bus::connect({nats_.url(), "", ""}, "eve");
    ASSERT_TRUE(bus.ok());
    std::mutex mutex;
    std::map<std::string, std::vector<std::string>> heard;  // by subject
    for (auto* server : {one_.get(), two_.get()}) {
        const auto subject = "stockade.node." + id_text(server->platform().cluster().self());
        ASSERT_TRUE((*bus)->subscribe(subject, [&, subject](std::string_view data) {
            const std::lock_guard lock(mutex);
            heard[subject].emplace_back(data);
        }));
    }
    // Games are put on either server: until something has gone over the bus.
    std::string game;
    for (int round = 0; round < 6; ++round) {
        game = pair(ann, bob);
        ann.say({{"t", "chat"}, {"game", game}, {"text", "this is between us"}});
        bob.expect("chat");
        ann.turn(game, 0, kMini[0]);
        bob.turn_at(1);
    }
    std::map<std::string, std::vector<std::string>> copied;
    {
        const std::lock_guard lock(mutex);
        copied = heard;
    }
    ASSERT_FALSE(copied.empty());
    for (const auto& [subject, messages] : copied)
        for (const auto& message : messages) EXPECT_EQ(message.find("between us"), std::string::npos);
    // Eve says everything again, to both and with other words, and makes up a frame of her own.
    for (auto* server : {one_.get(), two_.get()}) {
        const auto self = server->platform().cluster().self();
        const auto subject = "stockade.node." + id_text(self);
        const auto refused = server->platform().cluster().figures().refused;
        model::Person person;
        person.user = UserId(1);
        person.name = "ann";
        person.kind = "account";
        const auto id = *parse_id<GameId>(game);
        const auto resign = cluster::message_text(cluster::Forward{ClientId(1), resource_of(id),
                                                                   msg::Do{id, msg::Act::kResign}, time_now(),
                                                                   0ms, cluster::Introduction{person, {}}});
        EXPECT_TRUE((*bus)->publish(subject, bus::frame_text({new_id<NodeId>(), 1, 0, resign})));
        std::size_t said = 1;
        for (const auto& [other, messages] : copied)
            for (auto message : messages) {
                if (other == subject) message[message.size() / 2] ^= 1;
                EXPECT_TRUE((*bus)->publish(subject, message));
                ++said;
            }
        const auto figures = [&] { return server->platform().cluster().figures(); };
        EXPECT_TRUE(comes([&] { return figures().refused >= refused + said; }));
        EXPECT_EQ(figures().refused, refused + said);
    }
    bob.turn(game, 1, kMini[1]);
    ann.turn_at(2);
    EXPECT_EQ(ann.get("/api/games/" + game)["result"], "*");
}

}  // namespace
}  // namespace stockade::server
