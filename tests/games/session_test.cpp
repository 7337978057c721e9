// The boundary: turns and parts of turns, undo and redo, dice, draws, refusals and views.
#include "games/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"

namespace stockade::games {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

Session made(std::string_view spec, std::uint64_t seed = 1) {
    auto session = Session::create(spec, seed);
    EXPECT_TRUE(session) << session.error().message;
    return std::move(*session);
}
Session at(std::string_view position) {
    auto session = Session::from_position(position);
    EXPECT_TRUE(session) << session.error().message;
    return std::move(*session);
}
void play(Session& session, std::initializer_list<const char*> turns) {
    for (const char* turn : turns) {
        const auto played = session.play(turn);
        ASSERT_TRUE(played) << turn << ": " << played.error().message;
    }
}
std::string refused(Session& session, std::string_view turn) {
    const auto before = session.position();
    const auto played = session.play(turn);
    EXPECT_FALSE(played) << turn << " was accepted";
    EXPECT_EQ(session.position(), before) << "a refused turn changed the game";
    return played ? "" : played.error().message;
}
/// The pawn moves that a position allows, by name.
std::vector<std::string> pawn_moves(std::string_view position) {
    std::vector<std::string> result;
    for (const auto& turn : at(position).turns())
        if (turn.back() != 'h' && turn.back() != 'v') result.push_back(turn);
    return result;
}

TEST(Session, CheckedPawnMoves) {
    const std::string rest = "; hand 0 0; turn 1";
    EXPECT_THAT(pawn_moves("quoridor; pawns e5 e6" + rest), UnorderedElementsAre("d5", "e4", "e7", "f5"));
    EXPECT_THAT(pawn_moves("quoridor; pawns e5 e6; walls e6h" + rest),
                UnorderedElementsAre("d5", "d6", "e4", "f5", "f6"));
    EXPECT_THAT(pawn_moves("quoridor; pawns e5 e6; walls e6h d6v" + rest),
                UnorderedElementsAre("d5", "e4", "f5", "f6"));
    EXPECT_THAT(pawn_moves("quoridor; pawns e5 e6; walls d5h" + rest),
                UnorderedElementsAre("d5", "e4", "f5"));
    EXPECT_THAT(pawn_moves("quoridor; pawns e8 e9" + rest),
                UnorderedElementsAre("d8", "d9", "e7", "f8", "f9"));
    EXPECT_THAT(pawn_moves("quoridor; pawns h5 i5" + rest),
                UnorderedElementsAre("g5", "h4", "h6", "i4", "i6"));
    EXPECT_THAT(pawn_moves("quoridor; pawns a8 a9" + rest), UnorderedElementsAre("a7", "b8", "b9"));
    EXPECT_THAT(pawn_moves("quoridor:players=3; pawns e4 e5 e6; hand 0 0 0"),
                UnorderedElementsAre("d4", "e3", "f4", "d5", "f5"));
    EXPECT_THAT(pawn_moves("quoridor:players=3,third-pawn-diagonal=off; pawns e4 e5 e6; hand 0 0 0"),
                UnorderedElementsAre("d4", "e3", "f4"));
}

TEST(Session, ForcedPass) {
    auto session = at("quoridor:players=3; pawns e1 e2 e3; hand 0 6 6; walls d1v e1v; turn 1");
    EXPECT_THAT(session.turns(), ElementsAre("--"));
    EXPECT_EQ(session.view().pass, "--");
    play(session, {"--"});
    EXPECT_EQ(session.view().mover, 1);
}

TEST(Session, WallsAfterOneWall) {
    auto session = made("quoridor");
    play(session, {"e4h"});
    EXPECT_EQ(session.view().wall_places.size(), 124u);
    EXPECT_EQ(session.view().walls.at(0).owner, 0);
}

TEST(View, WritesWhatIsMeantAndCannotBeChosen) {
    const auto quoridor = made("quoridor").view();
    EXPECT_EQ(meant_move(quoridor, Square{4, 0}, {4, 4}), "e5");
    EXPECT_EQ(meant_move(quoridor, std::nullopt, {4, 4}), "e5");
    const auto blockade = made("blockade").view();
    EXPECT_EQ(meant_move(blockade, Square{3, 3}, {4, 9}), "d4-e10");
    EXPECT_EQ(meant_move(blockade, std::nullopt, {4, 9}), "e10");
    EXPECT_EQ(meant_wall({{3, 3}, Orientation::kVertical}, false), "d4v");
    EXPECT_EQ(meant_wall({{3, 3}, Orientation::kHorizontal}, true), "xd4h");
}

TEST(Session, WinAndVerdict) {
    auto session = at("quoridor; pawns e8 a5; turn 1");
    play(session, {"e9"});
    EXPECT_TRUE(session.outcome().over);
    EXPECT_EQ(session.outcome().shares[0], kWholePoint);
    EXPECT_EQ(session.verdict()->message, "Player 1 wins by reaching the goal");
    EXPECT_THAT(session.turns(), ElementsAre());
    EXPECT_THAT(refused(session, "e8"), HasSubstr("the game is over"));
    EXPECT_EQ(session.view().mover, -1);
}

TEST(Session, TeamsShareTheWin) {
    auto session = at("quoridor:players=4,teams=on; pawns e8 b5 e2 h6; turn 3");
    play(session, {"e1"});
    EXPECT_EQ(session.outcome().shares, (std::array<std::uint8_t, 4>{6, 0, 6, 0}));
}

TEST(Session, RefusalsSayWhy) {
    auto session = made("quoridor");
    EXPECT_THAT(refused(session, "e3"), HasSubstr("the pawn on e1 cannot go to e3; it can go to d1 f1 e2"));
    EXPECT_THAT(refused(session, "--"), HasSubstr("may not pass"));
    EXPECT_THAT(refused(session, "zz"), HasSubstr("expected a cell (a1 to i9), a wall (a1h to h8v)"));
    EXPECT_THAT(refused(session, ""), HasSubstr("expected a cell"));
    EXPECT_THAT(refused(session, "e2/e3"), HasSubstr("complete after e2"));
    play(session, {"e4h"});
    EXPECT_THAT(refused(session, "e4v"), HasSubstr("e4v crosses e4h"));
    EXPECT_THAT(refused(session, "d4h"), HasSubstr("d4h overlaps e4h"));
    EXPECT_THAT(refused(session, "e4h"), HasSubstr("already there"));
    const auto refusal = session.refusal("e4v");
    ASSERT_TRUE(refusal);
    ASSERT_EQ(refusal->walls.size(), 1u);
    EXPECT_EQ(refusal->walls[0].anchor, (Square{4, 3}));

    auto closed = at("quoridor; pawns e1 e9; walls d1v e1v; hand 9 9");
    EXPECT_THAT(refused(closed, "e2h"), HasSubstr("would shut in player 1's pawn on e1"));
    EXPECT_EQ(closed.refusal("e2h")->pawns.size(), 1u);
}

TEST(Session, UndoAndRedo) {
    auto session = made("blockade");
    const auto start = session.position();
    play(session, {"d4-d6/e5h", "d11-d9/a1h"});
    const auto end = session.position();
    EXPECT_TRUE(session.undo());
    EXPECT_TRUE(session.undo());
    EXPECT_FALSE(session.undo());
    EXPECT_EQ(session.position(), start);
    EXPECT_TRUE(session.redo());
    EXPECT_TRUE(session.redo());
    EXPECT_FALSE(session.redo());
    EXPECT_EQ(session.position(), end);
    session.undo();
    play(session, {"d11-d9/a1h"});
    EXPECT_EQ(session.position(), end);
    session.undo();
    session.undo();
    play(session, {"d4-d6/e5h"});
    EXPECT_TRUE(session.can_redo()) << "playing the same turn again keeps what follows";
    session.undo();
    play(session, {"d4-d5/e5h"});
    EXPECT_FALSE(session.can_redo());
}

TEST(Session, PartsOfATurn) {
    auto session = made("blockade");
    ASSERT_TRUE(session.play_action("d4-d6"));
    EXPECT_TRUE(session.in_turn());
    EXPECT_EQ(session.turn_so_far(), "d4-d6");
    EXPECT_EQ(session.ply(), 0u);
    EXPECT_EQ(session.view().wall_places.size(), 260u);
    EXPECT_EQ(session.turns().size(), 260u);
    EXPECT_TRUE(session.take_back_action());
    EXPECT_FALSE(session.in_turn());
    ASSERT_TRUE(session.play_action("d4-d6"));
    EXPECT_THAT(refused(session, "h4-h5"), HasSubstr("now a wall is placed"));
    ASSERT_TRUE(session.play_action("e5h"));
    EXPECT_THAT(session.history(), ElementsAre("d4-d6/e5h"));
    EXPECT_THAT(refused(session, "d11-d9"), HasSubstr("not complete; it goes on with"));
}

TEST(Session, WallsOfARollInAnyOrder) {
    auto session = made("quoridor4fun");
    ASSERT_TRUE(session.play_action("3"));
    ASSERT_TRUE(session.play_action("h8v"));  // the last wall of all
    ASSERT_TRUE(session.play_action("c3h"));
    EXPECT_EQ(session.view().actions_left, 1);
    ASSERT_TRUE(session.play_action("a1h"));
    EXPECT_THAT(session.history(), ElementsAre("3:a1h,c3h,h8v"));
    auto other = made("quoridor4fun");
    play(other, {"3:h8v,a1h,c3h"});
    EXPECT_EQ(other.position(), session.position());
}

TEST(Session, WallsOfARollThatStartsAGameAreSorted) {
    auto session = at("quoridor4fun; pawns e1 e9; roll 3");
    play(session, {"h8v,c3h,a1h"});
    EXPECT_THAT(session.history(), ElementsAre("a1h,c3h,h8v"));
    auto going_on = at("quoridor4fun; pawns e1 e9; hand 9 10; walls d4h; roll 3; laid 1");
    play(going_on, {"h8v,c3h"});
    EXPECT_THAT(going_on.history(), ElementsAre("c3h,h8v"));
    auto steps = at("quoridor4fun; pawns e1 e9; roll 3");
    play(steps, {"f1,e1,e2"});
    EXPECT_THAT(steps.history(), ElementsAre("f1,e1,e2")) << "steps keep their order";
}

TEST(Session, AFourCostsATurn) {
    auto session = made("quoridor4fun");
    play(session, {"4:d1,e1,d1,e1", "2:e8,e7"});
    EXPECT_TRUE(session.view().players[0].skips_next);
    EXPECT_THAT(refused(session, "e2"), HasSubstr("used a 4 and skips this turn"));
    EXPECT_THAT(session.turns(), ElementsAre("--"));
    play(session, {"--", "4:e6,e7,e6,e7"});
    EXPECT_TRUE(session.view().roll_due);
    play(session, {"1:e2", "--", "1:e3"});
    // A 4 of both: both skip, then the first rolls.
    auto both = made("quoridor4fun");
    play(both, {"4:d1,e1,d1,e1", "4:d9,e9,d9,e9", "--", "--", "1:e2"});
    EXPECT_EQ(both.view().mover, -1);
    EXPECT_TRUE(both.view().roll_due);
}

TEST(Session, DiceComeFromTheSeed) {
    std::multiset<int> seen;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        auto a = made("quoridor4fun", seed);
        auto b = made("quoridor4fun", seed);
        EXPECT_EQ(a.seats(), b.seats());
        ASSERT_TRUE(a.roll());
        ASSERT_FALSE(a.roll());
        ASSERT_TRUE(b.roll());
        EXPECT_EQ(a.view().roll, b.view().roll);
        seen.insert(*a.view().roll);
        // Taking the turn back keeps the roll.
        const auto first = a.turns(1).at(0);
        play(a, {first.c_str()});
        a.undo();
        a.roll();
        EXPECT_EQ(a.view().roll, b.view().roll);
        EXPECT_FALSE(a.take_back_action());
        EXPECT_THAT(refused(a, std::to_string(*b.view().roll % 4 + 1) + ":e2"), HasSubstr("the roll is"));
    }
    for (int face = 1; face <= 4; ++face) EXPECT_GT(seen.count(face), 60u);
}

