#include "protocol/arena.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "games/session.h"

namespace stockade::protocol {
namespace {

using Json = nlohmann::json;

class ArenaTest : public testing::Test {
protected:
    Json ask(const std::string& request) { return Json::parse(arena_.answer(request)); }

    Arena arena_{[] {
        engine::Options options;
        options.hash_megabytes = 4;
        return options;
    }()};
};

TEST_F(ArenaTest, AnswersWithALegalTurn) {
    auto session = *games::Session::in_order("quoridor");
    std::vector<std::string> moves;
    for (int i = 0; i < 6; ++i) {
        const Json answer = ask(Json{{"moves", moves}, {"budget_ms", 50}}.dump());
        ASSERT_TRUE(answer["ok"]) << answer;
        moves.push_back(answer["move"]);
        EXPECT_TRUE(session.play(moves.back())) << moves.back();
        EXPECT_GE(answer["ev"], 0.0);
        EXPECT_LE(answer["ev"], 1.0);
        EXPECT_GT(answer["nodes"], 0);
    }
}

TEST_F(ArenaTest, TellsTheChanceOfThePlayerToMove) {
    // Player 1 needs a step, player 2 eight, and player 1 is to move.
    const Json answer = ask(
        R"({"moves":["e2","a8h","e3","c8h","e4","e8","e5","e9","e6","e8","e7","e9","f7","e8","f8","e9"],
            "clock":{"my_ms":3000,"opp_ms":10,"inc_ms":0}})");
    ASSERT_TRUE(answer["ok"]) << answer;
    EXPECT_EQ(answer["move"], "f9");
    EXPECT_EQ(answer["ev"], 1.0);
}

TEST_F(ArenaTest, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"", "expected JSON"},
        {"[]", "expected an object"},
        {"{\"moves\":[]}", "expected budget_ms or clock"},
        {"{\"budget_ms\":50}", "moves: expected a list"},
        {"{\"budget_ms\":0,\"moves\":[]}", "budget_ms: expected milliseconds from 1"},
        {"{\"budget_ms\":1e300,\"moves\":[]}", "budget_ms: expected milliseconds from 1"},
        {"{\"budget_ms\":50,\"moves\":[7]}", "moves: expected turn 1 as a text"},
        {"{\"budget_ms\":50,\"moves\":[\"e2\",\"e2\"]}", "moves: turn 2: "},
        {"{\"clock\":5,\"moves\":[]}", "clock: expected an object"},
        {"{\"clock\":{},\"moves\":[]}", "clock: expected my_ms"},
        {"{\"budget_ms\":50,\"moves\":[[[[]]]]}", "nested more than 3 deep"},
    };
    for (const auto& [request, problem] : wrong) {
        const Json answer = ask(request);
        EXPECT_FALSE(answer["ok"]) << request;
        EXPECT_EQ(answer["error"].get<std::string>().rfind(problem, 0), 0u) << request << ": " << answer;
    }
}

TEST_F(ArenaTest, MoreGamesThanSeatsWaitForTheirTurn) {
    std::vector<std::thread> players;
    std::atomic<int> answered{0};
    for (int i = 0; i < 2 * Arena::kGames + 1; ++i)
        players.emplace_back(
            [&] { answered += ask(R"({"moves":["e2"],"budget_ms":40})")["ok"].get<bool>(); });
    for (auto& player : players) player.join();
    EXPECT_EQ(answered, 2 * Arena::kGames + 1);
}

TEST_F(ArenaTest, IsStoppedInTheMiddleOfASearch) {
    std::thread stopper([&] { arena_.stop(); });
    EXPECT_TRUE(ask(R"({"moves":["e2"],"budget_ms":3600000})")["ok"]);
    stopper.join();
}

}  // namespace
}  // namespace stockade::protocol
