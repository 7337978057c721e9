// Whole matches between engines of every temper, through real processes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>

#include "match/dry_run.h"
#include "match/report.h"
#include "match/tournament.h"
#include "record/formats.h"
#include "support/scratch_folder.h"

namespace stockade::match {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using Reason = MatchEnd::Reason;

struct Audience final : Listener {
    void game_ended(const Standings& standings, const PlayedGame& game) override {
        ++ended;
        failures += failure_text(game, settings);
        if (interrupt_after && standings.games() >= interrupt_after) interrupt = true;
    }
    void resumed(std::size_t games) override { read = games; }

    Settings settings;
    std::size_t ended = 0;
    std::size_t read = 0;
    std::size_t interrupt_after = 0;
    std::atomic<bool> interrupt{false};
    std::string failures;
};

class Matches : public ::testing::Test {
protected:
    void SetUp() override {
        // Nodes are a limit without a clock: a busy machine cannot spoil a test.
        settings_.tc = *parse_time_control("nodes=1");
        settings_.game = "quoridor-mini";
        settings_.games = 4;
    }

    void add(const std::string& name, const std::string& mode, const std::string& more = "") {
        const auto engine =
            parse_engine(fmt::format("name={},cmd={} {}{}", name, STOCKADE_MOCK_ENGINE, mode, more));
        ASSERT_TRUE(engine.ok()) << engine.error().message;
        settings_.engines.push_back(*engine);
    }
    MatchEnd run() {
        audience_.settings = settings_;
        auto end = run_match(settings_, audience_, audience_.interrupt);
        if (end) return std::move(*end);
        ADD_FAILURE() << end.error().message;
        return {Reason::kFailed, end.error(),
                Standings(2, Schedule(*games::parse_spec("quoridor"), 2, false, 2))};
    }
    std::string problem() {
        const auto end = run_match(settings_, audience_, audience_.interrupt);
        return end ? "none" : end.error().message;
    }
    std::string path(const std::string& name) const { return folder_.path(name); }
    std::string get(const std::string& name) const { return folder_.get(name); }
    /// The same without the dates, for a test may run past midnight.
    std::string undated(const std::string& name) const {
        std::ifstream in(path(name), std::ios::binary);
        std::string text;
        for (std::string line; std::getline(in, line);)
            if (!line.starts_with("[Date ")) text += line + "\n";
        return text;
    }
    /// Every game of a file, replayed.
    std::vector<record::Record> games(const std::string& name) const {
        std::ifstream in(path(name), std::ios::binary);
        const auto source = record::open_source(record::Format::kRecord, in);
        std::vector<record::Record> records;
        for (;;) {
            auto record = source->next();
            EXPECT_TRUE(record.ok()) << record.error().message;
            if (!record || !*record) return records;
            const auto legal = record::check(**record, records.size() + 1);
            EXPECT_TRUE(legal.ok()) << legal.error().message;
            records.push_back(**record);
        }
    }

