// Rooms, the lobby and arenas of one server: what is kept, what is shown first, and who hears what.
#include "server/room/rooms.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>

#include "server/store/meetings.h"
#include "server/store/people.h"
#include "support/long_game.h"
#include "support/quiet_client.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

constexpr Milliseconds kMinute = 1min;

/// Somebody whose connection ends before what was asked for is done.
class Leaver final : public support::QuietClient {
public:
    using QuietClient::QuietClient;
    bool open() const override {
        ++looked;
        return false;
    }

    mutable std::atomic<int> looked{0};
};

class RoomsTest : public support::ServerFixture {
protected:
    RoomsTest() { settings_.engine_threads = 0; }  // what engines are asked waits

    room::Rooms& rooms() { return server_->platform().rooms(); }
    bool kept(const std::string& game) { return rooms().peek(*parse_id<GameId>(game)) != nullptr; }
    UserId user(const std::string& name) {
        return store().read([&](store::Database& database) { return store::find_user(database, name)->id; });
    }
    /// Somebody with a rating that is certain.
    WebPerson rated(const std::string& name, double rating) {
        auto person = WebPerson::account(port_, name);
        EXPECT_TRUE(store().write_now([&](store::Database& database) {
            store::RatingRow row;
            row.type = "quoridor";
            row.value = {rating, 60, 0.06};
            row.games = 1;
            store::put_rating(database, store::find_user(database, name)->id, row, GameId(1));
        }));
        return person;
    }
    /// Everything that was said before has been done, and what came of it is on its way.
    static void settle(WebPerson& person) {
        person.say({{"t", "ping"}, {"at", 1}});
        person.expect("pong");
    }
};

TEST_F(RoomsTest, FinishedGamesThatNobodyFollowsAreForgotten) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto running = pair(ann, bob, "quoridor", "600+5");
    const auto followed = pair(ann, bob, "quoridor", "600+5");
    const auto left = pair(ann, bob, "quoridor", "600+5");
    for (const auto& game : {followed, left}) {
        ann.act(game, "abort");
        bob.expect("end");
    }
    // Nobody is at the boards of the first and the last.
    for (const auto& game : {running, left})
        for (auto* person : {&ann, &bob}) {
            person->say({{"t", "leave"}, {"game", game}});
            settle(*person);
        }
    const auto watchers_gone = [&](const std::string& game) {
        WebPerson eve(port_);
        return support::comes([&] {
            return eve.get("/api/games/" + game)["state"]["here"] == json({false, false});
        });
    };
    ASSERT_TRUE(watchers_gone(running));
    ASSERT_TRUE(watchers_gone(left));
    rooms().sweep(time_now() + 4 * kMinute);
    for (const auto& game : {running, followed, left}) EXPECT_TRUE(kept(game)) << "for a rematch and a word";
    rooms().sweep(time_now() + 6 * kMinute);
    EXPECT_TRUE(kept(running));
    EXPECT_TRUE(kept(followed));
    EXPECT_FALSE(kept(left));
    // Whoever comes back to it has it again.
    EXPECT_EQ(ann.watch(left)["reason"], "aborted");
    EXPECT_TRUE(kept(left));
    EXPECT_EQ(ann.watch(running)["reason"], "");
}

TEST_F(RoomsTest, AFinishedGameThatIsLoadedForAWatcherIsKept) {
    const auto game = id_text(support::long_game(store(), UserId(1), 4));
    auto eve = WebPerson::guest(port_);
    // A room does one thing after the other: with the second answer all is done that came of the first
    // question.
    for (int i = 0; i < 2; ++i) EXPECT_EQ(eve.watch(game)["ply"], 4);
    const auto sweeps_away = [&] {
        rooms().sweep(time_now() + 6 * kMinute);
        return !kept(game);
    };
    EXPECT_FALSE(sweeps_away());
    eve.say({{"t", "leave"}, {"game", game}});
    EXPECT_TRUE(support::comes(sweeps_away));
}

