// Games analysed by the server: engines in processes of their own, well-behaved and not, on both databases.
#include <gtest/gtest.h>
#include <soci/soci.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "server/analysis/child.h"
#include "server/store/analyses.h"
#include "server/store/games.h"
#include "support/long_game.h"
#include "support/needs.h"
#include "support/postgres.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

const std::vector<std::string> kMini{"c2", "d5", "c3", "d4", "c4", "d3", "c5"};
const std::vector<std::string> kReal{STOCKADE_BINARY, "analyse", "--json", "--nodes", "100", "--hash", "4"};
const std::string kRealText = std::string(STOCKADE_BINARY) + " analyse --json --nodes 100 --hash 4";

std::vector<std::string> script(const std::string& text) { return {"sh", "-c", text}; }

const std::atomic<bool> kGoOn{false};

TEST(Child, ReadsAndWritesAsMuchAsItLikes) {
    const std::string much(300'000, 'x');
    const auto same = analysis::run_child({"cat"}, much, 10s, kGoOn);
    ASSERT_TRUE(same.ok()) << same.error().message;
    EXPECT_EQ(*same, much);
}

TEST(Child, HasTheLowestPriorityAndNothingOfOurs) {
    const int own = getpriority(PRIO_PROCESS, 0);
    EXPECT_EQ(*analysis::run_child({"nice"}, "", 10s, kGoOn), "19\n");
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), own);
    const int ours = dup(STDOUT_FILENO);
    const auto seen = analysis::run_child(
        script("test -e /proc/self/fd/" + std::to_string(ours) + " && echo open || echo closed"), "", 10s,
        kGoOn);
    close(ours);
    EXPECT_EQ(*seen, "closed\n");
}

TEST(Child, ThatFailsSaysHow) {
    const auto how = [](const std::vector<std::string>& command, Milliseconds patience) {
        const auto result = analysis::run_child(command, "", patience, kGoOn);
        return result ? "it ended well" : result.error().message;
    };
    EXPECT_EQ(how(script("exit 3"), 10s), "the engine ended with status 3");
    EXPECT_EQ(how(script("kill -9 $$"), 10s), "the engine was killed by signal 9");
    EXPECT_EQ(how({"/nowhere/at/all"}, 10s), "no process could be started: No such file or directory");
    EXPECT_EQ(how(script("sleep 60"), 50ms), "the engine was not done within 1 s");
    std::atomic<bool> stop{false};
    const support::ScratchFolder scratch;
    const auto begun = scratch.path("begun");
    std::thread stopper([&] {
        EXPECT_TRUE(support::comes([&] { return std::filesystem::exists(begun); }));
        stop = true;
    });
    const auto stopped = analysis::run_child(script(">" + begun + "; exec sleep 1000"), "", 10min, stop);
    stopper.join();
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().message, "the server is shutting down");
}

class AnalysisTest : public support::ServerFixture, public testing::WithParamInterface<std::string> {
protected:
    void SetUp() override {
        if (GetParam() != "sqlite") {
            static support::Postgres postgres;
            STOCKADE_NEEDS(postgres);
            settings_.database = postgres.url();
        }
        settings_.analyses.workers = 1;
        settings_.analyses.command = kReal;
    }
    WebPerson guest() const { return WebPerson::guest(server_->port()); }
    static void play(WebPerson& ann, WebPerson& bob, const std::string& game) {
        for (int ply = 0; ply < static_cast<int>(kMini.size()); ++ply) {
            (ply % 2 ? bob : ann).turn(game, ply, kMini[static_cast<std::size_t>(ply)]);
            ann.turn_at(ply + 1);
        }
        ann.expect("end");
    }
    std::string finished_game() const {
        auto ann = guest();
        auto bob = guest();
        const auto game = pair(ann, bob, "quoridor-mini", "600+5");
        play(ann, bob, game);
        return game;
    }
    static std::string route(const std::string& game) { return "/api/games/" + game + "/analysis"; }
    json request(const std::string& game) const {
        auto person = guest();
        const auto answer = person.post(route(game), json::object());
        EXPECT_EQ(person.status, 200) << person.body;
        return answer;
    }
    /// Once it is in one of some states.
    json once(const std::string& game, const std::vector<std::string>& states) const {
        WebPerson person(server_->port());
        json answer;
        const auto is_there = [&] {
            answer = person.get(route(game));
            return std::find(states.begin(), states.end(), answer.value("state", "")) != states.end();
        };
        EXPECT_TRUE(support::comes(is_there)) << "the analysis stays at " << answer;
        return answer;
    }
    std::string metric(const std::string& name) const {
        WebPerson person(server_->port());
        person.get("/metrics");
        const auto at = person.body.find("\nstockade_" + name + " ");
        if (at == std::string::npos) return "";
        const auto begin = at + name.size() + 11;
        return person.body.substr(begin, person.body.find('\n', begin) - begin);
    }
    static void expect_result(const json& answer) {
        ASSERT_EQ(answer["state"], "done") << answer;
        ASSERT_EQ(answer["turns"].size(), kMini.size());
        EXPECT_EQ(answer["turns"].back()["best"], "c5");
        EXPECT_EQ(answer["turns"].back()["label"], "best");
        EXPECT_EQ(answer["turns"].back()["after"], 1.0);
        EXPECT_FALSE(answer["turns"][0].contains("turn"));
        EXPECT_EQ(answer["course"].size(), kMini.size() + 1);
        ASSERT_EQ(answer["accuracies"].size(), 2u);
        for (const json& accuracy : answer["accuracies"]) EXPECT_GT(accuracy, 0);
    }
};

