// Shards: what is written is read back, and nothing else is accepted.
#include "selfplay/shard.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "games/playout.h"
#include "games/position_reader.h"
#include "games/quoridor/tensors.h"
#include "games/territoires/tensors.h"
#include "selfplay/feature_files.h"
#include "support/scratch_folder.h"

namespace stockade::selfplay {
namespace {

using games::Quoridor9;
using testing::HasSubstr;

Layout quoridor_layout() {
    return layout_of(games::start_position<Quoridor9>(*games::parse_spec("quoridor")), "quoridor");
}

Samples some_samples(const Layout& layout, int count) {
    Samples samples;
    Random random(5);
    for (int i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < layout.packed_bytes(); ++j)
            samples.positions.push_back(static_cast<std::uint8_t>(random.next()));
        const auto entries = random.below(5);
        samples.entry_counts.push_back(static_cast<std::uint16_t>(entries));
        for (std::uint32_t j = 0; j < entries; ++j)
            samples.entries.push_back(
                {static_cast<std::uint16_t>(random.below(209)), static_cast<std::uint16_t>(random.next())});
        for (int j = 0; j < layout.values; ++j)
            samples.values.push_back(static_cast<std::int16_t>(random.next()));
        samples.verdicts.push_back({static_cast<std::uint16_t>(random.next()),
                                    static_cast<std::int8_t>(static_cast<int>(random.below(3)) - 1),
                                    static_cast<std::int8_t>(random.next())});
    }
    return samples;
}

std::string problem_with(const std::vector<std::uint8_t>& bytes) {
    const auto shard = read_shard(bytes);
    return shard ? "" : shard.error().message;
}

TEST(Shard, ReadsBackWhatWasWritten) {
    using Four = games::quoridor::Quoridor<board::FixedShape<9, 9>, 4>;
    const auto four = *games::parse_spec("quoridor:players=4");
    for (const Layout& layout : {quoridor_layout(), layout_of(games::start_position<Four>(four), four.str())})
        for (const int count : {0, 1, 2, 77}) {
            const Samples samples = some_samples(layout, count);
            const auto shard = read_shard(write_shard(layout, samples));
            ASSERT_TRUE(shard) << shard.error().message;
            EXPECT_TRUE(shard->samples == samples);
            EXPECT_TRUE(shard->layout == layout);
        }
}

TEST(Shard, RefusesEveryTruncation) {
    const Layout layout = quoridor_layout();
    const auto bytes = write_shard(layout, some_samples(layout, 3));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_NE(problem_with({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}), "")
            << size;
    EXPECT_THAT(problem_with({bytes.begin(), bytes.begin() + 20}),
                HasSubstr("expected at least 48 bytes, got 20"));
    EXPECT_THAT(problem_with({bytes.begin(), bytes.begin() + 100}),
                HasSubstr(fmt::format("expected {} bytes as its header says, got 100", bytes.size())));
}

TEST(Shard, NoticesEveryChangedByte) {
    const Layout layout = quoridor_layout();
    const auto bytes = write_shard(layout, some_samples(layout, 3));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        auto changed = bytes;
        changed[at] ^= 0x10;
        EXPECT_NE(problem_with(changed), "") << at;
    }
    auto changed = bytes;
    changed[bytes.size() - 9] ^= 1;
    EXPECT_THAT(problem_with(changed), HasSubstr("the file is damaged"));
    changed = bytes;
    changed[0] = 'x';
    EXPECT_THAT(problem_with(changed), HasSubstr("another kind of file"));
    changed = bytes;
    changed[8] = 9;
    EXPECT_THAT(problem_with(changed), HasSubstr("expected version 1, got 9"));
}

TEST(Layout, TextMeansTheSame) {
    const Layout layout = quoridor_layout();
    const auto again = Layout::parse(layout.text());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(*again == layout);
    EXPECT_EQ(layout.actions, 209);
    EXPECT_EQ(layout.policy_planes, 3);
    EXPECT_EQ(layout.mirror[0], 8);
    const auto wallgo =
        layout_of(games::start_position<games::Territoires<2>>(*games::parse_spec("wallgo")), "wallgo");
    EXPECT_TRUE(*Layout::parse(wallgo.text()) == wallgo);
}

