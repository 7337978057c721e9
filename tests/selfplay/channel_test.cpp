// Self-play through shared memory, with the evaluator in a thread of the test.
#include "selfplay/channel.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "games/position_reader.h"
#include "games/quoridor/tensors.h"
#include "selfplay/feature_files.h"
#include "selfplay/settings.h"
#include "selfplay/shard.h"
#include "support/scratch_folder.h"

namespace stockade::selfplay {
namespace {

namespace fs = std::filesystem;
using games::Quoridor5;
using testing::HasSubstr;

class ChannelTest : public testing::Test {
protected:
    Settings settings() const {
        Settings settings;
        settings.game = "quoridor:size=5,walls=3";
        settings.evaluator = EvaluatorKind::kChannel;
        settings.channel = folder_.path("channel");
        settings.shards = folder_.path("shards");
        settings.threads = 2;
        settings.batch = 7;
        settings.slots = 3;
        settings.games = 40;
        settings.search.simulations = 8;
        return settings;
    }

    /// Answers everything until the players are done: all actions alike, and a value by the walls in hand.
    void answer_all(const std::string& path, int batches = -1) const {
        while (!fs::exists(path)) std::this_thread::yield();
        Channel channel;
        while (!channel.open(path)) std::this_thread::yield();
        channel.attach();
        for (int slot = 0; !channel.finished() && !channel.stopping(); slot = (slot + 1) % channel.slots()) {
            while (!channel.is_filled(slot))
                if (channel.finished() || channel.stopping()) return;
            if (batches-- == 0) return channel.stop();
            for (int row = 0; row < channel.batch(); ++row) {
                for (int action = 0; action < channel.layout().actions; ++action)
                    channel.policy(slot, row)[action] = bfloat_of(0.25f);
                std::fill_n(channel.values(slot, row), channel.layout().values, 0.125f);
            }
            channel.answered(slot);
        }
    }

    support::ScratchFolder folder_;
};

TEST_F(ChannelTest, PlaysGamesAndKeepsTheirSamples) {
    const Settings wanted = settings();
    std::thread evaluator([&] { answer_all(wanted.channel); });
    const auto report = run(wanted, [](const Progress&) { return true; });
    evaluator.join();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->progress.games, 40u);
    EXPECT_GT(report->progress.evaluations, 40u * 8);

