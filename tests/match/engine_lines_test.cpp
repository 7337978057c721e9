// Lines from engines that may write anything, and the commands that are sent to them.
#include "match/engine_lines.h"

#include <gmock/gmock.h>

#include "match/line_reader.h"
#include "match/qtp_engine.h"
#include "match/titanium_engine.h"
#include "match/ugi_engine.h"

namespace stockade::match {
namespace {

using ::testing::ElementsAre;
using Kind = EngineLine::Kind;

std::vector<std::string> lines_of(const std::vector<std::string>& pieces) {
    LineReader reader;
    for (const auto& piece : pieces) reader.add(piece);
    reader.finish();
    std::vector<std::string> lines;
    while (auto line = reader.next()) lines.push_back(*line);
    return lines;
}

TEST(LineReader, PutsPiecesTogether) {
    EXPECT_THAT(lines_of({"ug", "iok\nrea", "dyok\r\n", "\n", " best\tmove\x01 \n", "rest"}),
                ElementsAre("ugiok", "readyok", "", "best move", "rest"));
    EXPECT_THAT(lines_of({"a\n"}), ElementsAre("a"));
    EXPECT_THAT(lines_of({"\n\n"}), ElementsAre("", ""));
    EXPECT_TRUE(lines_of({}).empty());
}

TEST(LineReader, CutsWhatIsTooLong) {
    const auto lines = lines_of({std::string(LineReader::kMaxLine, 'a'), std::string(5000, 'b'), "\nnext\n"});
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0], std::string(LineReader::kMaxLine, 'a'));
    EXPECT_EQ(lines[1], "next");
}

TEST(EngineLine, IsRead) {
    EXPECT_EQ(parse_engine_line("ugiok").kind, Kind::kOk);
    EXPECT_EQ(parse_engine_line(" uciok ").kind, Kind::kOk);
    EXPECT_EQ(parse_engine_line("readyok").kind, Kind::kReady);
    const auto name = parse_engine_line("id name Stockade 1.0 beta");
    EXPECT_EQ(name.kind, Kind::kId);
    EXPECT_EQ(name.text, "Stockade 1.0 beta");
    const auto option = parse_engine_line("option name Multi PV type spin default 1 min 1 max 9");
    EXPECT_EQ(option.kind, Kind::kOption);
    EXPECT_EQ(option.name, "Multi PV");
    EXPECT_EQ(option.text, "type spin default 1 min 1 max 9");
    const auto best = parse_engine_line("bestmove d4-d6/e5h ponder e9");
    EXPECT_EQ(best.kind, Kind::kBestMove);
    EXPECT_EQ(best.text, "d4-d6/e5h");
    EXPECT_EQ(parse_engine_line("error no such option").text, "no such option");
}

TEST(EngineLine, HasAnInfo) {
    const auto line =
        parse_engine_line("info depth 7 score cp -35 nodes 123456 nps 9 time 3 pv e2 e8 depth 99");
    EXPECT_EQ(line.kind, Kind::kInfo);
    EXPECT_EQ(line.info.depth, 7);
    EXPECT_EQ(line.info.nodes, 123456u);
    EXPECT_EQ(line.info.score, (Score{Score::Kind::kCentipawns, -35}));
    EXPECT_EQ(parse_engine_line("info score win 4").info.score, (Score{Score::Kind::kWin, 4}));
    EXPECT_EQ(parse_engine_line("info score loss 4").info.score, (Score{Score::Kind::kLoss, 4}));
    EXPECT_EQ(parse_engine_line("info score mate -4").info.score, (Score{Score::Kind::kLoss, 4}));
    EXPECT_FALSE(parse_engine_line("info score cp 99999999999999").info.score);
    EXPECT_FALSE(parse_engine_line("info string score cp 5").info.score);
    EXPECT_FALSE(parse_engine_line("info score cp").info.score);
}

TEST(EngineLine, MayBeAnything) {
    for (const std::string text : {"", " ", "bestmove", "bestmove  ", "id", "id colour red", "option",
                                   "option type x", "option name", "ugiokay", "\xff\xfe"})
        EXPECT_EQ(parse_engine_line(text).kind, Kind::kOther) << text;
}

