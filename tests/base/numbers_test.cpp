// The one reader of numbers in text: JSON's numbers and nothing else.
#include "base/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "games/session.h"

namespace stockade {
namespace {

TEST(Numbers, WholeNumbersAreReadAsTheyAreWritten) {
    EXPECT_EQ(read_number<int>("0"), 0);
    EXPECT_EQ(read_number<int>("10"), 10);
    EXPECT_EQ(read_number<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(read_number<int>("-12", -100, 100), -12);
}

TEST(Numbers, AnythingElseIsRefused) {
    for (const auto* text :
         {"", "-", "+1", " 1", "1 ", "010", "00", "0x10", "0b1", "1'000", "1,000", "1_000", "1.0", "1e3",
          "-1", "one", "1a", "18446744073709551616", "99999999999999999999999"})
        EXPECT_FALSE(read_number<std::uint64_t>(text)) << text;
    EXPECT_FALSE(read_number<int>(std::string_view("1\0", 2)));
    EXPECT_FALSE(read_number<std::uint8_t>("256"));
}

TEST(Numbers, TheRangeIncludesItsEnds) {
    EXPECT_EQ(read_number<int>("5", 5, 9), 5);
    EXPECT_EQ(read_number<int>("9", 5, 9), 9);
    EXPECT_FALSE(read_number<int>("4", 5, 9));
    EXPECT_FALSE(read_number<int>("10", 5, 9));
}

TEST(Numbers, FractionsAreJsonToo) {
    EXPECT_EQ(read_fraction("0.25", 0, 1), 0.25);
    EXPECT_EQ(read_fraction("-1.5e-1", -1, 1), -0.15);
    EXPECT_EQ(read_fraction("7", 0, 10), 7);
    for (const auto* text :
         {"", ".5", "1.", "01.5", "+1", "inf", "nan", "0x1p3", "1e", "1e999", "1.5s", "2", " 1"})
        EXPECT_FALSE(read_fraction(text, 0, 1.9)) << text;
}

TEST(Numbers, SpecsAndPositionsHaveTheSameRule) {
    EXPECT_TRUE(games::Session::create("quoridor:size=5").ok());
    for (const auto* spec : {"quoridor:size=05", "quoridor:size=+5", "quoridor:size=0x5", "quoridor:size=-5"})
        EXPECT_FALSE(games::Session::create(spec).ok()) << spec;
    EXPECT_FALSE(games::Session::from_position("quoridor; pawns e1 e9; hand 010 10").ok());
}

}  // namespace
}  // namespace stockade