INSTANTIATE_TEST_SUITE_P(Databases, AnalysisTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(AnalysisTest, OfAFinishedGameForWhoeverAsks) {
    start();
    auto ann = WebPerson::account(server_->port(), "ann");
    auto bob = WebPerson::account(server_->port(), "bob");
    const auto game = pair(ann, bob, "quoridor-mini", "600+5", true);
    ann.post(route(game), json::object());
    EXPECT_EQ(ann.status, 409) << "a game that goes on";
    EXPECT_EQ(ann.get(route(game)), json({{"state", "none"}}));
    play(ann, bob, game);

    WebPerson nobody(server_->port());
    nobody.post(route(game), json::object());
    EXPECT_EQ(nobody.status, 401);
    nobody.post("/api/guest", json::object());
    nobody.post("/api/games/0123456789ab/analysis", json::object());
    EXPECT_EQ(nobody.status, 404);
    nobody.post(route(game), {{"depth", 5}});
    EXPECT_EQ(nobody.status, 400);
    nobody.post(route(game), json::object());
    EXPECT_EQ(nobody.status, 200);
    const auto result = once(game, {"done", "failed"});
    expect_result(result);
    EXPECT_EQ(metric("analyses_done_total"), "1");
    EXPECT_EQ(metric("analyses_failed_total"), "0");
    EXPECT_EQ(metric("analyses_waiting"), "0");

    // It is done once, and kept.
    EXPECT_EQ(ann.post(route(game), json::object()), result);
    start();
    EXPECT_EQ(request(game), result);
    EXPECT_EQ(metric("analyses_done_total"), "0");

    auto cat = guest();
    auto dog = guest();
    const auto empty = pair(cat, dog, "quoridor-mini", "600+5");
    cat.act(empty, "abort");
    cat.expect("end");
    cat.post(route(empty), json::object());
    EXPECT_EQ(cat.status, 409) << "a game without turns";
}

TEST_P(AnalysisTest, IsTriedTwiceWhenTheEngineDies) {
    const auto runs = scratch_.path("runs");
    settings_.analyses.command = script("echo x >>" + runs + "; kill -9 $$");
    start();
    const auto game = finished_game();
    request(game);
    const auto failed = once(game, {"done", "failed"});
    EXPECT_EQ(failed, json({{"state", "failed"},
                            {"reason", "the engine was killed by signal 9"},
                            {"code", "server.engine-killed"},
                            {"args", {{"signal", 9}}}}));
    EXPECT_EQ(scratch_.get("runs"), "x\nx\n");
    EXPECT_EQ(metric("analyses_failed_total"), "1");

    // Whoever asks again has it tried again; this time the second try succeeds.
    settings_.analyses.command =
        script("echo x >>" + runs + "; test $(wc -l <" + runs + ") -ge 4 || kill -9 $$; exec " + kRealText);
    start();
    request(game);
    expect_result(once(game, {"done", "failed"}));
    EXPECT_EQ(scratch_.get("runs"), "x\nx\nx\nx\n");
}

TEST_P(AnalysisTest, FailsWhenTheEngineHangsOrTalksNonsense) {
    settings_.analyses.command = script("sleep 100");
    settings_.analyses.patience = 20ms;
    start();
    const auto game = finished_game();
    request(game);
    EXPECT_EQ(once(game, {"done", "failed"})["reason"], "the engine was not done within 1 s");

    settings_.analyses.patience = 10s;
    for (const auto& [answer, message] : std::vector<std::pair<std::string, json>>{
             {"hello",
              {{"reason", "expected an analysis of the engine, got 'hello\n'"},
               {"code", "server.analysis-form"},
               {"args", {{"text", "hello\n"}}}}},
             {R"({"error":"no"})",
              {{"reason", "no"}, {"code", "server.analysis-error"}, {"args", {{"reason", "no"}}}}},
             {R"({"error":"turn 3: no","code":"turn.refused","args":{"turn":3}})",
              {{"reason", "turn 3: no"}, {"code", "turn.refused"}, {"args", {{"turn", 3}}}}},
             {R"({"turns":[]})",
              {{"reason", "expected 7 turns of the engine, got 0"},
               {"code", "server.analysis-turns"},
               {"args", {{"expected", 7}, {"got", 0}}}}}}) {
        settings_.analyses.command = {"echo", answer};
        start();
        request(game);
        auto expected = message;
        expected["state"] = "failed";
        EXPECT_EQ(once(game, {"done", "failed"}), expected);
    }
}

TEST_P(AnalysisTest, FailuresStoredAsSentencesAreStillTold) {
    settings_.analyses.command = {"false"};
    start();
    const auto game = finished_game();
    request(game);
    once(game, {"failed"});
    ASSERT_TRUE(server_->platform().store().write_now([](store::Database& database) {
        database << "update analyses set result = 'the engine was killed by signal 9'";
    }));
    EXPECT_EQ(once(game, {"failed"}),
              json({{"state", "failed"}, {"reason", "the engine was killed by signal 9"}}));
}

TEST_P(AnalysisTest, GoesOnAfterARestart) {
    settings_.analyses.command = script("sleep 100; echo x >" + scratch_.path("slept"));
    start();
    const auto first = finished_game();
    const auto second = finished_game();
    const auto third = finished_game();
    request(first);
    EXPECT_EQ(once(first, {"running"}), json({{"state", "running"}}));
    EXPECT_EQ(request(second), json({{"state", "waiting"}, {"place", 1}}));
    EXPECT_EQ(request(third), json({{"state", "waiting"}, {"place", 2}}));
    EXPECT_EQ(request(second), json({{"state", "waiting"}, {"place", 1}}));
    EXPECT_EQ(metric("analyses_waiting"), "2");
    EXPECT_EQ(metric("analyses_running"), "1");
    // Ends although an engine is at work, and does not wait for it.
    server_.reset();
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("slept")));

    settings_.analyses.command = kReal;
    start();
    for (const auto& game : {first, second, third}) expect_result(once(game, {"done", "failed"}));
    EXPECT_EQ(metric("analyses_done_total"), "3");
}

