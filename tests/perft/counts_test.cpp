// Every count in the files beside this one, and counts of two turns against playing them. Lines of
// `large.txt` are counted with a hash table, the longest of them only in long runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/random.h"
#include "games/measure.h"
#include "games/session.h"

namespace stockade {
namespace {

using namespace games;

std::string trimmed(std::string text) {
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

/// One line: `SPEC | DEPTH | COUNT`, with `moves T1 T2 ...` or `rolls 1,2` before the depth where they apply.
struct Count {
    std::string spec;
    std::vector<std::string> moves;
    std::vector<int> rolls;
    int depth = 0;
    std::uint64_t count = 0;
};

Count parse_line(const std::string& line) {
    std::vector<std::string> parts;
    std::istringstream stream(line);
    for (std::string part; std::getline(stream, part, '|');) parts.push_back(trimmed(part));
    Count result;
    EXPECT_GE(parts.size(), 3u) << line;
    result.spec = parts[0];
    for (std::size_t i = 1; i + 2 < parts.size(); ++i) {
        std::istringstream words(parts[i]);
        std::string word;
        words >> word;
        if (word == "moves")
            while (words >> word) result.moves.push_back(word);
        else if (word == "rolls")
            for (std::string roll; std::getline(words, roll, ',');) result.rolls.push_back(std::stoi(roll));
        else
            ADD_FAILURE() << "unknown part '" << word << "' in " << line;
    }
    result.depth = std::stoi(parts[parts.size() - 2]);
    result.count = std::stoull(parts.back());
    return result;
}

std::uint64_t counted(const Count& test, std::size_t megabytes, int threads) {
    auto session = Session::create(test.spec);
    EXPECT_TRUE(session) << session.error().message;
    for (const auto& turn : test.moves) {
        const auto played = session->play(turn);
        EXPECT_TRUE(played) << played.error().message;
    }
    PerftRequest request;
    request.position = session->position();
    request.depth = test.depth;
    request.rolls = test.rolls;
    request.hash_megabytes = megabytes;
    request.threads = threads;
    const auto answer = count_turns(request);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer->total;
}

class Counts : public testing::TestWithParam<const char*> {};

TEST_P(Counts, AreExact) {
    std::ifstream file(std::string(STOCKADE_SOURCE_DIR "/tests/perft/") + GetParam() + ".txt");
    ASSERT_TRUE(file);
    const bool large = std::string_view(GetParam()) == "large";
    int lines = 0;
    for (std::string line; std::getline(file, line);) {
        if (trimmed(line).empty() || line[0] == '#') continue;
        const Count test = parse_line(line);
        if (large && test.count > 1'000'000'000 && !std::getenv("STOCKADE_LONG")) continue;
        EXPECT_EQ(counted(test, 0, 1), test.count) << line;
        if (test.rolls.empty()) {
            EXPECT_EQ(counted(test, 16, 2), test.count) << "with a hash table and two threads: " << line;
        }
        ++lines;
    }
    EXPECT_GT(lines, 0);
}

INSTANTIATE_TEST_SUITE_P(Files, Counts,
                         testing::Values("quoridor", "quoridor4fun", "territoires", "blockade", "pinko",
                                         "large"),
                         [](const auto& test) { return std::string(test.param); });

/// The last turn is counted without playing the one before, which has its own reasons for every wall.
TEST(Leaves, AreAsManyAsWhenTheyArePlayed) {
    for (const char* spec :
         {"quoridor", "quoridor:walls=20", "quoridor:walls=9+1", "quoridor:size=5,walls=8", "quoridor-kid",
          "quoridor:size=11", "quoridor:size=13,walls=40", "quoridor:size=3,walls=2", "quoridor:players=3",
          "quoridor:players=4", "quoridor:players=4,size=5", "pinko"}) {
        SCOPED_TRACE(spec);
        Random random(7);
        for (int game = 0; game < 3; ++game) {
            // Perft knows nothing of repetition.
            const std::string_view more =
                std::string_view(spec).find(':') == std::string_view::npos ? ":" : ",";
            auto session = *Session::create(fmt::format("{}{}repetition=0", spec, more));
            // Walls more often than by chance, so that crowded boards are seen.
            for (int turn = 0; !session.outcome().over && turn < 120; ++turn) {
                const auto actions = session.actions();
                if (turn % 6 == 0) {
                    std::uint64_t played = 0;
                    for (const auto& action : actions) {
                        ASSERT_TRUE(session.play(action));
                        played += session.outcome().over ? 0 : session.actions().size();
                        ASSERT_TRUE(session.undo());
                    }
                    PerftRequest request;
                    request.position = session.position();
                    request.depth = 2;
                    ASSERT_EQ(count_turns(request)->total, played) << session.position();
                }
                const auto last = static_cast<std::uint32_t>(actions.size());
                ASSERT_TRUE(session.play(actions[std::max(random.below(last), random.below(last))]));
            }
        }
    }
}

}  // namespace
}  // namespace stockade
