// A full lobby, a full tournament and a crowd of watchers: nobody is sent more than their socket holds.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "server/store/meetings.h"
#include "server/store/people.h"
#include "support/quiet_client.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;

constexpr std::size_t kMaxText = 64UL * 1024;  // a quarter of what may wait for a socket

class LobbyTest : public support::ServerFixture {
protected:
    std::vector<model::Person> add_people(int count) {
        std::vector<model::Person> people;
        EXPECT_TRUE(server_->platform().store().write_now([&](store::Database& database) {
            people.clear();
            for (int i = 0; i < count; ++i) {
                const store::User user{
                    new_id<UserId>(), "somebody-" + std::to_string(i), "account", "", kNever, kNever};
                EXPECT_TRUE(store::insert_user(database, user));
                model::Person person;
                person.user = user.id;
                person.name = user.name;
                person.kind = user.kind;
                people.push_back(person);
            }
        }));
        return people;
    }
};

TEST_F(LobbyTest, ALobbyOf2000SeeksOpens) {
    constexpr std::size_t kSeeks = 2000;
    auto& lobby = server_->platform().lobby();
    std::vector<std::shared_ptr<support::QuietClient>> clients;
    for (const auto& person : add_people((kSeeks + 2) / 3)) {
        clients.push_back(std::make_shared<support::QuietClient>(person));
        server_->platform().services().directory.add(clients.back());
        for (int i = 1; i <= 3 && 3 * (clients.size() - 1) + static_cast<std::size_t>(i) <= kSeeks; ++i)
            lobby.seek(clients.back(), {{"quoridor", std::to_string(60 * i) + "+0", false, 0, 0s}, false});
    }
    for (int i = 0; i < 1000 && lobby.size() < kSeeks; ++i) std::this_thread::sleep_for(20ms);
    ASSERT_EQ(lobby.size(), kSeeks);

    WebPerson eve(port_);
    eve.connect();
    eve.say({{"t", "lobby"}});
    auto page = eve.expect("lobby");
    EXPECT_EQ(page["total"], kSeeks);
    std::set<std::string> seen;
    const auto take_in = [&] {
        EXPECT_LE(page.dump().size(), kMaxText);
        for (const auto& seek : page["seeks"]) EXPECT_TRUE(seen.insert(seek["seek"]).second);
    };
    take_in();
    while (page["next"].is_string()) {
        eve.say({{"t", "lobby"}, {"after", page["next"]}});
        page = eve.expect("seeks");
        ASSERT_FALSE(page.is_null());
        take_in();
    }
    EXPECT_EQ(seen.size(), kSeeks);
    // From here on there are only changes, and what there is in all.
    lobby.unseek(clients[0], *parse_id<SeekId>(*seen.begin()));
    lobby.tick();
    EXPECT_LE(eve.expect("counts").dump().size(), 200u);
    for (const auto& client : clients) server_->platform().services().directory.remove(client);
}

TEST_F(LobbyTest, WhoIsPairedKnowsTheSeekAndMayLeaveIt) {
    const json wish{{"t", "seek"}, {"spec", "wallgo:players=3"}, {"clock", "600+5"}, {"pair", true}};
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    WebPerson eve(port_);
    eve.connect();
    eve.say({{"t", "lobby"}});
    eve.expect("lobby");
    ann.say(wish);
    const auto seek = ann.expect("seeking")["seek"];
    const auto joined = [&](int count) {
        const auto told = eve.expect("seek");
        EXPECT_EQ(told["seek"], seek);
        EXPECT_EQ(told["joined"], count);
    };
    joined(1);
    bob.say(wish);
    EXPECT_EQ(bob.expect("seeking")["seek"], seek);
    joined(2);
    bob.say({{"t", "unseek"}, {"seek", seek}});
    joined(1);
    bob.say({{"t", "unseek"}, {"seek", seek}});
    EXPECT_EQ(bob.expect("error")["code"], "server.seek-not-yours");
    bob.say({{"t", "take"}, {"seek", seek}});
    joined(2);
    // All people in a seek hear that it is gone, also those who do not follow the lobby.
    ann.say({{"t", "unseek"}, {"seek", seek}});
    for (auto* person : {&ann, &bob, &eve}) EXPECT_EQ(person->expect("unseek")["seek"], seek);
    EXPECT_TRUE(eve.hears_no("unseek")) << "once";
}

