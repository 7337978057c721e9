// Files of any size are read in constant memory.
#include <gtest/gtest.h>

#include <fstream>
#include <streambuf>

#include "record/formats.h"
#include "record/sample_games.h"

// Present where the program is built with a sanitizer.
extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

namespace stockade::record {
namespace {

/// A sanitizer keeps freed memory, so the peak says nothing then.
const bool kSanitized = &__asan_init != nullptr || &__tsan_init != nullptr;

/// The highest resident memory of this process so far, in KiB.
long peak_memory() {
    if (kSanitized) return 0;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    return 0;
}

/// The same text over and over, without ever holding it all.
class Repeated : public std::streambuf {
public:
    Repeated(std::string text, std::size_t bytes) : text_(std::move(text)), left_(bytes / text_.size()) {}

protected:
    int_type underflow() override {
        if (left_ == 0) return traits_type::eof();
        --left_;
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return traits_type::to_int_type(text_[0]);
    }

private:
    std::string text_;
    std::size_t left_;
};

class Stream : public ::testing::TestWithParam<Format> {};

TEST_P(Stream, IsReadInConstantMemory) {
    constexpr long kMayGrow = 16 * 1024;  // KiB; far less than the stream
    std::size_t bytes = std::getenv("STOCKADE_LONG") ? 400u << 20 : 20u << 20;
    if (kSanitized) bytes = 2u << 20;
    if (GetParam() == Format::kQf) bytes /= 10;  // a turn takes less than a byte there
    std::string some;
    std::size_t games_in_some = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed, ++games_in_some) {
        Record record = from_session(testing::random_game("quoridor", seed));
        record.tags.set("Player1", "Ann");
        if (GetParam() == Format::kRecord || GetParam() == Format::kJson)
            for (Turn& turn : record.turns) turn.eval = 0.25;
        const auto text = to_format(record, GetParam());
        ASSERT_TRUE(text.ok()) << text.error().message;
        some += *text;
    }
    Repeated repeated(some, bytes);
    std::istream in(&repeated);
    const auto source = open_source(GetParam(), in);
    const long before = peak_memory();
    std::size_t games = 0;
    std::size_t turns = 0;
    while (true) {
        const auto record = source->next();
        ASSERT_TRUE(record.ok()) << record.error().message;
        if (!*record) break;
        ++games;
        turns += (*record)->turns.size();
    }
    EXPECT_EQ(games, bytes / some.size() * games_in_some);
    EXPECT_GT(turns, games);
    EXPECT_LT(peak_memory() - before, kMayGrow);
}

INSTANTIATE_TEST_SUITE_P(Formats, Stream,
                         ::testing::Values(Format::kRecord, Format::kJson, Format::kQf, Format::kQtp),
                         [](const auto& parameter) { return std::string(format_name(parameter.param)); });

TEST(StreamLimit, AnEndlessGameIsAnErrorNotAMemoryHog) {
    for (const std::string endless :
         {"e2 ", "{comment} ", "x", "$10 ", "[T \"x\"]", "; line\n", "{", "{\"a\":", "(", "\"\\"}) {
        for (const auto format : {Format::kRecord, Format::kJson, Format::kQf, Format::kQtp}) {
            Repeated repeated(endless, kSanitized ? 8u << 20 : 64u << 20);
            std::istream in(&repeated);
            const long before = peak_memory();
            const auto source = open_source(format, in);
            for (int games = 0; games < 1000; ++games) {
                const auto record = source->next();
                if (!record || !*record) break;
            }
            EXPECT_LT(peak_memory() - before, 48 * 1024) << endless << " as " << format_name(format);
        }
    }
}

/// What is counted or kept while one game is read must not reach into the next.
TEST(StreamLimit, EveryGameIsReadAfresh) {
    constexpr std::size_t kTurns = kMaxTurns / 5 * 2;  // of one game; three have more than one game may have
    Record game;
    game.tags.set("Game", "quoridor");
    game.tags.set("Result", "*");
    for (std::size_t i = 0; i < kTurns; ++i) {
        game.turns.emplace_back();
        game.turns.back().text = std::array{"e2", "e8", "e1", "e9"}[i % 4];
    }
    for (const auto format : {Format::kRecord, Format::kJson, Format::kQtp}) {
        const auto text = to_format(game, format);
        ASSERT_TRUE(text.ok()) << text.error().message;
        std::istringstream in(*text + *text + *text);
        const auto source = open_source(format, in);
        for (int games = 0; games < 3; ++games) {
            const auto record = source->next();
            ASSERT_TRUE(record.ok()) << format_name(format) << ": " << record.error().message;
            ASSERT_TRUE(*record);
            EXPECT_EQ((*record)->turns, game.turns) << format_name(format);
        }
        EXPECT_FALSE(*source->next());
    }
}

TEST(Formats, AreRecognised) {
    EXPECT_EQ(format_of_path("a/b.jsonl"), Format::kJson);
    EXPECT_EQ(format_of_path("b.qf"), Format::kQf);
    EXPECT_EQ(format_of_path("b.qtp"), Format::kQtp);
    EXPECT_EQ(format_of_path("b.pgn"), Format::kRecord);
    EXPECT_EQ(format_of_path("b.txt"), std::nullopt);
    EXPECT_EQ(format_of_text("[Event \"x\"]\n"), Format::kRecord);
    EXPECT_EQ(format_of_text("1. e2 e8"), Format::kRecord);
    EXPECT_EQ(format_of_text("{A comment} 1. e2"), Format::kRecord);
    EXPECT_EQ(format_of_text("\xef\xbb\xbf\n {\n \"tags\":"), Format::kJson);
    EXPECT_EQ(format_of_text("# codes\nj7EUwGwOwCQ\n"), Format::kQf);
    EXPECT_EQ(format_of_text("boardsize 9\r\n"), Format::kQtp);
    EXPECT_EQ(format_of_text("# [Game \"quoridor\"]\n"), Format::kQtp);
    EXPECT_EQ(format_of_text(""), Format::kRecord);
}

}  // namespace
}  // namespace stockade::record
