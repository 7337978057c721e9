// The log is read by programs, line by line, and tells no secrets.
#include "server/log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace stockade::server {
namespace {

std::string logged(Level level, const std::string& text) {
    testing::internal::CaptureStderr();
    log(level, "something happened", {{"what", text}});
    return testing::internal::GetCapturedStderr();
}

TEST(Log, IsOneObjectALine) {
    for (const std::string text : {"plain", "a \"quoted\" line\nand another", "\x1b[31m {}%n", ""}) {
        const auto line = logged(Level::kError, text);
        ASSERT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
        const auto message = nlohmann::json::parse(line);
        EXPECT_EQ(message["level"], "error");
        EXPECT_EQ(message["event"], "something happened");
        EXPECT_EQ(message["what"], text);
        EXPECT_TRUE(message["time"].get<std::string>().ends_with("Z"));
    }
    EXPECT_EQ(nlohmann::json::parse(logged(Level::kWarning, "\xff"))["what"], "\ufffd") << "no UTF-8";
}

TEST(Log, LeavesOutWhatIsBelowItsLevel) {
    EXPECT_EQ(logged(Level::kInfo, ""), "");
    set_log_level(Level::kInfo);
    EXPECT_NE(logged(Level::kInfo, ""), "");
    EXPECT_EQ(logged(Level::kDebug, ""), "");
    set_log_level(Level::kOff);
    EXPECT_EQ(logged(Level::kError, ""), "");
    set_log_level(Level::kWarning);
}

TEST(Log, AReasonHasNoValues) {
    const auto why = [](const char* text) { return reason(std::runtime_error(text)); };
    EXPECT_EQ(why("no such table: users"), "no such table: users");
    EXPECT_EQ(why("UNIQUE failed while executing \"insert\" with :hash=\"secret\""), "UNIQUE failed");
    EXPECT_EQ(why("ERROR: too long\nDETAIL: secret"), "ERROR: too long");
    EXPECT_EQ(why("ERROR: too long\nDETAIL: secret while executing"), "ERROR: too long");
}

}  // namespace
}  // namespace stockade::server