TEST_P(AnalysisTest, IsNotForEndlessGames) {
    settings_.analyses.command = {"false"};
    start();
    auto ann = guest();
    const auto asked = [&](int turns) {
        ann.post(route(id_text(support::long_game(server_->platform().store(), UserId(1), turns))),
                 json::object());
        return ann.status;
    };
    EXPECT_EQ(asked(analysis::kMaxTurns), 200) << ann.body;
    EXPECT_EQ(asked(analysis::kMaxTurns + 1), 409);
    EXPECT_NE(ann.body.find("games of more than 300 turns are not analysed"), std::string::npos) << ann.body;
    // Nor by the workers, whoever put the game into their queue; a game as long as may be goes to the engine.
    const auto reason_for = [&](int turns) {
        const auto game = support::long_game(server_->platform().store(), UserId(1), turns);
        EXPECT_TRUE(server_->platform().analyses().request(game, UserId(2)).ok());
        return once(id_text(game), {"done", "failed"})["reason"];
    };
    EXPECT_EQ(reason_for(analysis::kMaxTurns), "the engine ended with status 1");
    EXPECT_EQ(reason_for(analysis::kMaxTurns + 1), "expected a game of at most 300 turns, got 301");
}

TEST_P(AnalysisTest, CanBeOffAndIsLimited) {
    settings_.analyses.workers = 0;
    start();
    const auto game = finished_game();
    auto ann = guest();
    ann.post(route(game), json::object());
    EXPECT_EQ(ann.status, 409);
    EXPECT_EQ(ann.get(route(game)), json({{"state", "off"}}));

    settings_.analyses.workers = 1;
    settings_.analyses.command = {"false"};
    settings_.limits = true;
    start();
    WebPerson eager(server_->port());
    eager.post("/api/guest", json::object());
    int refused = 0;
    for (int i = 0; i < 12; ++i) {
        eager.post(route(game), json::object());
        refused += eager.body.find("too many games") != std::string::npos;
        // Looked up past the API: asking it until a slow machine is done would use up the limit of requests.
        const auto state = [&] {
            return server_->platform().store().read([&](store::Database& database) {
                return store::analysis_of(database, *parse_id<GameId>(game)).state;
            });
        };
        EXPECT_TRUE(support::comes([&] { return state() == "failed"; }));
    }
    EXPECT_GE(refused, 1);
    EXPECT_LE(refused, 2);
}

}  // namespace
}  // namespace stockade::server
