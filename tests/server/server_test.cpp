// The whole server over real sockets and a real database. What people do and see is the same on a server that
// is alone and on two that share a database, so each test of ServerTest runs both ways.
#include <gtest/gtest.h>

#include "games/session.h"
#include "record/json.h"
#include "server/client/client.h"
#include "support/servers_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

class ServerTest : public support::ServersFixture {
protected:
    /// All servers end and begin anew. The people who were there come back with their cookies.
    void restart_with(std::initializer_list<WebPerson*> people) {
        for (auto* person : people) person->cut();
        start_all();
        for (auto* person : people) {
            WebPerson again(port());
            again.cookie = person->cookie;
            again.connect();
            *person = std::move(again);
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Servers, ServerTest, testing::Values("alone", "together"),
                         [](const auto& parameter) { return parameter.param; });

const std::vector<std::string> kMini{"c2", "d5", "c3", "d4", "c4", "d3", "c5"};

TEST_P(ServerTest, GuestsAndAccounts) {
    WebPerson ann(port());
    EXPECT_TRUE(ann.get("/api/me")["user"].is_null());
    EXPECT_EQ(ann.post("/api/guest", json::object())["user"]["kind"], "guest");
    const auto guest_cookie = ann.cookie;
    EXPECT_EQ(ann.get("/api/me")["user"]["kind"], "guest");
    EXPECT_EQ(
        ann.post("/api/register", {{"name", "Ann"}, {"password", "short"}})["error"].get<std::string>().find(
            "password"),
        0u);
    EXPECT_EQ(ann.status, 400);
    EXPECT_EQ(ann.post("/api/register", {{"name", "Ann"}, {"password", "long enough"}})["user"]["name"],
              "Ann");
    EXPECT_NE(ann.cookie, guest_cookie);
    // The old session is worth nothing any more.
    WebPerson thief(port());
    thief.cookie = guest_cookie;
    EXPECT_TRUE(thief.get("/api/me")["user"].is_null());

    WebPerson bob(port());
    bob.post("/api/register", {{"name", "aNN"}, {"password", "long enough"}});
    EXPECT_EQ(bob.status, 409);
    for (const std::string name : {"a", "has space", "Guest-1", "stockade", "way-too-long-a-name-for-this"}) {
        bob.post("/api/register", {{"name", name}, {"password", "long enough"}});
        EXPECT_GE(bob.status, 400) << name;
    }
    bob.post("/api/login", {{"name", "ann"}, {"password", "wrong one"}});
    EXPECT_EQ(bob.status, 403);
    bob.post("/api/login", {{"name", "nobody"}, {"password", "wrong one"}});
    EXPECT_EQ(bob.status, 403);
    EXPECT_EQ(bob.post("/api/login", {{"name", "ann"}, {"password", "long enough"}})["user"]["name"], "Ann");
    // A new password ends the other sessions.
    bob.post("/api/me/password", {{"old", "long enough"}, {"new", "even longer"}});
    EXPECT_EQ(bob.status, 200);
    EXPECT_TRUE(ann.get("/api/me")["user"].is_null());
    EXPECT_EQ(bob.get("/api/me")["user"]["name"], "Ann");
    EXPECT_EQ(bob.get("/api/me/export")["user"]["name"], "Ann");
    bob.post("/api/me/delete", {{"password", "wrong"}});
    EXPECT_EQ(bob.status, 403);
    bob.post("/api/me/delete", {{"password", "even longer"}});
    EXPECT_EQ(bob.status, 200);
    EXPECT_TRUE(bob.get("/api/me")["user"].is_null());
    bob.get("/api/users/Ann");
    EXPECT_EQ(bob.status, 404);
}

TEST_P(ServerTest, ChangesNeedJsonAndAKnownOrigin) {
    const auto one = port();
    WebPerson ann(one);
    ann.extra = {{"Origin", "https://evil.example"}};
    ann.post("/api/guest", json::object());
    EXPECT_EQ(ann.status, 403);
    ann.extra = {{"Origin", "http://127.0.0.1:" + std::to_string(one)}};
    ann.post("/api/guest", json::object());
    EXPECT_EQ(ann.status, 200);
    const client::Url url{"127.0.0.1", std::to_string(one)};
    EXPECT_FALSE(client::WebSocket::connect(url, {{"Origin", "https://evil.example"}}).ok());
    EXPECT_FALSE(client::WebSocket::connect(url, {{"Authorization", "Bearer nonsense"}}).ok());
    ann.request("POST", "/api/guest", "not json");
    EXPECT_EQ(ann.status, 400);
    ann.request("POST", "/api/guest", R"({"unknown":1})");
    EXPECT_EQ(ann.status, 400);
    ann.request("POST", "/api/guest", std::string(20'000, ' '));
    EXPECT_EQ(ann.status, 413);
    ann.get("/api/nothing");
    EXPECT_EQ(ann.status, 404);
    ann.get("/api/login");
    EXPECT_EQ(ann.status, 405);
    EXPECT_EQ(ann.get("/health")["status"], "ok");
    ann.get("/metrics");
    EXPECT_NE(ann.body.find("stockade_turns_total"), std::string::npos);
}

TEST_P(ServerTest, AGameFromSeekToArchive) {
    auto ann = WebPerson::account(port(), "ann");
    auto bob = WebPerson::account(port(), "bob");
    WebPerson eve(port());
    eve.connect();
    EXPECT_TRUE(eve.welcome["user"].is_null());
    eve.say({{"t", "lobby"}});
    eve.expect("lobby");
    const auto game = pair(ann, bob, "quoridor-mini", "300+3", true);
    EXPECT_FALSE(eve.expect("unseek").is_null());
    const auto seen = eve.watch(game);
    EXPECT_TRUE(seen["you"].is_null());
    EXPECT_EQ(seen["players"][0]["name"], "ann");
    EXPECT_EQ(seen["players"][0]["rating"], 1500);
    EXPECT_TRUE(seen["secret"].is_null());
    EXPECT_EQ(eve.get("/api/tv")["game"], game);
    EXPECT_EQ(eve.get("/api/live")["games"].size(), 1u);

    eve.turn(game, 0, "c2");
    EXPECT_EQ(eve.expect("error")["re"], "turn");
    bob.turn(game, 0, "c4");
    EXPECT_EQ(bob.expect("error")["text"], "it is not your turn");
    ann.turn(game, 0, "c5");
    EXPECT_EQ(ann.expect("error")["re"], "turn");
    int ply = 0;
    for (const auto& text : kMini) {
        auto& mover = ply % 2 ? bob : ann;
        mover.turn(game, ply, text, "id" + std::to_string(ply));
        ++ply;
        const auto told = mover.turn_at(ply);
        EXPECT_EQ(told["turn"], text);
        EXPECT_EQ(told["ply"], ply);
        EXPECT_EQ(told["seq"], ply);
        EXPECT_EQ(told["id"], "id" + std::to_string(ply - 1));
        if (ply == 4) {
            // Sent again: the same answer, and nothing is played.
            mover.turn(game, ply - 1, text, "id" + std::to_string(ply - 1));
            const auto again = mover.expect("turn");
            EXPECT_EQ(again["seq"], ply);
            EXPECT_EQ(again["turn"], text);
            // Too late: the whole game.
            mover.turn(game, 1, "c5", "other");
            EXPECT_EQ(mover.expect("game")["ply"], ply);
        }
    }
    const auto end = bob.expect("end");
    EXPECT_EQ(end["result"], "1-0");
    EXPECT_EQ(end["reason"], "goal");
    EXPECT_GT(end["changes"][0], 0);
    EXPECT_LT(end["changes"][1], 0);
    EXPECT_EQ(eve.expect("end")["seq"], kMini.size() + 1);

    // The commitment holds.
    const auto stored = eve.get("/api/games/" + game);
    const auto secret = auth::parse_dice_secret(stored["secret"].get<std::string>());
    ASSERT_TRUE(secret);
    EXPECT_EQ(auth::dice_commitment(*secret), seen["commitment"]);
    EXPECT_EQ(stored["turns"], json(kMini));

    const auto profile = eve.get("/api/users/ANN");
    EXPECT_EQ(profile["wins"], 1);
    EXPECT_EQ(profile["ratings"]["quoridor-mini"]["games"], 1);
    EXPECT_EQ(eve.get("/api/users/bob")["losses"], 1);
    EXPECT_EQ(eve.get("/api/users/ann/ratings?type=quoridor-mini")["points"].size(), 1u);
    EXPECT_EQ(eve.get("/api/games?player=ann&result=win")["games"].size(), 1u);
    EXPECT_EQ(eve.get("/api/games?player=ann&result=loss")["games"].size(), 0u);
    EXPECT_EQ(eve.get("/api/games?type=quoridor-mini&opening=c2,d5")["games"].size(), 1u);
    EXPECT_EQ(eve.get("/api/games?type=quoridor-mini&opening=c2,d")["games"].size(), 0u);
    EXPECT_EQ(eve.get("/api/games?result=0-1")["games"].size(), 0u);
    eve.get("/api/games?colour=red");
    EXPECT_EQ(eve.status, 400);
    const auto explorer = eve.get("/api/explorer?spec=quoridor-mini&turns=c2");
    ASSERT_EQ(explorer["turns"].size(), 1u);
    EXPECT_EQ(explorer["turns"][0]["turn"], "d5");
    EXPECT_EQ(explorer["turns"][0]["points"], json({1.0, 0.0}));

    eve.get("/api/games/" + game + "/record?format=json");
    const auto record = record::from_json(eve.body);
    ASSERT_TRUE(record.ok()) << eve.body;
    eve.get("/api/games/download?player=ann");
    EXPECT_EQ(eve.status, 200);
    EXPECT_NE(eve.body.find("[Player1 \"ann\"]"), std::string::npos);
    EXPECT_NE(eve.body.find("[Round \"" + game + "\"]"), std::string::npos);
}

TEST_P(ServerTest, ReconnectFromTheLastNumberAndAfterARestart) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    const auto game = pair(ann, bob, "quoridor", "600+5");
    ann.turn(game, 0, "e2");
    ann.turn_at(1);
    bob.cut();
    ann.state_with("here", {true, false});
    bob.connect();
    EXPECT_EQ(bob.welcome["games"], json::array({game}));
    bob.say({{"t", "watch"}, {"game", game}, {"seq", 0}});
    EXPECT_EQ(bob.expect("turn")["turn"], "e2");
    EXPECT_EQ(bob.expect("state")["to_move"], 1);
    bob.turn(game, 1, "e8", "mine");
    bob.turn_at(2);
    ann.turn(game, 2, "e3");
    ann.turn_at(3);
    const TimePoint asked = time_now();
    const auto before = ann.get("/api/games/" + game);

    restart_with({&ann, &bob});
    const auto after = ann.watch(game);
    const Milliseconds passed = time_now() - asked;
    EXPECT_EQ(after["turns"], before["turns"]);
    EXPECT_EQ(after["times"], before["times"]);
    EXPECT_EQ(after["seq"], 3);
    EXPECT_EQ(after["you"], 0);
    EXPECT_LE(after["state"]["left"][1].get<Milliseconds>(), before["state"]["left"][1].get<Milliseconds>());
    EXPECT_GE(after["state"]["left"][1].get<Milliseconds>(),
              before["state"]["left"][1].get<Milliseconds>() - passed);
    // Nothing seen that the server does not have: the rest follows; too high a number: the whole game.
    bob.say({{"t", "watch"}, {"game", game}, {"seq", 2}});
    EXPECT_EQ(bob.expect("turn")["turn"], "e3");
    bob.say({{"t", "watch"}, {"game", game}, {"seq", 99}});
    EXPECT_EQ(bob.expect("game")["seq"], 3);
    // The turn that was sent before the restart is known after it.
    bob.turn(game, 1, "e8", "mine");
    EXPECT_EQ(bob.expect("turn")["seq"], 2);
    bob.turn(game, 3, "e7");
    EXPECT_EQ(ann.turn_at(4)["turn"], "e7");
}

TEST_P(ServerTest, WatchersSeeAGameWithADelayLate) {
    constexpr Milliseconds kDelay = 2s;
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    WebPerson eve(port());
    eve.connect();
    const auto challenge = ann.post(
        "/api/challenges", {{"spec", "quoridor-mini"}, {"clock", "300+3"}, {"seat", "1"}, {"delay", 2}});
    EXPECT_EQ(challenge["delay"], 2);
    const std::string game = bob.post(
        "/api/challenges/" + challenge["challenge"].get<std::string>() + "/accept", json::object())["game"];
    for (auto* person : {&ann, &bob, &eve}) EXPECT_EQ(person->watch(game)["delay"], 2);

    const TimePoint played = time_now();
    ann.turn(game, 0, kMini[0]);
    EXPECT_EQ(bob.turn_at(1)["turn"], kMini[0]);
    bob.turn(game, 1, kMini[1]);
    ann.turn_at(2);
    const auto plies = [&](WebPerson& person) {
        const auto seen = person.get("/api/games/" + game);
        EXPECT_EQ(seen["turns"].size(), seen["ply"]);
        return seen["ply"].get<int>();
    };
    EXPECT_EQ(plies(ann), 2);
    EXPECT_EQ(plies(eve), 0);
    EXPECT_EQ(eve.get("/api/games/" + game)["state"]["to_move"], 0);
    EXPECT_EQ(eve.get("/api/live")["games"][0]["plies"], 0);
    ann.get("/api/games/" + game + "/record?format=json");
    EXPECT_NE(ann.body.find('"' + kMini[1] + '"'), std::string::npos);
    eve.get("/api/games/" + game + "/record?format=json");
    EXPECT_EQ(eve.body.find('"' + kMini[1] + '"'), std::string::npos);
    // Neither coming anew nor asking for what was missed helps.
    EXPECT_EQ(eve.watch(game)["turns"], json::array());
    eve.say({{"t", "watch"}, {"game", game}, {"seq", 0}});
    EXPECT_EQ(eve.expect("state")["to_move"], 0);
    eve.say({{"t", "watch"}, {"game", game}, {"seq", 1}});
    EXPECT_EQ(eve.expect("game")["seq"], 0);
    // Presence is no secret; the state around it is.
    bob.cut();
    EXPECT_EQ(eve.state_with("here", {true, false})["to_move"], 0);

    const auto first = eve.turn_at(1);
    EXPECT_GE(time_now(), played + kDelay);
    EXPECT_EQ(first["seq"], 1);
    EXPECT_EQ(eve.turn_at(2)["to_move"], 0);
    EXPECT_EQ(plies(eve), 2);
    EXPECT_EQ(eve.get("/api/live")["games"][0]["plies"], 2);

    // The end, and all before it, is told at once.
    ann.turn(game, 2, kMini[2]);
    ann.turn_at(3);
    ann.act(game, "resign");
    ann.expect("end");
    const auto third = eve.expect("turn");
    EXPECT_EQ(third["seq"], 3);
    EXPECT_FALSE(third.contains("left")) << "it came before the end";
    EXPECT_EQ(eve.expect("end")["seq"], 4);
    EXPECT_EQ(plies(eve), 3);
    EXPECT_EQ(eve.watch(game)["turns"].size(), 3u);
}

TEST_P(ServerTest, ADelayLastsThroughARestartAndARematch) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    ann.say({{"t", "seek"}, {"spec", "quoridor-mini"}, {"clock", "300+3"}, {"delay", 300}, {"seat", "1"}});
    const auto seek = ann.expect("seeking");
    WebPerson eve(port());
    eve.connect();
    eve.say({{"t", "lobby"}});
    EXPECT_EQ(eve.expect("lobby")["seeks"][0]["delay"], 300);
    // Somebody who wants no delay is not paired with it.
    bob.say({{"t", "seek"}, {"spec", "quoridor-mini"}, {"clock", "300+3"}, {"pair", true}});
    bob.expect("seeking");
    bob.say({{"t", "take"}, {"seek", seek["seek"]}});
    std::string game = bob.expect("start")["game"];
    ann.watch(game);
    ann.turn(game, 0, kMini[0]);
    ann.turn_at(1);

    restart_with({&ann, &bob, &eve});
    EXPECT_EQ(ann.watch(game)["ply"], 1);
    EXPECT_EQ(bob.watch(game)["ply"], 1);
    EXPECT_EQ(eve.watch(game)["ply"], 0);
    EXPECT_EQ(eve.get("/api/live")["games"][0]["plies"], 0);
    ann.act(game, "abort");
    EXPECT_EQ(eve.expect("turn")["turn"], kMini[0]);
    EXPECT_EQ(eve.expect("end")["reason"], "aborted");
    ann.act(game, "rematch");
    bob.state_with("rematch", json::array({0}));
    bob.act(game, "rematch");
    game = bob.expect("start")["game"];
    EXPECT_EQ(bob.watch(game)["delay"], 300);

    ann.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "300+3"}, {"delay", 301}});
    EXPECT_EQ(ann.status, 400);
}