TEST_F(RoomsTest, FinishedGamesTakeSoMuchMemoryAndNoMore) {
    std::vector<std::string> games;
    for (int i = 0; i < 3; ++i) games.push_back(id_text(support::long_game(store(), UserId(1), 60)));
    rooms().keep_at_most(100);
    auto eve = WebPerson::guest(port_);
    for (int i = 0; i < 2; ++i) eve.watch(games[static_cast<std::size_t>(i)]);
    eve.say({{"t", "watch"}, {"game", games[2]}});
    const auto refused = eve.expect("error");
    EXPECT_EQ(refused["code"], "server.busy");
    EXPECT_EQ(refused["re"], "watch");
    EXPECT_EQ(refused["game"], games[2]);
    // Those that nobody follows make room, but for those that somebody may be about to follow.
    eve.say({{"t", "leave"}, {"game", games[0]}});
    EXPECT_FALSE(rooms().make_room(time_now()));
    EXPECT_TRUE(support::comes([&] { return rooms().make_room(time_now() + 11s); }));
    EXPECT_FALSE(kept(games[0]));
    EXPECT_TRUE(kept(games[1]));
    EXPECT_EQ(eve.watch(games[2])["ply"], 60);
    // A game that ends and is forgotten leaves nothing in the count.
    for (int i = 1; i < 3; ++i) eve.say({{"t", "leave"}, {"game", games[static_cast<std::size_t>(i)]}});
    EXPECT_TRUE(support::comes([&] {
        rooms().sweep(time_now() + 6 * kMinute);
        return !kept(games[1]) && !kept(games[2]);
    }));
    rooms().keep_at_most(1);
    EXPECT_TRUE(rooms().make_room(time_now()));
}

TEST_F(RoomsTest, WhoLeavesWhileMuchWaitsHasLeft) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto game = pair(ann, bob, "quoridor", "600+5");
    const auto room = rooms().peek(*parse_id<GameId>(game));
    model::Person nobody;
    nobody.user = UserId(7);
    const auto eve = std::make_shared<support::QuietClient>(nobody);
    room->watch(eve, std::nullopt);
    const auto watchers = [&] {
        std::promise<int> count;
        room->inspect(UserId(), [&](const model::Game&, int number) { count.set_value(number); });
        return count.get_future().get();
    };
    EXPECT_EQ(watchers(), 1);
    // The database takes its time: a turn is being stored, and much waits for it.
    std::promise<void> busy, go_on;
    store().write(
        [&](store::Database&) {
            busy.set_value();
            go_on.get_future().wait();
        },
        [](bool) {});
    busy.get_future().wait();
    ann.turn(game, 0, "e2");
    settle(ann);
    std::atomic<int> done{0};
    for (int i = 0; i < 1100; ++i)
        room->inspect(UserId(), [&](const model::Game& seen, int) { done += seen.ply() == 1; });
    room->leave(eve);
    go_on.set_value();
    bob.turn_at(1);
    EXPECT_EQ(watchers(), 0);
    EXPECT_LT(done, 1100) << "so much did not wait";
}

TEST_F(RoomsTest, TurnsThatAreNotAboutTheBoardAreAnsweredByFewWholeGames) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto game = pair(ann, bob, "quoridor", "600+5");
    for (int i = 0; i < 20; ++i) {
        ann.turn(game, 5, "e2");
        ann.expect("game");
    }
    ann.turn(game, 5, "e2", "one more");
    const auto refused = ann.expect("error");
    EXPECT_EQ(refused["code"], "server.not-so-fast");
    EXPECT_EQ(refused["id"], "one more");
    ann.turn(game, 0, "e2");
    EXPECT_EQ(bob.turn_at(1)["turn"], "e2");
}

TEST_F(RoomsTest, AnEngineIsAskedOneThingOfAGame) {
    auto ann = WebPerson::guest(port_);
    const std::string game =
        ann.post("/api/challenges",
                 {{"spec", "quoridor"}, {"clock", "none"}, {"seat", "1"}, {"engines", {1}}})["game"];
    ann.watch(game);
    const auto& engines = server_->platform().services().engines;
    for (int i = 0; i < 20; ++i) {
        ann.turn(game, 0, "e2");
        ann.turn_at(1);
        ann.act(game, "takeback");
        ann.expect("takeback");
        EXPECT_LE(engines.waiting(), 1u);
    }
    EXPECT_TRUE(support::comes([&] { return engines.waiting() == 0; }));
    ann.turn(game, 0, "e2");
    EXPECT_TRUE(support::comes([&] { return engines.waiting() == 1; }));
    ann.act(game, "resign");
    ann.expect("end");
    EXPECT_TRUE(support::comes([&] { return engines.waiting() == 0; }));
}

