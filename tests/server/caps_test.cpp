// What one person may have going on, whichever way it is begun, and pairing: over real sockets and a real
// SQLite file.
#include "server/store/caps.h"

#include <gtest/gtest.h>
#include <soci/soci.h>

#include <set>

#include "server/room/lobby.h"
#include "server/store/games.h"
#include "server/store/id_columns.h"
#include "server/store/people.h"
#include "server/store/time_columns.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

class CapsTest : public support::ServerFixture {
protected:
    static json against_engine(const std::string& clock = "none") {
        return {{"spec", "quoridor-mini"}, {"clock", clock}, {"seat", "1"}, {"engines", {1}}};
    }
    void set_rating(const std::string& name, double rating) {
        EXPECT_TRUE(store().write_now([&](store::Database& database) {
            store::RatingRow row;
            row.type = "quoridor";
            row.value = {rating, 60, 0.06};
            row.games = 1;
            store::put_rating(database, store::find_user(database, name)->id, row, GameId(1));
        }));
    }
};

TEST_F(CapsTest, EnginesPlayFewGamesWithOnePersonHoweverTheyBegin) {
    auto ann = WebPerson::guest(port_);
    std::vector<std::string> games;
    for (int i = 0; i < store::kMaxEngineGamesEach; ++i) {
        games.push_back(ann.post("/api/challenges", against_engine(i ? "none" : "600+5"))["game"]);
        ASSERT_EQ(ann.status, 200) << ann.body;
    }
    ann.post("/api/challenges", against_engine());
    EXPECT_EQ(ann.status, 409);
    EXPECT_NE(ann.body.find("has 3 games with engines already"), std::string::npos) << ann.body;

    // A rematch takes the place of the game that ended, once.
    ann.watch(games[0]);
    ann.act(games[0], "resign");
    ann.expect("end");
    ann.act(games[0], "rematch");
    ann.expect("start");
    ann.act(games[0], "rematch");
    EXPECT_EQ(ann.expect("error")["text"], "there was a rematch already");
    // And is refused where that place is taken again; nothing is begun.
    ann.watch(games[1]);
    ann.act(games[1], "resign");
    ann.expect("end");
    ann.post("/api/challenges", against_engine());
    EXPECT_EQ(ann.status, 200) << ann.body;
    ann.act(games[1], "rematch");
    EXPECT_NE(ann.expect("error")["text"].get<std::string>().find("has 3 games with engines already"),
              std::string::npos);
    EXPECT_EQ(ann.get("/api/me")["games"].size(), 3u);
    // Once there is room again, so is a rematch.
    ann.watch(games[2]);
    ann.act(games[2], "resign");
    ann.expect("end");
    ann.act(games[1], "rematch");
    ann.expect("start");

    auto bob = WebPerson::guest(port_);
    bob.post("/api/challenges", against_engine());
    EXPECT_EQ(bob.status, 200) << bob.body;
}

TEST_F(CapsTest, AnIdleGameWithAnEngineEndsAlsoAfterARestart) {
    auto ann = WebPerson::guest(port_);
    const std::string idle = ann.post("/api/challenges", against_engine())["game"];
    const std::string fresh = ann.post("/api/challenges", against_engine())["game"];
    ann.cut();
    server_.reset();
    {
        auto opened = store::Store::open(settings_.database);
        ASSERT_TRUE(opened.ok());
        ASSERT_TRUE((*opened)->write_now([&](store::Database& database) {
            const auto id = *parse_id<GameId>(idle);
            const TimePoint created = time_now() - model::kIdleWithEngine - 1ms;
            database << "update games set created = :created where id = :id", soci::use(created),
                soci::use(id);
        }));
    }
    start();
    WebPerson again(port_);
    again.cookie = ann.cookie;
    again.connect();
    again.say({{"t", "watch"}, {"game", idle}});
    const auto ended = again.expect_where("its end", [](const json& message) {
        return message["t"] == "end" || (message["t"] == "game" && message["reason"] != "");
    });
    EXPECT_EQ(ended["reason"], "aborted");
    EXPECT_EQ(again.watch(fresh)["reason"], "");
}

