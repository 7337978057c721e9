// Three servers, killed and started again, or held up, at random while people play, through proxies that
// repeat and reorder what they say and cut their connections. No turn that anybody was told of is lost or
// changed, none is played twice, and every game ends. STOCKADE_LONG: 200 games and two minutes.
// STOCKADE_SEED: another seed.
#include <gtest/gtest.h>
#include <signal.h>
#include <soci/soci.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "base/random.h"
#include "games/session.h"
#include "relay.h"
#include "server/client/client.h"
#include "server/log.h"
#include "server/serve/serve.h"
#include "server/store/games.h"
#include "server/store/leases.h"
#include "support/nats.h"
#include "support/needs.h"
#include "support/postgres.h"

extern char** environ;

namespace stockade::server {
namespace {

using nlohmann::json;

constexpr int kNodes = 3;
constexpr const char* kRole = "STOCKADE_TEST_NODE";  // database, bus, name, port

/// What a server process of this test runs: the program starts itself again.
int serve_as(const char* role) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that crashes leaves nothing behind
    const auto parts = json::parse(role);
    Settings settings;
    settings.limits = false;
    settings.database = parts[0];
    settings.bus.url = parts[1];
    settings.bus_secret = "a secret of servers that are killed at random";
    settings.node = parts[2];
    settings.port = parts[3];
    settings.password_cost = auth::Cost::kMinimal;
    set_log_level(Level::kOff);
    auto server = Server::start(settings, nullptr);
    if (!server) {
        std::fprintf(stderr, "%s\n", server.error().message.c_str());
        return 1;
    }
    for (;;) pause();
}

class Process {
public:
    Process(std::string database, std::string bus, std::string name)
        : role_(json{std::move(database), std::move(bus), std::move(name), support::free_port()}.dump()),
          port_(json::parse(role_)[3]) {}
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() { kill(); }

    void start() {
        const std::string variable = std::string(kRole) + "=" + role_;
        std::vector<char*> environment{const_cast<char*>(variable.c_str())};
        for (char** item = environ; *item; ++item) environment.push_back(*item);
        environment.push_back(nullptr);
        std::array<const char*, 2> arguments{"/proc/self/exe", nullptr};
        // A connection that another process holds as well would outlive its cut.
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
        posix_spawn(&child_, "/proc/self/exe", &actions, nullptr, const_cast<char**>(arguments.data()),
                    environment.data());
        posix_spawn_file_actions_destroy(&actions);
    }
    void kill() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        child_ = 0;
    }
    /// As when a machine is too busy for a while: to the others it is gone, and then it is back.
    void pause_for(Milliseconds time) const {
        ::kill(child_, SIGSTOP);
        std::this_thread::sleep_for(time);
        ::kill(child_, SIGCONT);
    }
    bool answers() const {
        const auto answer = client::call({"127.0.0.1", std::to_string(port_)}, "GET", "/health", "", {}, 1s);
        return answer && answer->status == 200;
    }
    int port() const { return port_; }

private:
    std::string role_;
    int port_;
    pid_t child_ = 0;
};

/// What all threads of the test share.
struct World {
    std::vector<std::unique_ptr<Process>> nodes;
    std::vector<std::unique_ptr<Relay>> relays;  // one before each node
    Relay::Counts passed;
    std::atomic<bool> winding_up{false};
    std::atomic<int> turns{0}, ended{0};
    std::mutex mutex;
    std::vector<std::string> complaints;

    void complain(const std::string& text) {
        const std::lock_guard lock(mutex);
        if (complaints.size() < 20) complaints.push_back(text);
    }
};

/// One of two people at a board. Everything that was told is kept, and must never be told differently.
struct Player {
    std::string cookie;
    std::optional<client::WebSocket> socket;
    int seq = 0;
};

class Board {
public:
    Board(World& world, std::uint64_t seed) : world_(world), random_(seed) {}

