#include "server/msg/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/msg/fields.h"
#include "server/msg/requests.h"

namespace stockade::server::msg {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(std::string_view message) {
    const auto parsed = parse_request(message);
    const auto* refused = std::get_if<Refused>(&parsed);
    return refused ? refused->why.message : "";
}

std::string chat(std::string_view text) {
    return R"({"t":"chat","game":"0123456789ab","text":")" + std::string(text) + "\"}";
}

TEST(Text, Utf8IsStrict) {
    for (const auto* text :
         {"", "plain", "h\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2", "\xef\xbf\xbd", "\xc2\x80",
          "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        EXPECT_FALSE(utf8_problem(text)) << text;
    // Alone, cut off, overlong, surrogates, above U+10FFFF.
    for (const auto* text :
         {"\xff", "\x80", "\xc3", "\xc3(", "\xe2\x82", "\xe2(\xa1", "\xf0\x9f\x8e", "\xc0\x80", "\xc1\xbf",
          "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xed\xa0\x80",
          "\xed\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80"})
        EXPECT_TRUE(utf8_problem(text)) << testing::PrintToString(std::string(text));
    EXPECT_EQ(english(utf8_problem("ab\xff")), "expected UTF-8, got the byte 0xff at 2");
}

TEST(Text, HoldsNoControlCharacters) {
    // Marks that show the direction of a word change nothing else; other scripts need them.
    for (const auto* text : {"plain", "h\xc3\xa9", "\xc2\xa0", "\xe2\x80\x8f", "\xe2\x80\x8e", "\xe2\x80\x8d",
                             "\xe2\x80\xaf", "\xe2\x81\xa5", "\xe2\x81\xaa"})
        EXPECT_FALSE(text_problem(text)) << text;
    for (const auto* text : {"\n", "\x1b[2J", "\x7f", "\xc2\x80", "\xc2\x9f", "\xe2\x80\xa8", "\xe2\x80\xa9",
                             "\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa9"})
        EXPECT_TRUE(text_problem(text)) << testing::PrintToString(std::string(text));
    EXPECT_TRUE(text_problem(std::string_view("\0", 1)));
    EXPECT_EQ(english(text_problem("ab\xe2\x80\xae")),
              "expected no control characters, got U+202E at byte 2");
    EXPECT_THAT(english(text_problem("\xe2\x80\xae\xff")), StartsWith("expected UTF-8"));
}

TEST(Text, MessagesSayWhatIsWrong) {
    EXPECT_EQ(refusal(chat("good luck")), "");
    EXPECT_EQ(refusal(chat("a\xe2\x80\xae")), "text: expected no control characters, got U+202E at byte 1");
    EXPECT_EQ(refusal(chat("a\\u2067b")), "text: expected no control characters, got U+2067 at byte 1");
    EXPECT_THAT(refusal(chat("\xff")), HasSubstr("expected UTF-8, got the byte 0xff at "));
    EXPECT_THAT(refusal(R"({"t":"premove","game":"0123456789ab","ply":0,"lines":[["e2\u202e"]]})"),
                HasSubstr("lines: expected no control characters"));
    for (const std::string id : {"abc", "000000000000", "01234567890l"})
        EXPECT_EQ(refusal(R"({"t":"watch","game":")" + id + "\"}"),
                  "game: expected an id of 12 digits and letters, not all 0, got '" + id + "'");
}

TEST(Text, MessagesAreAsLongAsTheyMayBe) {
    const std::string premove = R"({"t":"premove","game":"0123456789ab","ply":0,"lines":[[")";
    EXPECT_EQ(refusal(premove + std::string(kMaxTurn, 'x') + "\"]]}"), "");
    EXPECT_THAT(refusal(premove + std::string(kMaxTurn + 1, 'x') + "\"]]}"), StartsWith("lines: expected"));
    EXPECT_EQ(refusal(R"({"t":"watch","game":"0123456789ab","seq":1000000})"), "");
    EXPECT_EQ(refusal(R"({"t":"watch","game":"0123456789ab","seq":1000001})"),
              "seq: expected a whole number from 0 to 1000000");
    EXPECT_EQ(refusal(R"({"t":"watch","game":"0123456789ab","seq":18446744073709551615})"),
              "seq: expected a whole number from 0 to 1000000");
    EXPECT_EQ(refusal(chat("   ")), "text: expected a text that is not empty");
    EXPECT_EQ(refusal(chat(std::string(kMaxChat, 'x'))), "");
    EXPECT_THAT(refusal(chat(std::string(kMaxChat + 1, 'x'))), StartsWith("text: expected at most"));
}

TEST(Text, ListsAreAsLongAsTheyMayBe) {
    const auto problem = [](std::string_view text) {
        Fields fields(text);
        fields.numbers_or_none("engines", 3, 1, 10);
        const auto finished = fields.finish();
        return finished ? "" : finished.error().message;
    };
    EXPECT_EQ(problem(R"({"engines":[1,5,10]})"), "");
    for (const auto* text :
         {R"({"engines":[1,1,1,1]})", R"({"engines":[0]})", R"({"engines":[11]})", R"({"engines":[1.0]})",
          R"({"engines":1})", R"({"engines":[18446744073709551615]})"})
        EXPECT_EQ(problem(text), "engines: expected a list of at most 3 whole numbers from 1 to 10") << text;
    EXPECT_EQ(problem(R"({"more":1})"), "'more' is not known here");
}

TEST(Text, SeatsAreOneToFourOrDrawn) {
    const auto seat = [](std::string_view text) {
        Fields fields(R"({"spec":"quoridor","clock":"none","seat":")" + std::string(text) + "\"}");
        return read_terms(fields).seat;
    };
    EXPECT_EQ(seat("random"), 0);
    for (int i = 1; i <= 4; ++i) EXPECT_EQ(seat(std::to_string(i)), i);
    for (const auto* text : {"0", "5", "12", "", "x"}) EXPECT_EQ(seat(text), -1) << text;
}

}  // namespace
}  // namespace stockade::server::msg