TEST_F(CapsTest, AGameThatIsRefusedLeavesNoChallengeBehind) {
    auto ann = WebPerson::guest(port_);
    for (int i = 0; i < store::kMaxEngineGamesEach + 5; ++i) ann.post("/api/challenges", against_engine());
    EXPECT_EQ(ann.status, 409);
    int challenges = 0;
    store().read([&](store::Database& database) {
        database << "select count(*) from challenges", soci::into(challenges);
    });
    EXPECT_EQ(challenges, store::kMaxEngineGamesEach);
    EXPECT_EQ(ann.get("/api/me")["games"].size(), static_cast<std::size_t>(store::kMaxEngineGamesEach));
}

TEST_F(CapsTest, WhoGivesUpAtOnceBeginsNoGamesWithoutEnd) {
    auto ann = WebPerson::account(port_, "ann");
    const auto add_ended = [&](int count, TimePoint ended) {
        ASSERT_TRUE(store().write_now([&](store::Database& database) {
            const UserId user = store::find_user(database, std::string("ann"))->id;
            for (int i = 0; i < count; ++i) {
                const auto game = new_id<GameId>();
                database << "insert into players (game, player, user_id, level, rating, provisional, change, "
                            "points, ended) values (:game, 0, :user, 0, 1500, 0, 0, 0, :ended)",
                    soci::use(game), soci::use(user), soci::use(ended);
            }
        }));
    };
    constexpr Milliseconds kHour = 1h;
    add_ended(store::kMaxGamesAnHour, time_now() - kHour - 1s);  // these are long over
    add_ended(store::kMaxGamesAnHour - 1, time_now());
    const std::string last = ann.post("/api/challenges", against_engine())["game"];
    EXPECT_EQ(ann.status, 200) << ann.body;
    ann.watch(last);
    ann.act(last, "resign");
    ann.expect("end");
    ann.post("/api/challenges", against_engine());
    EXPECT_EQ(ann.status, 409);
    EXPECT_NE(ann.body.find("has played 500 games within an hour"), std::string::npos) << ann.body;
    ann.act(last, "rematch");
    EXPECT_NE(ann.expect("error")["text"].get<std::string>().find("within an hour"), std::string::npos);
}

TEST_F(CapsTest, GamesWithoutAnEndAreNotBegunHoweverTheyAreAskedFor) {
    const std::string endless = "quoridor-mini:repetition=0,max-turns=0";
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const std::string why = "server.max-turns";
    for (const std::string& spec : {endless, std::string("quoridor:max-turns=1001")}) {
        ann.say({{"t", "seek"}, {"spec", spec}, {"clock", "none"}});
        EXPECT_EQ(ann.expect("error")["code"], why);
        EXPECT_EQ(ann.post("/api/challenges", {{"spec", spec}, {"clock", "none"}})["code"], why);
        EXPECT_EQ(ann.status, 400);
        EXPECT_EQ(ann.post("/api/challenges", {{"spec", spec}, {"clock", "none"}, {"engines", {1}}})["code"],
                  why);
        EXPECT_EQ(ann.post("/api/tournaments", {{"name", "Cup"},
                                                {"spec", spec},
                                                {"clock", "60+0"},
                                                {"starts_in", 60},
                                                {"minutes", 5}})["code"],
                  why);
    }
    // Nor what was agreed on when there was no such limit: a challenge, and a game of which there is another.
    store::Challenge challenge;
    challenge.id = new_id<ChallengeId>();
    challenge.spec = endless;
    challenge.clock = "none";
    challenge.created = time_now();
    model::Setup setup;
    setup.id = new_id<GameId>();
    setup.spec = endless;
    setup.clock = *model::parse_time_control("none");
    setup.created = time_now();
    setup.secret = auth::new_dice_secret();
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        for (const std::string name : {"ann", "bob"})
            setup.players.push_back(*store::person_of(database, store::find_user(database, name)->id, ""));
        challenge.user = setup.players[0].user;
        challenge.joined = {challenge.user};
        store::insert_challenge(database, challenge);
        store::insert_game(database, setup);
    }));
    EXPECT_EQ(bob.post("/api/challenges/" + id_text(challenge.id) + "/accept", json::object())["code"], why);
    EXPECT_EQ(bob.status, 409);
    const auto game = id_text(setup.id);
    for (auto* person : {&ann, &bob}) EXPECT_EQ(person->watch(game)["reason"], "");
    ann.act(game, "resign");
    bob.expect("end");
    for (auto* person : {&ann, &bob}) person->act(game, "rematch");
    EXPECT_EQ(bob.expect("error")["code"], why);
}