    /// Signs both in and puts them in a game, on different servers.
    bool begin() {
        for (int i = 0; i < 2; ++i) {
            auto& player = players_[static_cast<std::size_t>(i)];
            const auto url = some_node();
            const auto guest =
                client::call(url, "POST", "/api/guest", "{}", {{"Content-Type", "application/json"}}, 20s);
            if (!guest || guest->status != 200) return false;
            player.cookie = guest->cookie();
            if (!connect(player)) return false;
        }
        say(players_[0], {{"t", "seek"}, {"spec", "quoridor"}, {"clock", "600+30"}, {"seat", "1"}});
        const auto seek = wait_for(players_[0], "seeking");
        if (!seek) return false;
        say(players_[1], {{"t", "take"}, {"seek", (*seek)["seek"]}});
        for (auto& player : players_) {
            const auto start = wait_for(player, "start");
            if (!start) return false;
            game_ = (*start)["game"];
        }
        for (auto& player : players_) watch(player);
        return true;
    }

    bool over() const { return over_; }
    const std::string& game() const { return game_; }
    /// As far as anybody was told.
    const std::map<int, std::string>& told() const { return told_; }

    /// A little of the game; called again and again.
    void go_on() {
        for (auto& player : players_) {
            if (!player.socket && !connect(player)) continue;
            listen(player);
            if (over_) return;
        }
        const auto now = time_now();
        if (now < due_) return;
        const auto mover = static_cast<std::size_t>(session_.turn_of());
        auto& player = players_[mover];
        if (!player.socket) return;
        if (world_.winding_up && session_.ply() >= 2) {
            say(player, {{"t", "act"}, {"game", game_}, {"do", "resign"}});
            due_ = now + 3s;
            return;
        }
        if (sent_for_ == session_.history().size() && !last_.is_null()) {
            // No answer yet: as a page does, the same again with its old id.
            say(player, last_);
            due_ = now + 4s;
            return;
        }
        const auto legal = session_.turns(400);
        last_ = {{"t", "turn"},
                 {"game", game_},
                 {"ply", session_.ply()},
                 {"turn", legal[random_.below(static_cast<std::uint32_t>(legal.size()))]},
                 {"id", "p" + std::to_string(session_.ply())}};
        sent_for_ = session_.history().size();
        if (luck(1, 3)) watch(player);  // a neighbour that the turn may change places with
        say(player, last_);
        due_ = now + 4s;
    }

private:
    bool luck(std::uint32_t chances, std::uint32_t of) { return random_.below(of) < chances; }
    client::Url some_node() {
        const auto& relay = *world_.relays[random_.below(static_cast<std::uint32_t>(world_.relays.size()))];
        return {"127.0.0.1", std::to_string(relay.port())};
    }
    bool connect(Player& player) {
        auto made = client::WebSocket::connect(some_node(), {{"Cookie", player.cookie}}, 3s);
        if (!made) return false;
        player.socket.emplace(std::move(*made));
        if (!game_.empty()) watch(player);
        return true;
    }
    void watch(Player& player) {
        if (player.seq)
            say(player, {{"t", "watch"}, {"game", game_}, {"seq", player.seq}});
        else
            say(player, {{"t", "watch"}, {"game", game_}});
    }
    void say(Player& player, const json& message) {
        if (player.socket && !player.socket->send(message.dump())) player.socket.reset();
    }
    std::optional<json> wait_for(Player& player, const std::string& kind) {
        const auto until = time_now() + 1min;
        while (player.socket && time_now() < until) {
            const auto text = player.socket->receive(1s);
            if (!text) return std::nullopt;
            if (!*text) continue;
            auto message = json::parse(**text);
            if (message["t"] == kind) return message;
        }
        return std::nullopt;
    }
    void listen(Player& player) {
        while (player.socket) {
            const auto text = player.socket->receive(1ms);
            if (!text) {
                player.socket.reset();
                return;
            }
            if (!*text) return;
            take(player, json::parse(**text));
        }
    }
    void take(Player& player, const json& message) {
        if (message.value("game", "") != game_) return;
        const std::string kind = message["t"];
        if (kind == "game") {
            int number = 0;
            for (const auto& turn : message["turns"]) note(++number, turn);
            player.seq = message["seq"];
            if (message["result"] != "*") end();
        } else if (kind == "turn") {
            if (message["seq"].get<int>() > player.seq + 1) return watch(player);  // one was missed
            player.seq = std::max(player.seq, message["seq"].get<int>());
            note(message["ply"], message["turn"]);
        } else if (kind == "end") {
            end();
        } else if (kind == "error") {
            const std::string why = message["text"];
            if (why.find("not your turn") == why.npos && why.find("reached") == why.npos &&
                why.find("stored") == why.npos && why.find("over") == why.npos &&
                why.find("watch the game first") == why.npos)
                world_.complain(game_ + ": " + why);
        }
    }
    void note(int ply, const std::string& turn) {
        const auto [it, fresh] = told_.emplace(ply, turn);
        if (!fresh && it->second != turn)
            world_.complain(game_ + ": turn " + std::to_string(ply) + " was " + it->second + " and is " +
                            turn);
        while (static_cast<int>(session_.ply()) < static_cast<int>(told_.size()) &&
               told_.count(static_cast<int>(session_.ply()) + 1)) {
            if (const auto played = session_.play(told_[static_cast<int>(session_.ply()) + 1]); !played) {
                world_.complain(game_ + ": " + played.error().message);
                over_ = true;
                return;
            }
            ++world_.turns;
            due_ = time_now() + 100ms + Milliseconds(random_.below(pace_));
            last_ = {};
        }
    }
    void end() {
        if (!over_) ++world_.ended;
        over_ = true;
    }

