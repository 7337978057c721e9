#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "record/json.h"
#include "record/sample_games.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::record {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::read_all;
using testing::turn_texts;

std::string rewritten(const Record& record) {
    const auto text = to_text(record);
    EXPECT_TRUE(text.ok());
    return text ? *text : "";
}

Record read_one(const std::string& text) {
    auto records = read_all<TextReader>(text);
    EXPECT_TRUE(records.ok()) << (records.ok() ? "" : records.error().message);
    return records.ok() && records->size() == 1 ? records->front() : Record{};
}

/// Text and JSON both give the same record back, and the same text again.
void expect_stable(const Record& record) {
    const std::string text = rewritten(record);
    const auto again = read_one(text);
    EXPECT_EQ(again, record) << text;
    EXPECT_EQ(rewritten(again), text);
    const auto parsed = from_json(to_json(record));
    ASSERT_TRUE(parsed.ok()) << parsed.error().message;
    EXPECT_EQ(*parsed, record) << to_json(record);
}

TEST(TextReader, KeepsEverythingBesideTheTurns) {
    const Record record = read_one(R"([Event "Club \"evening\" \\ 3"]
[Game "quoridor"]
[Colour_of_tea "green"]
[Player1 "Zoë"]

{A short game.} 1. e2! {[%eval 0.35] [%clk 0:09:58.4] solid} (1. e1h?! {why} e8
(1... d9 $10) 2. e2) (1. d1) 1... {the reply} e8 $3 $14 {[%win 0.62] [%emt 0:01] ok}
2. e3 ; to the end of the line
e7 1/2-1/2
)");
    EXPECT_EQ(record.tags.get("Event"), "Club \"evening\" \\ 3");
    EXPECT_EQ(record.tags.get("Colour_of_tea"), "green");
    EXPECT_EQ(record.tags.get("Player1"), "Zoë");
    EXPECT_EQ(record.result(), "1/2-1/2");
    EXPECT_EQ(record.comment, "A short game.");
    ASSERT_THAT(turn_texts(record), ElementsAre("e2", "e8", "e3", "e7"));
    const Turn& first = record.turns[0];
    EXPECT_THAT(first.glyphs, ElementsAre(1));
    EXPECT_EQ(first.eval, 0.35);
    EXPECT_EQ(first.clock, 9min + 58s + 400ms);
    EXPECT_EQ(first.comment, "solid");
    ASSERT_EQ(first.variations.size(), 2u);
    EXPECT_EQ(first.variations[0].size(), 3u);
    EXPECT_EQ(first.variations[0][0].comment, "why");
    EXPECT_THAT(first.variations[0][0].glyphs, ElementsAre(6));
    ASSERT_EQ(first.variations[0][1].variations.size(), 1u);
    EXPECT_THAT(first.variations[0][1].variations[0][0].glyphs, ElementsAre(10));
    EXPECT_EQ(first.variations[1][0].text, "d1");
    const Turn& second = record.turns[1];
    EXPECT_EQ(second.before, "the reply");
    EXPECT_THAT(second.glyphs, ElementsAre(3, 14));
    EXPECT_EQ(second.win, 0.62);
    EXPECT_EQ(second.comment, "[%emt 0:01] ok");
    EXPECT_EQ(record.turns[2].comment, "to the end of the line");
    expect_stable(record);
}

