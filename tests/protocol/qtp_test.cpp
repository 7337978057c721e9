// Conversations in the Quoridor Text Protocol.
#include "protocol/qtp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "games/names.h"

namespace stockade::protocol {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Talk {
public:
    Talk() : qtp_(settings(), [this](std::string_view text) { heard_ += text; }) {}

    /// The answer without the empty line that must end it.
    std::string ask(std::string_view line) {
        heard_.clear();
        goes_on_ = qtp_.handle(line);
        EXPECT_TRUE(heard_.empty() || heard_.ends_with("\n\n")) << line;
        EXPECT_EQ(heard_.find("\n\n"), heard_.empty() ? std::string::npos : heard_.size() - 2) << line;
        return heard_.substr(0, heard_.find("\n\n"));
    }
    bool goes_on() const { return goes_on_; }

private:
    static QtpSettings settings() {
        QtpSettings settings;
        settings.options.hash_megabytes = 4;
        settings.effort.nodes = 200;
        return settings;
    }
    std::string heard_;
    bool goes_on_ = true;
    Qtp qtp_;
};

TEST(Qtp, TellsOfItself) {
    Talk talk;
    EXPECT_EQ(talk.ask("name"), "= Stockade");
    EXPECT_EQ(talk.ask("known_command genmove"), "= true");
    EXPECT_EQ(talk.ask("known_command dance"), "= false");
    EXPECT_EQ(talk.ask("dance"), "? unknown command");
    EXPECT_EQ(
        talk.ask("list_commands"),
        "= name\nknown_command\nlist_commands\nquit\nboardsize\nclear_board\nwalls\nplaymove\nplaywall\n"
        "genmove\nundo\nwinner\nshowboard");
    EXPECT_TRUE(talk.goes_on());
    EXPECT_EQ(talk.ask("quit"), "=");
    EXPECT_FALSE(talk.goes_on());
}

TEST(Qtp, IgnoresCommentsAndEmptyLines) {
    Talk talk;
    EXPECT_EQ(talk.ask(""), "");
    EXPECT_EQ(talk.ask("  \t\r"), "");
    EXPECT_EQ(talk.ask("# playmove black e8"), "");
    EXPECT_EQ(talk.ask("\x01playmove\tBLACK  E8\r # a step"), "=");
    EXPECT_EQ(talk.ask("undo"), "=");
}

TEST(Qtp, PlaysAGameToItsEnd) {
    Talk talk;
    EXPECT_EQ(talk.ask("boardsize 5"), "=");
    EXPECT_EQ(talk.ask("clear_board"), "=");
    EXPECT_EQ(talk.ask("walls 2"), "=");
    int turns = 0;
    while (talk.ask("winner") == "= false" && turns < 200) {
        const auto answer = talk.ask(turns++ % 2 == 0 ? "genmove black" : "genmove white");
        ASSERT_THAT(answer, StartsWith("= "));
        ASSERT_TRUE(answer[2] >= 'A' && answer[2] <= 'E') << answer;
    }
    EXPECT_THAT(talk.ask("winner"), StartsWith("= true "));
    EXPECT_THAT(talk.ask("genmove black"), StartsWith("? illegal move: Player "));
    EXPECT_EQ(talk.ask("undo"), "=");
    EXPECT_EQ(talk.ask("winner"), "= false");
    EXPECT_EQ(talk.ask("undo " + std::to_string(turns)), "? cannot undo");
    EXPECT_EQ(talk.ask("undo " + std::to_string(turns - 1)), "=");
    EXPECT_EQ(talk.ask("undo"), "? cannot undo");
}

TEST(Qtp, DrawsTheBoard) {
    Talk talk;
    for (const char* line : {"boardsize 5", "walls 2", "playmove black c4", "playmove white c2",
                             "playwall black b5 horizontal", "playwall white c2 v"})
        EXPECT_EQ(talk.ask(line), "=") << line;
    EXPECT_EQ(talk.ask("showboard"),
              "=\n"
              "     A   B   C   D   E\n"
              "   +---+---+---+---+---+\n"
              " 5 |   |   |   |   |   | 5   black walls: 1\n"
              "   +---+=======+---+---+\n"
              " 4 |   |   | B |   |   | 4   white walls: 1\n"
              "   +---+---+---+---+---+\n"
              " 3 |   |   |   |   |   | 3\n"
              "   +---+---+---+---+---+\n"
              " 2 |   |   | W H   |   | 2\n"
              "   +---+---+---H---+---+\n"
              " 1 |   |   |   H   |   | 1\n"
              "   +---+---+---+---+---+\n"
              "     A   B   C   D   E");
}

TEST(Qtp, AColourMayPlayTwice) {
    Talk talk;
    EXPECT_EQ(talk.ask("playmove white e2"), "=");
    EXPECT_EQ(talk.ask("playmove white e3"), "=");
    EXPECT_EQ(talk.ask("playmove black e8"), "=");
    EXPECT_EQ(talk.ask("playmove black e6"), "? illegal move");
    EXPECT_THAT(talk.ask("genmove black"), StartsWith("= "));
    EXPECT_EQ(talk.ask("undo 4"), "=");
    EXPECT_EQ(talk.ask("undo"), "? cannot undo");
    EXPECT_EQ(talk.ask("playmove black e8"), "=");
}

TEST(Qtp, RefusesInTheProtocolsWords) {
    Talk talk;
    EXPECT_EQ(talk.ask("playmove black e7"), "? illegal move");
    EXPECT_EQ(talk.ask("playwall black i9 horizontal"), "? illegal move");
    EXPECT_EQ(talk.ask("boardsize 4"), "? unacceptable size");
    EXPECT_EQ(talk.ask("boardsize 21"), "? unacceptable size");
    EXPECT_THAT(talk.ask("walls 100"), HasSubstr("? unacceptable number of walls"));
    for (const char* line :
         {"boardsize", "boardsize x", "boardsize 99999999999999999999", "walls", "walls -1", "playmove",
          "playmove black", "playmove red e8", "playmove black e8h", "playmove black e8 e7",
          "playwall black e7", "playwall black e7 d", "playwall black e7h h", "genmove", "genmove red",
          "undo x", "undo -1", "undo 1 2", "known_command"})
        EXPECT_THAT(talk.ask(line), StartsWith("? syntax error")) << line;
    EXPECT_EQ(talk.ask("playmove black e8"), "=");
    EXPECT_THAT(talk.ask("walls 3"), HasSubstr("? the walls come before the first turn"));
    EXPECT_EQ(talk.ask("clear_board"), "=");
    EXPECT_EQ(talk.ask("walls 0"), "=");
    EXPECT_EQ(talk.ask("playwall black e7 h"), "? illegal move");
}

TEST(Qtp, ConversesOverStreams) {
    std::istringstream in("name\r\nplaymove black e8\nquit\nname\n");
    std::ostringstream out;
    converse_qtp(in, out, {});
    EXPECT_EQ(out.str(), "= Stockade\n\n=\n\n=\n\n");
}

}  // namespace
}  // namespace stockade::protocol