TEST_P(ServerTest, Offers) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    auto game = pair(ann, bob, "quoridor", "600+5");
    ann.act(game, "abort");
    EXPECT_EQ(bob.expect("end")["reason"], "aborted");
    ann.act(game, "rematch");
    bob.state_with("rematch", json::array({0}));
    bob.act(game, "rematch");
    game = bob.expect("start")["game"];
    // Seats have moved on.
    EXPECT_EQ(bob.watch(game)["you"], 0);
    ann.watch(game);
    bob.turn(game, 0, "e2");
    ann.turn_at(1);
    ann.turn(game, 1, "e8");
    bob.turn_at(2);
    bob.act(game, "takeback");
    ann.state_with("takeback", json::array({0}));
    ann.act(game, "takeback");
    EXPECT_EQ(bob.expect("takeback")["ply"], 0);
    bob.turn(game, 0, "d1");
    EXPECT_EQ(ann.expect_where(
                  "turn",
                  [](const json& message) { return message["seq"] == 4 && message["t"] == "turn"; })["turn"],
              "d1");
    ann.turn(game, 1, "e8");
    bob.expect_where("turn",
                     [](const json& message) { return message["seq"] == 5 && message["t"] == "turn"; });
    ann.act(game, "draw");
    bob.state_with("draw", json::array({1}));
    bob.act(game, "decline");
    ann.state_with("draw", json::array({1}));
    ann.state_with("draw", json::array());
    ann.act(game, "draw");
    bob.state_with("draw", json::array({1}));
    bob.act(game, "draw");
    EXPECT_EQ(ann.expect("end")["result"], "1/2-1/2");
    ann.act(game, "claim");
    EXPECT_EQ(ann.expect("error")["text"], "the game is over");
}