/// The first block of that kind in docs/record.md.
std::string documented(const std::string& kind) {
    std::ifstream in(STOCKADE_SOURCE_DIR "/docs/record.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    const std::string fence = "```" + kind + "\n";
    const auto begin = page.find(fence);
    if (begin == std::string::npos) return {};
    return page.substr(begin + fence.size(), page.find("```", begin + 3) - begin - fence.size());
}

TEST(TextWriter, WritesWhatTheDocumentationShows) {
    const Record record = read_one(documented("record"));
    EXPECT_EQ(record.turns.size(), 13u);
    EXPECT_EQ(rewritten(record), documented("record") + "\n");
    EXPECT_EQ(to_json(record) + "\n", documented("json"));
    EXPECT_TRUE(check(record).ok());
}

TEST(TextWriter, WrapsAtEightyColumnsAndInsideComments) {
    const auto session = testing::random_game("quoridor", 5);
    Record record = from_session(session);
    record.turns[2].comment = std::string(50, 'x') + " " + std::string(50, 'y') + " and some more words here";
    std::istringstream lines(rewritten(record));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
    expect_stable(record);
}

TEST(TextWriter, NumbersRoundsByPlayers) {
    EXPECT_THAT(rewritten(read_one("[Game \"quoridor:players=4\"]\n1. e2 b5 e8 h5 2. e3 *")),
                HasSubstr("\n1. e2 b5 e8 h5 2. e3 *\n"));
    EXPECT_THAT(rewritten(read_one("[Position \"quoridor; pawns e2 e9; turn 2\"]\ne8 e3 *")),
                HasSubstr("\n1... e8 2. e3 *\n"));
    EXPECT_THAT(rewritten(read_one("[Game \"quoridor:players=3\"]\n[Position \"quoridor:players=3; pawns e1 "
                                   "a5 e9; turn 3\"]\ne8 e2 *")),
                HasSubstr("\n1... e8 2. e2 *\n"));
    EXPECT_THAT(
        rewritten(read_one("[Position \"quoridor; pawns e4 e6; turn 1\"]\n[FirstTurn \"9\"]\ne5 e4 *")),
        HasSubstr("\n5. e5 e4 *\n"));
}

TEST(TextReader, TakesWhatOthersWrite) {
    const auto expected = std::vector<std::string>{"e2", "e8", "e3", "e7"};
    for (const std::string text : {
             "\xef\xbb\xbf[Event \"x\"]\r\n\r\n1. e2 e8\r\n2. e3 e7\r\n*\r\n",
             "1.e2 e8 2.e3 e7 *",
             "1.e2 1...e8 2.e3 2...e7",
             "1 e2 e8 2 e3 e7",
             "e2 e8 e3 e7",
             "1. e2 ... e8 2. e3 2. ... e7 *",
             "% made by hand\n1. e2 e8\n%nothing to see (\n2. e3 e7 *\n",
             "[ Event \"x\" ] 1. e2 e8 2. e3 e7 1-0 {White resigns}",
         }) {
        const auto records = read_all<TextReader>(text);
        ASSERT_TRUE(records.ok()) << text << records.error().message;
        ASSERT_EQ(records->size(), 1u) << text;
        EXPECT_EQ(turn_texts(records->front()), expected) << text;
        expect_stable(records->front());
    }
    EXPECT_EQ(read_one("1. e2 1-0 {Bob resigns}").turns[0].comment, "Bob resigns");
    EXPECT_EQ(read_one("[Player1 \"Zo\xeb\"]\n*").tags.get("Player1"), "Zoë") << "Latin-1 is understood";
}

TEST(TextReader, TellsGamesApart) {
    const auto records = read_all<TextReader>(
        "; a file of games\n[Event \"a\"]\n\n1. e2 *\n\n[Event \"b\"]\n1. e2 e8\n[Event \"c\"]\n\n*\n1. d1 "
        "1-0\n\n1. f1 0-1\n; end\n");
    ASSERT_TRUE(records.ok()) << records.error().message;
    ASSERT_EQ(records->size(), 5u);
    EXPECT_EQ(records->at(0).comment, "a file of games");
    EXPECT_EQ(records->at(1).tags.get("Event"), "b");
    EXPECT_EQ(records->at(1).turns.size(), 2u);
    EXPECT_EQ(records->at(1).result(), "*");
    EXPECT_EQ(records->at(2).tags.get("Event"), "c");
    EXPECT_TRUE(records->at(2).turns.empty());
    EXPECT_EQ(records->at(3).result(), "1-0");
    EXPECT_EQ(records->at(4).turns[0].text, "f1");
    EXPECT_TRUE(read_all<TextReader>("")->empty());
    EXPECT_TRUE(read_all<TextReader>(" \n\n; nothing\n")->empty());
}

TEST(TextReader, KeepsAwkwardComments) {
    for (const std::string comment :
         {"a } brace", "{ nested", "ends with \\", "\\} both \\\\", "[%eval", "[%eval x]",
          "[%clk 1:2:3] [%nonsense]", "(not a variation)", "; not a comment", "% at the front", "[Tag \"x\"]",
          "1-0", "Zoë 木", "[%]", "[%a [%eval 1]"}) {
        Record record = read_one("1. e2 e8 *");
        record.turns[0].comment = record.turns[1].before = record.comment = comment;
        record.turns[1].comment = "x " + comment;
        expect_stable(record);
    }
    // Put together from two comments it would read as a command the second time.
    expect_stable(read_one("1. e2 {[%eval} {1]} e8 {text} {[%eval 2]} *"));
}

TEST(TextReader, SaysWhereAndWhatItExpected) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"[", "game 1, line 1, column 2: expected the name of a tag, found the end of the file"},
        {"[Event]\n", "line 1, column 7: expected '\"' after tag Event, found ']'"},
        {"[Event x]\n", "line 1, column 8: expected '\"' after tag Event, found 'x'"},
        {"[Ev-ent \"x\"]\n",
         "line 1, column 2: expected the name of a tag (letters, digits and _), found 'Ev-ent'"},
        {"[Event \"x\n\"]", "line 1, column 8: the value that begins here is not closed"},
        {"[Event \"x\"\n", "line 1, column 11: expected ']' after tag Event, found the end of the line"},
        {"[Event \"x\"]\n[Event \"y\"]\n", "line 2, column 2: tag Event is given twice"},
        {"[Result \"won\"]\n", "line 1, column 9: tag Result: expected a result such as 1-0"},
        {"[Notation \"chess\"]\n\n1. e2 *",
         "line 1, column 1: tag Notation: expected modern, glendenning, qtp, found 'chess'"},
        {"[Notation \"qtp\"]\n\n1. e2 e1h *", "turn 2 (e1h): expected a wall from a2 to h9 in qtp notation"},
        {"[Game \"blockade\"]\n[Notation \"qtp\"]\n\n*",
         "only two-player quoridor and pinko have other notations"},
        {"1. e2 *\n\n1. e2 e8\n2. e& *",
         "game 2, line 4, column 4: expected a turn, a comment, a variation or a result, found 'e&'"},
        {"1. e2 } *", "line 1, column 7: expected a turn, a comment, a variation or a result, found '}'"},
        {"1. e2 \"x\" *", "line 1, column 7: expected a turn"},
        {"1. e2 2-0", "line 1, column 7: expected a turn, a comment, a variation or a result, found '2-0'"},
        {"1.e2 1.#", "line 1, column 8: expected a turn, a comment, a variation or a result, found '#'"},
        {std::string("1. e2 \0 *", 9),
         "line 1, column 7: expected a turn, a comment, a variation or a result, found the byte 0x00"},
        {"1. e2 {never\nclosed", "line 1, column 7: the comment that begins here is not closed by '}'"},
        {"1. e2\n (1. e1h *",
         "line 2, column 10: expected ')' for the variation that begins in line 2, column 2"},
        {"1. e2 (1. e1h", "line 1, column 7: the variation that begins here is not closed by ')'"},
        {"1. e2 (e1h\n[Event \"x\"]",
         "line 2, column 1: expected ')' for the variation that begins in line 1, column 7, found '['"},
        {"1. e2 ) *", "line 1, column 7: ')' without '('"},
        {"1. e2 () *", "line 1, column 8: expected a turn in the variation, found ')'"},
        {"(1. e2) *", "line 1, column 1: expected a turn before the variation"},
        {"! 1. e2 *", "line 1, column 1: expected a turn before '!'"},
        {"1. e2!!! *", "line 1, column 6: expected one of ! ? !! ?? !? ?! or $0 to $255, found '!!!'"},
        {"1. e2 $256 *", "found '$256'"},
        {"1. e2 $ *", "found '$'"},
        {"[Result \"0-1\"]\n\n1. e2 1-0", "line 3, column 7: the result is 1-0 here, but 0-1 in tag Result"},
        {"1. " + std::string(300, 'e'), "line 1, column 4: expected a turn"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_THAT(error_of<TextReader>(text), HasSubstr(message)) << text;
}