TEST_F(RoomsTest, TheStrongestGameIsOnTvAndOfEqualOnesTheLatest) {
    auto low = rated("low", 1400);
    auto mid = rated("mid", 1600);
    auto top = rated("top", 1900);
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto strong = pair(mid, top, "quoridor", "600+5");
    const auto weak = pair(low, mid, "quoridor", "600+5");
    const auto early = pair(ann, bob, "quoridor-mini", "600+5");
    // Games of one millisecond have no order.
    const TimePoint before = time_now();
    ASSERT_TRUE(support::comes([&] { return time_now() > before; }));
    const auto late = pair(ann, bob, "quoridor-mini", "600+5");
    WebPerson eve(port_);
    EXPECT_EQ(eve.get("/api/tv")["game"], strong);
    const auto list = [&](const std::string& query) {
        std::vector<std::string> games;
        const auto answer = eve.get("/api/live" + query);
        for (const auto& game : answer["games"]) games.push_back(game["game"]);
        return games;
    };
    EXPECT_EQ(list(""), (std::vector<std::string>{strong, weak, late, early}));
    EXPECT_EQ(list("?type=quoridor-mini"), (std::vector<std::string>{late, early}));
    top.act(strong, "abort");
    mid.expect("end");
    EXPECT_TRUE(support::comes([&] { return eve.get("/api/tv")["game"] == weak; }));
}

TEST_F(RoomsTest, AfterTheEndAllHearEachOtherAndWhatWasSaid) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    auto eve = WebPerson::guest(port_);
    const auto game = pair(ann, bob, "quoridor", "600+5");
    EXPECT_EQ(eve.watch(game)["chat"], json::array());
    const auto say = [&](WebPerson& person, const std::string& text) {
        person.say({{"t", "chat"}, {"game", game}, {"text", text}});
        EXPECT_EQ(person.expect("chat")["text"], text);
    };
    say(ann, "of players");
    say(eve, "of watchers");
    // Apart, also for who comes anew.
    const auto said = [&](WebPerson& person) {
        std::vector<std::string> lines;
        const auto seen = person.watch(game);
        for (const auto& line : seen["chat"]) lines.push_back(line["text"]);
        return lines;
    };
    EXPECT_EQ(said(bob), std::vector<std::string>{"of players"});
    auto fay = WebPerson::guest(port_);
    EXPECT_EQ(said(fay), std::vector<std::string>{"of watchers"});
    ann.act(game, "abort");
    for (auto* person : {&bob, &eve, &fay}) person->expect("end");
    EXPECT_EQ(said(bob), (std::vector<std::string>{"of players", "of watchers"}));
    EXPECT_EQ(said(fay), (std::vector<std::string>{"of players", "of watchers"}));
    const auto hears = [](WebPerson& person, const std::string& text) {
        person.expect_where(
            text, [&](const json& message) { return message["t"] == "chat" && message["text"] == text; });
    };
    say(ann, "well played");
    hears(eve, "well played");
    say(eve, "thank you");
    hears(bob, "thank you");
}