TEST(QtpTurn, IsReadInManySpellings) {
    EXPECT_EQ(parse_qtp_turn("e8"), "e8");
    EXPECT_EQ(parse_qtp_turn(" E8 "), "e8");
    EXPECT_EQ(parse_qtp_turn("E3 Horizontal"), "e3h");
    EXPECT_EQ(parse_qtp_turn("e3 v"), "e3v");
    EXPECT_EQ(parse_qtp_turn("e3h"), "e3h");
    EXPECT_EQ(parse_qtp_turn("playwall white e3 vertical"), "e3v");
    EXPECT_EQ(parse_qtp_turn("playmove black e8"), "e8");
    for (const std::string text : {"", "pass", "e8 e9", "e3 diagonal", "black", "1 2 3"})
        EXPECT_FALSE(parse_qtp_turn(text)) << text;
}

TEST(QtpCommand, HasItsOwnCoordinates) {
    // docs/notation.md: e2 e8 e3h a1v.
    EXPECT_EQ(*qtp_command("e2", 0, 9), "playmove black e8");
    EXPECT_EQ(*qtp_command("e8", 1, 9), "playmove white e2");
    EXPECT_EQ(*qtp_command("e3h", 0, 9), "playwall black e7 horizontal");
    EXPECT_EQ(*qtp_command("a1v", 1, 9), "playwall white a9 vertical");
    EXPECT_FALSE(qtp_command("--", 0, 9));
}

TEST(PositionCommand, HasTurnsAndTheRoll) {
    auto session = *games::Session::create("quoridor");
    EXPECT_EQ(position_command(session), "position startpos");
    ASSERT_TRUE(session.play("e2").ok());
    ASSERT_TRUE(session.play("e3h").ok());
    EXPECT_EQ(position_command(session), "position startpos moves e2 e3h");

    auto dice = *games::Session::create("quoridor4fun", 3);
    ASSERT_TRUE(dice.play("2:e2,e3").ok());
    ASSERT_TRUE(dice.play_action("3").ok());
    EXPECT_EQ(position_command(dice), "position startpos moves 2:e2,e3 3:");

    const std::string position = "quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2";
    auto later = *games::Session::from_position(position);
    EXPECT_EQ(position_command(later), "position spec " + position);
    ASSERT_TRUE(later.play("e5").ok() || later.play("d6").ok());
    EXPECT_EQ(position_command(later), "position spec " + position + " moves " + later.history()[0]);
}

TEST(GoCommand, HasEveryLimit) {
    TurnLimits limits;
    limits.margin = 50ms;
    const auto with = [&](const char* text) { limits.tc = *parse_time_control(text); };
    with("movetime=200ms");
    EXPECT_EQ(go_command(limits, 2, false), "go movetime 200");
    EXPECT_EQ(limits.budget(0), 250ms);
    with("nodes=500");
    EXPECT_EQ(go_command(limits, 2, false), "go nodes 500");
    EXPECT_EQ(limits.budget(0), limits.timeout);
    with("depth=6");
    EXPECT_EQ(go_command(limits, 2, false), "go depth 6");
    with("none");
    EXPECT_EQ(go_command(limits, 2, false), "go");
    with("10s+0.1s");
    limits.clocks = {9s, 8s, 7s, std::nullopt};
    limits.increments = {100ms, 100ms, 0ms, 0ms};
    EXPECT_EQ(go_command(limits, 2, false), "go p1time 9000 p2time 8000 p1inc 100 p2inc 100");
    EXPECT_EQ(go_command(limits, 2, true), "go wtime 9000 btime 8000 winc 100 binc 100");
    EXPECT_EQ(go_command(limits, 4, true),
              "go p1time 9000 p2time 8000 p3time 7000 p1inc 100 p2inc 100 p3inc 0");
    EXPECT_EQ(limits.budget(1), 8050ms);
}

TEST(TitaniumGo, TellsSeconds) {
    TurnLimits limits;
    limits.tc.kind = TimeControl::Kind::kMoveTime;
    limits.tc.time = 200ms;
    EXPECT_EQ(*titanium_go(limits, 0), "go 0.200");
    limits.tc.kind = TimeControl::Kind::kClock;
    limits.clocks[1] = 50s;
    limits.increments[1] = 500ms;
    EXPECT_EQ(*titanium_go(limits, 1), "go 2.500");
    limits.clocks[1] = 100ms;  // the increment comes after the turn
    EXPECT_EQ(*titanium_go(limits, 1), "go 0.080");
    limits.tc.kind = TimeControl::Kind::kNodes;
    EXPECT_FALSE(titanium_go(limits, 1));
}

}  // namespace
}  // namespace stockade::match
