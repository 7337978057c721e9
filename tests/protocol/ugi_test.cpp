// Conversations with the engine, as another program would hold them.
#include "protocol/ugi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <set>
#include <sstream>

namespace stockade::protocol {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// The other end of a conversation.
class Talk {
public:
    Talk() : ugi_([this](std::string_view line) { hear(line); }, [this] { hear(kHolds); }) {}
    bool say(std::string_view line) { return ugi_.handle(line); }
    /// Stands among the lines where an answer is ready and waits to be asked for.
    static constexpr std::string_view kHolds = "(holds)";
    /// The next line that begins so, or like the other one.
    std::string wait_for(std::string_view beginning) { return wait_for_either(beginning, beginning); }
    std::string wait_for_either(std::string_view one, std::string_view other) {
        std::unique_lock lock(mutex_);
        for (;;) {
            while (!lines_.empty()) {
                const std::string line = lines_.front();
                lines_.pop_front();
                if (line.substr(0, one.size()) == one || line.substr(0, other.size()) == other) return line;
            }
            if (heard_.wait_for(lock, kPatience) == std::cv_status::timeout) return "(nothing)";
        }
    }
    std::string ask(std::string_view line, std::string_view beginning) {
        say(line);
        return wait_for(beginning);
    }

private:
    /// Far longer than any answer takes, on a busy machine too.
    static constexpr std::chrono::minutes kPatience{3};