TEST_F(RoomsTest, ARoomKeepsTheLastLinesOfPlayersAndOfWatchers) {
    constexpr int kKept = 100;
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    auto eve = WebPerson::account(port_, "eve");
    auto fay = WebPerson::account(port_, "fay");
    auto gus = WebPerson::account(port_, "gus");
    const auto game = pair(ann, bob, "quoridor", "600+5");
    eve.watch(game);
    const auto say = [&](WebPerson& person, const std::string& text) {
        person.say({{"t", "chat"}, {"game", game}, {"text", text}});
    };
    const auto hear = [](WebPerson& person, const std::string& text) {
        person.expect_where(
            text, [&](const json& message) { return message["t"] == "chat" && message["text"] == text; });
    };
    say(ann, "first");
    hear(bob, "first");
    for (int i = 0; i < kKept; ++i) say(bob, "p" + std::to_string(i));
    for (int i = 0; i <= kKept; ++i) say(eve, "w" + std::to_string(i));
    hear(bob, "p" + std::to_string(kKept - 1));
    hear(eve, "w" + std::to_string(kKept));
    ann.act(game, "abort");
    bob.expect("end");
    // Whom somebody does not want to hear is left out, so that older lines show.
    const auto said = [&](WebPerson& person, const std::vector<std::string>& muted) {
        for (const auto& name : muted) person.post("/api/mute", {{"name", name}});
        std::vector<std::string> lines;
        const auto seen = person.watch(game);
        for (const auto& line : seen["chat"]) lines.push_back(line["text"]);
        return lines;
    };
    const auto of_players = said(fay, {"eve"});
    ASSERT_EQ(of_players.size(), 50u) << "watchers push nothing out";
    EXPECT_EQ(of_players.front(), "p50");
    EXPECT_EQ(of_players.back(), "p99");
    EXPECT_EQ(said(gus, {"eve", "bob"}), std::vector<std::string>{}) << "the oldest line is gone";
}

TEST_F(RoomsTest, WhoMissedMuchGetsTheWholeGame) {
    constexpr int kTurns = 150;
    constexpr int kMost = 100;
    const auto game = id_text(support::long_game(store(), UserId(1), kTurns));
    auto ann = WebPerson::guest(port_);
    // Whichever comes first.
    const auto answer_after = [&](int seq) {
        ann.say({{"t", "watch"}, {"game", game}, {"seq", seq}});
        return ann.expect_where("an answer", [](const json&) { return true; });
    };
    const int all = kTurns + 1;  // with the end
    EXPECT_EQ(answer_after(0)["t"], "game");
    EXPECT_EQ(answer_after(all - kMost - 1)["t"], "game");
    EXPECT_EQ(answer_after(all - kMost)["seq"], all - kMost + 1);
    for (int seq = all - kMost + 2; seq < all; ++seq) EXPECT_EQ(ann.expect("turn")["seq"], seq);
    EXPECT_EQ(ann.expect("end")["seq"], all);
    EXPECT_EQ(ann.expect("state")["seq"], all);
    EXPECT_TRUE(ann.hears_no("game"));
}

TEST_F(RoomsTest, WatchersOfADelayedGameGetMuchAtTheEndAsTheWholeGame) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    auto eve = WebPerson::guest(port_);
    ann.say({{"t", "seek"},
             {"spec", "quoridor-mini:repetition=0"},
             {"clock", "none"},
             {"seat", "1"},
             {"delay", 300}});
    bob.say({{"t", "take"}, {"seek", ann.expect("seeking")["seek"]}});
    const std::string game = bob.expect("start")["game"];
    ann.watch(game);
    bob.watch(game);
    EXPECT_EQ(eve.watch(game)["ply"], 0);
    const std::vector<std::string> steps{"c2", "c4", "c1", "c5"};
    for (int ply = 0; ply < 101; ++ply) {
        auto& mover = ply % 2 ? bob : ann;
        mover.turn(game, ply, steps[static_cast<std::size_t>(ply) % 4]);
        (ply % 2 ? ann : bob).turn_at(ply + 1);
    }
    bob.act(game, "resign");
    const auto shown = eve.expect_where(
        "the end", [](const json& message) { return message["t"] == "game" || message["t"] == "end"; });
    EXPECT_EQ(shown["t"], "game");
    EXPECT_EQ(shown["ply"], 101);
    EXPECT_EQ(shown["reason"], "resignation");
}