TEST(Session, WhoStarts) {
    std::set<std::vector<int>> orders;
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        orders.insert(made("quoridor:players=4,first=random", seed).seats());
        const auto rolled = made("quoridor4fun", seed);
        const auto [a, b] = rolled.opening_rolls().back();
        EXPECT_EQ(rolled.seats()[0], a > b ? 0 : 1);
        EXPECT_NE(a, b);
    }
    EXPECT_EQ(orders.size(), 4u) << "people sit around the board, so the draw only says who begins";
    EXPECT_THAT(made("quoridor:players=4,first=3").seats(), ElementsAre(2, 3, 0, 1));
}

TEST(Session, TheWholeOrderOfTerritoiresIsDrawn) {
    const auto orders = [](const char* spec) {
        std::set<std::vector<int>> seen;
        for (std::uint64_t seed = 0; seed < 400; ++seed) seen.insert(made(spec, seed).seats());
        return seen.size();
    };
    EXPECT_EQ(orders("territoires"), 2u);
    EXPECT_EQ(orders("territoires:players=3"), 6u);
    EXPECT_EQ(orders("wallgo:players=4"), 24u);
    EXPECT_THAT(made("territoires:players=4,first=3").seats(), ElementsAre(2, 3, 0, 1));
}

TEST(Session, AHandicapStaysWithTheSeat) {
    std::set<int> starters;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const auto session = made("quoridor:players=3,walls=6+4+2,first=random", seed);
        starters.insert(session.seats()[0]);
        const auto view = session.view();
        for (int player = 0; player < 3; ++player)
            EXPECT_EQ(view.players[player].walls, 6 - 2 * session.seats()[player]);
        EXPECT_EQ(session.starts_from_standard(), session.seats()[0] == 0)
            << "a record must hold the hands that the spec does not tell";
        const auto again = at(session.position());
        EXPECT_EQ(again.position(), session.position());
        EXPECT_EQ(again.starts_from_standard(), session.starts_from_standard());
    }
    EXPECT_EQ(starters.size(), 3u);
    EXPECT_EQ(made("blockade:walls=9+5,first=2").view().players[0].vertical_walls, 5);
    EXPECT_EQ(made("quoridor:walls=10+7,first=2").view().players[0].walls, 7);
    EXPECT_EQ(Session::in_order("quoridor:walls=10+7,first=2")->view().players[0].walls, 10)
        << "where the order is settled, counts are the players'";
}

