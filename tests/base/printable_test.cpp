#include "base/printable.h"

#include <gtest/gtest.h>

namespace stockade {
namespace {

TEST(Printable, LetsTextThrough) {
    EXPECT_EQ(printable("e2: expected a wall"), "e2: expected a wall");
    EXPECT_EQ(printable("Percée, 将棋 🙂"), "Percée, 将棋 🙂");
}

TEST(Printable, StopsWhatATerminalWouldObey) {
    EXPECT_EQ(printable("a\x1b[31mb\x07"
                        "c\r\n\t\x7f"),
              "a?[31mb?c????");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "?31m");  // CSI as one character
    EXPECT_EQ(printable("a\xe2\x80\xae"
                        "b\xe2\x81\xa6"),
              "a?b?");                                   // direction of writing
    EXPECT_EQ(printable("\xff\xc3.\xe2\x80"), "??.??");  // no UTF-8
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a?b");
}

}  // namespace
}  // namespace stockade