    void hear(std::string_view line) {
        const std::lock_guard lock(mutex_);
        lines_.emplace_back(line);
        heard_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable heard_;
    std::deque<std::string> lines_;
    Ugi ugi_;
};

TEST(Ugi, Introduces) {
    Talk talk;
    EXPECT_EQ(talk.ask("ugi", "ugiok"), "ugiok");
    EXPECT_EQ(talk.ask("uci", "uciok"), "uciok");
    EXPECT_EQ(talk.ask("isready", "readyok"), "readyok");
    EXPECT_FALSE(talk.say("quit"));
}

TEST(Ugi, RefusesOptionsOutOfRange) {
    Talk talk;
    EXPECT_THAT(talk.ask("setoption name Level value 11", "error"), HasSubstr("from 1 to 10"));
    EXPECT_THAT(talk.ask("setoption name Level value x", "error"), HasSubstr("got 'x'"));
    EXPECT_THAT(talk.ask("setoption name Seed value -1", "error"), HasSubstr("Seed: expected a number"));
    EXPECT_THAT(talk.ask("setoption name Ponder value maybe", "error"), HasSubstr("expected true or false"));
    EXPECT_THAT(talk.ask("setoption name Search value fast", "error"), HasSubstr("baseline or random"));
    EXPECT_THAT(talk.ask("setoption name Network value no such.net", "error"),
                HasSubstr("no such.net: No such file"));
    EXPECT_THAT(talk.ask("setoption name Network value README.md", "error"),
                HasSubstr("README.md: expected the first bytes to be STKNETWK"));
}

TEST(Ugi, EveryLevelAndYardstickPlays) {
    for (const char* option :
         {"Level value 1", "Level value 9", "Search value baseline", "Search value random"}) {
        for (const char* game : {"quoridor:players=3", "wallgo", "blockade"}) {
            Talk talk;
            talk.say(std::string("setoption name Game value ") + game);
            talk.say(std::string("setoption name ") + option);
            talk.say("position startpos");
            const auto turn = talk.ask("go nodes 60", "bestmove").substr(9);
            talk.say("position startpos moves " + turn);
            EXPECT_THAT(talk.ask("query position", "response"), HasSubstr("turn 2")) << game << " " << option;
        }
    }
}

TEST(Ugi, ASeedChangesWhatAWeakLevelPlays) {
    std::set<std::string> answers;
    for (int seed = 0; seed < 12; ++seed) {
        Talk talk;
        talk.say("setoption name Level value 1");
        talk.say("setoption name Seed value " + std::to_string(seed));
        talk.say("position startpos");
        const auto answer = talk.ask("go", "bestmove");
        EXPECT_EQ(talk.ask("go", "bestmove"), answer) << "the same seed, another answer";
        answers.insert(answer);
    }
    EXPECT_GT(answers.size(), 1u);
}

TEST(Ugi, ProvesWins) {
    Talk talk;
    talk.say("position spec quoridor; pawns e7 b5; hand 0 0; turn 1");
    EXPECT_EQ(talk.ask("go mate 2", "bestmove"), "bestmove e8");
    talk.say("position startpos");
    EXPECT_EQ(talk.ask("go mate 1", "info string"), "info string no win in 1 found");
    talk.say("setoption name Game value quoridor:players=3");
    talk.say("position startpos");
    EXPECT_THAT(talk.ask("go mate 1", "error"), HasSubstr("two players"));
}

TEST(Ugi, PondersUntilTheGuessComesTrue) {
    Talk talk;
    EXPECT_THAT(talk.ask("ponderhit", "error"), HasSubstr("nothing is being pondered"));
    talk.say("setoption name Ponder value true");
    talk.say("position startpos");
    EXPECT_THAT(talk.ask("go nodes 500", "bestmove"), HasSubstr(" ponder "));
    // Proven at once, and still not answered before the hit.
    talk.say("position spec quoridor; pawns e8 b5; turn 1");
    talk.say("go ponder nodes 100");
    EXPECT_EQ(talk.wait_for_either(Talk::kHolds, "bestmove"), Talk::kHolds);
    EXPECT_EQ(talk.ask("isready", "readyok"), "readyok");
    EXPECT_EQ(talk.ask("ponderhit", "bestmove"), "bestmove e9");
    talk.say("go infinite");
    EXPECT_EQ(talk.wait_for_either(Talk::kHolds, "bestmove"), Talk::kHolds);
    EXPECT_EQ(talk.ask("stop", "bestmove"), "bestmove e9");
    EXPECT_THAT(talk.ask("ponderhit", "error"), HasSubstr("nothing is being pondered"));
}

TEST(Ugi, ObeysNodesBesideAClock) {
    Talk talk;
    talk.say("position startpos");
    talk.say("go nodes 50 p1time 600000 p2time 600000");
    EXPECT_THAT(talk.wait_for("bestmove"), StartsWith("bestmove "));
}

TEST(Ugi, PlaysEveryGame) {
    for (const char* game :
         {"quoridor", "quoridor:players=4", "wallgo", "territoires:players=3", "blockade", "pinko"}) {
        Talk talk;
        talk.say(std::string("setoption name Game value ") + game);
        talk.say("position startpos");
        const auto answer = talk.ask("go nodes 400", "bestmove");
        const auto turn = answer.substr(9);
        talk.say("position startpos moves " + turn);
        EXPECT_THAT(talk.ask("query position", "response"), HasSubstr("turn 2")) << game << " " << turn;
    }
}

TEST(Ugi, CompletesARoll) {
    Talk talk;
    talk.say("setoption name Game value quoridor4fun");
    talk.say("position startpos moves 3:");
    EXPECT_THAT(talk.ask("go nodes 300", "bestmove"), StartsWith("bestmove 3:"));
    talk.say("position startpos");
    EXPECT_THAT(talk.ask("go nodes 300", "error"), HasSubstr("a roll is due"));
    EXPECT_EQ(talk.wait_for("bestmove"), "bestmove none");
}

TEST(Ugi, StopsWhenTold) {
    for (const char* search : {"alphabeta", "tree"}) {
        Talk talk;
        talk.say(std::string("setoption name Search value ") + search);
        talk.say("position startpos");
        talk.say("go infinite");
        talk.wait_for("info");
        EXPECT_THAT(talk.ask("stop", "bestmove"), StartsWith("bestmove "));
    }
}

TEST(Ugi, DepthLimitsBothSearches) {
    for (const char* search : {"alphabeta", "tree"}) {
        Talk talk;
        talk.say(std::string("setoption name Search value ") + search);
        talk.say("position startpos");
        EXPECT_THAT(talk.ask("go depth 4", "bestmove"), StartsWith("bestmove e2")) << search;
    }
}

TEST(Ugi, AnswersHoweverLittleTimeThereIs) {
    for (const char* search : {"alphabeta", "tree"}) {
        Talk talk;
        talk.say(std::string("setoption name Search value ") + search);
        talk.say("position startpos");
        for (const char* limit : {"movetime 0", "nodes 1", "p1time 1 p2time 1"})
            EXPECT_NE(talk.ask(std::string("go ") + limit, "bestmove"), "bestmove none")
                << search << " " << limit;
    }
}

TEST(Ugi, SeveralLines) {
    Talk talk;
    talk.say("setoption name Search value alphabeta");
    talk.say("setoption name MultiPV value 3");
    talk.say("position spec quoridor; pawns e8 b5; turn 1");
    talk.say("go depth 3");
    EXPECT_THAT(talk.wait_for("info"), HasSubstr("multipv 1 score win 1"));
    EXPECT_THAT(talk.wait_for("info"), HasSubstr("multipv 2"));
    EXPECT_THAT(talk.wait_for("info"), HasSubstr("multipv 3"));
}

TEST(Ugi, NonsenseIsAnsweredAndIgnored) {
    Talk talk;
    talk.say("position startpos moves e2");
    for (const char* line :
         {"hello", "go fast", "go movetime", "go movetime x", "go depth 0", "setoption",
          "setoption name Hash value 0", "setoption name Nothing value 1", "setoption name Game value chess",
          "position", "position nowhere", "position startpos moves e9", "position spec quoridor; pawns e1 e1",
          "query", "query weather"})
        EXPECT_THAT(talk.ask(line, "error"), StartsWith("error ")) << line;
    EXPECT_TRUE(talk.say(""));
    EXPECT_THAT(talk.ask("query position", "response"), HasSubstr("pawns e2 e9"));
}

TEST(Ugi, ConversesOverStreams) {
    std::istringstream in("ugi\nposition startpos moves e2 e8\nquery legal\nquit\nisready\n");
    std::ostringstream out;
    converse(in, out);
    EXPECT_THAT(out.str(), HasSubstr("ugiok\n"));
    EXPECT_THAT(out.str(), HasSubstr("response e1 d2 f2 e3 a1h"));
    EXPECT_EQ(out.str().find("readyok"), std::string::npos);
}

}  // namespace
}  // namespace stockade::protocol