TEST_P(ServerTest, Premoves) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    const auto game = pair(ann, bob, "quoridor", "600+5");
    bob.say({{"t", "premove"}, {"game", game}, {"ply", 0}, {"lines", {{"e2", "e8", "e3", "e7"}}}});
    bob.watch(game);  // answered after the premove has reached the game, wherever that is
    ann.turn(game, 0, "e2");
    EXPECT_EQ(ann.expect("turn")["turn"], "e2");
    EXPECT_EQ(ann.expect("turn")["turn"], "e8");
    ann.turn(game, 2, "e3");
    EXPECT_EQ(ann.expect("turn")["turn"], "e3");
    EXPECT_EQ(ann.expect("turn")["turn"], "e7");
}

TEST_P(ServerTest, ChallengesAndEngines) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::account(port(), "bob");
    auto cat = WebPerson::guest(port());
    const auto made = ann.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "2d"}, {"seat", "2"}});
    ASSERT_EQ(ann.status, 200) << ann.body;
    const std::string link = "/api/challenges/" + made["challenge"].get<std::string>();
    EXPECT_EQ(bob.get(link)["user"]["name"], made["user"]["name"]);
    ann.post(link + "/accept", json::object());
    EXPECT_EQ(ann.status, 409);
    const std::string game = bob.post(link + "/accept", json::object())["game"];
    EXPECT_EQ(ann.expect("start")["game"], game);
    EXPECT_EQ(ann.watch(game)["you"], 1);
    cat.post(link + "/accept", json::object());
    EXPECT_EQ(cat.status, 409);

    // For one person only, told on the socket.
    const auto direct = ann.post("/api/challenges", {{"spec", "wallgo"}, {"clock", "none"}, {"to", "BOB"}});
    EXPECT_EQ(bob.expect("challenge")["challenge"], direct["challenge"]);
    cat.post("/api/challenges/" + direct["challenge"].get<std::string>() + "/accept", json::object());
    EXPECT_EQ(cat.status, 403);
    bob.post("/api/challenges/" + direct["challenge"].get<std::string>() + "/cancel", json::object());
    EXPECT_EQ(bob.status, 200);

    // One person and an engine: begins at once, and the engine answers.
    const auto solo = cat.post(
        "/api/challenges", {{"spec", "quoridor-mini"}, {"clock", "300+0"}, {"seat", "1"}, {"engines", {1}}});
    ASSERT_EQ(cat.status, 200) << cat.body;
    const std::string against = solo["game"];
    EXPECT_EQ(cat.watch(against)["players"][1]["level"], 1);
    cat.turn(against, 0, "c2");
    EXPECT_EQ(cat.expect("turn")["player"], 0);
    EXPECT_EQ(cat.expect("turn", 30s)["player"], 1);

    // Three at the board, one of them an engine.
    const auto three =
        ann.post("/api/challenges", {{"spec", "quoridor:players=3"}, {"clock", "300+0"}, {"engines", {2}}});
    const std::string table = bob.post("/api/challenges/" + three["challenge"].get<std::string>() + "/accept",
                                       json::object())["game"];
    EXPECT_EQ(bob.watch(table)["players"].size(), 3u);
    for (const json& bad :
         {json{{"spec", "chess"}, {"clock", "60+0"}}, json{{"spec", "quoridor"}, {"clock", "fast"}},
          json{{"spec", "quoridor"}, {"clock", "60+0"}, {"seat", "3"}},
          json{{"spec", "quoridor"}, {"clock", "60+0"}, {"rated", true}},
          json{{"spec", "quoridor"}, {"clock", "60+0"}, {"engines", {1, 2}}}}) {
        ann.post("/api/challenges", bad);
        EXPECT_EQ(ann.status, 400) << bad;
    }
}

