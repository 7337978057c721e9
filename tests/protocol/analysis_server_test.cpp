// Requests for analysis as another program would send them.
#include "protocol/analysis_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace stockade::protocol {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

const std::atomic<bool> kNever{false};

/// Answers to lines, in the order in which they came.
std::vector<Json> answers(const std::vector<std::string>& lines, int workers = 1) {
    std::vector<Json> heard;
    AnalysisServer::Settings settings;
    settings.workers = workers;
    settings.options.hash_megabytes = 4;
    settings.effort.nodes = 100;
    AnalysisServer server(settings, [&](std::string_view line) { heard.push_back(Json::parse(line)); });
    for (const auto& line : lines) server.handle(line, kNever);
    server.finish(kNever);
    return heard;
}

TEST(AnalysisServer, AnswersAPosition) {
    const auto heard = answers({R"({"id":"a","spec":"quoridor","turns":["e2","e8"],"lines":3,"nodes":500})"});
    ASSERT_EQ(heard.size(), 1u);
    const Json& answer = heard[0];
    EXPECT_EQ(answer["id"], "a");
    EXPECT_EQ(answer["turn"], 2);
    EXPECT_EQ(answer["player"], 1);
    EXPECT_THAT(answer["position"].get<std::string>(), HasSubstr("pawns e2 e8"));
    ASSERT_EQ(answer["lines"].size(), 3u);
    EXPECT_EQ(answer["chance"], answer["lines"][0]["chance"]);
    EXPECT_EQ(answer["lines"][0]["turn"], answer["lines"][0]["line"][0]);
    EXPECT_TRUE(answer["lines"][0].contains("score"));
}

TEST(AnalysisServer, AnswersSeveralPositionsOfAGame) {
    const auto heard = answers({R"({"id":7,"position":"quoridor; pawns e8 b2; hand 0 0; walls -; turn 1",)"
                                R"("turns":["e9"],"analyseTurns":[1,0,1]})"});
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_EQ(heard[0]["id"], 7);
    EXPECT_EQ(heard[0]["turn"], 0);
    EXPECT_EQ(heard[0]["chance"], 1.0);
    EXPECT_EQ(heard[0]["lines"][0]["win"], 1);
    EXPECT_EQ(heard[1]["turn"], 1);
    EXPECT_EQ(heard[1]["over"], true);
    EXPECT_EQ(heard[1]["result"], "1-0");
}

TEST(AnalysisServer, TakesRollsFromTheTurns) {
    const auto heard =
        answers({R"({"id":1,"spec":"quoridor4fun","turns":["2:e2,e3","1:"],"analyseTurns":[0,1]})",
                 R"({"id":2,"spec":"quoridor4fun"})"});
    ASSERT_EQ(heard.size(), 3u);
    std::map<int, Json> by_turn;
    std::string problem;
    for (const Json& answer : heard) {
        if (answer["id"] == 1) by_turn[answer["turn"]] = answer;
        if (answer["id"] == 2) problem = answer["error"];
    }
    EXPECT_THAT(by_turn[0]["lines"][0]["turn"].get<std::string>(), testing::StartsWith("2:"));
    EXPECT_THAT(by_turn[1]["lines"][0]["turn"].get<std::string>(), testing::StartsWith("1:"));
    EXPECT_THAT(problem, HasSubstr("a roll is due"));
}

