#include "record/qtp.h"

#include <gmock/gmock.h>

#include "record/sample_games.h"

namespace stockade::record {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::random_game;
using testing::read_all;
using testing::turn_texts;

TEST(Qtp, ReadsCommands) {
    const auto records = read_all<QtpReader>(R"(# a game
boardsize 9
clear_board
walls 10
= 

playmove black E8
= 
playmove w e2
playwall b e7 horizontal
playwall white a9 V   # beside the corner
showboard
playmove black e7
undo
winner
boardsize 7
walls 8
playmove black d6
)");
    ASSERT_TRUE(records.ok()) << records.error().message;
    ASSERT_EQ(records->size(), 2u);
    EXPECT_EQ(records->at(0).game(), "quoridor");
    EXPECT_THAT(turn_texts(records->at(0)), ElementsAre("e2", "e8", "e3h", "a1v"));
    EXPECT_EQ(records->at(1).game(), "quoridor:size=7,walls=8");
    EXPECT_THAT(turn_texts(records->at(1)), ElementsAre("d2"));
    for (const auto& record : *records) EXPECT_TRUE(check(record).ok());
}

TEST(Qtp, WritesCommands) {
    Record record;
    record.tags.set("Player1", "Ann \"A\"");
    for (const auto* turn : {"e2", "e8", "e3h", "a1v"}) record.turns.emplace_back().text = turn;
    const auto text = to_qtp(record);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(*text,
              "# [Player1 \"Ann \\\"A\\\"\"]\nboardsize 9\nclear_board\nwalls 10\nplaymove black "
              "e8\nplaymove white e2\n"
              "playwall black e7 horizontal\nplaywall white a9 vertical\n\n");
}

TEST(Qtp, WholeGamesComeBack) {
    std::string file;
    std::vector<Record> written;
    for (const std::string game :
         {"quoridor", "quoridor-kid", "quoridor:size=5,walls=4", "quoridor:size=13", "pinko"})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            written.push_back(from_session(random_game(game, seed, seed == 4 ? 0 : 120)));
            const auto text = to_qtp(written.back());
            ASSERT_TRUE(text.ok()) << text.error().message;
            file += *text;
        }
    const auto read = read_all<QtpReader>(file);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, written);
    for (const auto& record : *read) EXPECT_TRUE(to_session(record).ok());
}

TEST(Qtp, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"playmove white e2\n", "game 1, line 1: expected black to move, found 'white'"},
        {"\nplaymove black\n", "line 2: expected playmove COLOUR CELL"},
        {"playmove black e10\n", "e10: expected a cell from a1 to i9"},
        {"playmove black e9h\n", "expected a cell such as e8, found 'e9h'"},
        {"playmove black --\n", "expected a cell such as e8"},
        {"playwall black e8\n", "expected playwall COLOUR CELL horizontal|vertical"},
        {"playwall black e8 across\n", "expected horizontal or vertical, found 'across'"},
        {"playwall black e1 h\n", "expected a wall from a2 to h9 in qtp notation"},
        {"genmove black\n", "genmove does not say what was played"},
        {"boardsize nine\n", "expected a number after boardsize"},
        {"boardsize 8\n", "odd"},
        {"boardsize 99\n", "3 to 19"},
        {"playmove black e8\nwalls 5\n", "line 2: walls comes after the first turn"},
        {"undo\n", "expected undo of at most 0 turns"},
        {"dance\n", "expected boardsize, walls, clear_board, playmove, playwall or undo, found 'dance'"},
        {"# [Game \"pinko\"]\nboardsize 9\n", "line 2: boardsize is 9, but tag Game says pinko"},
        {"# [Game \"blockade\"]\n", "only two-player quoridor and pinko"},
        {"# [Position \"quoridor\"]\n", "tag Position has no place in QTP"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_THAT(error_of<QtpReader>(text), HasSubstr(message)) << text;
}

TEST(Qtp, RefusesWhatItCannotSay) {
    const auto problem = [](const Record& record) {
        const auto text = to_qtp(record);
        return text ? "no error" : text.error().message;
    };
    EXPECT_THAT(problem(from_session(random_game("blockade", 1, 4))),
                HasSubstr("only two-player quoridor and pinko"));
    EXPECT_THAT(problem(from_session(random_game("quoridor:walls=10+7", 1, 4))),
                HasSubstr("the same number of walls"));
    Record record;
    record.turns.emplace_back().text = "--";
    EXPECT_THAT(problem(record), HasSubstr("turn 1 (--): QTP has no command for a pass"));
    record.tags.set("Position", "quoridor; pawns e2 e8");
    EXPECT_THAT(problem(record), HasSubstr("no command to set up a position"));
}

}  // namespace
}  // namespace stockade::record