    World& world_;
    Random random_;
    games::Session session_ = *games::Session::create("quoridor");
    std::array<Player, 2> players_;
    std::string game_;
    std::map<int, std::string> told_;  // by the number of turns on the board with it
    json last_;
    std::size_t sent_for_ = 0;
    TimePoint due_;
    std::uint32_t pace_ = std::getenv("STOCKADE_LONG") ? 4000 : 800;
    bool over_ = false;
};

TEST(KilledNodes, LoseNoTurnAndApplyNoneTwice) {
    support::Postgres postgres;
    STOCKADE_NEEDS(postgres);
    support::Nats nats;
    STOCKADE_NEEDS(nats);
    const bool long_run = std::getenv("STOCKADE_LONG");
    const int games = long_run ? 200 : 12;
    const Milliseconds lasts = long_run ? 2min : 20s;
    const char* chosen = std::getenv("STOCKADE_SEED");
    const std::uint64_t seed = chosen ? std::strtoull(chosen, nullptr, 10) : 7;
    Random random(seed);
    const auto database = postgres.url();

    World world;
    for (int i = 0; i < kNodes; ++i) {
        world.nodes.push_back(std::make_unique<Process>(database, nats.url(), "n" + std::to_string(i)));
        world.nodes.back()->start();
        world.relays.push_back(
            std::make_unique<Relay>(world.nodes.back()->port(), random.next(), world.passed));
    }
    const auto all_answer = [&] {
        for (int i = 0; i < 600; ++i) {
            if (std::all_of(world.nodes.begin(), world.nodes.end(),
                            [](const auto& node) { return node->answers(); }))
                return true;
            std::this_thread::sleep_for(100ms);
        }
        return false;
    };
    ASSERT_TRUE(all_answer());

    std::vector<std::unique_ptr<Board>> boards;
    for (int i = 0; i < games; ++i) boards.push_back(std::make_unique<Board>(world, random.next()));
    constexpr int kThreads = 4;
    std::atomic<int> seated{0}, failed{0};
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            for (int i = t; i < games; i += kThreads)
                if (boards[static_cast<std::size_t>(i)]->begin())
                    ++seated;
                else
                    ++failed;
            while (!stop) {
                bool busy = false;
                for (int i = t; i < games; i += kThreads)
                    if (auto& board = *boards[static_cast<std::size_t>(i)];
                        !board.game().empty() && !board.over()) {
                        board.go_on();
                        busy = true;
                    }
                if (!busy && seated + failed == games) break;
                std::this_thread::sleep_for(5ms);
            }
        });
    while (seated + failed < games) std::this_thread::sleep_for(50ms);
    EXPECT_EQ(failed, 0);
    for (const auto& relay : world.relays) relay->make_trouble(true);

    // Mostly one at a time, now and then two; sometimes one is only held up, and sometimes the bus goes too.
    int kills = 0;
    int pauses = 0;
    int events = 0;
    const auto until = time_now() + lasts;
    while (time_now() < until && world.ended < games) {
        std::this_thread::sleep_for(Milliseconds(1000 + random.below(2500)));
        const auto first = random.below(kNodes);
        const int event = events++;
        if (event % 4 == 1) {
            world.nodes[first]->pause_for(store::kNodeLife + Milliseconds(random.below(3000)));
            ++pauses;
            continue;
        }
        world.nodes[first]->kill();
        ++kills;
        const auto second = random.below(4) ? first : random.below(kNodes);
        if (second != first) {
            world.nodes[second]->kill();
            ++kills;
        }
        if (event % 4 == 2) {
            nats.stop();
            std::this_thread::sleep_for(Milliseconds(random.below(1500)));
            nats.start();
        }
        std::this_thread::sleep_for(Milliseconds(random.below(7000)));
        world.nodes[first]->start();
        if (second != first) world.nodes[second]->start();
    }
    EXPECT_TRUE(all_answer());
    world.winding_up = true;
    for (const auto& relay : world.relays) relay->make_trouble(false);
    const auto patience = time_now() + 90s;
    while (world.ended < games && time_now() < patience) std::this_thread::sleep_for(100ms);
    stop = true;
    for (auto& thread : threads) thread.join();

    for (const auto& complaint : world.complaints) ADD_FAILURE() << complaint;
    EXPECT_EQ(world.ended, games);
    EXPECT_GT(kills, 0);

    // What the database has is what everybody was told, and the record of it plays to the same position.
    auto store = store::Store::open(database, 1, {}, store::Sharing::kNodes);
    ASSERT_TRUE(store.ok()) << store.error().message;
    for (const auto& board : boards) {
        const auto stored = (*store)->read([&](store::Database& db) {
            return store::load_game(db, parse_id<GameId>(board->game()).value_or(GameId()));
        });
        ASSERT_TRUE(stored.has_value());
        std::set<std::string> ids;
        int turns = 0;
        for (const auto& entry : stored->entries)
            if (entry.kind == model::Entry::Kind::kTurn) {
                ++turns;
                EXPECT_TRUE(ids.insert(std::to_string(entry.player) + entry.client).second)
                    << board->game() << ": twice " << entry.client;
            }
        const auto replayed = model::Game::replay(stored->setup, stored->entries, kNever, kNever);
        ASSERT_TRUE(replayed.ok()) << replayed.error().message;
        EXPECT_TRUE(replayed->over()) << board->game();
        EXPECT_EQ(replayed->ply(), turns);
        const auto& history = replayed->session().history();
        for (const auto& [ply, turn] : board->told()) {
            ASSERT_LE(ply, static_cast<int>(history.size())) << board->game();
            EXPECT_EQ(history[static_cast<std::size_t>(ply - 1)], turn) << board->game();
        }
        auto again = games::Session::create("quoridor");
        for (const auto& turn : history) ASSERT_TRUE(again->play(turn).ok());
        EXPECT_EQ(again->key(), replayed->session().key());
        const auto& node = *world.nodes[0];
        const auto shown = client::call({"127.0.0.1", std::to_string(node.port())}, "GET",
                                        "/api/games/" + board->game(), "", {});
        ASSERT_TRUE(shown.ok());
        EXPECT_EQ(json::parse(shown->body)["turns"], json(history));
    }
    const auto& passed = world.passed;
    EXPECT_GT(passed.repeats, 0);
    EXPECT_GT(passed.late_repeats, 0);
    EXPECT_GT(passed.swaps, 0);
    std::printf(
        "seed %llu: %d games, %d turns, %d kills, %d pauses; of %d messages the proxies repeated %d "
        "at once and %d later, swapped %d with the next, and cut %d connections\n",
        static_cast<unsigned long long>(seed), games, world.turns.load(), kills, pauses,
        passed.messages.load(), passed.repeats.load(), passed.late_repeats.load(), passed.swaps.load(),
        passed.cuts.load());
}

}  // namespace
}  // namespace stockade::server

int main(int count, char** arguments) {
    if (const char* role = std::getenv(stockade::server::kRole)) return stockade::server::serve_as(role);
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}