TEST(Layout, MirroringTwiceChangesNothing) {
    const auto wallgo =
        layout_of(games::start_position<games::Territoires<2>>(*games::parse_spec("wallgo")), "wallgo");
    for (const Layout& layout : {quoridor_layout(), wallgo})
        for (int id = 0; id < layout.actions; ++id) EXPECT_EQ(layout.mirror[layout.mirror[id]], id);
}

TEST(Layout, SaysWhatIsWrong) {
    const auto problem = [](std::string_view text) {
        const auto layout = Layout::parse(text);
        return layout ? "" : layout.error().message;
    };
    EXPECT_THAT(problem("rows x\n"), HasSubstr("line 1: expected rows 1 to 64, got 'x'"));
    EXPECT_THAT(problem("spec q\nplane blob a\n"), HasSubstr("line 2: expected plane with one of"));
    EXPECT_THAT(problem("spec q"), HasSubstr("expected a line that ends"));
    EXPECT_THAT(problem("colour red\n"), HasSubstr("unknown word 'colour'"));
    EXPECT_THAT(problem("spec q\nrows 2\ncols 2\nactions 2\npolicy-planes 1\nplane cells a\n"),
                HasSubstr("expected a policy index for each of 2 actions, got 0"));
}

TEST(Layout, PackedPlanesDecodeToThePosition) {
    using T = games::TensorsOf<Quoridor9>;
    const Layout layout = quoridor_layout();
    Random random(3);
    auto position = games::start_position<Quoridor9>(*games::parse_spec("quoridor"));
    std::vector<std::uint8_t> planes(layout.plane_bytes());
    std::vector<std::uint8_t> packed(layout.packed_bytes());
    for (int i = 0; i < 60 && !position.over(); ++i) {
        T::encode(position, planes);
        pack(layout, planes, packed.data());
        unpack(layout, packed.data(), planes);
        ASSERT_TRUE(T::decode(position, position.to_move(), planes) == position);
        position.play(games::random_action(position, Quoridor9::Context(position), random));
    }
}

TEST(ShardWriter, WritesWholeFilesAndGoesOnCounting) {
    const support::ScratchFolder folder;
    const Layout layout = quoridor_layout();
    const Samples samples = some_samples(layout, 10);
    for (int run = 0; run < 2; ++run) {
        ShardWriter writer(layout, folder.path().string(), 25);
        ASSERT_TRUE(writer.open());
        for (int i = 0; i < 4; ++i) ASSERT_TRUE(writer.add(samples));
        ASSERT_TRUE(writer.flush());
    }
    std::vector<std::size_t> sizes;
    for (int i = 0; i < 4; ++i) {
        std::ifstream in(folder.path() / fmt::format("shard-{:06}", i), std::ios::binary);
        const std::vector<char> text{std::istreambuf_iterator<char>(in), {}};
        const auto shard = read_shard({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        ASSERT_TRUE(shard) << shard.error().message;
        sizes.push_back(shard->samples.size());
    }
    EXPECT_EQ(sizes, (std::vector<std::size_t>{30, 10, 30, 10}));
    EXPECT_EQ(folder.files(), 4u);

    ShardWriter nowhere(layout, "/proc/no/such/folder", 25);
    const auto opened = nowhere.open();
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("/proc/no/such/folder"));
}

TEST(Features, KnowEveryPositionOfAGame) {
    // Both players place pawns, in the order 1 2 2 1.
    using WallGo = games::Territoires<2>;
    auto position = games::start_position<WallGo>(*games::parse_spec("wallgo"));
    const Layout layout = layout_of(position, "wallgo");
    Samples samples;
    Random random(8);
    std::vector<std::uint8_t> planes(layout.plane_bytes());
    while (!position.outcome().over) {
        games::TensorsOf<WallGo>::encode(position, planes);
        samples.positions.resize(samples.positions.size() + layout.packed_bytes());
        pack(layout, planes, &samples.positions[samples.positions.size() - layout.packed_bytes()]);
        samples.entry_counts.push_back(0);
        samples.values.push_back(0);
        samples.verdicts.emplace_back();
        position.play(games::random_action(position, WallGo::Context(position), random));
    }
    const auto features = features_of(write_shard(layout, samples));
    ASSERT_TRUE(features) << features.error().message;
}

}  // namespace
}  // namespace stockade::selfplay