TEST(TextReader, StopsAfterAnError) {
    std::istringstream in("1. e2 & *\n\n1. e2 *\n");
    TextReader reader(in);
    EXPECT_FALSE(reader.next().ok());
    const auto after = reader.next();
    ASSERT_TRUE(after.ok());
    EXPECT_FALSE(after->has_value());
}

TEST(TextReader, RefusesWhatIsTooLarge) {
    std::string deep = "1. e2";
    for (int i = 0; i <= kMaxNesting; ++i) deep += " (1. e2";
    EXPECT_THAT(error_of<TextReader>(deep), HasSubstr("nested at most 32 deep"));
    EXPECT_THAT(error_of<TextReader>("{" + std::string(kMaxGameBytes + 10, 'x') + "} *"),
                HasSubstr("longer than 4 MiB"));
    EXPECT_THAT(error_of<TextReader>("[Event \"" + std::string(kMaxGameBytes + 10, 'x') + "\"] *"),
                HasSubstr("longer than 4 MiB"));
    std::string many;
    for (std::size_t i = 0; i <= kMaxTurns; ++i) many += "e2 ";
    EXPECT_THAT(error_of<TextReader>(many), HasSubstr("at most 50000 turns"));
    std::string tags;
    for (std::size_t i = 0; i <= kMaxTags; ++i) tags += fmt::format("[T{} \"\"]\n", i);
    EXPECT_THAT(error_of<TextReader>(tags), HasSubstr("at most 1000 tags"));
}

}  // namespace
}  // namespace stockade::record