    support::ScratchFolder folder_;
    Settings settings_;
    Audience audience_;
};

TEST_F(Matches, ArePlayedInEveryGame) {
    add("A", "random");
    add("B", "random");
    settings_.concurrency = 2;
    for (const auto* game :
         {"quoridor-mini", "quoridor:players=4,size=5", "quoridor:players=3,size=5", "quoridor4fun", "wallgo",
          "territoires:players=3", "quoridor:players=4,teams=on,size=5"}) {
        settings_.game = game;
        settings_.max_turns = 60;
        settings_.save = path("games.record");
        fs::remove(settings_.save);
        const auto end = run();
        EXPECT_EQ(end.reason, Reason::kAllPlayed) << end.problem.message;
        EXPECT_EQ(audience_.failures, "") << game;
        const auto records = games("games.record");
        EXPECT_EQ(records.size(), end.standings.games());
        EXPECT_EQ(end.standings.games() % end.standings.schedule().block_size(), 0u);
        // The same player in all seats of a block takes all that there is.
        EXPECT_DOUBLE_EQ(end.standings.scores(0).mean(), 0.5) << game;
        EXPECT_DOUBLE_EQ(end.standings.counts(0).points + end.standings.counts(1).points,
                         static_cast<double>(records.size()));
    }
}

TEST_F(Matches, ShareOpeningsAndDiceInAPair) {
    add("A", "random");
    add("B", "random");
    settings_.game = "quoridor4fun";
    settings_.save = path("dice.record");
    settings_.openings = "random:3";
    run();
    const auto records = games("dice.record");
    ASSERT_EQ(records.size(), 4u);
    for (std::size_t i = 0; i < 4; i += 2) {
        EXPECT_EQ(records[i].tags.get("Player1"), "A");
        EXPECT_EQ(records[i + 1].tags.get("Player1"), "B");
        EXPECT_EQ(records[i].tags.get("Seed"), records[i + 1].tags.get("Seed"));
        EXPECT_EQ(records[i].tags.get("Opening"), records[i + 1].tags.get("Opening"));
        // Both seats play alike, so the whole games are the same.
        EXPECT_EQ(records[i].turns, records[i + 1].turns);
    }
    EXPECT_NE(records[0].turns, records[2].turns);
    EXPECT_EQ(records[3].tags.get("Round"), "2.2");
    EXPECT_EQ(records[0].tags.get("TimeControl"), "nodes=1");
}

TEST_F(Matches, FindTheStrongerEngine) {
    add("weak", "random");
    add("strong", "greedy");
    settings_.sprt = Sprt{0, 50, 0.05, 0.05};
    settings_.games = 1000;
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kSprt);
    EXPECT_LT(end.standings.games(), 200u);
    EXPECT_LT(llr_of(end.standings, *settings_.sprt), settings_.sprt->lower());
    const auto text = final_text(end.standings, settings_);
    EXPECT_THAT(text, HasSubstr("elo0 accepted"));
    std::swap(settings_.engines[0], settings_.engines[1]);
    const auto other = run();
    EXPECT_EQ(other.reason, Reason::kSprt);
    EXPECT_THAT(final_text(other.standings, settings_), HasSubstr("elo1 accepted"));
}

TEST_F(Matches, OfManyAreARoundRobin) {
    add("A", "greedy");
    add("B", "random");
    add("C", "random");
    const auto end = run();
    EXPECT_EQ(end.standings.games(), 12u);
    EXPECT_EQ(end.standings.counts(0).games, 8u);
    EXPECT_DOUBLE_EQ(end.standings.scores(2).mean(), 0.5);
    const auto text = final_text(end.standings, settings_);
    EXPECT_THAT(text, HasSubstr("against"));
    EXPECT_THAT(text, HasSubstr("1 A"));
    settings_.gauntlet = true;
    EXPECT_EQ(run().standings.games(), 8u);
}

TEST_F(Matches, ForgiveGarbage) {
    add("loud", "garbage 1");
    add("B", "random");
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kAllPlayed);
    EXPECT_EQ(audience_.failures, "");
    EXPECT_DOUBLE_EQ(end.standings.counts(0).score(), 0.5);
}

TEST_F(Matches, AreLostByWhoeverBreaksTheRules) {
    add("bad", "illegal");
    add("B", "random");
    settings_.save = path("illegal.record");
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kAllPlayed);
    EXPECT_EQ(end.standings.counts(0).illegal, 4u);
    EXPECT_EQ(end.standings.counts(1).wins, 4u);
    EXPECT_THAT(audience_.failures, HasSubstr("game 1.1: bad: illegal turn: z99: "));
    EXPECT_THAT(audience_.failures, HasSubstr("    < bestmove z99\n"));
    for (const auto& record : games("illegal.record")) {
        EXPECT_EQ(record.tags.get("Termination"), "illegal turn");
        EXPECT_THAT(record.comment, HasSubstr("bad: z99"));
    }
}

TEST_F(Matches, AreLostByWhoeverCrashes) {
    for (const auto& [mode, words] : {std::pair{"crash", "it was killed by signal 9"},
                                      {"exit", "it exited with status 3"},
                                      {"closed", "it closed its output but still runs"}}) {
        settings_.engines.clear();
        settings_.games = 2;
        add("B", "random");
        add("bad", mode);
        const auto end = run();
        EXPECT_EQ(end.reason, Reason::kAllPlayed);
        EXPECT_EQ(end.standings.counts(1).crashes, 2u) << mode;
        EXPECT_EQ(end.standings.counts(0).wins, 2u) << mode;
        EXPECT_THAT(audience_.failures, HasSubstr(words));
    }
}

TEST_F(Matches, AreLostByWhoeverIsSilentOrNeverSilent) {
    for (const auto* mode : {"hang", "flood"}) {
        settings_.engines.clear();
        settings_.games = 2;
        settings_.concurrency = 2;
        add("bad", mode, ",tc=movetime=50ms");
        add("B", "random");
        settings_.margin = 100ms;
        const auto end = run();
        EXPECT_EQ(end.standings.counts(0).losses, 2u) << mode;
        EXPECT_EQ(end.standings.counts(0).hangs + end.standings.counts(0).time_losses, 2u) << mode;
        EXPECT_THAT(audience_.failures, HasSubstr("nor after stop")) << mode;
    }
}