TEST_P(ServerTest, ChatIsApartUntilTheEndAndCanBeMuted) {
    auto ann = WebPerson::guest(port());
    auto bob = WebPerson::guest(port());
    auto eve = WebPerson::guest(port());
    const auto game = pair(ann, bob, "quoridor", "600+5");
    eve.watch(game);
    ann.say({{"t", "chat"}, {"game", game}, {"text", "good luck"}});
    EXPECT_EQ(bob.expect("chat")["room"], "players");
    EXPECT_TRUE(eve.hears_no("chat"));
    eve.say({{"t", "chat"}, {"game", game}, {"text", "<b>hm</b>"}});
    EXPECT_EQ(eve.expect("chat")["text"], "<b>hm</b>");
    bob.post("/api/mute", {{"name", ann.welcome["user"]["name"]}});
    EXPECT_EQ(bob.get("/api/me")["muted"].size(), 1u);
    ann.say({{"t", "chat"}, {"game", game}, {"text", "hello?"}});
    ann.expect_where(
        "hello?", [](const json& message) { return message["t"] == "chat" && message["text"] == "hello?"; });
    EXPECT_TRUE(bob.hears_no("chat"));
    bob.post("/api/reports", {{"name", ann.welcome["user"]["name"]}, {"game", game}, {"text", "rude"}});
    EXPECT_EQ(bob.status, 200);
}