TEST(AnalysisServer, LabelsEveryTurnOfAGame) {
    const auto heard =
        answers({R"({"id":"g","review":true,"position":"quoridor; pawns e8 b5; hand 0 0; walls -; turn 1",)"
                 R"("turns":["e7","b4","e8","b3","e9"]})",
                 R"({"id":"three","review":true,"spec":"quoridor-mini:players=3","turns":["c2"]})",
                 R"({"id":"dice","review":true,"spec":"quoridor4fun","turns":["2:e2,e3"]})",
                 R"({"id":"bad","review":true,"spec":"quoridor","analyseTurns":[0]})",
                 R"({"id":"worse","review":1,"spec":"quoridor"})"});
    std::map<std::string, Json> by_id;
    for (const Json& answer : heard) by_id[answer["id"]] = answer;
    ASSERT_EQ(heard.size(), 5u);

    const Json& game = by_id["g"];
    ASSERT_EQ(game["turns"].size(), 5u) << game;
    EXPECT_EQ(game["turns"][0]["turn"], "e7");
    EXPECT_EQ(game["turns"][0]["player"], 1);
    EXPECT_EQ(game["turns"][0]["best"], "e9");
    EXPECT_EQ(game["turns"][0]["before"], 1.0);
    EXPECT_EQ(game["turns"][4]["label"], "best");
    EXPECT_EQ(game["turns"][4]["player"], 1);
    ASSERT_EQ(game["course"].size(), 6u);
    EXPECT_EQ(game["course"][5], 1.0);
    ASSERT_EQ(game["accuracies"].size(), 2u);
    EXPECT_GT(game["accuracies"][1], 0);

    EXPECT_EQ(by_id["three"]["turns"].size(), 1u);
    EXPECT_TRUE(by_id["three"]["course"].empty());
    EXPECT_TRUE(by_id["three"]["accuracies"][2].is_null());
    EXPECT_THAT(by_id["dice"]["turns"][0]["best"].get<std::string>(), testing::StartsWith("2:"));
    EXPECT_EQ(by_id["bad"]["field"], "analyseTurns");
    EXPECT_EQ(by_id["worse"]["error"], "expected true or false, got a whole number");
}

TEST(AnalysisServer, JudgingCanBeGivenUp) {
    std::vector<Json> heard;
    AnalysisServer::Settings settings;
    settings.options.hash_megabytes = 4;
    settings.effort.time = 1h;
    AnalysisServer server(settings, [&](std::string_view line) { heard.push_back(Json::parse(line)); });
    server.handle(R"({"id":1,"review":true,"spec":"quoridor","turns":["e2","e8"]})", kNever);
    server.handle(R"({"id":2,"review":true,"spec":"quoridor","turns":["e2","e8"]})", kNever);
    server.handle(R"({"id":3,"action":"terminate_all"})", kNever);
    server.finish(kNever);
    ASSERT_EQ(heard.size(), 3u);
    for (const Json& answer : heard) EXPECT_TRUE(answer["id"] == 3 || answer["terminated"] == true) << answer;
}

TEST(AnalysisServer, ManyAtOnce) {
    std::vector<std::string> lines;
    for (int i = 0; i < 40; ++i)
        lines.push_back(Json{{"id", i}, {"spec", "quoridor-mini"}, {"turns", {"c2", "c4"}}}.dump());
    std::map<int, int> seen;
    for (const Json& answer : answers(lines, 4)) ++seen[answer["id"]];
    EXPECT_EQ(seen.size(), 40u);
    for (const auto& [id, count] : seen) EXPECT_EQ(count, 1) << id;
}

