#include "server/ids.h"

#include <gtest/gtest.h>

#include <set>

namespace stockade::server {
namespace {

TEST(Ids, AreReadAsTheyWereWritten) {
    for (const Int number : {Int{1}, Int{31}, Int{32}, Int{0x123456789abcde}, (Int{1} << 60) - 1}) {
        const auto text = id_text(GameId(number));
        EXPECT_EQ(text.size(), 12u);
        EXPECT_EQ(parse_id<GameId>(text), GameId(number)) << text;
    }
    EXPECT_EQ(id_text(GameId(1)), "000000000001");
    EXPECT_EQ(id_text(GameId((Int{1} << 60) - 1)), "zzzzzzzzzzzz");
}

TEST(Ids, AreTwelveOfTheirDigitsAndNever0) {
    for (const auto* text : {"", "0", "00000000001", "0000000000001", "000000000000", "00000000000i",
                             "00000000000l", "00000000000o", "00000000000u", "00000000000A", "00000000000 "})
        EXPECT_FALSE(parse_id<GameId>(text)) << '"' << text << '"';
}

TEST(Ids, OfNewThingsDiffer) {
    std::set<GameId> seen;
    for (int i = 0; i < 1000; ++i) {
        const auto id = new_id<GameId>();
        EXPECT_TRUE(id);
        EXPECT_TRUE(seen.insert(id).second);
        EXPECT_EQ(parse_id<GameId>(id_text(id)), id);
    }
}

}  // namespace
}  // namespace stockade::server
