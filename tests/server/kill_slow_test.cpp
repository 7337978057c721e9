// A server that is killed with -9 in the middle of games loses no turn that it has told of, and applies none
// twice.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "games/session.h"
#include "server/serve/serve.h"
#include "support/scratch_folder.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;

/// A server in a process of its own.
class Process {
public:
    Process(const std::string& database, std::uint16_t port) {
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) return;
        child_ = fork();
        if (child_ == 0) {
            Settings settings;
            settings.port = port;
            settings.limits = false;
            settings.database = database;
            settings.password_cost = auth::Cost::kMinimal;
            auto server = Server::start(settings, nullptr);
            const std::uint16_t taken = server ? (*server)->port() : 0;
            if (write(pipe[1], &taken, sizeof taken) < 0) _exit(1);
            for (;;) pause();
        }
        if (read(pipe[0], &port_, sizeof port_) < 0) port_ = 0;
        close(pipe[0]);
        close(pipe[1]);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process() { kill(); }
    void kill() {
        if (child_ <= 0) return;
        ::kill(child_, SIGKILL);
        waitpid(child_, nullptr, 0);
        child_ = 0;
    }
    std::uint16_t port() const { return port_; }

private:
    pid_t child_ = 0;
    std::uint16_t port_ = 0;
};

TEST(KilledServer, LosesNoTurnAndAppliesNoneTwice) {
    support::ScratchFolder scratch;
    const auto database = "sqlite://" + scratch.path("games.db");
    auto server = std::make_unique<Process>(database, 0);
    const auto port = server->port();
    ASSERT_NE(port, 0);

    constexpr int kGames = 4;
    std::vector<WebPerson> people;
    for (int i = 0; i < 2 * kGames; ++i) people.push_back(WebPerson::guest(port));
    std::vector<std::string> games;
    for (int i = 0; i < kGames; ++i) {
        auto& first = people[static_cast<std::size_t>(2 * i)];
        auto& second = people[static_cast<std::size_t>(2 * i + 1)];
        first.say({{"t", "seek"},
                   {"spec", i % 2 ? "quoridor4fun" : "quoridor-mini"},
                   {"clock", "600+5"},
                   {"seat", "1"}});
        const auto seek = first.expect("seeking");
        second.say({{"t", "take"}, {"seek", seek["seek"]}});
        games.push_back(first.expect("start")["game"]);
        second.expect("start");
    }

    const int rounds = std::getenv("STOCKADE_LONG") ? 40 : 6;
    Random random(11);
    // What each game is known to have had: nothing of it may ever change.
    std::vector<std::vector<std::string>> known(kGames);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < kGames; ++i) {
            const auto index = static_cast<std::size_t>(i);
            std::array<WebPerson*, 2> seats{&people[2 * index], &people[2 * index + 1]};
            auto seen = seats[0]->watch(games[index]);
            const auto other = seats[1]->watch(games[index]);
            ASSERT_EQ(seen["turns"], other["turns"]);
            ASSERT_GE(seen["turns"].size(), known[index].size());
            for (std::size_t turn = 0; turn < known[index].size(); ++turn)
                ASSERT_EQ(seen["turns"][turn], known[index][turn]);
            if (seen["result"] != "*") continue;
            if (seen["you"] == 1) std::swap(seats[0], seats[1]);
            auto session = games::Session::create(seen["spec"].get<std::string>());
            for (const auto& turn : seen["turns"]) ASSERT_TRUE(session->play(turn.get<std::string>()).ok());
            for (int turns = 0; turns < 3 && !session->outcome().over; ++turns) {
                auto& mover = *seats[static_cast<std::size_t>(session->turn_of())];
                if (seen["state"]["roll"].is_number()) {
                    ASSERT_TRUE(session->play_action(seen["state"]["roll"].dump()).ok());
                }
                const auto legal = session->turns(300);
                const auto& text = legal[random.below(static_cast<std::uint32_t>(legal.size()))];
                const int ply = static_cast<int>(session->ply());
                mover.turn(games[index], ply, text, "r" + std::to_string(round) + "p" + std::to_string(ply));
                // The last turn of a round is on its way when the server dies.
                if (turns == 2) break;
                seen["state"] = mover.turn_at(ply + 1);
                ASSERT_EQ(seen["state"]["ply"], ply + 1);
                ASSERT_TRUE(session->play(seen["state"]["turn"].get<std::string>()).ok());
                known[index] = session->history();
            }
        }
        server->kill();
        for (auto& person : people) person.cut();
        server = std::make_unique<Process>(database, port);
        ASSERT_EQ(server->port(), port);
        for (auto& person : people) person.connect();
    }
}

}  // namespace
}  // namespace stockade::server