TEST_P(ServerTest, BotsAreMarkedAndNeverPairedSilently) {
    auto bot = WebPerson::account(port(), "robot");
    EXPECT_EQ(bot.post("/api/me/bot", json::object())["user"]["kind"], "bot");
    const auto token = bot.post("/api/me/tokens", {{"label", "test"}});
    WebPerson program(port());
    program.extra = {{"Authorization", "Bearer " + token["secret"].get<std::string>()}};
    program.connect();
    EXPECT_EQ(program.welcome["user"]["kind"], "bot");
    program.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}});
    const auto seek = program.expect("seeking");
    auto ann = WebPerson::guest(port());
    ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}, {"pair", true}});
    ann.expect("seeking");  // not paired
    auto bob = WebPerson::guest(port());
    bob.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}, {"pair", true}});
    EXPECT_EQ(bob.expect("start")["game"], ann.expect("start")["game"]);
    auto cat = WebPerson::guest(port());
    cat.say({{"t", "take"}, {"seek", seek["seek"]}});
    cat.expect("start");
    bot.post("/api/me/tokens/" + token["token"].get<std::string>() + "/delete", json::object());
    EXPECT_EQ(bot.status, 200);
    program.get("/api/me/tokens");
    EXPECT_EQ(program.status, 401);
}

