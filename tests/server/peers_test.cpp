// One server of a cluster, and what it says to another node and does at its word. The test plays the other
// node.
#include <gtest/gtest.h>

#include <future>
#include <set>

#include "server/cluster/routing.h"
#include "server/net/asio_runtime.h"
#include "server/serve/serve.h"
#include "server/store/games.h"
#include "server/store/people.h"
#include "support/fake_node.h"
#include "support/long_game.h"
#include "support/nats.h"
#include "support/needs.h"
#include "support/postgres.h"
#include "support/web_person.h"

namespace stockade::server::cluster {
namespace {

using support::json;
using support::WebPerson;

constexpr Milliseconds kHour = 1h;
constexpr ClientId kClient(7);

class PeersTest : public testing::Test {
protected:
    void SetUp() override {
        static support::Postgres postgres;
        STOCKADE_NEEDS(postgres);
        STOCKADE_NEEDS(nats_);
        server::Settings settings;
        settings.port = 0;
        settings.limits = false;
        settings.database = postgres.url();
        settings.bus.url = nats_.url();
        settings.bus_secret = kSecret;
        settings.node = "one";
        settings.password_cost = auth::Cost::kMinimal;
        auto started = Server::start(settings, nullptr);
        ASSERT_TRUE(started.ok()) << started.error().message;
        server_ = std::move(*started);
    }
    void TearDown() override {
        if (!fake_) return;
        EXPECT_TRUE(fake_->leave());
        EXPECT_EQ(fake_->unreadable(), 0);
    }
    /// New games may be put on the other node from now on, where nobody plays them.
    void meet() {
        fake_ = std::make_unique<support::FakeNode>(store(), nats_.url(), kSecret);
        ASSERT_TRUE(fake_->started());
    }
    store::Store& store() { return server_->platform().store(); }
    NodeId server() { return server_->platform().cluster().self(); }
    WebPerson person(const std::string& name) { return WebPerson::account(server_->port(), name); }
    model::Person known(const WebPerson& person) {
        const std::string name = person.welcome["user"]["name"];
        return *store().read([&](store::Database& database) {
            return store::person_of(database, store::find_user(database, name)->id, "");
        });
    }
    /// A game of the other node.
    GameId game_elsewhere(const WebPerson& first, const WebPerson& second) {
        model::Setup setup;
        setup.id = new_id<GameId>();
        setup.spec = "quoridor-mini";
        setup.clock = *model::parse_time_control("600+5");
        setup.created = time_now();
        setup.secret = auth::new_dice_secret();
        setup.players = {known(first), known(second)};
        EXPECT_TRUE(
            store().write_now([&](store::Database& database) { store::insert_game(database, setup); }));
        EXPECT_TRUE(fake_->take_lease(resource_of(setup.id)));
        return setup.id;
    }
    Forward forward(const WebPerson& who, GameId game, msg::Request request, TimePoint at) {
        return {kClient, resource_of(game), std::move(request), at, 0ms, Introduction{known(who), {}}};
    }
    Forward next_forward() { return fake_->next<Forward>().value_or(Forward{}); }

