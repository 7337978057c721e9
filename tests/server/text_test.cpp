#include "server/msg/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/msg/requests.h"

namespace stockade::server::msg {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(std::string_view message) {
    const auto parsed = parse_request(message);
    const auto* refused = std::get_if<Refused>(&parsed);
    return refused ? refused->text : "";
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

}  // namespace
}  // namespace stockade::server::msg