    std::size_t samples = 0;
    for (const auto& file : fs::directory_iterator(wanted.shards)) {
        std::ifstream in(file.path(), std::ios::binary);
        const std::vector<char> text{std::istreambuf_iterator<char>(in), {}};
        const auto shard = read_shard({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        ASSERT_TRUE(shard) << shard.error().message;
        samples += shard->samples.size();
        // Every sample is a position that can be played on from, with a policy of legal actions.
        using T = games::TensorsOf<Quoridor5>;
        const auto start = games::start_position<Quoridor5>(*games::parse_spec(wanted.game));
        std::vector<std::uint8_t> planes(shard->layout.plane_bytes());
        std::size_t entry = 0;
        for (std::size_t i = 0; i < shard->samples.size(); ++i) {
            unpack(shard->layout, &shard->samples.positions[i * shard->layout.packed_bytes()], planes);
            // Seen from the mover, who is player 1 there.
            const auto position = T::decode(start, games::Player::kOne, planes);
            ASSERT_FALSE(position.over());
            int weights = 0;
            for (int j = 0; j < shard->samples.entry_counts[i]; ++j, ++entry) {
                ASSERT_TRUE(position.legal(games::Action{shard->samples.entries[entry].action}));
                weights += shard->samples.entries[entry].weight;
            }
            ASSERT_NEAR(weights, 65'535, 80);
        }
    }
    EXPECT_EQ(samples, report->progress.samples);
}

TEST_F(ChannelTest, TwoNetworksPlayPairs) {
    Settings wanted = settings();
    wanted.versus = true;
    wanted.games = 20;
    std::thread evaluator([&] { answer_all(wanted.channel); });
    const auto report = run(wanted, [](const Progress&) { return true; });
    evaluator.join();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->wins + report->draws + report->losses, 20u);
    // Both "networks" are the same and play without noise: each pair is shared.
    EXPECT_EQ(report->wins, report->losses);
    EXPECT_FALSE(fs::exists(wanted.shards));
}

TEST_F(ChannelTest, PlaysWithDiceAndForThreeAndFour) {
    for (const char* game :
         {"quoridor4fun", "quoridor:players=3", "quoridor:players=4", "wallgo:players=3"}) {
        Settings wanted = settings();
        wanted.game = game;
        wanted.channel += game;
        wanted.shards += game;
        wanted.games = 8;
        wanted.max_actions = 60;
        std::thread evaluator([&] { answer_all(wanted.channel); });
        const auto report = run(wanted, [](const Progress&) { return true; });
        evaluator.join();
        ASSERT_TRUE(report) << report.error().message;
        EXPECT_GE(report->progress.games, 8u);
        std::ifstream in(fs::path(wanted.shards) / "shard-000000", std::ios::binary);
        const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
        const auto shard = read_shard(bytes);
        ASSERT_TRUE(shard) << shard.error().message;
        EXPECT_EQ(shard->samples.size(), report->progress.samples);
        // Before every roll a position is kept that has no policy.
        const auto& counts = shard->samples.entry_counts;
        EXPECT_EQ(std::count(counts.begin(), counts.end(), 0) > 0, wanted.game == "quoridor4fun");
        if (wanted.game == "wallgo:players=3") continue;
        const auto features = features_of(bytes);
        EXPECT_TRUE(features) << features.error().message;
    }
}

TEST_F(ChannelTest, MeetsTheEngine) {
    Settings wanted = settings();
    wanted.versus = true;
    wanted.versus_engine = Milliseconds{1};
    wanted.games = 4;
    wanted.batch = wanted.threads;
    wanted.slots = 1;
    std::thread evaluator([&] { answer_all(wanted.channel); });
    const auto report = run(wanted, [](const Progress&) { return true; });
    evaluator.join();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->wins + report->draws + report->losses, 4u);
    EXPECT_GE(report->losses, 3u);  // by a network that knows nothing
}

TEST_F(ChannelTest, ASmallNetworkPlaysWithoutAChannel) {
    Settings wanted = settings();
    wanted.game = "quoridor-mini";
    wanted.evaluator = EvaluatorKind::kNetwork;
    wanted.network = STOCKADE_SOURCE_DIR "/networks/quoridor-mini.net";
    const auto report = run(wanted, [](const Progress&) { return true; });
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GE(report->progress.games, 40u);
    EXPECT_GT(report->progress.samples, 40u);
    EXPECT_FALSE(fs::exists(wanted.channel));
    // It knows where it wants to go: without an evaluator the same search needs far longer.
    wanted.evaluator = EvaluatorKind::kRandom;
    wanted.network.clear();
    const auto blind = run(wanted, [](const Progress&) { return true; });
    ASSERT_TRUE(blind) << blind.error().message;
    const auto length = [](const Report& of) {
        return static_cast<double>(of.game_actions) / static_cast<double>(of.progress.games);
    };
    EXPECT_LT(length(*report), 0.75 * length(*blind));
}

TEST_F(ChannelTest, StopsWhenTheEvaluatorSaysSo) {
    Settings wanted = settings();
    wanted.games = 0;
    std::thread evaluator([&] { answer_all(wanted.channel, 50); });
    const auto report = run(wanted, [](const Progress&) { return true; });
    evaluator.join();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_GE(report->progress.evaluations, 7u * 40);
}

TEST_F(ChannelTest, NoticesThatTheEvaluatorHasEnded) {
    Settings wanted = settings();
    wanted.games = 0;
    const pid_t child = fork();
    if (child == 0) _exit(0);
    std::thread evaluator([&] {
        while (!fs::exists(wanted.channel)) std::this_thread::yield();
        // The name of a process that is gone, at the place where the evaluator writes its own.
        std::fstream file(wanted.channel, std::ios::binary | std::ios::in | std::ios::out);
        const std::uint32_t gone = 0x7ffffff0;
        file.seekp(132);
        file.write(reinterpret_cast<const char*>(&gone), sizeof gone);
    });
    const auto report = run(wanted, [](const Progress&) { return true; });
    evaluator.join();
    ASSERT_FALSE(report);
    EXPECT_THAT(report.error().message, HasSubstr("evaluator's process has ended"));
}

TEST_F(ChannelTest, RefusesBadSettings) {
    const auto problem = [](const Settings& wanted) {
        const auto report = run(wanted, [](const Progress&) { return true; });
        return report ? "" : report.error().message;
    };
    Settings wanted = settings();
    wanted.batch = 1;
    EXPECT_THAT(problem(wanted), HasSubstr("batch: expected at least one leaf for each of 2 threads, got 1"));
    wanted = settings();
    wanted.channel = "/proc/no/such";
    EXPECT_THAT(problem(wanted), HasSubstr("/proc/no/such"));
    wanted = settings();
    wanted.game = "quoridor:players=4,teams=on";
    EXPECT_THAT(problem(wanted), HasSubstr("expected everybody for themselves"));
    wanted = settings();
    wanted.versus_engine = Milliseconds{5};
    EXPECT_THAT(problem(wanted), HasSubstr("expected --versus too"));
    wanted = settings();
    wanted.network = "some.net";
    EXPECT_THAT(problem(wanted),
                HasSubstr("expected a network file with --evaluator network, and only there"));
    wanted.evaluator = EvaluatorKind::kNetwork;
    EXPECT_THAT(problem(wanted), HasSubstr("some.net: No such file"));
    wanted.network = STOCKADE_SOURCE_DIR "/networks/quoridor.net";
    EXPECT_THAT(problem(wanted), HasSubstr("it was made for quoridor, this game is quoridor:size=5,walls=3"));
    wanted.game = "quoridor:size=13";
    EXPECT_THAT(problem(wanted), HasSubstr("no network plays quoridor:size=13 yet"));
    wanted = settings();
    wanted.versus = true;
    wanted.games = 3;
    EXPECT_THAT(problem(wanted), HasSubstr("even number of games, got 3"));
    wanted = settings();
    wanted.search.simulations = 0;
    EXPECT_THAT(problem(wanted), HasSubstr("simulations: expected 1 to 30000, got 0"));
    std::ofstream(wanted.channel) << "taken";
    wanted = settings();
    EXPECT_THAT(problem(wanted), HasSubstr("File exists"));
    Channel channel;
    EXPECT_THAT(channel.open(wanted.channel).error().message, HasSubstr("expected a channel"));
}

TEST(Bfloat, RoundsToNearest) {
    EXPECT_EQ(float_of(bfloat_of(1.0f)), 1.0f);
    EXPECT_EQ(float_of(bfloat_of(-2.5f)), -2.5f);
    EXPECT_NEAR(float_of(bfloat_of(3.14159f)), 3.14159f, 0.01f);
}

}  // namespace
}  // namespace stockade::selfplay