    static constexpr const char* kSecret = "0123456789abcdef0123456789abcdef";
    support::Nats nats_;
    std::unique_ptr<Server> server_;
    std::unique_ptr<support::FakeNode> fake_;
};

TEST_F(PeersTest, AForwardedTurnIsNoOlderThanASecondAndNotOfTheFuture) {
    auto ann = person("ann");
    auto bob = person("bob");
    const auto game = *parse_id<GameId>(support::pair(ann, bob, "quoridor-mini", "600+5"));
    meet();
    int ply = 0;
    for (const TimePoint claimed : {time_now() + kHour, time_now() - kHour}) {
        const TimePoint before = time_now();
        auto& mover = ply ? bob : ann;
        fake_->send(server(), Forward{ClientId(7 + ply), resource_of(game),
                                      msg::Turn{game, ply, ply ? "c4" : "c2", "x"}, claimed, 0ms,
                                      Introduction{known(mover), {}}});
        ++ply;
        bob.turn_at(ply);
        const auto stored =
            store().read([&](store::Database& database) { return store::load_game(database, game); });
        const TimePoint at = stored->entries.back().at;
        EXPECT_GE(at, before - 1s);
        EXPECT_LE(at, time_now());
    }
}

TEST_F(PeersTest, AClientElsewhereIsAtTheBoardUntilItIsGone) {
    auto ann = person("ann");
    auto bob = person("bob");
    const auto text = support::pair(ann, bob, "quoridor-mini", "600+5");
    const auto game = *parse_id<GameId>(text);
    meet();
    ann.cut();
    bob.state_with("here", {false, true});
    fake_->send(server(), forward(ann, game, msg::Watch{game, std::nullopt}, time_now()));
    bob.state_with("here", {true, true});
    const auto shown = fake_->next<Tell>();
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->client, kClient);
    EXPECT_EQ(json::parse(*shown->text)["you"], 0);
    fake_->send(server(), ClientGone{kClient});
    bob.state_with("here", {false, true});
}

TEST_F(PeersTest, MutesHoldForClientsElsewhere) {
    auto ann = person("ann");
    auto bob = person("bob");
    const auto text = support::pair(ann, bob, "quoridor-mini", "600+5");
    const auto game = *parse_id<GameId>(text);
    meet();
    fake_->send(server(), forward(ann, game, msg::Watch{game, std::nullopt}, time_now()));
    ASSERT_TRUE(fake_->next<Tell>());
    const UserId annie = known(ann).user;
    const UserId bobby = known(bob).user;
    const auto say = [&](const std::string& words) {
        bob.say({{"t", "chat"}, {"game", text}, {"text", words}});
        bob.expect("chat");
    };
    // Messages are taken in order: once somebody is there, all that came before has been done.
    const auto settle = [&] {
        const auto somebody = new_id<UserId>();
        fake_->send(server(), Here{{somebody}, true});
        auto& directory = server_->platform().services().directory;
        ASSERT_TRUE(support::comes([&] { return directory.online(somebody); }));
    };
    fake_->send(server(), Mute{annie, bobby, true});
    settle();
    say("hidden");
    fake_->send(server(), Mute{annie, bobby, false});
    settle();
    say("heard");
    const auto chat =
        fake_->next<Tell>([](const Tell& tell) { return json::parse(*tell.text)["t"] == "chat"; });
    ASSERT_TRUE(chat);
    EXPECT_EQ(json::parse(*chat->text)["text"], "heard");
}

TEST_F(PeersTest, AGameIsInspectedAsItsUserMaySeeIt) {
    auto ann = person("ann");
    auto bob = person("bob");
    ann.say({{"t", "seek"}, {"spec", "quoridor-mini"}, {"clock", "600+5"}, {"delay", 300}, {"seat", "1"}});
    bob.say({{"t", "take"}, {"seek", ann.expect("seeking")["seek"]}});
    const std::string text = bob.expect("start")["game"];
    const auto game = *parse_id<GameId>(text);
    ann.watch(text);
    ann.turn(text, 0, "c2");
    ann.turn_at(1);
    meet();
    const auto ply = [&](int question, UserId user) {
        fake_->send(server(), Inspect{QuestionId(question), game, user});
        const auto answer = fake_->next<Inspected>();
        EXPECT_TRUE(answer && answer->question == QuestionId(question));
        return answer && answer->game ? answer->game->value("ply", -1) : -1;
    };
    EXPECT_EQ(ply(1, known(ann).user), 1);
    EXPECT_EQ(ply(2, UserId()), 0);
    EXPECT_EQ(ply(3, UserId(1)), 0);
}

TEST_F(PeersTest, NobodyWaitsForAGameThatIsNotInMemory) {
    auto ann = person("ann");
    meet();
    const auto game = support::long_game(store(), known(ann).user, 2);
    fake_->send(server(), Inspect{QuestionId(1), game, UserId()});
    const auto answer = fake_->next<Inspected>();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->question, QuestionId(1));
    EXPECT_FALSE(answer->game);
    // And the other way round: the archive has it.
    ASSERT_TRUE(fake_->take_lease(resource_of(game)));
    auto asked = std::async(std::launch::async, [&] { return ann.get("/api/games/" + id_text(game)); });
    const auto question = fake_->next<Inspect>();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->game, game);
    fake_->send(server(), Inspected{question->question, std::nullopt});
    EXPECT_EQ(asked.get()["ply"], 2);
}