TEST(Session, APositionSettlesTheOrder) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto dice = Session::from_position("quoridor4fun; pawns e2 e8; turn 2", seed);
        EXPECT_THAT(dice->seats(), ElementsAre(0, 1));
        EXPECT_THAT(dice->opening_rolls(), ElementsAre()) << "nobody rolled for a start that is settled";
        const auto drawn = Session::from_position("quoridor:first=random; pawns e2 e8", seed);
        EXPECT_THAT(drawn->seats(), ElementsAre(0, 1));
    }
}

TEST(Session, DrawByRepetition) {
    auto session = made("quoridor");
    for (int i = 0; i < 2; ++i) play(session, {"e2", "e8", "e1", "e9"});
    EXPECT_EQ(session.ending(), Ending::kRepetition);
    EXPECT_EQ(session.outcome().shares, (std::array<std::uint8_t, 4>{6, 6, 0, 0}));
    EXPECT_EQ(session.verdict()->message, "Draw by repetition");
    EXPECT_THAT(refused(session, "e2"), HasSubstr("the game is over"));
    auto endless = made("quoridor:repetition=0");
    for (int i = 0; i < 5; ++i) play(endless, {"e2", "e8", "e1", "e9"});
    EXPECT_FALSE(endless.outcome().over);
}

TEST(Session, DrawAtTheTurnLimitUnlessTheLastTurnWins) {
    auto session = made("quoridor:max-turns=2");
    play(session, {"e2", "e8"});
    EXPECT_EQ(session.ending(), Ending::kTurnLimit);
    auto won = at("quoridor:max-turns=1; pawns e8 a5");
    play(won, {"e9"});
    EXPECT_EQ(won.ending(), Ending::kPlayed);
}