TEST_P(ServerTest, AnArenaPairsWhoIsFree) {
    auto ann = WebPerson::account(port(), "ann");
    auto bob = WebPerson::account(port(), "bob");
    const auto made = ann.post("/api/tournaments", {{"name", "Sunday"},
                                                    {"spec", "quoridor-mini"},
                                                    {"clock", "60+0"},
                                                    {"rated", true},
                                                    {"starts_in", 0},
                                                    {"minutes", 5}});
    ASSERT_EQ(ann.status, 200) << ann.body;
    const std::string id = made["tournament"];
    ann.say({{"t", "arena"}, {"tournament", id}});
    for (auto* person : {&ann, &bob}) person->post("/api/tournaments/" + id + "/join", json::object());
    std::string last;
    for (int round = 0; round < 2; ++round) {
        const std::string game = ann.expect("start", 15s)["game"];
        EXPECT_NE(game, last);
        last = game;
        bob.expect("start");
        const auto seen = ann.watch(game);
        EXPECT_EQ(seen["tournament"], id);
        bob.watch(game);
        auto& first = seen["you"] == 0 ? ann : bob;
        auto& second = seen["you"] == 0 ? bob : ann;
        first.turn(game, 0, "c2");
        second.turn_at(1);
        second.turn(game, 1, "c4");
        bob.turn_at(2);
        bob.act(game, "resign");
        EXPECT_EQ(ann.expect("end")["reason"], "resignation");
    }
    const auto standings = ann.get("/api/tournaments/" + id);
    EXPECT_EQ(standings["state"], "running");
    EXPECT_EQ(standings["standings"][0]["user"]["name"], "ann");
    EXPECT_EQ(standings["standings"][0]["points"], 4);
    EXPECT_EQ(standings["standings"][0]["streak"], 2);
    EXPECT_EQ(ann.get("/api/tournaments")["tournaments"].size(), 1u);
}