TEST_F(CapsTest, MutesAndReportsAreFew) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    auto cat = WebPerson::account(port_, "cat");
    ann.post("/api/mute", {{"name", "bob"}});
    EXPECT_EQ(ann.status, 200) << ann.body;
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        const UserId user = store::find_user(database, std::string("ann"))->id;
        for (int i = 1; i < store::kMaxMutesEach; ++i)
            store::set_mute(database, user, new_id<UserId>(), true);
    }));
    ann.post("/api/mute", {{"name", "cat"}});
    EXPECT_EQ(ann.status, 409);
    // Once more, or not any more, is no more than before.
    ann.post("/api/mute", {{"name", "bob"}});
    EXPECT_EQ(ann.status, 200) << ann.body;
    ann.post("/api/mute", {{"name", "bob"}, {"on", false}});
    EXPECT_EQ(ann.status, 200) << ann.body;
    ann.post("/api/mute", {{"name", "cat"}});
    EXPECT_EQ(ann.status, 200) << ann.body;

    for (int i = 0; i < store::kMaxReportsADay; ++i) {
        bob.post("/api/reports", {{"name", "ann"}, {"text", "x"}});
        EXPECT_EQ(bob.status, 200) << bob.body;
    }
    bob.post("/api/reports", {{"name", "ann"}, {"text", "x"}});
    EXPECT_EQ(bob.status, 429);
    cat.post("/api/reports", {{"name", "ann"}, {"text", "x"}});
    EXPECT_EQ(cat.status, 200) << cat.body;
    // Those of yesterday do not count.
    ASSERT_TRUE(store().write_now(
        [](store::Database& database) { database << "update reports set at = at - 86400001"; }));
    bob.post("/api/reports", {{"name", "ann"}, {"text", "x"}});
    EXPECT_EQ(bob.status, 200) << bob.body;
}

TEST_F(CapsTest, GamesWithoutAClockAreFew) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    auto cat = WebPerson::guest(port_);
    const json open{{"spec", "quoridor"}, {"clock", "none"}};
    const auto accept = [](WebPerson& person, const json& challenge) {
        return person.post("/api/challenges/" + challenge["challenge"].get<std::string>() + "/accept",
                           json::object());
    };
    for (int i = 0; i < store::kMaxClocklessGamesEach; ++i) {
        EXPECT_TRUE(accept(bob, ann.post("/api/challenges", open))["game"].is_string()) << bob.body;
        ann.expect("start");
        bob.expect("start");
    }
    const std::string why = "has 10 games without a clock already";
    ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "none"}});
    EXPECT_NE(ann.expect("error")["text"].get<std::string>().find(why), std::string::npos);
    // Who may not take a seat leaves it to others.
    cat.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "none"}});
    const auto seek = cat.expect("seeking");
    bob.say({{"t", "take"}, {"seek", seek["seek"]}});
    EXPECT_NE(bob.expect("error")["text"].get<std::string>().find(why), std::string::npos);
    const auto challenge = cat.post("/api/challenges", open);
    accept(bob, challenge);
    EXPECT_EQ(bob.status, 409);
    EXPECT_NE(bob.body.find(why), std::string::npos) << bob.body;
    auto dan = WebPerson::guest(port_);
    EXPECT_TRUE(accept(dan, challenge)["game"].is_string()) << dan.body;
    auto eve = WebPerson::guest(port_);
    eve.say({{"t", "take"}, {"seek", seek["seek"]}});
    eve.expect("start");
    // Other clocks are another matter.
    pair(ann, bob, "quoridor", "600+5");
}

TEST_F(CapsTest, AFourthSeekAndAFourthSeatAreRefused) {
    auto ann = WebPerson::guest(port_);
    for (const char* clock : {"60+0", "120+0", "180+0"}) {
        ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", clock}});
        ann.expect("seeking");
    }
    ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "300+0"}});
    EXPECT_EQ(ann.expect("error")["text"], "you have 3 seeks already");
    EXPECT_EQ(server_->platform().lobby().size(), 3u);

    std::vector<WebPerson> seekers;
    for (int i = 0; i <= room::kMaxSeatsEach; ++i) {
        seekers.push_back(WebPerson::guest(port_));
        seekers.back().say({{"t", "seek"}, {"spec", "quoridor:players=3"}, {"clock", "60+0"}});
        ann.say({{"t", "take"}, {"seek", seekers.back().expect("seeking")["seek"]}});
        if (i == room::kMaxSeatsEach) {
            EXPECT_EQ(ann.expect("error")["text"], "you have 3 seats in seeks already");
        }
    }
}