TEST_F(PeersTest, RequestsGoToTheOwnerWithOneIntroduction) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    const auto game = game_elsewhere(ann, bob);
    ann.say({{"t", "watch"}, {"game", id_text(game)}, {"seq", 3}});
    const auto watch = next_forward();
    EXPECT_EQ(watch.resource, resource_of(game));
    ASSERT_TRUE(std::holds_alternative<msg::Watch>(watch.request));
    EXPECT_EQ(std::get<msg::Watch>(watch.request).seq, 3);
    ASSERT_TRUE(watch.introduction && watch.introduction->person);
    EXPECT_EQ(watch.introduction->person->user, known(ann).user);
    EXPECT_EQ(watch.introduction->person->name, known(ann).name);
    ann.turn(id_text(game), 0, "c2", "mine");
    const auto turn = next_forward();
    ASSERT_TRUE(std::holds_alternative<msg::Turn>(turn.request));
    EXPECT_EQ(turn.client, watch.client);
    EXPECT_FALSE(turn.introduction) << "they have met";
    // What the owner says is passed on as it is.
    fake_->send(server(), Tell{watch.client, std::make_shared<const std::string>(R"({"t":"told","n":1})")});
    EXPECT_EQ(ann.expect("told")["n"], 1);
    // Bob is another client of the same node.
    bob.say({{"t", "watch"}, {"game", id_text(game)}});
    const auto other = next_forward();
    EXPECT_NE(other.client, watch.client);
    EXPECT_TRUE(other.introduction);
    ann.cut();
    const auto gone = fake_->next<ClientGone>();
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->client, watch.client);
}

TEST_F(PeersTest, AGameThatIsOverIsLoadedAmongSearches) {
    auto ann = person("ann");
    const auto game = id_text(support::long_game(store(), known(ann).user, 2));
    auto& runtime = dynamic_cast<net::AsioRuntime&>(server_->platform().services().runtime);
    std::vector<auth::Quota::Slot> searches(1);
    while (runtime.quota(net::Lane::kArchive).take("", searches.back()) == auth::Quota::Full::kNo)
        searches.emplace_back();
    ann.say({{"t", "watch"}, {"game", game}});
    const auto refused = ann.expect("error");
    EXPECT_EQ(refused["code"], "server.busy") << "the page asks again";
    EXPECT_EQ(refused["re"], "watch");
    searches.clear();
    EXPECT_EQ(ann.watch(game)["ply"], 2);
}

TEST_F(PeersTest, AGameOfAnotherNodeIsNotTakenUp) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    const auto game = game_elsewhere(ann, bob);
    fake_->send(server(), forward(ann, game, msg::Watch{game, std::nullopt}, time_now()));
    const auto moved = fake_->next<Moved>();
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->client, kClient);
    EXPECT_EQ(moved->resource, resource_of(game));
    ASSERT_TRUE(moved->request);
    EXPECT_TRUE(std::holds_alternative<msg::Watch>(*moved->request));
    EXPECT_FALSE(server_->platform().rooms().peek(game));
}

TEST_F(PeersTest, WhatWasLeftIsNotSaidToANewOwner) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    const auto left = game_elsewhere(ann, bob);
    const auto kept = game_elsewhere(ann, bob);
    for (const GameId game : {left, kept}) ann.say({{"t", "watch"}, {"game", id_text(game)}});
    const ClientId client = next_forward().client;
    next_forward();
    ann.turn(id_text(kept), 0, "c2", "mine");
    next_forward();
    ann.say({{"t", "leave"}, {"game", id_text(left)}});
    ASSERT_TRUE(std::holds_alternative<msg::Leave>(next_forward().request));
    // Both have moved, as far as the other node says: it is asked again only about the one that is followed.
    for (const GameId game : {left, kept})
        fake_->send(server(), Moved{client, resource_of(game), std::nullopt, kNever});
    const auto watch = next_forward();
    EXPECT_EQ(watch.resource, resource_of(kept));
    ASSERT_TRUE(std::holds_alternative<msg::Watch>(watch.request));
    EXPECT_FALSE(std::get<msg::Watch>(watch.request).seq) << "the whole game";
    const auto turn = next_forward();
    ASSERT_TRUE(std::holds_alternative<msg::Turn>(turn.request));
    EXPECT_EQ(std::get<msg::Turn>(turn.request).id, "mine");
}