TEST_F(LobbyTest, StandingsOf2000AreToldByPages) {
    constexpr int kEntrants = 2000;
    const auto people = add_people(kEntrants);
    auto ann = WebPerson::account(port_, "ann");
    const auto id = new_id<TournamentId>();
    ASSERT_TRUE(server_->platform().store().write_now([&](store::Database& database) {
        const TimePoint now = time_now();
        store::insert_tournament(
            database, {id, people[0].user, "Cup", "quoridor", "60+0", false, now + 1h, now + 2h, 0});
        for (const auto& person : people) store::set_entrant(database, id, person.user, true, TimePoint(1ms));
        store::set_entrant(database, id, store::find_user(database, "ann")->id, true, TimePoint(2ms));
    }));
    const auto expect_page = [&](const json& page, int from, std::size_t rows) {
        EXPECT_LE(page.dump().size(), kMaxText);
        EXPECT_EQ(page["players"], kEntrants + 1);
        EXPECT_EQ(page["from"], from);
        ASSERT_EQ(page["standings"].size(), rows);
        if (rows) {
            EXPECT_EQ(page["standings"][0]["rank"], from + 1);
        }
        EXPECT_EQ(page["you"]["rank"], kEntrants + 1);
        EXPECT_EQ(page["you"]["user"]["name"], "ann");
    };
    ann.say({{"t", "arena"}, {"tournament", id_text(id)}});
    expect_page(ann.expect("standings"), 0, 50);
    ann.say({{"t", "arena"}, {"tournament", id_text(id)}, {"from", 1960}});
    expect_page(ann.expect("standings"), 1960, 41);
    const std::string route = "/api/tournaments/" + id_text(id);
    expect_page(ann.get(route), 0, 50);
    expect_page(ann.get(route + "?from=1960"), 1960, 41);
    ann.get(route + "?from=-1");
    EXPECT_EQ(ann.status, 400);
    ann.get(route + "?page=2");
    EXPECT_EQ(ann.status, 400);
    WebPerson eve(port_);
    EXPECT_TRUE(eve.get(route)["you"].is_null());
    // Following has an end, too.
    for (int i = 1; i < 10; ++i) ann.say({{"t", "arena"}, {"tournament", id_text(new_id<TournamentId>())}});
    ann.say({{"t", "arena"}, {"tournament", id_text(new_id<TournamentId>())}});
    EXPECT_EQ(ann.expect("error")["text"], "you follow 10 tournaments already");
}

TEST_F(LobbyTest, WatchersThatComeAndGoAreNoFloodForPlayers) {
    constexpr int kRounds = 200;
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto game = support::pair(ann, bob, "quoridor", "600+5");
    WebPerson eve(port_);
    eve.connect();
    for (int i = 0; i < kRounds; ++i) {
        eve.watch(game);
        eve.say({{"t", "leave"}, {"game", game}});
    }
    eve.watch(game);
    int told = 0;
    ann.expect_where("state with a watcher", [&](const json& message) {
        told += message["t"] == "state";
        return message["t"] == "state" && message["watchers"] == 1;
    });
    ann.say({{"t", "ping"}, {"at", 1}});
    ann.expect_where("pong", [&](const json& message) {
        told += message["t"] == "state";
        return message["t"] == "pong";
    });
    EXPECT_LT(told, kRounds) << "one for each that came, and one for each that went, would be twice as many";
}

}  // namespace
}  // namespace stockade::server