TEST_F(CapsTest, APairingIsWithTheNearestRating) {
    std::map<std::string, double> ratings{{"low", 1480}, {"near", 1600}, {"high", 1750}, {"dan", 1620}};
    std::map<std::string, WebPerson> people;
    for (const auto& [name, rating] : ratings) {
        people.emplace(name, WebPerson::account(port_, name));
        set_rating(name, rating);
    }
    for (const char* name : {"low", "near", "high"}) {
        people.at(name).say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}, {"rated", true}});
        people.at(name).expect("seeking");
    }
    people.at("dan").say(
        {{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}, {"rated", true}, {"pair", true}});
    EXPECT_EQ(people.at("dan").expect("start")["game"], people.at("near").expect("start")["game"]);
}

TEST_F(CapsTest, OnlyWhatFitsIsPaired) {
    const auto seek = [](WebPerson& person, const json& more) {
        json message{{"t", "seek"}, {"spec", "quoridor"}, {"clock", "300+3"}, {"pair", true}};
        message.update(more);
        person.say(message);
        return person.expect("seeking")["seek"];
    };
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    set_rating("ann", 1500);
    set_rating("bob", 1801);
    seek(ann, {{"rated", true}});
    seek(bob, {{"rated", true}});  // too far from her in strength
    auto cat = WebPerson::guest(port_);
    auto dan = WebPerson::guest(port_);
    seek(cat, {{"delay", 10}});
    seek(dan, {{"delay", 20}});  // another game for those who watch
    auto eve = WebPerson::account(port_, "eve");
    eve.post("/api/me/bot", json::object());
    EXPECT_EQ(eve.status, 200) << eve.body;
    eve.cut();
    eve.connect();
    auto fay = WebPerson::guest(port_);
    const auto of_bot = seek(eve, json::object());
    seek(fay, json::object());  // people are paired with people
    fay.say({{"t", "unseek"}, {"seek", of_bot}});
    EXPECT_EQ(fay.expect("error")["text"], "that is no seek of yours");
    // Nothing has begun; what fits does.
    EXPECT_EQ(server_->platform().lobby().size(), 6u);
    auto gus = WebPerson::guest(port_);
    gus.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "300+3"}, {"pair", true}});
    gus.expect("start");
    fay.expect("start");
}

TEST_F(CapsTest, AnArenaPairsWithSomebodyElseWhereThereIsOne) {
    std::vector<WebPerson> people;
    for (const char* name : {"ann", "bob", "cat"}) people.push_back(WebPerson::account(port_, name));
    const std::string id = people[0].post("/api/tournaments", {{"name", "Sunday"},
                                                               {"spec", "quoridor-mini"},
                                                               {"clock", "60+0"},
                                                               {"starts_in", 0},
                                                               {"minutes", 5}})["tournament"];
    for (auto& person : people) person.post("/api/tournaments/" + id + "/join", json::object());
    std::set<std::string> before;
    std::string game;
    for (int round = 0; round < 3; ++round) {
        // Whoever won plays on at once, and not against the same opponent: the third is free.
        std::set<std::string> now;
        json live;
        // The list may still show a game that has just ended.
        for (int i = 0; i < 1000 && (live.empty() || live[0]["game"] == game); ++i) {
            if (i) std::this_thread::sleep_for(20ms);
            live = people[0].get("/api/live")["games"];
        }
        ASSERT_EQ(live.size(), 1u);
        ASSERT_NE(live[0]["game"], game) << "nobody was paired in round " << round;
        game = live[0]["game"];
        for (const auto& player : live[0]["players"]) now.insert(player["name"]);
        EXPECT_NE(now, before) << "round " << round;
        before = now;
        WebPerson& first = people[live[0]["players"][0]["name"] == "ann"   ? 0
                                  : live[0]["players"][0]["name"] == "bob" ? 1
                                                                           : 2];
        WebPerson& second = people[live[0]["players"][1]["name"] == "ann"   ? 0
                                   : live[0]["players"][1]["name"] == "bob" ? 1
                                                                            : 2];
        first.watch(game);
        second.watch(game);
        first.turn(game, 0, "c2");
        second.turn_at(1);
        second.turn(game, 1, "c4");
        first.turn_at(2);
        second.act(game, "resign");
        first.expect("end");
    }
}

