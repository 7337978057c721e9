// Territoires and Wall Go at the edges: who wins by what, the order of placing, and walls that shut a player
// in.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "games/session.h"

namespace stockade::games {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Session at(const std::string& position) {
    auto session = Session::from_position(position);
    EXPECT_TRUE(session) << position << ": " << session.error().message;
    return std::move(*session);
}

/// Walls from top to bottom on the right of each column that is named, so that regions are whole columns of
/// seven cells.
std::string cuts(std::string_view columns) {
    std::string walls = "; walls";
    for (const char column : columns)
        for (char row = '1'; row <= '7'; ++row) walls += {' ', column, row, 'v'};
    return walls;
}

struct Finished {
    const char* name;
    const char* spec;
    const char* pawns;
    const char* cuts;
    std::array<std::uint8_t, 4> shares;
    Criterion criterion;
    const char* verdict;
};
void PrintTo(const Finished& finished, std::ostream* out) { *out << finished.spec << "; " << finished.pawns; }

const Finished kFinished[] = {
    // 21+7 against 21.
    {"MoreTerritory",
     "territoires:pawns=2",
     "a1 d1 | e1 g1",
     "cd",
     {12, 0},
     Criterion::kTerritory,
     "Player 1 wins with the most territory, 28 cells to 21"},
    {"MoreTerritoryBreaksTheTie",
     "territoires:pawns=2,scoring=largest",
     "a1 d1 | e1 g1",
     "cd",
     {12, 0},
     Criterion::kTerritoryTieBreak,
     "Player 1 wins with the most territory, 28 cells to 21; largest regions are equal at 21"},
    // 21 against 14+14.
    {"LessTerritory",
     "territoires:pawns=2",
     "e1 g1 | a1 c1",
     "bd",
     {0, 12},
     Criterion::kTerritory,
     "Player 2 wins with the most territory, 28 cells to 21"},
    {"LargerRegion",
     "territoires:pawns=2,scoring=largest",
     "e1 g1 | a1 c1",
     "bd",
     {12, 0},
     Criterion::kRegion,
     "Player 1 wins with the largest region, 21 cells to 14"},
    // 14+7 against 21.
    {"LargerRegionBreaksTheTie",
     "territoires:pawns=2",
     "a1 c1 | d1 e1",
     "bcf",
     {0, 12},
     Criterion::kRegionTieBreak,
     "Player 2 wins with the largest region, 21 cells to 14; territory is equal at 21"},
    {"LargerRegionBreaksTheTieInWallGo",
     "wallgo",
     "a1 a2 a3 c1 | d1 e1 d2 e2",
     "bcf",
     {0, 12},
     Criterion::kRegionTieBreak,
     "Player 2 wins with the largest region, 21 cells to 14; territory is equal at 21"},
    // 21 against 21.
    {"Equal",
     "territoires:pawns=2",
     "a1 b1 | e1 f1",
     "cd",
     {6, 6},
     Criterion::kEqual,
     "Draw with equal territory"},
    {"EqualByRegion",
     "wallgo:pawns=2,scoring=largest",
     "a1 b1 | e1 f1",
     "cd",
     {6, 6},
     Criterion::kEqual,
     "Draw with equal territory"},
    // 7+14, 21 and 7.
    {"ThreeWithATie",
     "territoires:players=3",
     "a1 b1 | d1 e1 | g1 g2",
     "acf",
     {0, 12, 0},
     Criterion::kRegionTieBreak,
     "Player 2 wins with the largest region, 21 cells to 14; territory is equal at 21"},
    {"ThreeWithATieInWallGo",
     "wallgo:players=3",
     "d1 e1 | a1 b1 | g1 g2",
     "acf",
     {12, 0, 0},
     Criterion::kRegionTieBreak,
     "Player 1 wins with the largest region, 21 cells to 14; territory is equal at 21"},
    // 14, 14 and 7.
    {"ThreeWithTwoInFront",
     "territoires:players=3",
     "a1 b1 | c1 d1 | e1 e2",
     "bde",
     {6, 6, 0},
     Criterion::kTerritory,
     "Players 1 and 2 share first place with the most territory, 14 cells to 7"},
    {"ThreeWithTwoInFrontByRegion",
     "territoires:players=3,scoring=largest",
     "a1 b1 | e1 e2 | c1 d1",
     "bde",
     {6, 0, 6},
     Criterion::kRegion,
     "Players 1 and 3 share first place with the largest region, 14 cells to 7"},
    // 14, 14, 14 and 7.
    {"FourWithThreeInFront",
     "territoires:players=4",
     "a1 | c1 | e1 | g1",
     "bdf",
     {4, 4, 4, 0},
     Criterion::kTerritory,
     "Players 1, 2 and 3 share first place with the most territory, 14 cells to 7"},
    // 7+7, 14, 7 and 7.
    {"FourWithATie",
     "wallgo:players=4",
     "a1 b1 | c1 d1 | e1 e2 | f1 f2",
     "abdef",
     {0, 12, 0, 0},
     Criterion::kRegionTieBreak,
     "Player 2 wins with the largest region, 14 cells to 7; territory is equal at 14"},
    // 7+7, 7, 7 and 7.
    {"FourByTerritory",
     "territoires:players=4,pawns=2,scoring=largest",
     "c1 c2 | a1 b1 | e1 e2 | f1 f2",
     "abcdef",
     {0, 12, 0, 0},
     Criterion::kTerritoryTieBreak,
     "Player 2 wins with the most territory, 14 cells to 7; largest regions are equal at 7"},
    {"FourEqual",
     "territoires:players=4",
     "a1 | b1 | c1 | d1",
     "abcd",
     {3, 3, 3, 3},
     Criterion::kEqual,
     "Draw with equal territory"},
};

class FinishedGame : public testing::TestWithParam<Finished> {};

TEST_P(FinishedGame, SaysWhatDecided) {
    const Finished& finished = GetParam();
    const auto session =
        at(fmt::format("{}; pawns {}{}", finished.spec, finished.pawns, cuts(finished.cuts)));
    EXPECT_EQ(session.ending(), Ending::kPlayed);
    EXPECT_EQ(session.outcome().shares, finished.shares);
    EXPECT_EQ(session.criterion(), finished.criterion);
    EXPECT_EQ(session.verdict()->message, finished.verdict);
}

INSTANTIATE_TEST_SUITE_P(Territoires, FinishedGame, testing::ValuesIn(kFinished),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Territoires, GamesWithoutTerritoryAreDecidedByTheGoal) {
    auto session = at("quoridor; pawns e8 a5; turn 1");
    EXPECT_EQ(session.criterion(), Criterion::kNone);
    ASSERT_TRUE(session.play("e9"));
    EXPECT_EQ(session.criterion(), Criterion::kGoal);
}

TEST(Territoires, OrderOfPlacing) {
    const auto placers = [](const char* spec, int pawns) {
        auto session = *Session::create(spec);
        for (int i = 0; i < pawns; ++i) EXPECT_TRUE(session.play(session.turns(1).at(0)));
        EXPECT_EQ(session.turn_of(), 0) << "player 1 takes the first turn after the set-up";
        EXPECT_THAT(session.turns(1), ElementsAre(HasSubstr("-")));
        return session.movers();
    };
    EXPECT_THAT(placers("territoires:players=3", 6), ElementsAre(0, 1, 2, 0, 1, 2));
    EXPECT_THAT(placers("wallgo:players=3", 6), ElementsAre(0, 1, 2, 2, 1, 0));
    EXPECT_THAT(placers("wallgo", 4), ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(placers("territoires:players=3,setup=all", 6), ElementsAre(0, 0, 1, 1, 2, 2));
    EXPECT_THAT(placers("territoires:setup=all", 8), ElementsAre(0, 0, 0, 0, 1, 1, 1, 1));
}

TEST(Territoires, NobodyShutsInAnotherWhileTheGameGoesOn) {
    const std::string rest = "; pawns a1 | b1 | g7; walls a1h; turn 2";
    const auto session = at("territoires:players=3,pawns=1" + rest);
    EXPECT_THAT(session.turns(), Contains("b1-b1/b1h"));
    EXPECT_THAT(session.turns(), Not(Contains("b1-b1/a1v")));
    EXPECT_THAT(session.refusal("b1-b1"), testing::Eq(std::nullopt));
    EXPECT_THAT(at("territoires:players=3,pawns=1,no-lock-in=off" + rest).turns(), Contains("b1-b1/a1v"));
}

/// The ruling on the waiver in docs/rules/territoires.md: it looks at the cell where the pawn stands.
TEST(Territoires, APlayerMayShutHimselfInWhereNoOtherSideIsFree) {
    auto session = at("territoires:players=3,pawns=1; pawns a1 | d4 | g7; walls a1h; turn 1");
    const auto turns = session.turns();
    EXPECT_THAT(turns, Contains("a1-a1/a1v"));
    EXPECT_THAT(turns, Contains("a1-c1/b1v")) << "although he could go elsewhere";
    ASSERT_TRUE(session.play("a1-a1/a1v"));
    ASSERT_TRUE(session.play("d4-d4/d4h"));
    ASSERT_TRUE(session.play("g7-g7/g6h"));
    EXPECT_THAT(session.turns(), ElementsAre("xa1h/a1-a2", "xa1h/..", "xa1v/a1-b1", "xa1v/..", "--"))
        << "his Percée lets him out again";
}

}  // namespace
}  // namespace stockade::games
