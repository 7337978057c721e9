// `stockade match` as it is typed.
#include "support/command.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "cli/commands.h"
#include "support/scratch_folder.h"

namespace stockade::cli {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using ::testing::HasSubstr;

class MatchCommand : public ::testing::Test {
protected:
    static std::string engine(const std::string& name, const std::string& mode) {
        return fmt::format("name={},cmd=\"{} {}\"", name, STOCKADE_MOCK_ENGINE, mode);
    }
    std::string path(const std::string& name) const { return folder_.path(name); }

    static Finished match(const std::vector<std::string>& arguments) {
        return support::run_command(add_match, "match", arguments);
    }

    support::ScratchFolder folder_;
};

TEST_F(MatchCommand, PrintsATable) {
    const auto run =
        match({"--engine", engine("new", "greedy"), "--engine", engine("old", "random"), "--game",
               "quoridor-mini", "--games", "20", "--tc", "nodes=1", "--concurrency", "2"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("engine  games  wins  draws  losses"));
    EXPECT_THAT(run.out, HasSubstr("new        20"));
    EXPECT_THAT(run.out, HasSubstr("Pairs with 0, 1/2, 1, 1 1/2, 2 points: "));
    // Nobody watches: a line every ten games.
    EXPECT_THAT(run.err, HasSubstr("10 of 20 games: new "));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 2);
}

TEST_F(MatchCommand, ReadsAConfigurationFileFirst) {
    std::ofstream(path("m.ini")) << "[match]\ngame = quoridor-mini\ngames = 40\ntc = nodes=1\n"
                                 << "[engine A]\ncmd = " << STOCKADE_MOCK_ENGINE << " random\n"
                                 << "[engine B]\ncmd = " << STOCKADE_MOCK_ENGINE << " random\n";
    const auto run = match({"--config", path("m.ini"), "--games", "2"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("A           2 "));
}

TEST_F(MatchCommand, TriesEnginesOut) {
    const auto run = match({"--engine", engine("A", "random"), "--engine", engine("B", "random"), "--game",
                            "wallgo", "--tc", "nodes=1", "--dry-run"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("played 20 turns of wallgo at nodes=1"));
}

TEST_F(MatchCommand, SaysWhatIsWrong) {
    const auto a = engine("A", "random");
    const auto b = engine("B", "random");
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{}, "a match needs two engines or more, got 0"},
        {{"--engine", a, "--engine", b, "--games", "0"}, "--games: expected a number"},
        {{"--engine", a, "--engine", b, "--tc", "5"}, "--tc: expected movetime"},
        {{"--engine", a, "--engine", b, "--game", "chess"}, "game: unknown game 'chess'"},
        {{"--engine", a, "--engine", b, "--openings", path("absent")}, "No such file"},
        {{"--engine", a, "--engine", "name=B,prtocol=ugi"}, "(did you mean protocol?)"},
        {{"--config", path("absent.ini")}, "absent.ini: No such file"},
        {{"--engine", a, "--engine", b, "--save", path("no/such/folder")}, "No such file"},
        {{"--engine", a, "--engine", engine("B", "dead")}, "engine B: after ugi: it exited with status 7"},
    };
    for (const auto& [arguments, message] : cases) {
        const auto run = match(arguments);
        EXPECT_EQ(run.status, 2) << message;
        EXPECT_THAT(run.err, HasSubstr("stockade: "));
        EXPECT_THAT(run.err, HasSubstr(message));
        EXPECT_EQ(run.out, "");
    }
}

TEST_F(MatchCommand, EndsCleanlyWhenInterrupted) {
    std::thread impatient([&] {
        // The first game is over when the file is there and not empty.
        std::error_code ignored;
        while (!fs::exists(path("a.record"), ignored) || fs::file_size(path("a.record"), ignored) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        kill(getpid(), SIGINT);
    });
    const auto run =
        match({"--engine", engine("A", "random"), "--engine", engine("B", "random"), "--game",
               "quoridor-mini", "--games", "1000000", "--tc", "nodes=1", "--save", path("a.record")});
    impatient.join();
    EXPECT_EQ(run.status, 130);
    EXPECT_THAT(run.out, HasSubstr("engine  games"));
    EXPECT_THAT(run.err, HasSubstr("Ctrl-C again to stop at once"));
    EXPECT_THAT(run.err, HasSubstr("The same command with --resume goes on from"));
}

}  // namespace
}  // namespace stockade::cli