TEST_F(CapsTest, ChallengesOfOthersDoNotKeepAnyoneFromTheirOwn) {
    auto victim = WebPerson::account(port_, "victim");
    for (int i = 0; i < 7; ++i) {
        auto pest = WebPerson::guest(port_);
        for (int j = 0; j < store::kMaxChallengesToOne; ++j) {
            pest.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}, {"to", "victim"}});
            ASSERT_EQ(pest.status, 200) << pest.body;
        }
        pest.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}, {"to", "victim"}});
        EXPECT_EQ(pest.status, 409);
        pest.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}});
        EXPECT_EQ(pest.status, 200) << pest.body;
    }
    for (int i = 0; i < store::kMaxChallengesEach; ++i) {
        victim.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}});
        ASSERT_EQ(victim.status, 200) << victim.body;
    }
    victim.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}});
    EXPECT_EQ(victim.status, 409);
    EXPECT_EQ(victim.get("/api/challenges")["challenges"].size(), 41u);
}

TEST_F(CapsTest, ChallengesOfMutedPeopleDoNotArrive) {
    auto ann = WebPerson::account(port_, "ann");
    auto pest = WebPerson::account(port_, "pest");
    const json wish{{"spec", "quoridor"}, {"clock", "1d"}, {"to", "ann"}};
    pest.post("/api/challenges", wish);
    EXPECT_EQ(ann.expect("challenge")["user"]["name"], "pest");
    ann.post("/api/mute", {{"name", "pest"}});
    EXPECT_EQ(ann.get("/api/challenges")["challenges"].size(), 0u);
    pest.post("/api/challenges", wish);
    EXPECT_EQ(pest.status, 403);
    ann.post("/api/mute", {{"name", "pest"}, {"on", false}});
    EXPECT_EQ(ann.get("/api/challenges")["challenges"].size(), 1u);
}

TEST_F(CapsTest, NobodyIsDeletedOutOfAGameThatBegins) {
    auto ann = WebPerson::account(port_, "ann");
    model::Setup setup;
    setup.id = new_id<GameId>();
    setup.spec = "quoridor-mini";
    setup.clock = *model::parse_time_control("600+5");
    setup.secret = auth::new_dice_secret();
    setup.created = time_now();
    // Stored, and not yet in memory.
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        const auto person =
            store::person_of(database, store::find_user(database, std::string("ann"))->id, "");
        setup.players = {*person, store::engine_person(1)};
        store::insert_game(database, setup);
    }));
    EXPECT_EQ(ann.post("/api/me/delete", {{"password", "password"}})["code"], "server.games-running");
    EXPECT_EQ(ann.status, 409);
    EXPECT_EQ(ann.get("/api/me")["user"]["name"], "ann");
    // The other way round: once somebody is deleted, no game begins with them.
    setup.id = new_id<GameId>();
    setup.players.pop_back();
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        EXPECT_FALSE(store::refuse_game(database, setup, NodeId(), time_now()));
        store::delete_user(database, setup.players[0].user);
        EXPECT_TRUE(store::refuse_game(database, setup, NodeId(), time_now()));
    }));
}

TEST_F(CapsTest, TheDeletedTakeNoSeatsOfChallenges) {
    std::vector<WebPerson> people;
    for (const std::string name : {"ann", "bob", "cat", "dan"})
        people.push_back(WebPerson::account(port_, name));
    const std::string id =
        people[0].post("/api/challenges", {{"spec", "wallgo:players=3"}, {"clock", "600+5"}})["challenge"];
    const auto accept = [&](WebPerson& person) {
        return person.post("/api/challenges/" + id + "/accept", json::object())["game"];
    };
    EXPECT_TRUE(accept(people[1]).is_null());
    people[1].post("/api/me/delete", {{"password", "password"}});
    EXPECT_EQ(people[1].status, 200);
    EXPECT_TRUE(accept(people[2]).is_null()) << "a seat is free again";
    const auto game = accept(people[3]);
    ASSERT_TRUE(game.is_string()) << people[3].body;
    std::set<std::string> names;
    const auto shown = people[0].get("/api/games/" + game.get<std::string>());
    for (const auto& player : shown["players"]) names.insert(player["name"]);
    EXPECT_EQ(names, (std::set<std::string>{"ann", "cat", "dan"}));
}

