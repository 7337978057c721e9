// The terminal game without a terminal: lines in and out, keys in and canvases out.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/play/app.h"
#include "cli/play/files.h"
#include "cli/play/frame.h"
#include "cli/play/line.h"
#include "cli/play/menu.h"
#include "cli/play/pipe.h"
#include "cli/play/seats.h"
#include "cli/play/text.h"
#include "cli/play/turns.h"
#include "support/scratch_folder.h"

namespace stockade::cli {
namespace {

using games::Session;
namespace fs = std::filesystem;

struct Played {
    std::string output;
    int status;
};

Played pipe(std::string_view spec, const std::string& input, std::string_view seats = "human",
            std::uint64_t seed = 0) {
    auto session = *Session::create(spec, seed);
    const auto seated = *parse_seats(seats, session.players(), {});
    std::istringstream in(input);
    std::ostringstream out;
    const int status = play_lines(std::move(session), seated, {}, in, out);
    return {out.str(), status};
}

TEST(Pipe, AnswersEachLine) {
    const auto played = pipe("quoridor", "# a comment\n\n1. e2\n  e8h \r\nundo\nredo\nposition\nquit\ne3\n");
    EXPECT_EQ(
        played.output,
        "ok e2\nok e8h\nok undo\nok redo\nposition quoridor; pawns e2 e9; hand 10 9; walls e8h; turn 1\n");
    EXPECT_EQ(played.status, 0);
}

Played pipe_in(std::optional<record::Notation> notation, std::string_view spec, const std::string& input,
               std::string_view seats = "human") {
    auto session = *Session::create(spec, 0);
    const auto seated = *parse_seats(seats, session.players(), {});
    std::istringstream in(input);
    std::ostringstream out;
    PipeOptions options;
    options.notation = notation;
    const int status = play_lines(std::move(session), seated, options, in, out);
    return {out.str(), status};
}

TEST(Pipe, PlaysInGlendenningsNotation) {
    using record::Notation;
    const auto played = pipe_in(Notation::kGlendenning, "quoridor",
                                "1. e8\nE2\ne7\ne3\ne7h\ne2h\nposition\nrecord\ne9\ne7v\nz1\n");
    EXPECT_EQ(played.output.substr(0, played.output.find("[Game")),
              "ok e8\nok e2\nok e7\nok e3\nok e7h\nok e2h\n"
              "position quoridor; pawns e3 e7; hand 9 9; walls e2h e7h; turn 1\n");
    EXPECT_NE(played.output.find("[Notation \"glendenning\"]"), std::string::npos) << played.output;
    EXPECT_NE(played.output.find("1. e8 e2 2. e7 e3 3. e7h e2h *"), std::string::npos) << played.output;
    // Reasons name cells and walls as the person does.
    EXPECT_NE(played.output.find("error: e9: the pawn on e7 cannot go to e9; it can go to d7 f7 e6"),
              std::string::npos)
        << played.output;
    EXPECT_NE(played.output.find("error: e7v: e7v crosses e7h"), std::string::npos) << played.output;
    EXPECT_EQ(played.status, 2);
    const auto moves = pipe_in(Notation::kGlendenning, "quoridor-mini:walls=0", "moves\nshow\n");
    EXPECT_EQ(moves.output.substr(0, moves.output.find('\n')), "moves b5 d5 c4");
    EXPECT_LT(moves.output.find(" 1 |"), moves.output.find(" 5 |")) << moves.output;
    // Engines and random players are told in it too.
    const auto answered = pipe_in(Notation::kGlendenning, "quoridor-mini:walls=0", "c4\n", "human,random");
    EXPECT_EQ(answered.output.substr(0, 11), "ok c4\nplay ") << answered.output;
    EXPECT_NE(std::string("123").find(answered.output[12]), std::string::npos) << answered.output;
    EXPECT_EQ(pipe_in(Notation::kGlendenning, "wallgo", "").status, 2);
}

TEST(Pipe, GuessesTheNotationByTheFirstTurn) {
    EXPECT_EQ(pipe_in(std::nullopt, "quoridor", "E8\ne2\n").output, "notation glendenning\nok e8\nok e2\n");
    EXPECT_EQ(pipe_in(std::nullopt, "quoridor", "e2\ne8\n").output, "ok e2\nok e8\n");
    // Not after a turn in the other, nor against what was told.
    EXPECT_EQ(pipe_in(std::nullopt, "quoridor", "e3h\ne2\n").output.find("notation"), std::string::npos);
    EXPECT_EQ(pipe_in(record::Notation::kModern, "quoridor", "e8\n").output.rfind("error: e8: ", 0), 0u);
}

TEST(Pipe, GoesOnAfterAnErrorAndRemembersIt) {
    const auto played = pipe("quoridor", "e5\ne2\n");
    EXPECT_EQ(played.output.rfind("error: ", 0), 0u) << played.output;
    EXPECT_NE(played.output.find("\nok e2\n"), std::string::npos) << played.output;
    EXPECT_EQ(played.status, 2);
}

TEST(Pipe, TellsTheDrawOfAGameWithAHandicap) {
    std::set<std::string> told;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        told.insert(pipe("quoridor:walls=10+7,first=random", "", "human", seed).output);
    EXPECT_EQ(told, (std::set<std::string>{"seats 1 2\n", "seats 2 1\n"}));
}

TEST(Pipe, TakesTurnsInParts) {
    EXPECT_EQ(pipe("blockade", "d4-d6\ne5h\nundo\nd4-d6/\nundo\n").output,
              "part d4-d6\nok d4-d6/e5h\nok undo\npart d4-d6\nok undo\n");
}

TEST(Pipe, TheDieDecidesAndNobodyElse) {
    for (const auto* turn : {"e2", "1:e2", "2:e2,e3", "3:e2,e3,e4", "4:e2,e3,e4,e5", "4", "4:"})
        EXPECT_EQ(pipe("quoridor4fun:first=1", std::string(turn) + "\nposition\n").output,
                  "error: the die decides what a turn can be; roll throws it\n"
                  "position quoridor4fun:first=1; pawns e1 e9; hand 10 10; walls -; turn 1\n")
            << turn;
    const auto rolled = pipe("quoridor4fun:first=1", "roll\nroll\n", "human", 3).output;
    EXPECT_EQ(rolled, "roll 3\nerror: roll: no roll is due\n");
    // The roll that was thrown may be repeated, another one may not.
    EXPECT_EQ(pipe("quoridor4fun:first=1", "roll\n3:e2,e3,e4\n", "human", 3).output,
              "roll 3\nok 3:e2,e3,e4\n");
    EXPECT_NE(pipe("quoridor4fun:first=1", "roll\n2:e2,e3\n", "human", 3).output.find("the roll is 3, not 2"),
              std::string::npos);
}

/// Input that notes what had been flushed when it was first asked for.
class AskedInput : public std::stringbuf {
public:
    explicit AskedInput(const std::stringbuf& flushed) : flushed_(flushed) {}
    std::string seen;

private:
    int_type underflow() override {
        if (seen.empty()) seen = flushed_.str();
        return traits_type::eof();
    }
    const std::stringbuf& flushed_;
};

/// Output that shows nothing before it is flushed, as a pipe does.
class HeldOutput : public std::stringbuf {
public:
    explicit HeldOutput(std::stringbuf& shown) : shown_(shown) {}

private:
    int sync() override {
        shown_.str(str());
        return 0;
    }
    std::stringbuf& shown_;
};

TEST(Pipe, ShowsTheFirstTurnBeforeItAsksForInput) {
    std::stringbuf shown;
    HeldOutput held(shown);
    AskedInput asked(shown);
    std::istream in(&asked);
    std::ostream out(&held);
    auto session = *Session::create("quoridor-mini");
    play_lines(std::move(session), *parse_seats("random,human", 2, {}), {}, in, out);
    EXPECT_EQ(asked.seen.rfind("play ", 0), 0u) << asked.seen;
    EXPECT_EQ(asked.seen.back(), '\n');
}

TEST(Pipe, TellsWhoBeginsWhereThatIsDrawn) {
    std::set<std::string> openings;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto session = *Session::create("quoridor4fun", seed);
        const auto output = pipe("quoridor4fun", "", "human", seed).output;
        EXPECT_EQ(output, session.seats()[0] == 0 ? "seats 1 2\n" : "seats 2 1\n");
        openings.insert(output);
    }
    EXPECT_EQ(openings.size(), 2u);
    EXPECT_EQ(pipe("quoridor", "").output, "");
}

TEST(Pipe, HelpTellsRulesTypingAndCommands) {
    const auto text = pipe("quoridor:players=4", "HELP\n").output;
    for (const auto* part :
         {"Quoridor: how to play", "has 5 walls.", "e3h lies above e3 and f3", "resign, help, quit"})
        EXPECT_NE(text.find(part), std::string::npos) << text;
    EXPECT_EQ(text.substr(text.size() - 2), "\n\n");
    EXPECT_EQ(pipe("quoridor", "help\n").status, 0);
}

TEST(Pipe, CapitalsAreTaken) {
    EXPECT_EQ(pipe("quoridor", "E2\nE8H\nUndo\n").output, "ok e2\nok e8h\nok undo\n");
    EXPECT_EQ(pipe("blockade", "D4-D6/E5H\n").output, "ok d4-d6/e5h\n");
}

TEST(Pipe, RandomPlayersFinishEveryGame) {
    for (const auto& game : games::all_games()) {
        const auto played = pipe(game.name, "", "random", 7);
        const auto result = played.output.find("result ");
        ASSERT_NE(result, std::string::npos) << game.name;
        EXPECT_EQ(played.output.find('\n', result), played.output.size() - 1);
        EXPECT_EQ(played.output, pipe(game.name, "", "random", 7).output) << "the same seed is the same game";
    }
}

TEST(Pipe, RandomOpponentReplies) {
    const auto played = pipe("quoridor", "e2\nundo\nposition\n", "human,random");
    EXPECT_EQ(played.output.rfind("ok e2\nplay ", 0), 0u) << played.output;
    EXPECT_NE(played.output.find("ok undo\nposition quoridor; pawns e1 e9;"), std::string::npos)
        << played.output;
}

TEST(Pipe, TellsTheResultOnce) {
    const auto played = pipe("quoridor:size=3", "a2\nc2\na3\nb1\nresign\n");
    EXPECT_EQ(played.status, 2);
    const auto text = played.output;
    EXPECT_EQ(text.find("result "), text.rfind("result ")) << text;
}

TEST(Pipe, ResigningEndsTheGame) {
    EXPECT_EQ(pipe("quoridor", "resign\n").output,
              "ok resign\nresult 0-1 Player 2 wins as player 1 resigned\n");
}

TEST(Pipe, SurvivesGarbage) {
    std::string garbage;
    for (int i = 0; i < 20'000; ++i) garbage += static_cast<char>(i * 7919 >> 3);
    garbage += "\n" + std::string(100'000, 'x') + "\n" + std::string(5000, ',') +
               "\n:::///,,,\n1.\n....\n-\n\n" + std::string("\0\0e2\0", 5) + "\ne2";
    const auto played = pipe("quoridor", garbage);
    EXPECT_EQ(played.status, 2);
    EXPECT_EQ(played.output.substr(played.output.size() - 6), "ok e2\n");
    for (const char c : played.output) EXPECT_TRUE(c == '\n' || c < 0 || (c >= ' ' && c <= '~'));
}

TEST(Seats, AreChecked) {
    EXPECT_EQ(seats_text(*parse_seats("human,random", 2, {})), "human,random");
    EXPECT_EQ(seats_text(*parse_seats("random", 3, {})), "random,random,random");
    EXPECT_EQ(seats_text(*parse_seats("", 3, default_seats(3))), "human,engine:4,engine:4");
    EXPECT_EQ(seats_text(*parse_seats("engine:1,engine:10", 2, {})), "engine:1,engine");
    for (const auto* bad :
         {"engine:0", "engine:11", "engine:", "engine:01", "human:3", "random:1", "engine:3:4"})
        EXPECT_FALSE(parse_seats(bad, 2, {}).ok()) << bad;
    EXPECT_FALSE(parse_seats("human,cat", 2, {}).ok());
    EXPECT_FALSE(parse_seats("human,,human", 2, {}).ok());
    EXPECT_FALSE(parse_seats("human,human,human", 2, {}).ok());
}

TEST(Turns, ErrorsChangeNothing) {
    auto session = *Session::create("blockade");
    const auto before = session.position();
    for (const auto* bad : {"", "d4", "d4-d6/zz", "d4-d6/e5h/e7h", "/", "d4-d6//"})
        EXPECT_FALSE(enter_turn(session, bad).ok()) << bad;
    EXPECT_EQ(session.position(), before);
}

// --- the full-screen game ---

App::Options plain_options() {
    App::Options options;
    options.charset = {false, false};
    return options;
}

App app_with(std::string_view spec, std::string_view seats = "human") {
    auto session = *Session::create(spec);
    auto seated = *parse_seats(seats, session.players(), {});
    return App(plain_options(), std::move(session), std::move(seated));
}

void type(App& app, std::string_view text) {
    for (const char c : text) app.press({Key::Kind::kCharacter, static_cast<char32_t>(c)});
}
void press(App& app, std::initializer_list<Key::Kind> kinds) {
    for (const Key::Kind kind : kinds) app.press({kind});
}
std::string screen(App& app, Size size = {80, 24}) {
    return draw::to_text(app.frame(size), draw::ColourDepth::kNone);
}
bool shows(App& app, std::string_view text) { return screen(app).find(text) != std::string::npos; }

using K = Key::Kind;

TEST(FullScreen, CursorAndEnterMoveThePawn) {
    auto app = app_with("quoridor");
    press(app, {K::kUp, K::kEnter});
    EXPECT_EQ(app.table()->session().history(), (std::vector<std::string>{"e2"}));
    EXPECT_TRUE(shows(app, "1. e2"));
}

TEST(FullScreen, WallsAreTurnedPlacedAndRefused) {
    auto app = app_with("quoridor");
    type(app, "w r");
    EXPECT_EQ(app.cursor().wall_action(app.table()->view()), "e1h");
    type(app, " ");
    press(app, {K::kUp, K::kEnter});
    EXPECT_EQ(app.table()->session().history(), (std::vector<std::string>{"e2v"}));
    type(app, "w");
    for (int i = 0; i < 8; ++i) press(app, {K::kDown});
    EXPECT_EQ(app.cursor().wall_action(app.table()->view()), "e1v");
    EXPECT_TRUE(shows(app, "overlap")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().ply(), 1u);
}

TEST(FullScreen, ColumnsThatAreCommandsBeginTurns) {
    auto app = app_with("quoridor");
    type(app, "h");
    EXPECT_TRUE(shows(app, "How to play"));
    type(app, "5v");
    EXPECT_TRUE(shows(app, "> h5v"));
    press(app, {K::kEnter});
    type(app, "f4h");
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().history(), (std::vector<std::string>{"h5v", "f4h"}));
    EXPECT_FALSE(app.settings().flipped) << "the command must have been undone";
}

TEST(FullScreen, EscapeAndHistory) {
    auto app = app_with("quoridor");
    type(app, "e9");
    press(app, {K::kEnter});
    EXPECT_TRUE(shows(app, "> e9")) << "a refused turn stays to be mended";
    press(app, {K::kEscape});
    type(app, "e2");
    press(app, {K::kEnter});
    app.press({K::kControl, U'p'});
    EXPECT_TRUE(shows(app, "> e2"));
}

TEST(FullScreen, BlockadeByParts) {
    auto app = app_with("blockade");
    press(app, {K::kEnter, K::kUp, K::kUp, K::kEnter});
    EXPECT_EQ(app.table()->session().turn_so_far(), "d4-d6");
    EXPECT_EQ(app.cursor().mode, BoardCursor::Mode::kWall);
    press(app, {K::kBackspace});
    EXPECT_FALSE(app.table()->session().in_turn());
    press(app, {K::kEnter, K::kUp, K::kEnter, K::kEnter});
    EXPECT_EQ(app.table()->session().ply(), 1u);
    type(app, "u");
    EXPECT_EQ(app.table()->session().ply(), 0u);
    type(app, "U");
    EXPECT_EQ(app.table()->session().ply(), 1u);
}

TEST(FullScreen, ArrowsChooseTheSideInWallGo) {
    auto app = app_with("wallgo:first=1");
    for (const auto* cell : {"d4", "a1", "a2", "g1"}) {
        type(app, cell);
        press(app, {K::kEnter});
    }
    type(app, "d4-d5");
    press(app, {K::kEnter, K::kLeft, K::kEnter});
    EXPECT_EQ(app.table()->session().history().back(), "d4-d5/c5v");
}

TEST(FullScreen, BreakthroughByKeys) {
    auto session = Session::from_position(
        "territoires:players=3,first=1; pawns f4 e4 | c5 e6 | c1 b1; walls f4h e5h g3h; turn 1; percee 1 2 "
        "3");
    ASSERT_TRUE(session.ok());
    App app(plain_options(), std::move(*session), *parse_seats("human", 3, {}));
    type(app, "w");
    EXPECT_TRUE(shows(app, "Enter breaks this wall"));
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().turn_so_far(), "xf4h");
    type(app, ".");
    EXPECT_EQ(app.table()->session().history().back(), "xf4h/..");
}

TEST(FullScreen, TheDieFallsByItselfAndSkipsAreExplained) {
    auto session = Session::from_position("quoridor4fun; pawns e2 e8; hand 9 9; walls -; turn 1; skip 1");
    ASSERT_TRUE(session.ok());
    App app(plain_options(), std::move(*session), *parse_seats("human", 2, {}));
    EXPECT_TRUE(shows(app, "skipped after a 4")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().history(), (std::vector<std::string>{"--"}));
    for (int i = 0; i < 50 && app.wait(); ++i) app.tick();
    EXPECT_TRUE(app.table()->view().roll.has_value());
}

TEST(FullScreen, RandomPlayersPlayByThemselves) {
    auto app = app_with("quoridor-mini", "random");
    for (int i = 0; i < 2000 && app.wait(); ++i) app.tick();
    EXPECT_TRUE(app.table()->view().over);
    EXPECT_TRUE(shows(app, app.table()->session().verdict()->message));
    app.press({K::kCharacter, U'q'});
    EXPECT_TRUE(app.done());
}

TEST(FullScreen, LeavingAGameAsksFirst) {
    auto app = app_with("quoridor");
    type(app, "e2");
    press(app, {K::kEnter});
    type(app, "q");
    EXPECT_FALSE(app.done());
    type(app, "n");
    EXPECT_FALSE(app.done());
    type(app, "qy");
    EXPECT_TRUE(app.done());
}

TEST(FullScreen, ClicksOnCellsAndGrooves) {
    auto app = app_with("quoridor");
    screen(app);
    app.press({K::kClick, 0, 4 + 4 * 4 + 1, 1 + 2 * 7});  // e2
    EXPECT_EQ(app.table()->session().history().back(), "e2");
    for (int i = 0; i < 2; ++i) app.press({K::kClick, 0, 4 + 4 * 2 + 1, 2 + 2 * 4});  // the groove under c5
    EXPECT_EQ(app.table()->session().history().back(), "c4h");
    app.press({K::kClick, 0, 79, 23});
    EXPECT_EQ(app.table()->session().ply(), 2u);
}

TEST(FullScreen, AnySizeAndAnyKeyIsSurvived) {
    for (const auto& game : games::all_games()) {
        auto app = app_with(game.name, "human");
        unsigned state = 12345;
        for (int i = 0; i < 400 && !app.done(); ++i) {
            state = state * 1664525 + 1013904223;
            const unsigned draw = state >> 16;
            if (draw % 3 == 0)
                app.press({static_cast<K>(draw / 3 % 16), U'a' + draw % 26, static_cast<int>(draw % 90),
                           static_cast<int>(draw % 31)});
            else
                app.press({K::kCharacter, U' ' + draw % 95});
            if (app.wait()) app.tick();
            app.frame({static_cast<int>(draw % 130) + 1, static_cast<int>(draw % 47) + 1});
        }
    }
}

TEST(FullScreen, FitsEachGameInto80x24) {
    for (const auto& game : games::all_games())
        EXPECT_TRUE(layout_frame(Session::create(game.name)->view(), {80, 24})) << game.name;
    EXPECT_TRUE(layout_frame(Session::create("quoridor:size=19")->view(), {80, 24}));
    auto app = app_with("quoridor");
    EXPECT_NE(screen(app, {30, 8}).find("too small"), std::string::npos);
    EXPECT_NE(screen(app, {120, 40}).find("Quoridor"), std::string::npos);
}

// --- menu, line, files ---

TEST(NewGameMenu, StartsWhatItShows) {
    Menu menu("quoridor", "", "");
    EXPECT_EQ(menu.press({K::kEnter}), Menu::Answer::kStart);
    EXPECT_EQ(menu.spec(), "quoridor");
    EXPECT_EQ(seats_text(menu.seats()), "human,engine:4");
}

TEST(NewGameMenu, EveryGameAndOptionCanBeStepped) {
    Menu menu("no such game", "what", "");
    for (std::size_t game = 0; game < games::all_games().size(); ++game) {
        for (int row = 0; row < 20; ++row) {
            menu.press({K::kDown});
            for (int i = 0; i < 3; ++i) menu.press({row % 2 ? K::kLeft : K::kRight});
            EXPECT_TRUE(Session::create(menu.spec()).ok()) << menu.spec();
            EXPECT_EQ(static_cast<int>(menu.seats().size()), Session::create(menu.spec())->players());
            menu.picture({40, 10}, {});
        }
    }
}

TEST(NewGameMenu, OffersTheUnfinishedGameFirst) {
    Menu menu("quoridor", "", "Quoridor, 4 turns played");
    EXPECT_EQ(menu.press({K::kEnter}), Menu::Answer::kResume);
}

TEST(Line, Edits) {
    LineEditor line;
    for (const char c : std::string_view("ac")) line.insert(static_cast<char32_t>(c));
    line.press({K::kLeft});
    line.insert(U'b');
    EXPECT_EQ(line.text(), "abc");
    line.press({K::kHome});
    line.press({K::kDelete});
    line.press({K::kEnd});
    line.press({K::kBackspace});
    EXPECT_EQ(line.text(), "b");
    line.remember();
    line.press({K::kUp});
    EXPECT_EQ(line.text(), "b");
    line.press({K::kDown});
    EXPECT_TRUE(line.empty());
}

TEST(TurnList, KeepsToItsWidth) {
    auto session = *Session::create("blockade");
    for (const auto* turn : {"d4-d6/e5h", "d11-d9/a1v", "d6-d7/a5h"})
        ASSERT_TRUE(session.play(turn).ok()) << turn;
    EXPECT_EQ(turn_list(session, 40),
              (std::vector<std::string>{"  1. d4-d6/e5h  d11-d9/a1v", "  2. d6-d7/a5h"}));
    EXPECT_EQ(turn_list(session, 20),
              (std::vector<std::string>{"  1. d4-d6/e5h", "     d11-d9/a1v", "  2. d6-d7/a5h"}));
}

class Folder : public testing::Test {
protected:
    void SetUp() override {
        setenv("XDG_CONFIG_HOME", path_.c_str(), 1);
        setenv("XDG_STATE_HOME", path_.c_str(), 1);
    }
    support::ScratchFolder folder_;
    const fs::path path_ = folder_.path();
};

TEST_F(Folder, GamesAreSavedAndLoaded) {
    auto session = *Session::create("wallgo:first=1", 9);
    ASSERT_TRUE(session.play("d4").ok());
    ASSERT_TRUE(save_game(path_ / "new" / "a.txt", session).ok());
    const auto again = load_game(path_ / "new" / "a.txt");
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->position(), session.position());
    EXPECT_FALSE(load_game(path_ / "none").ok());
    EXPECT_FALSE(load_game(path_).ok());
    std::ofstream(path_ / "empty");
    EXPECT_FALSE(load_game(path_ / "empty").ok());
    EXPECT_FALSE(save_game("/proc/nothing/a.txt", session).ok());
}

TEST_F(Folder, SettingsSurviveAndBadOnesAreIgnored) {
    const Settings settings{"pinko", "human,human", true, true};
    ASSERT_TRUE(save_settings(settings).ok());
    EXPECT_EQ(load_settings(), settings);
    for (const auto* bad : {"", "[]", "{\"game\": 3, \"ascii\": \"yes\"}", "{", "\xff\xfe"}) {
        std::ofstream(path_ / "stockade" / "settings.json") << bad;
        EXPECT_EQ(load_settings(), Settings{}) << bad;
    }
}

TEST_F(Folder, AGameUnderWayIsOfferedAgain) {
    App::Options options = plain_options();
    options.autosave = autosave_path();
    options.settings.seats = "human,human";
    {
        App app(options);
        press(app, {K::kEnter});
        type(app, "e2");
        press(app, {K::kEnter});
    }
    App app(options);
    EXPECT_TRUE(shows(app, "Quoridor, 1 turn played")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().history(), (std::vector<std::string>{"e2"}));
    type(app, "Ry");
    EXPECT_TRUE(app.table()->view().over);
    EXPECT_FALSE(fs::exists(options.autosave)) << "a finished game is not offered";
}

}  // namespace
}  // namespace stockade::cli
