// The message files: the same codes and arguments in every language, each code in use, and English sentences
// as the program makes them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <type_traits>

#include "base/messages/list.h"
#include "base/messages/rules.h"
#include "base/messages/verdict.h"
#include "base/result.h"

namespace stockade {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = STOCKADE_SOURCE_DIR;

std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

using Words = std::map<std::string, std::string>;

Words words_of(const fs::path& path) { return nlohmann::json::parse(read(path)).get<Words>(); }

/// The page's own codes, whose sentences use more of ICU MessageFormat; a test of the page compares them.
bool is_of_page(const std::string& code) { return code.starts_with("page."); }

/// The names in `{name}` and `{name, plural, ...}`; the branches of a plural are no arguments.
std::set<std::string> arguments_of(std::string text) {
    static const std::regex branch(R"((zero|one|two|few|many|other) \{)"), argument(R"(\{(\w+)[,}])");
    if (text.find(", plural,") != std::string::npos) text = std::regex_replace(text, branch, "$1 (");
    std::set<std::string> names;
    for (std::sregex_iterator it(text.begin(), text.end(), argument), end; it != end; ++it)
        names.insert((*it)[1]);
    return names;
}

TEST(Messages, EveryLanguageHasTheSameCodesAndArguments) {
    const auto english = words_of(kSource / "messages/en.json");
    ASSERT_FALSE(english.empty());
    for (const auto& file : fs::directory_iterator(kSource / "messages")) {
        const auto words = words_of(file.path());
        for (const auto& [code, text] : english) {
            ASSERT_TRUE(words.contains(code)) << file.path() << " has no " << code;
            if (is_of_page(code)) continue;
            EXPECT_EQ(arguments_of(words.at(code)), arguments_of(text)) << file.path() << " " << code;
        }
        for (const auto& [code, text] : words)
            EXPECT_TRUE(english.contains(code)) << file.path() << " has " << code << ", en.json has not";
    }
}

/// One code a line, in order, and each apostrophe twice, for a single one quotes braces.
TEST(Messages, FilesAreWrittenInOneWay) {
    for (const auto& file : fs::directory_iterator(kSource / "messages")) {
        std::istringstream lines(read(file.path()));
        const std::regex apostrophes("''"), shape(R"re( *"([a-z0-9]+\.[A-Za-z0-9.-]+)": "(.*)",?)re");
        std::string before;
        for (std::string line; std::getline(lines, line);) {
            if (line == "{" || line == "}") continue;
            std::smatch parts;
            ASSERT_TRUE(std::regex_match(line, parts, shape)) << file.path() << ": " << line;
            EXPECT_LT(before, parts[1].str()) << file.path();
            before = parts[1];
            const auto text = std::regex_replace(parts[2].str(), apostrophes, "");
            EXPECT_TRUE(is_of_page(before) || text.find('\'') == std::string::npos)
                << file.path() << ": " << line;
        }
    }
}

TEST(Messages, EveryCodeIsRaisedSomewhere) {
    std::set<std::string> raised;
    const std::regex use(R"re(<"([a-z0-9]+\.[a-z0-9.-]+)">)re");
    for (const auto& file : fs::recursive_directory_iterator(kSource / "src")) {
        if (!file.is_regular_file()) continue;
        const auto text = read(file.path());
        for (std::sregex_iterator it(text.begin(), text.end(), use), end; it != end; ++it)
            raised.insert((*it)[1]);
    }
    for (const auto& [code, text] : words_of(kSource / "messages/en.json"))
        EXPECT_TRUE(is_of_page(code) || raised.contains(code)) << code << " is raised nowhere";
}

TEST(Messages, ArgumentsStandWhereTheSentencePutsThem) {
    const auto message = error<"rules.pawn-of">("player"_a = 2, "cell"_a = "e4");
    EXPECT_EQ(message.code, "rules.pawn-of");
    EXPECT_EQ(message.message, "player 2's pawn on e4");
    ASSERT_EQ(message.arguments.size(), 2u);
    EXPECT_EQ(message.arguments[0].name, "player");
    EXPECT_EQ(*message.arguments[0].value.number(), 2);
    EXPECT_EQ(message.arguments[1].value.english(), "e4");
}

TEST(Messages, AnArgumentMayBeAMessage) {
    const auto inner = message<"rules.pawn-of">("player"_a = 1, "cell"_a = "e1");
    const auto outer = error<"rules.shuts-in">("wall"_a = "e2h", "pawns"_a = inner);
    EXPECT_EQ(outer.message, "e2h would shut in player 1's pawn on e1");
    ASSERT_TRUE(outer.arguments[1].value.message());
    EXPECT_EQ(outer.arguments[1].value.message()->code, "rules.pawn-of");
}

// Fractions and truth values have no one way to be written; whoever raises the message says how.
static_assert(std::is_constructible_v<ArgumentValue, char>);
static_assert(!std::is_constructible_v<ArgumentValue, double>);
static_assert(!std::is_constructible_v<ArgumentValue, bool>);

TEST(Messages, ArgumentsAreNeverReadAsSentences) {
    EXPECT_EQ(error<"rules.no-wall">("wall"_a = "{wall} '' #").message, "there is no wall {wall} '' #");
}

TEST(Messages, PluralsFollowTheNumber) {
    EXPECT_EQ(message<"verdict.turn-limit">("turns"_a = 1).message, "Draw after 1 turn");
    EXPECT_EQ(message<"verdict.turn-limit">("turns"_a = 400).message, "Draw after 400 turns");
}

}  // namespace
}  // namespace stockade