TEST_F(CapsTest, OnlyWhoJoinsATournamentIsInIt) {
    auto ann = WebPerson::account(port_, "ann");
    auto guest = WebPerson::guest(port_);
    const std::string id = ann.post("/api/tournaments", {{"name", "Cup"},
                                                         {"spec", "quoridor-mini"},
                                                         {"clock", "60+0"},
                                                         {"rated", true},
                                                         {"starts_in", 60},
                                                         {"minutes", 5}})["tournament"];
    const std::string route = "/api/tournaments/" + id;
    guest.post(route + "/join", json::object());
    EXPECT_EQ(guest.status, 403);
    guest.post(route + "/leave", json::object());
    EXPECT_EQ(ann.get(route)["players"], 0) << "caps are checked when somebody joins";
    ann.post(route + "/join", json::object());
    ann.post(route + "/leave", json::object());
    EXPECT_EQ(ann.get(route)["standings"][0]["active"], false);
}

TEST_F(CapsTest, WhoMayNotPlayKeepsNobodyInATournamentFromPlaying) {
    auto top = WebPerson::account(port_, "top");
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        const UserId user = store::find_user(database, std::string("top"))->id;
        const TimePoint ended = time_now();
        for (int i = 0; i < store::kMaxGamesAnHour; ++i) {
            const auto game = new_id<GameId>();
            database << "insert into players (game, player, user_id, level, rating, provisional, change, "
                        "points, ended) values (:game, 0, :user, 0, 1500, 0, 0, 0, :ended)",
                soci::use(game), soci::use(user), soci::use(ended);
        }
    }));
    const std::string id = ann.post("/api/tournaments", {{"name", "Cup"},
                                                         {"spec", "quoridor-mini"},
                                                         {"clock", "60+0"},
                                                         {"starts_in", 0},
                                                         {"minutes", 5}})["tournament"];
    for (auto* person : {&top, &ann, &bob}) person->post("/api/tournaments/" + id + "/join", json::object());
    const std::string game = ann.expect("start")["game"];
    EXPECT_EQ(bob.expect("start")["game"], game);
    EXPECT_TRUE(top.hears_no("start"));
}

TEST_F(CapsTest, TournamentsAreFew) {
    auto ann = WebPerson::account(port_, "ann");
    const json wish{
        {"name", "Cup"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 60}, {"minutes", 5}};
    std::vector<std::string> made;
    for (int i = 0; i < store::kMaxTournamentsEach; ++i) {
        made.push_back(ann.post("/api/tournaments", wish)["tournament"]);
        ASSERT_EQ(ann.status, 200) << ann.body;
    }
    ann.post("/api/tournaments", wish);
    EXPECT_EQ(ann.status, 409);
    auto bob = WebPerson::account(port_, "bob");
    made.push_back(bob.post("/api/tournaments", wish)["tournament"]);
    for (std::size_t i = 0; i < made.size(); ++i) {
        ann.post("/api/tournaments/" + made[i] + "/join", json::object());
        EXPECT_EQ(ann.status, i < store::kMaxTournamentsJoined ? 200 : 409) << ann.body;
    }
    // All that there may be at once.
    EXPECT_TRUE(store().write_now([](store::Database& database) {
        for (int i = 0; i < store::kMaxTournaments; ++i)
            store::insert_tournament(database, {new_id<TournamentId>(), UserId(1), "Cup", "quoridor", "60+0",
                                                false, time_now(), time_now() + 1h, 0});
    }));
    bob.post("/api/tournaments", wish);
    EXPECT_EQ(bob.status, 409);
    EXPECT_NE(bob.body.find("tournaments already: try again later"), std::string::npos) << bob.body;
}

}  // namespace
}  // namespace stockade::server
