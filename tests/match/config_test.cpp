// Engines, settings and time controls from text, and what is said about wrong ones.
#include "match/config.h"

#include <gmock/gmock.h>

#include <sstream>

namespace stockade::match {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::string problem(const Status& status) { return status ? "none" : status.error().message; }

std::string config_problem(const std::string& text) {
    Settings settings;
    std::istringstream in(text);
    return problem(read_config(settings, in, "m.ini"));
}

TEST(TimeControl, ReadsAndWrites) {
    for (const std::string text :
         {"movetime=200ms", "movetime=1.5s", "nodes=1000", "depth=6", "10s+100ms", "2m+0ms", "none"}) {
        const auto tc = parse_time_control(text);
        ASSERT_TRUE(tc.ok()) << text << ": " << tc.error().message;
        EXPECT_EQ(tc->text(), text);
    }
    const auto clock = parse_time_control("10s+0.1s");
    ASSERT_TRUE(clock.ok());
    EXPECT_EQ(clock->time, 10s);
    EXPECT_EQ(clock->increment, 100ms);
    EXPECT_EQ(parse_time_control("1m")->time, 1min);
}

TEST(TimeControl, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "expected movetime=200ms"},
        {"10", "expected a time such as 200ms, 1.5s or 2m, got '10'"},
        {"10+1", "got '10'"},
        {"10s+1", "increment: expected a time"},
        {"nodes=0", "nodes: expected a whole"},
        {"nodes=-3", "nodes: expected a whole"},
        {"depth=x", "depth: expected a whole"},
        {"movetime=5", "movetime: expected a time"},
        {"movetime=0ms", "more than no time"},
        {"0s+1s", "more than no time"},
        {"1.2.3s", "expected a time"},
        {"99999999h", "expected a time"},
        {"mvtime=3s", "expected movetime"},
    };
    for (const auto& [text, message] : cases) {
        const auto tc = parse_time_control(text);
        ASSERT_FALSE(tc.ok()) << text;
        EXPECT_THAT(tc.error().message, HasSubstr(message)) << text;
    }
}

TEST(EngineText, HasEveryKey) {
    const auto engine =
        parse_engine(R"(name=A,cmd="./prog --list a,b 'c d'",protocol=uci,dir=/tmp,stderr=e.log,)"
                     R"(tc=depth=5,option.Multi PV=3,option.X=)");
    ASSERT_TRUE(engine.ok()) << engine.error().message;
    EXPECT_EQ(engine->name, "A");
    EXPECT_EQ(engine->protocol, Protocol::kUci);
    EXPECT_EQ(engine->tc->text(), "depth=5");
    EXPECT_THAT(engine->options, ElementsAre(Pair("Multi PV", "3"), Pair("X", "")));
    const auto command = engine->process();
    EXPECT_THAT(command.words, ElementsAre("./prog", "--list", "a,b", "c d"));
    EXPECT_EQ(command.dir, "/tmp");
    EXPECT_EQ(command.stderr_path, "e.log");
}

TEST(EngineText, StandsForThisProgram) {
    for (const std::string text : {"", "stockade", "stockade,option.Level=3", "name=x", "cmd=stockade"}) {
        const auto engine = parse_engine(text);
        ASSERT_TRUE(engine.ok()) << text;
        EXPECT_THAT(engine->process().words, ElementsAre("/proc/self/exe", "engine")) << text;
    }
    EXPECT_THAT(parse_engine("./mine --fast,option.A=b")->process().words, ElementsAre("./mine", "--fast"));
}

TEST(EngineText, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"name=A,cmnd=x", "unknown key 'cmnd' (did you mean cmd?)"},
        {"name=A,protocl=ugi", "(did you mean protocol?)"},
        {"name=A,protocol=usi", "expected ugi, uci, qtp or titanium, got 'usi'"},
        {"name=A,tc=fast", "tc: expected movetime"},
        {"name=A,fast", "expected key=value, got 'fast'"},
        {"name=A,cmd=\"x", "a quote is not closed after cmd="},
        {"name=A,option.=3", "unknown key 'option.'"},
    };
    for (const auto& [text, message] : cases) {
        const auto engine = parse_engine(text);
        ASSERT_FALSE(engine.ok()) << text;
        EXPECT_THAT(engine.error().message, HasSubstr(message));
        EXPECT_THAT(engine.error().message, HasSubstr("--engine name=A"));
    }
}