TEST_F(PeersTest, AGameOfANodeThatLeavesGoesOnWithTheLastTurn) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    const auto game = game_elsewhere(ann, bob);
    ann.say({{"t", "watch"}, {"game", id_text(game)}});
    next_forward();
    ann.turn(id_text(game), 0, "c2", "mine");
    ASSERT_TRUE(std::holds_alternative<msg::Turn>(next_forward().request));
    ASSERT_TRUE(fake_->leave());
    EXPECT_EQ(ann.expect("game")["ply"], 0);
    const auto played = ann.turn_at(1);
    EXPECT_EQ(played["id"], "mine");
    EXPECT_EQ(played["turn"], "c2");
}

TEST_F(PeersTest, SeeksAreMadeAgainUnlessTheirMakerPlays) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    ASSERT_TRUE(fake_->take_lease(store::kLobby));
    std::vector<ClientId> clients;
    for (auto* who : {&ann, &bob}) {
        who->say({{"t", "seek"}, {"spec", "wallgo"}, {"clock", "600+5"}});
        const auto seek = next_forward();
        EXPECT_EQ(seek.resource, store::kLobby);
        ASSERT_TRUE(std::holds_alternative<msg::Seek>(seek.request));
        clients.push_back(seek.client);
        fake_->send(server(), SeekAnswered{seek.client, new_id<SeekId>()});
    }
    fake_->send(server(), GameBegun{{known(bob).user}});
    for (const ClientId client : {clients[1], clients[0]})
        fake_->send(server(), Moved{client, store::kLobby, std::nullopt, kNever});
    const auto again = next_forward();
    ASSERT_TRUE(std::holds_alternative<msg::Seek>(again.request));
    EXPECT_EQ(again.client, clients[0]) << "bob seeks nothing any more";
}

TEST_F(PeersTest, SeeksThatJoinedAnotherAreAnsweredAndEndWithIt) {
    auto ann = person("ann");
    auto bob = person("bob");
    meet();
    // The owner of the lobby has two clients of another node. Both seek a game for three players, and bob
    // joins ann's seek.
    const auto seek = [&](ClientId client, const WebPerson& who, bool pair) {
        fake_->send(server(), Forward{client, store::kLobby,
                                      msg::Seek{{"wallgo:players=3", "600+5", false, 0, 0s}, pair},
                                      time_now(), 0ms, Introduction{known(who), {}}});
    };
    seek(ClientId(7), ann, false);
    const auto made = fake_->next<SeekAnswered>();
    ASSERT_TRUE(made && made->seek);
    EXPECT_EQ(made->client, ClientId(7));
    seek(ClientId(8), bob, true);
    const auto joined = fake_->next<SeekAnswered>();
    ASSERT_TRUE(joined);
    EXPECT_EQ(joined->client, ClientId(8));
    EXPECT_EQ(joined->seek, made->seek);
    fake_->send(server(),
                Forward{ClientId(7), store::kLobby, msg::Unseek{made->seek}, time_now(), 0ms, std::nullopt});
    std::set<ClientId> told;
    for (int i = 0; i < 2; ++i) {
        const auto ended = fake_->next<SeekEnded>();
        ASSERT_TRUE(ended);
        EXPECT_EQ(ended->seek, made->seek);
        told.insert(ended->client);
    }
    EXPECT_EQ(told, (std::set<ClientId>{ClientId(7), ClientId(8)}));
}