TEST_F(RoomsTest, ArenasPairWhoIsThereAndHasNotLeft) {
    std::vector<WebPerson> people;
    for (const char* name : {"ann", "bob", "cat", "dan"}) people.push_back(WebPerson::account(port_, name));
    // An hour from now: the server itself pairs nobody meanwhile.
    const auto made = people[0].post(
        "/api/tournaments",
        {{"name", "Cup"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 60}, {"minutes", 5}});
    ASSERT_EQ(people[0].status, 200) << people[0].body;
    const std::string route = "/api/tournaments/" + made["tournament"].get<std::string>();
    for (auto& person : people) person.post(route + "/join", json::object());
    people[0].post(route + "/leave", json::object());
    EXPECT_EQ(people[0].status, 200) << people[0].body;
    people[3].cut();
    auto& directory = server_->platform().services().directory;
    const UserId dan = user("dan");
    ASSERT_TRUE(support::comes([&] { return !directory.online(dan); }));

    auto& arenas = server_->platform().arenas();
    arenas.tick(made["starts"].get<TimePoint>() - 1ms);
    EXPECT_TRUE(arenas.playing(*parse_id<TournamentId>(made["tournament"].get<std::string>())).empty());
    arenas.tick(made["starts"].get<TimePoint>());
    const std::string game = people[1].expect("start")["game"];
    EXPECT_EQ(people[2].expect("start")["game"], game);
    std::set<std::string> names;
    const auto seen = people[1].watch(game);
    for (const auto& player : seen["players"]) names.insert(player["name"]);
    EXPECT_EQ(names, (std::set<std::string>{"bob", "cat"}));
    // Nobody is left to pair, nor paired twice.
    arenas.tick(made["starts"].get<TimePoint>() + 1ms);
    EXPECT_EQ(people[1].get("/api/live")["games"].size(), 1u);
}

TEST_F(RoomsTest, ArenasPairNobodyWithABot) {
    std::vector<WebPerson> people;
    for (const char* name : {"ann", "bob", "cat"}) people.push_back(WebPerson::account(port_, name));
    const auto made = people[0].post(
        "/api/tournaments",
        {{"name", "Cup"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 60}, {"minutes", 5}});
    ASSERT_EQ(people[0].status, 200) << people[0].body;
    // Whoever joins first is paired first.
    for (auto& person : people)
        person.post("/api/tournaments/" + made["tournament"].get<std::string>() + "/join", json::object());
    people[0].post("/api/me/bot", json::object());
    ASSERT_EQ(people[0].status, 200) << people[0].body;
    auto& directory = server_->platform().services().directory;
    const UserId ann = user("ann");
    people[0].cut();
    people[0].connect();
    ASSERT_TRUE(support::comes([&] { return directory.online(ann); }));
    server_->platform().arenas().tick(made["starts"].get<TimePoint>());
    const std::string game = people[1].expect("start")["game"];
    EXPECT_EQ(people[2].expect("start")["game"], game);
    EXPECT_EQ(people[1].get("/api/live")["games"].size(), 1u);
}

TEST_F(RoomsTest, SeeksGoWithTheConnectionThatMadeThem) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    bob.say({{"t", "lobby"}});
    bob.expect("lobby");
    ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "60+0"}});
    const auto seek = ann.expect("seeking")["seek"];
    EXPECT_EQ(bob.expect("seek")["seek"], seek);
    ann.cut();
    EXPECT_EQ(bob.expect("unseek")["seek"], seek);
    EXPECT_EQ(server_->platform().lobby().size(), 0u);
}

TEST_F(RoomsTest, ASeekIsNotMadeForAConnectionThatIsGone) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::guest(port_);
    model::Person person;
    person.user = user("ann");
    person.name = "ann";
    person.kind = "account";
    const auto leaver = std::make_shared<Leaver>(person);
    auto& lobby = server_->platform().lobby();
    // She is still there by another connection.
    lobby.seek(leaver, {{"quoridor", "60+0", false, 0, 0s}, false});
    ASSERT_TRUE(support::comes([&] { return leaver->looked == 1; }));
    EXPECT_EQ(lobby.size(), 0u);
    bob.say({{"t", "seek"}, {"spec", "quoridor:players=3"}, {"clock", "60+0"}});
    const auto seek = bob.expect("seeking")["seek"];
    lobby.take(leaver, *parse_id<SeekId>(seek.get<std::string>()));
    ASSERT_TRUE(support::comes([&] { return leaver->looked == 2; }));
    ann.say({{"t", "lobby"}});
    EXPECT_EQ(ann.expect("lobby")["seeks"][0]["joined"], 1);
}

}  // namespace
}  // namespace stockade::server