TEST(Commands, SplitLikeAShell) {
    EXPECT_THAT(*split_command(R"(  a "b c" 'd "e' f\ g "h\"i" '' )"),
                ElementsAre("a", "b c", "d \"e", "f g", "h\"i", ""));
    EXPECT_THAT(split_command("a 'b").error().message, HasSubstr("a quote is not closed"));
    EXPECT_THAT(split_command("  ").error().message, HasSubstr("expected a program"));
}

TEST(ConfigFile, HasEnginesAndAMatch) {
    Settings settings;
    std::istringstream in(
        "# comment\r\n[match]\ngame = wallgo\ngames=40\n  tc = 5s+50ms\nsprt = elo0=-5,elo1=5,alpha=0.1\n"
        "resign = 600,4\ngauntlet = on\nseed = 99\nmax-turns = 80\nsave = a.record\n\n; also a comment\n"
        "[engine New one]\ncmd = ./new --x=1\noption.Level = 3\ntc = nodes=5\n[engine old]\n");
    ASSERT_EQ(problem(read_config(settings, in, "m.ini")), "none");
    EXPECT_EQ(settings.game, "wallgo");
    EXPECT_EQ(settings.games, 40u);
    EXPECT_EQ(settings.tc.text(), "5s+50ms");
    EXPECT_EQ(settings.sprt->elo0, -5);
    EXPECT_EQ(settings.sprt->alpha, 0.1);
    EXPECT_EQ(settings.sprt->beta, 0.05);
    EXPECT_EQ(settings.resign->score, 600);
    EXPECT_TRUE(settings.gauntlet);
    EXPECT_EQ(settings.seed, 99u);
    ASSERT_EQ(settings.engines.size(), 2u);
    EXPECT_EQ(settings.engines[0].name, "New one");
    EXPECT_EQ(settings.engines[0].command, "./new --x=1");
    EXPECT_EQ(settings.tc_of(settings.engines[0]).text(), "nodes=5");
    EXPECT_EQ(settings.tc_of(settings.engines[1]).text(), "5s+50ms");
}

TEST(ConfigFile, SaysWhereAndWhatIsWrong) {
    EXPECT_EQ(config_problem("[match]\n\nopenigns = 3\n"),
              "m.ini:3: unknown setting 'openigns' (did you mean openings?)");
    EXPECT_EQ(
        config_problem("[engine A]\nprotocal = ugi\n"),
        "m.ini:2: unknown key 'protocal' (did you mean protocol?); expected name, cmd, dir, protocol, tc, "
        "stderr or option.NAME");
    EXPECT_EQ(config_problem("game = x\n"), "m.ini:1: expected [match] or [engine NAME] first");
    EXPECT_EQ(config_problem("[engines]\n"), "m.ini:1: expected [match] or [engine NAME], got '[engines]'");
    EXPECT_EQ(config_problem("[match]\nengine = A\n"),
              "m.ini:2: an engine has a section of its own, [engine NAME]");
    EXPECT_EQ(config_problem("[match]\nquoridor\n"), "m.ini:2: expected key = value, got 'quoridor'");
    EXPECT_THAT(config_problem("[match]\nconcurrency = many\n"),
                HasSubstr("m.ini:2: concurrency: expected a number from 1 to 128, got 'many'"));
    EXPECT_THAT(config_problem("[match]\ngauntlet = yes\n"), HasSubstr("expected on or off"));
    EXPECT_THAT(config_problem("[match]\nresign = 600\n"), HasSubstr("such as 600,4"));
    EXPECT_THAT(config_problem("[match]\nsprt = elo0=5,elo1=5\n"), HasSubstr("elo0 must be below elo1"));
    EXPECT_THAT(config_problem("[match]\nsprt = elo=5\n"), HasSubstr("(did you mean elo0?)"));
    EXPECT_THAT(config_problem("[match]\nsprt = alpha=0.7\n"), HasSubstr("alpha: expected a number"));
}

TEST(Settings, AreCheckedTogether) {
    const auto checked = [](const std::vector<std::pair<std::string, std::string>>& given) {
        Settings settings;
        for (const auto& [key, value] : given)
            if (const auto done = set(settings, key, value); !done) return done.error().message;
        return problem(complete(settings));
    };
    EXPECT_EQ(checked({{"engine", "a"}, {"engine", "b"}}), "none");
    EXPECT_THAT(checked({{"engine", "a"}}), HasSubstr("needs two engines or more, got 1"));
    EXPECT_THAT(checked({{"engine", "name=a"}, {"engine", "name=a"}}),
                HasSubstr("two engines are called 'a'"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "b"}, {"game", "quorridor"}}),
                HasSubstr("game: unknown game"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "b"}, {"engine", "c"}, {"sprt", ""}}),
                HasSubstr("the test compares two engines, got 3"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "b"}, {"game", "wallgo:players=3"}, {"resign", "9,9"}}),
                HasSubstr("only in games of two players"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "b"}, {"resume", "on"}}), HasSubstr("--save"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "cmd='b"}}), HasSubstr("a quote is not closed"));
    EXPECT_THAT(checked({{"engine", "a"}, {"engine", "name=b\"b\""}, {"game", "quoridor"}}), "none");
}

TEST(Settings, NameEnginesByTheirPrograms) {
    Settings settings;
    for (const auto* text : {"", "stockade", "/usr/bin/foo --x", "./foo"})
        ASSERT_TRUE(set(settings, "engine", text).ok());
    ASSERT_TRUE(complete(settings).ok());
    std::vector<std::string> names;
    for (const auto& engine : settings.engines) names.push_back(engine.name);
    EXPECT_THAT(names, ElementsAre("stockade", "stockade-2", "foo", "foo-2"));
}

}  // namespace
}  // namespace stockade::match