TEST_F(PeersTest, SeeksThatAreGoneAreNotMadeAgain) {
    auto ann = person("ann");
    meet();
    ASSERT_TRUE(fake_->take_lease(store::kLobby));
    std::vector<SeekId> seeks;
    ClientId client;
    for (const auto* clock : {"600+5", "300+3"}) {
        ann.say({{"t", "seek"}, {"spec", "wallgo"}, {"clock", clock}, {"pair", true}});
        client = next_forward().client;
        seeks.push_back(new_id<SeekId>());
        fake_->send(server(), SeekAnswered{client, seeks.back()});
    }
    fake_->send(server(), SeekEnded{client, seeks[0]});
    fake_->send(server(), Moved{client, store::kLobby, std::nullopt, kNever});
    const auto again = next_forward();
    ASSERT_TRUE(std::holds_alternative<msg::Seek>(again.request));
    EXPECT_EQ(std::get<msg::Seek>(again.request).terms.clock, "300+3") << "the first is gone";
}

TEST_F(PeersTest, OnlySoManyTournamentsAreFollowedAgain) {
    auto ann = person("ann");
    meet();
    ASSERT_TRUE(fake_->take_lease(store::kLobby));
    std::vector<TournamentId> followed;
    for (std::size_t i = 0; i <= room::kMaxArenasFollowed; ++i) followed.push_back(new_id<TournamentId>());
    ClientId client;
    const auto follow = [&](TournamentId tournament, bool on) {
        ann.say({{"t", "arena"}, {"tournament", id_text(tournament)}, {"on", on}});
        client = next_forward().client;
    };
    for (const TournamentId tournament : followed) follow(tournament, true);
    // One that is left makes room for another.
    follow(followed[0], false);
    const auto last = new_id<TournamentId>();
    follow(last, true);
    ann.say({{"t", "seek"}, {"spec", "wallgo"}, {"clock", "600+5"}});
    next_forward();
    fake_->send(server(), Moved{client, store::kLobby, std::nullopt, kNever});
    std::set<TournamentId> again;
    // Seeks are said again after the tournaments.
    for (auto forward = next_forward(); std::holds_alternative<msg::FollowArena>(forward.request);
         forward = next_forward())
        again.insert(std::get<msg::FollowArena>(forward.request).tournament);
    std::set<TournamentId> expected(followed.begin() + 1, followed.end() - 1);
    expected.insert(last);
    EXPECT_EQ(again, expected);
}

TEST_F(PeersTest, OwnersOfGamesThatNobodyFollowsAreForgotten) {
    constexpr std::size_t kGames = kFewRoutes + 50;
    auto ann = person("ann");
    meet();
    std::vector<GameId> games;
    for (std::size_t i = 0; i < kGames; ++i) games.push_back(new_id<GameId>());
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        for (const GameId game : games) store::grant_lease(database, resource_of(game), fake_->self());
    }));
    ann.say({{"t", "watch"}, {"game", id_text(games[0])}});
    const ClientId client = next_forward().client;
    for (std::size_t i = 1; i < kGames; ++i) {
        ann.say({{"t", "watch"}, {"game", id_text(games[i])}});
        next_forward();
        ann.say({{"t", "leave"}, {"game", id_text(games[i])}});
        next_forward();
    }
    EXPECT_LT(server_->platform().cluster().figures().routes, kFewRoutes);
    // The owner of a followed game is remembered: when it leaves, the new owner is found.
    fake_->send(server(), Moved{client, resource_of(games[0]), std::nullopt, kNever});
    EXPECT_EQ(next_forward().resource, resource_of(games[0]));
}

TEST_F(PeersTest, PeopleAreOnlineWhereverTheyAre) {
    auto ann = person("ann");
    auto bob = person("bob");
    const auto user = known(bob);
    bob.cut();
    const auto online = [&](bool on) {
        return support::comes([&] { return ann.get("/api/users/" + user.name)["online"] == on; });
    };
    ASSERT_TRUE(online(false));
    meet();
    fake_->send(server(), Here{{user.user}, true});
    EXPECT_TRUE(online(true));
    // What is for him goes there.
    ann.post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}, {"to", user.name}});
    const auto told = fake_->next<TellUser>();
    ASSERT_TRUE(told);
    EXPECT_EQ(told->user, user.user);
    EXPECT_EQ(json::parse(*told->text)["t"], "challenge");
    fake_->send(server(), Here{{user.user}, false});
    EXPECT_TRUE(online(false));
    fake_->send(server(), TellUser{known(ann).user, told->text});
    ann.expect("challenge");
}

}  // namespace
}  // namespace stockade::server::cluster