TEST_F(Matches, AreLostOnTime) {
    add("slow", "late 1", ",tc=movetime=50ms");
    add("B", "random");
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kAllPlayed);
    EXPECT_EQ(end.standings.counts(0).time_losses, 4u);
    EXPECT_EQ(end.standings.counts(0).losses, 4u);
    EXPECT_THAT(audience_.failures, HasSubstr("time forfeit"));

    settings_.engines.clear();
    settings_.games = 2;
    add("slow", "late 2", ",tc=300ms+10ms");
    add("B", "random", ",tc=60s+1s");
    settings_.save = path("clock.record");
    EXPECT_EQ(run().standings.counts(0).time_losses, 2u);
    const auto records = games("clock.record");
    EXPECT_EQ(records[0].tags.get("TimeControl"), "300ms+10ms | 1m+1s");
    ASSERT_GT(records[0].turns.size(), 5u);
    EXPECT_TRUE(records[0].turns[5].clock);
}

TEST_F(Matches, EndAfterTooManyFailures) {
    add("bad", "exit 1");
    add("B", "random");
    settings_.games = 40;
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kFailed);
    EXPECT_THAT(end.problem.message, HasSubstr("engine bad has failed in 5 games in a row"));
    EXPECT_EQ(end.standings.games(), 5u);
}

TEST_F(Matches, DoNotBeginWithABrokenEngine) {
    add("A", "random");
    add("bad", "dead");
    EXPECT_EQ(problem(), "engine bad: after ugi: it exited with status 7");
    settings_.engines[1].command = "/no/such/engine";
    EXPECT_THAT(problem(), HasSubstr("engine bad: cannot start '/no/such/engine': No such file"));
    settings_.engines[1] = settings_.engines[0];
    settings_.engines[1].options = {{"MultiPV", "3"}};
    EXPECT_THAT(problem(), HasSubstr("it has no option 'MultiPV' (did you mean Multi PV?)"));
    settings_.engines[1].options = {{"multi pv", "3"}};
    EXPECT_EQ(problem(), "none");
    settings_.engines.clear();
    add("mute", "mute");
    settings_.timeout = 200ms;
    EXPECT_EQ(problem(), "engine mute: after ugi: no ugiok within 200ms");
    settings_.engines[0].protocol = Protocol::kQtp;
    EXPECT_EQ(problem(), "engine mute: after name: no answer within 200ms");
}

TEST_F(Matches, EndByResigning) {
    add("A", "resign");
    add("B", "random");
    settings_.save = path("resign.record");
    EXPECT_EQ(run().standings.counts(0).losses, 4u);
    settings_.engines[0].command = fmt::format("{} gloomy", STOCKADE_MOCK_ENGINE);
    settings_.resign = ResignRule{500, 2};
    settings_.save = path("gloomy.record");
    EXPECT_EQ(run().standings.counts(0).losses, 4u);
    for (const auto* file : {"resign.record", "gloomy.record"})
        for (const auto& record : games(file)) EXPECT_EQ(record.tags.get("Termination"), "resignation");
}

TEST_F(Matches, SpeakQtpAndUci) {
    add("Q", "qtp", ",protocol=qtp");
    add("U", "random", ",protocol=uci");
    settings_.save = path("qtp.record");
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kAllPlayed);
    EXPECT_EQ(audience_.failures, "");
    EXPECT_EQ(games("qtp.record").size(), 4u);
    settings_.game = "wallgo";
    settings_.save.clear();
    EXPECT_EQ(problem(), "engine Q: QTP is for two-player Quoridor, the game is wallgo");
}

TEST_F(Matches, SpeakTitaniumsProtocol) {
    add("T", "titanium", ",protocol=titanium");
    add("U", "random");
    settings_.game = "quoridor";
    settings_.tc = *parse_time_control("movetime=10s");
    settings_.save = path("titanium.record");
    const auto end = run();
    EXPECT_EQ(end.reason, Reason::kAllPlayed);
    EXPECT_EQ(audience_.failures, "");
    EXPECT_EQ(games("titanium.record").size(), 4u);
    settings_.game = "quoridor-kid";
    settings_.save.clear();
    EXPECT_EQ(
        problem(),
        "engine T: the Titanium protocol is for two-player Quoridor on 9x9 with ten walls each, the game is "
        "quoridor-kid");
}