TEST(Session, Resigning) {
    auto session = made("quoridor:players=3");
    EXPECT_FALSE(session.resign(3));
    ASSERT_TRUE(session.resign(1));
    EXPECT_EQ(session.outcome().shares, (std::array<std::uint8_t, 4>{6, 0, 6, 0}));
    EXPECT_FALSE(session.resign(0));
}

TEST(Session, ImpossiblePositionsAreRefused) {
    const auto problem = [](std::string_view position) {
        const auto session = Session::from_position(position);
        EXPECT_FALSE(session) << position;
        return session ? std::string{} : session.error().message;
    };
    EXPECT_THAT(problem(""), HasSubstr("expected a game spec"));
    EXPECT_THAT(problem("quoridr; pawns e1 e9"), HasSubstr("did you mean quoridor?"));
    EXPECT_THAT(problem("quoridor"), HasSubstr("expected 'pawns' with 2 cells"));
    EXPECT_THAT(problem("quoridor; pawns e1"), HasSubstr("expected 'pawns' with 2 cells"));
    EXPECT_THAT(problem("quoridor; pawns e1 e10"),
                HasSubstr("column 20: expected a cell from a1 to i9, got 'e10'"));
    EXPECT_THAT(problem("quoridor; pawns e1 e1"), HasSubstr("two pawns on e1"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; walls e3h e3v"), HasSubstr("e3v crosses e3h"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; walls e3h f3h"), HasSubstr("f3h overlaps e3h"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; walls i3h"), HasSubstr("expected a wall from a1h to h8v"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; hand 11 10"),
                HasSubstr("player 1's walls from 0 to 10, got '11'"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; hand 10 10; walls e3h"), HasSubstr("the game has only 20"));
    EXPECT_THAT(problem("quoridor; pawns a1 e9; hand 8 8; walls a1h a2v b1v"),
                HasSubstr("player 1's pawn on a1 has no path"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; hand 7 7; walls d1v e1v e2h"),
                HasSubstr("player 1's pawn on e1 has no path"));
    EXPECT_THAT(problem("quoridor; pawns e9 e8; turn 1"), HasSubstr("player 1 has reached the goal"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; turn 3"), HasSubstr("turn from 1 to 2"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; wals -"), HasSubstr("did you mean walls?"));
    EXPECT_THAT(problem("quoridor; pawns e1 e9; turn 1; turn 1"), HasSubstr("given twice"));
    EXPECT_THAT(problem("blockade; pawns d4 h4 d11 h11"), HasSubstr("'|'"));
    EXPECT_THAT(problem("blockade; pawns d4 h4 | d11 h11; hand 9 9"), HasSubstr("0h0v to 9h9v"));
    EXPECT_THAT(problem("wallgo; pawns b2 f6 | b6"), HasSubstr("player 1 cannot have 2"));
    EXPECT_THAT(problem("wallgo; pawns b2 f6 a1 a2 | b6 f2 a3 a4; moved g7"),
                HasSubstr("a pawn of player 1"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; roll 5"), HasSubstr("roll from 1 to 4"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; steps 1"), HasSubstr("'roll'"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; roll 1; steps 1"), HasSubstr("a roll of 1 is used up"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; roll 1; laid 1"), HasSubstr("a roll of 1 is used up"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; roll 4; laid 3"),
                HasSubstr("expected at least 3 walls on the board, got 0"));
    EXPECT_THAT(problem("quoridor4fun; pawns e1 e9; hand 9 8; walls a1h c1h e1h; roll 4; laid 3"),
                HasSubstr("player 1 has 9 of 10 walls in hand, so cannot have placed 3"));
    EXPECT_THAT(problem("quoridor:walls=1; pawns e1 e9; walls a1h c1h e1h"),
                HasSubstr("3 walls on the board and 0 in hand, but the game has only 2"));
    EXPECT_THAT(problem("territoires; pawns a1 | b1; passes 1"), HasSubstr("unknown field 'passes'"));
}

TEST(Session, FieldsThatAreLeftOut) {
    // Walls on the board come out of the hands in turn, player 1 first.
    EXPECT_THAT(at("quoridor; pawns e4 e6; walls d3h e6h a1v").position(), HasSubstr("hand 8 9;"));
    EXPECT_THAT(at("quoridor:walls=1+4; pawns e4 e6; walls d3h e6h a1v").position(), HasSubstr("hand 0 2;"));
    EXPECT_THAT(at("quoridor:players=3; pawns e1 a5 e9; walls d3h e6h a1v b6h").position(),
                HasSubstr("hand 4 5 5;"));
    EXPECT_THAT(at("pinko; pawns f1 f11; walls d3h").position(), HasSubstr("hand 20 21;"));
    EXPECT_THAT(at("blockade; pawns d4 h4 | d11 h11; walls a1h c1h a5h c8v").position(),
                HasSubstr("hand 7h8v 8h9v;"));
    EXPECT_THAT(at("quoridor4fun; pawns e1 e9; walls a1h c1h; turn 2").position(), HasSubstr("hand 9 9;"));
    EXPECT_THAT(at("quoridor4fun; pawns e1 e9; walls a1h c1h e1h; turn 2; roll 4; laid 3").position(),
                HasSubstr("hand 10 7;"))
        << "walls of the turn under way are the mover's";
}

TEST(Session, TerritoriesAreSeen) {
    auto session = at("territoires; pawns a1 a7 g1 g7 | d4 d5 e4 e5; walls a1h a1v; turn 1");
    const auto view = session.view();
    ASSERT_EQ(view.territories.size(), 1u);
    EXPECT_EQ(view.territories[0].player, 0);
    EXPECT_EQ(view.territories[0].cells.size(), 1u);
    EXPECT_EQ(view.wall_length, 1);
    EXPECT_EQ(view.players[0].percee, true);
}

TEST(Session, EveryGameReplaysFromItsHistory) {
    for (const char* spec :
         {"quoridor", "quoridor:players=3", "quoridor:players=4", "quoridor4fun", "territoires", "wallgo",
          "wallgo:players=4", "territoires:players=3,setup=all", "blockade", "pinko", "quoridor:size=13"}) {
        auto session = made(spec, 7);
        Random random(11);
        while (!session.outcome().over && session.ply() < 120) {
            session.roll();
            const auto actions = session.actions();
            ASSERT_FALSE(actions.empty()) << spec;
            ASSERT_TRUE(
                session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]));
        }
        auto replay = made(spec, 7);
        for (const auto& turn : session.history()) ASSERT_TRUE(replay.play(turn)) << spec << " " << turn;
        while (session.take_back_action()) {
        }
        replay.roll();
        EXPECT_EQ(replay.position(), session.position());
        auto again = at(session.position());
        EXPECT_EQ(again.position(), session.position());
    }
}

/// Whoever has walls places them, so that the board fills up and nothing more fits.
TEST(Session, APositionThatIsNotOverListsAnAction) {
    for (const char* position :
         {"quoridor:size=5,walls=99,max-turns=0,repetition=0; pawns c1 c5",
          "quoridor:size=3,players=4,walls=9,max-turns=0,repetition=0; pawns b1 a2 b3 c2",
          "quoridor:size=5,players=3,walls=99,third-pawn-diagonal=off,max-turns=0,repetition=0; pawns c1 a3 "
          "c5",
          "quoridor4fun:walls=99,edge-diagonal=off,max-turns=0; pawns e1 e9",
          "blockade:walls=99,max-turns=0,repetition=0; pawns d4 h4 | d11 h11",
          "blockade:walls=99,move=exact,max-turns=0,repetition=0; pawns d4 h4 | d11 h11; hand 0h99v 99h0v",
          "pinko:walls=99,max-turns=0,repetition=0; pawns f1 f11",
          "territoires:players=4; pawns - | - | - | -", "wallgo:players=3; pawns - | - | -"}) {
        auto session = at(position);
        Random random(3);
        for (int played = 0; played < 400 && !session.outcome().over; ++played) {
            session.roll();
            auto actions = session.actions();
            ASSERT_FALSE(actions.empty()) << session.position();
            const auto walls = std::stable_partition(
                actions.begin(), actions.end(),
                [](const std::string& text) { return text.back() == 'h' || text.back() == 'v'; });
            const auto wanted = walls == actions.begin() ? actions.size() : walls - actions.begin();
            ASSERT_TRUE(session.play_action(actions[random.below(static_cast<std::uint32_t>(wanted))]));
        }
    }
}

}  // namespace
}  // namespace stockade::games
