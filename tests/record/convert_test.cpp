// `stockade convert` from file to file.
#include <gmock/gmock.h>

#include <filesystem>

#include "cli/commands.h"
#include "record/formats.h"
#include "record/sample_games.h"
#include "support/command.h"
#include "support/scratch_folder.h"

namespace stockade::cli {

namespace {

namespace fs = std::filesystem;
using record::Format;
using support::Finished;
using ::testing::HasSubstr;

class Convert : public ::testing::Test {
protected:
    std::string path(const std::string& name) const { return folder_.path(name); }
    void put(const std::string& name, const std::string& text) const { folder_.put(name, text); }
    std::string get(const std::string& name) const { return folder_.get(name); }
    std::size_t files() const { return folder_.files(); }

    static Finished convert(const std::vector<std::string>& arguments) {
        return support::run_command(add_convert, "convert", arguments);
    }

    /// Ten whole games as text.
    static std::string ten_games() {
        std::string text;
        for (std::uint64_t seed = 1; seed <= 10; ++seed)
            text += *record::to_format(record::from_session(record::testing::random_game("quoridor", seed)),
                                       Format::kRecord);
        return text;
    }

    support::ScratchFolder folder_;
};

TEST_F(Convert, GoesRoundThroughEveryFormat) {
    const std::string text = ten_games();
    put("a.record", text);
    for (const std::string there : {"json", "qtp", "glendenning", "record"}) {
        const std::string middle = there == "glendenning" ? "b.record" : "b." + there;
        const auto to = convert({path("a.record"), "-o", path(middle), "--to", there});
        EXPECT_EQ(to.status, 0) << to.err;
        EXPECT_THAT(to.err, HasSubstr("10 games written to "));
        EXPECT_EQ(to.out, "");
        const auto back = convert({path(middle), "-o", path("c.record")});
        EXPECT_EQ(back.status, 0) << back.err;
        EXPECT_EQ(get("c.record"), text) << there;
    }
}

TEST_F(Convert, GuessesAndWritesToStandardOutput) {
    put("code.txt", "j7EUwGwOwCQ\n");
    const auto run = convert({path("code.txt")});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("[Position \"quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 1\"]"));
    EXPECT_EQ(run.err, "");
    put("code.record", run.out);
    EXPECT_EQ(convert({path("code.record"), "--to", "qf"}).out, "j7EUwGwOwCQ\n");
}

TEST_F(Convert, TakesTheNotationThatItIsTold) {
    // Walls alone, and no tag: either notation fits.
    put("walls.record", "1. e7h e2h *\n");
    const auto guessed = convert({path("walls.record")});
    EXPECT_THAT(guessed.out, HasSubstr("1. e7h e2h"));
    const auto told = convert({path("walls.record"), "--from", "glendenning"});
    EXPECT_EQ(told.status, 0) << told.err;
    EXPECT_THAT(told.out, HasSubstr("1. e2h e7h"));
    EXPECT_EQ(convert({path("walls.record"), "--from", "modern"}).out, guessed.out);
}

TEST_F(Convert, ShowsNoControlCharactersOfAFileName) {
    put("a.record", ten_games());
    const auto run = convert({path("a.record"), "-o", path("b\x1b[31m\a.json")});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("/b?[31m?.json\n"));
}

TEST_F(Convert, WritesNothingAfterAnError) {
    put("a.record", ten_games() + "1. e2 e8 2. e4v e4h *\n");
    put("old.json", "as it was");
    const auto run = convert({path("a.record"), "-o", path("old.json")});
    EXPECT_EQ(run.status, 2);
    EXPECT_THAT(run.err, HasSubstr("game 11, turn 4 (e4h): "));
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
    EXPECT_EQ(get("old.json"), "as it was");
    EXPECT_EQ(files(), 2u) << "a temporary file is left";
    const auto unchecked = convert({path("a.record"), "-o", path("old.json"), "--no-check"});
    EXPECT_EQ(unchecked.status, 0) << unchecked.err;
    EXPECT_THAT(get("old.json"), HasSubstr("\"e4h\""));
}

TEST_F(Convert, KeepsALinkAndItsTarget) {
    put("a.record", ten_games());
    put("real.json", "");
    fs::create_symlink(path("real.json"), path("link.json"));
    EXPECT_EQ(convert({path("a.record"), "-o", path("link.json")}).status, 0);
    EXPECT_TRUE(fs::is_symlink(path("link.json")));
    EXPECT_GT(fs::file_size(path("real.json")), 1000u);
}

TEST_F(Convert, SaysWhatIsWrong) {
    put("empty.record", "\n");
    put("four.record", "[Game \"quoridor:players=4\"]\n\n1. e2 *\n");
    put("bad.json", "{\"turns\":[\"e2\",7]}");
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{path("absent.record")}, "absent.record: No such file or directory"},
        {{path("")}, "is a folder"},
        {{path("empty.record")}, "expected a game as record, found none"},
        {{path("four.record"), "--to", "qtp"},
         "game 1: only two-player quoridor and pinko have other notations"},
        {{path("four.record"), "--to", "glendenning"}, "game 1: only two-player quoridor"},
        {{path("four.record"), "--to", "qf"}, "game 1: QF codes are for two-player quoridor on 9x9"},
        {{path("bad.json")},
         "bad.json: game 1, line 1, column 1: turn 2: turn: expected a text or an object"},
        {{path("four.record"), "--to", "json", "--notation", "glendenning"},
         "--notation goes with --to record"},
        {{path("four.record"), "--to", "modern", "--notation", "qtp"}, ""},
        {{path("four.record"), "--to", "glendenning", "--notation", "qtp"}, "contradict each other"},
        {{path("four.record"), "-o", path("no/such/folder.json")}, "No such file or directory"},
        {{path("four.record"), "--to", "chess"}, "chess"},
    };
    for (const auto& [arguments, message] : cases) {
        const auto run = convert(arguments);
        EXPECT_EQ(run.status, 2) << message;
        EXPECT_THAT(run.err, HasSubstr(message));
    }
}

}  // namespace
}  // namespace stockade::cli