TEST_P(ServerTest, BadMessagesGetReasons) {
    auto ann = WebPerson::guest(port());
    for (const std::string text :
         {"", "x", "[]", "{}", R"({"t":1})", R"({"t":"nothing"})", R"({"t":"turn"})",
          R"({"t":"watch","game":"short"})", R"({"t":"watch","game":"000000000000"})",
          R"({"t":"lobby","off":1})", R"({"t":"seek","spec":"quoridor"})",
          R"({"t":"turn","game":"0123456789ab","ply":-1,"turn":"e2","id":"x"})",
          R"({"t":"ping","at":18446744073709551615})",
          "{\"t\":\"chat\",\"game\":\"0123456789ab\",\"text\":\"\\u0000\"}"}) {
        ann.say_text(text.empty() ? " " : text);
        EXPECT_FALSE(ann.expect("error")["text"].get<std::string>().empty()) << text;
    }
    ann.say({{"t", "watch"}, {"game", "0123456789ab"}});
    EXPECT_EQ(ann.expect("error")["text"], "there is no such game");
    // Too long: the connection ends.
    ann.say_text(std::string(5000, ' '));
    for (;;) {
        const auto next = ann.socket().receive(5s);
        if (!next) break;
        ASSERT_TRUE(*next);
    }
}

class LimitedServerTest : public support::ServerFixture {
protected:
    LimitedServerTest() { settings_.limits = true; }
};

TEST_F(LimitedServerTest, LoginsAreThrottled) {
    WebPerson ann(port_);
    int refused = 0;
    for (int i = 0; i < 8; ++i) {
        ann.post("/api/login", {{"name", "ann"}, {"password", "a guess " + std::to_string(i)}});
        refused += ann.status == 429;
    }
    EXPECT_GE(refused, 1);
}

TEST_F(LimitedServerTest, AFloodOfMessagesEndsTheConnection) {
    auto ann = WebPerson::guest(port_);
    for (int i = 0; i < 400; ++i)
        if (!ann.socket().send(R"({"t":"ping","at":1})")) break;
    bool ended = false;
    for (int i = 0; i < 500 && !ended; ++i) ended = !ann.socket().receive(5s).ok();
    EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace stockade::server