TEST_F(Matches, GoOnWhereTheyStopped) {
    add("A", "greedy");
    add("B", "random");
    settings_.games = 20;
    settings_.save = path("whole.record");
    const auto whole = run();

    settings_.save = path("parts.record");
    audience_.interrupt_after = 7;
    const auto first = run();
    EXPECT_EQ(first.reason, Reason::kInterrupted);
    EXPECT_EQ(first.standings.games(), 7u);
    EXPECT_EQ(games("parts.record").size(), 7u);
    EXPECT_THAT(problem(), HasSubstr("holds games already"));

    // The last game was being written when the machine stopped.
    const auto size = fs::file_size(settings_.save);
    fs::resize_file(settings_.save, size - 10);
    settings_.resume = true;
    audience_.interrupt_after = 0;
    audience_.interrupt = false;
    const auto second = run();
    EXPECT_EQ(audience_.read, 6u);
    EXPECT_EQ(second.reason, Reason::kAllPlayed);
    EXPECT_EQ(undated("parts.record"), undated("whole.record"));
    EXPECT_EQ(second.standings.scores(0).counts(), whole.standings.scores(0).counts());

    // All of it is there already.
    const auto third = run();
    EXPECT_EQ(audience_.read, 20u);
    EXPECT_EQ(third.standings.games(), 20u);
    EXPECT_EQ(undated("parts.record"), undated("whole.record"));
}

TEST_F(Matches, RefuseFilesOfOtherMatches) {
    add("A", "random");
    add("B", "random");
    settings_.save = path("a.record");
    run();
    settings_.resume = true;
    const auto before = get("a.record");
    settings_.seed = 2;
    EXPECT_THAT(problem(),
                HasSubstr("game 1: tag Opening is 'random:4 seed 1 number 1', in this match it is "));
    settings_.seed = 1;
    settings_.tc = *parse_time_control("nodes=2");
    EXPECT_THAT(problem(), HasSubstr("tag TimeControl is 'nodes=1', in this match it is 'nodes=2'"));
    settings_.tc = *parse_time_control("nodes=1");
    settings_.engines[1].name = "C";
    EXPECT_THAT(problem(), HasSubstr("tag Player2 is 'B', in this match it is 'C'"));
    EXPECT_EQ(get("a.record"), before);
    folder_.put("notes.txt", "[Not a match]\n\nbut dear to somebody");
    settings_.save = path("notes.txt");
    EXPECT_THAT(problem(), AnyOf(HasSubstr("holds no whole game"), HasSubstr("expected")));
    EXPECT_EQ(get("notes.txt"), "[Not a match]\n\nbut dear to somebody");
}

TEST_F(Matches, AreTriedOutFirst) {
    add("A", "random");
    add("bad", "illegal");
    const auto good = try_engine(settings_, settings_.engines[0]);
    ASSERT_TRUE(good.ok()) << good.error().message;
    EXPECT_THAT(*good,
                HasSubstr("A: Mock random by the tests\n    option Game type string default quoridor\n"));
    EXPECT_THAT(*good, HasSubstr(" turns of quoridor-mini at nodes=1\n"));
    const auto bad = try_engine(settings_, settings_.engines[1]);
    ASSERT_FALSE(bad.ok());
    EXPECT_THAT(bad.error().message, HasSubstr("engine bad: illegal turn: z99: "));
}

TEST_F(Matches, LeaveNoProcessBehind) {
    add("A", "hang 1", ",tc=movetime=20ms");
    add("B", "random");
    settings_.games = 2;
    run();
    // Every child has been waited for.
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST_F(Matches, KeepStandardErrorWhereTold) {
    const auto log = path("err.log");
    const auto process =
        Process::start({{"sh", "-c", "echo trouble >&2; pwd"}, folder_.path().string(), log});
    ASSERT_TRUE(process.ok()) << process.error().message;
    std::string line;
    ASSERT_EQ((*process)->read_line(line, Clock::now() + std::chrono::seconds(20)), Process::Read::kLine);
    EXPECT_EQ(fs::canonical(line), fs::canonical(folder_.path()));
    EXPECT_EQ((*process)->read_line(line, Clock::now() + std::chrono::seconds(20)), Process::Read::kClosed);
    (*process)->leave(2s);
    EXPECT_EQ(get("err.log"), "trouble\n");
    EXPECT_FALSE((*process)->write_line("anyone?"));
}

}  // namespace
}  // namespace stockade::match