TEST(AnalysisServer, SaysWhatIsWrongWithARequest) {
    const std::vector<std::array<std::string, 3>> cases = {
        {"hello", "", "expected a JSON object: "},
        {"[1,2]", "", "expected a JSON object, got a list"},
        {"{}", "id", "expected a text or a whole number"},
        {R"({"id":1.5})", "id", "got a number"},
        {R"({"id":[[[[[[1]]]]]]})", "", "nested more than 4 deep"},
        {R"({"id":1})", "spec", "expected a game such as"},
        {R"({"id":1,"spec":"chess"})", "spec", "unknown game 'chess'"},
        {R"({"id":1,"spec":3})", "spec", "expected a text, got a whole number"},
        {R"({"id":1,"position":"quoridor; pawns e1 e1"})", "position", ""},
        {R"({"id":1,"spec":"quoridor-kid","position":"quoridor; pawns e1 e9"})", "position",
         "spec says quoridor-kid"},
        {R"({"id":1,"spec":"quoridor","turns":"e2"})", "turns", "expected a list of texts, got a text"},
        {R"({"id":1,"spec":"quoridor","turns":["e2",5]})", "turns", "expected a list of texts"},
        {R"({"id":1,"spec":"quoridor","turns":["e2","e7"]})", "turns", "turn 2 (e7): "},
        {R"({"id":1,"spec":"quoridor","turns":["e2"],"analyseTurns":[2]})", "analyseTurns", "0 to 1, got 2"},
        {R"({"id":1,"spec":"quoridor","analyseTurns":3})", "analyseTurns", "expected a list of numbers"},
        {R"({"id":1,"spec":"quoridor","lines":0})", "lines", "from 1 to 256, got 0"},
        {R"({"id":1,"spec":"quoridor","nodes":-5})", "nodes", "got -5"},
        {R"({"id":1,"spec":"quoridor","depth":"5"})", "depth", "got a text"},
        {R"({"id":1,"spec":"quoridor","movetime":1.5})", "movetime", "got a number"},
        {R"({"id":1,"spec":"quoridor","analyzeTurns":[0]})", "analyzeTurns", "did you mean analyseTurns?"},
        {R"({"id":1,"action":"dance"})", "action", "got 'dance'"},
        {R"({"id":1,"action":"terminate"})", "terminateId", "expected the id"},
    };
    for (const auto& [line, field, message] : cases) {
        const auto heard = answers({line});
        ASSERT_EQ(heard.size(), 1u) << line;
        EXPECT_TRUE(heard[0].contains("id")) << line;
        EXPECT_EQ(heard[0].value("field", ""), field) << line;
        EXPECT_THAT(heard[0]["error"].get<std::string>(), HasSubstr(message)) << line;
    }
}

TEST(AnalysisServer, EndlessThinkingCanBeTerminated) {
    // One worker: the first request is under way, the second waits, the third is not meant.
    const std::string endless = R"("spec":"quoridor","movetime":86400000})";
    const auto heard =
        answers({R"({"id":"x",)" + endless, R"({"id":"x",)" + endless, R"({"id":"y","spec":"wallgo"})",
                 R"({"id":"t","action":"terminate","terminateId":"x"})"});
    ASSERT_EQ(heard.size(), 4u);
    int terminated = 0;
    for (const Json& answer : heard) {
        EXPECT_EQ(answer.value("terminated", false), answer["id"] == "x") << answer;
        terminated += answer["id"] == "t" && answer["action"] == "terminate";
    }
    EXPECT_EQ(terminated, 1);
    const auto all = answers({R"({"id":1,)" + endless, R"({"id":2,"action":"terminate_all"})"}, 2);
    EXPECT_EQ(all.size(), 2u);
}

TEST(AnalysisServer, GoesAwayInTheMiddle) {
    std::atomic<bool> give_up{false};
    AnalysisServer::Settings settings;
    settings.workers = 2;
    AnalysisServer server(settings, [](std::string_view) {});
    server.handle(R"({"id":1,"spec":"quoridor","analyseTurns":[0],"movetime":86400000})", give_up);
    give_up = true;
    server.finish(give_up);
}

TEST(AnalysisServer, ServesAStream) {
    std::istringstream in("\n{\"id\":1,\"action\":\"query_version\"}\n{\"id\":2,\"spec\":\"quoridor-mini\"}");
    std::vector<Json> heard;
    AnalysisServer::Settings settings;
    settings.effort.nodes = 50;
    AnalysisServer server(settings, [&](std::string_view line) { heard.push_back(Json::parse(line)); });
    serve_analysis(in, server, kNever);
    ASSERT_EQ(heard.size(), 2u);
    EXPECT_EQ(heard[0]["name"], "Stockade");
    EXPECT_EQ(heard[1]["turn"], 0);
}

TEST(AnalysisServer, RefusesALineThatIsTooLong) {
    const auto heard = answers({std::string(kLongestRequest + 1, ' ') + "x"});
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_THAT(heard[0]["error"].get<std::string>(), HasSubstr("at most"));
}

}  // namespace
}  // namespace stockade::protocol
