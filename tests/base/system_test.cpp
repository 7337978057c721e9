#include "base/system.h"

#include <gtest/gtest.h>

namespace stockade {
namespace {

// The pairs follow from the rules by which Microsoft's C library parses a command line: backslashes are plain
// unless a quotation mark follows them.
TEST(SystemTest, WordsAreQuotedForWindows) {
    EXPECT_EQ(quoted_for_windows(""), R"("")");
    EXPECT_EQ(quoted_for_windows("a b"), R"("a b")");
    EXPECT_EQ(quoted_for_windows(R"(C:\games\x)"), R"("C:\games\x")");
    EXPECT_EQ(quoted_for_windows(R"(C:\my games\)"), R"("C:\my games\\")");
    EXPECT_EQ(quoted_for_windows(R"(say "hi")"), R"("say \"hi\"")");
    EXPECT_EQ(quoted_for_windows(R"(a\"b)"), R"("a\\\"b")");
}

}  // namespace
}  // namespace stockade
