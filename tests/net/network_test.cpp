// Network files: what is whole is read and written again byte for byte, everything else is refused and told
// why.
#include "net/network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "net/installed.h"
#include "net/random_network.h"
#include "support/scratch_folder.h"

namespace stockade::net {
namespace {

using testing::HasSubstr;

constexpr Shape kShape{10, 7, 3, 64, 32, 32};

std::vector<std::uint8_t> whole_file() {
    return random_file(some_description("quoridor", "some-features", kShape).text(), kShape, 1);
}
std::vector<std::uint8_t> file_with(std::string_view line, std::string_view instead) {
    std::string text = some_description("quoridor", "some-features", kShape).text();
    const auto at = text.find(line);
    EXPECT_NE(at, std::string::npos) << line;
    text.replace(at, line.size(), instead);
    return random_file(text, kShape, 1);
}
std::string problem_of(const std::vector<std::uint8_t>& file) {
    const auto network = read_network(file, "x.net");
    EXPECT_FALSE(network);
    return network ? "" : network.error().message;
}

TEST(NetworkFile, IsReadAndWrittenAgain) {
    const auto file = whole_file();
    const auto network = read_network(file, "x.net");
    ASSERT_TRUE(network) << network.error().message;
    EXPECT_EQ(network->description(), some_description("quoridor", "some-features", kShape));
    EXPECT_EQ(write_network(*network), file);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(network->first_rows()) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(network->class_row(1)) % 32, 0u);
}

TEST(NetworkFile, MayHaveAValueForEachPlayer) {
    Shape shape = kShape;
    shape.values = 4;
    const auto description = some_description("quoridor:players=4", "some-features", shape);
    const auto file = random_file(description.text(), shape, 1);
    const auto network = read_network(file, "x.net");
    ASSERT_TRUE(network) << network.error().message;
    EXPECT_EQ(network->description(), description);
    EXPECT_EQ(write_network(*network), file);
}

TEST(NetworkFile, EveryShorterFileIsRefused) {
    const auto file = whole_file();
    for (std::size_t size = 0; size < file.size(); size += size < 600 ? 1 : 97) {
        const std::vector<std::uint8_t> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_THAT(problem_of(part), HasSubstr("x.net: expected")) << size;
    }
    EXPECT_THAT(problem_of({file.begin(), file.end() - 1}), HasSubstr("the file is not whole"));
}

TEST(NetworkFile, EveryChangedByteIsNoticed) {
    auto file = whole_file();
    for (std::size_t at = 0; at < file.size(); at += at < 600 ? 1 : 61) {
        file[at] ^= 0x10;
        problem_of(file);
        file[at] ^= 0x10;
    }
    file[file.size() - 100] ^= 1;
    EXPECT_THAT(problem_of(file), HasSubstr("the file is damaged"));
}

TEST(NetworkFile, OtherKindsAndVersions) {
    auto file = whole_file();
    file[3] = 'x';
    EXPECT_THAT(problem_of(file),
                HasSubstr("x.net: expected the first bytes to be STKNETWK: this is no network file"));
    file = whole_file();
    file[8] = 9;
    EXPECT_THAT(problem_of(file), HasSubstr("x.net: expected version 1, got 9"));
    EXPECT_THAT(problem_of(std::vector<std::uint8_t>(kMaxFileBytes + 1)),
                HasSubstr("at most 2000000 bytes, got 2000001"));
}

TEST(NetworkFile, Descriptions) {
    EXPECT_THAT(problem_of(file_with("first 64", "first 48")),
                HasSubstr("description, line 6: first: expected a multiple of 32 up to 1024, got '48'"));
    EXPECT_THAT(problem_of(file_with("inputs 10", "inputs 11")),
                HasSubstr("bytes of weights for the shape it describes, got"));
    EXPECT_THAT(problem_of(file_with("inputs 10", "inputs -1")),
                HasSubstr("inputs: expected 1 to 65535, got '-1'"));
    EXPECT_THAT(problem_of(file_with("games 12", "values 5\ngames 12")),
                HasSubstr("values: expected 1 to 4, got '5'"));
    EXPECT_THAT(problem_of(file_with("games 12", "gamez 12")), HasSubstr("unknown word 'gamez'"));
    EXPECT_THAT(problem_of(file_with("games 12\n", "")),
                HasSubstr("expected a line 'games ...', there is none"));
    EXPECT_THAT(problem_of(file_with("games 12", "games 12\ngames 13")),
                HasSubstr("games: expected to be there once"));
    EXPECT_THAT(problem_of(file_with("2026-11-15", "yesterday")),
                HasSubstr("a date such as 2026-11-15, got 'yesterday'"));
    EXPECT_THAT(problem_of(file_with("gpu-hours 0.25", "gpu-hours 1e9")),
                HasSubstr("a number such as 0.35, got '1e9'"));
    EXPECT_THAT(problem_of(file_with("spec quoridor", "spec ")), HasSubstr("spec: expected a word"));
    EXPECT_THAT(problem_of(file_with("random\n", "random\x01\n")), HasSubstr("expected plain text"));
    EXPECT_THAT(problem_of(file_with("random\n", "random")), HasSubstr("expected a line that ends"));
}

TEST(NetworkFile, BiasesThatCouldOverflow) {
    auto file = whole_file();
    const std::int32_t huge = 1 << 30;
    std::memcpy(file.data() + file.size() - 64, &huge, sizeof huge);  // the first class
    mend_checksum(file);
    EXPECT_THAT(problem_of(file), HasSubstr("class 0: expected a bias of at most 268435456, got 1073741824"));
}

TEST(NetworkFile, FromDisk) {
    const support::ScratchFolder folder;
    const auto path = folder.path("some.net");
    const auto file = whole_file();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(file.data()), static_cast<std::streamsize>(file.size()));
    EXPECT_TRUE(load_network(path));
    EXPECT_THAT(load_network(folder.path().string()).error().message, HasSubstr("expected a file"));
    EXPECT_THAT(load_network("/no/such.net").error().message, HasSubstr("/no/such.net: No such file"));
    EXPECT_THAT(load_network("/dev/zero").error().message, HasSubstr("expected a file"));
}

TEST(InstalledNetworks, ServeEveryGameThatPlaysLikeTheirs) {
    const auto of = [](const char* spec) { return installed_network(*games::parse_spec(spec)); };
    const auto nine = of("quoridor");
    ASSERT_TRUE(nine);
    EXPECT_EQ(nine->description().spec, "quoridor");
    EXPECT_EQ(of("quoridor:walls=8,first=2,repetition=0,max-turns=50"), nine);
    EXPECT_EQ(of("quoridor-kid:size=9"), nine);
    EXPECT_EQ(of("quoridor:size=5"), of("quoridor-mini"));
    for (const char* game : {"blockade", "pinko", "quoridor4fun", "quoridor:size=11", "quoridor:players=3",
                             "quoridor:players=4", "territoires", "wallgo"})
        EXPECT_TRUE(of(game)) << game;
    for (const char* other : {"quoridor:size=13", "quoridor:edge-diagonal=off", "quoridor:players=4,teams=on",
                              "wallgo:scoring=largest"})
        EXPECT_EQ(of(other), nullptr) << other;
}

}  // namespace
}  // namespace stockade::net
