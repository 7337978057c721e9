// Who meets whom and where games begin.
#include "match/schedule.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "match/openings.h"
#include "support/scratch_folder.h"

namespace stockade::match {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

games::Spec spec(std::string_view text) { return *games::parse_spec(text); }

TEST(Schedule, PairsEnginesRoundRobinOrInAGauntlet) {
    const auto all = all_pairings(4, false);
    EXPECT_EQ(all.size(), 6u);
    const auto some = all_pairings(4, true);
    ASSERT_EQ(some.size(), 3u);
    for (const auto& pairing : some) EXPECT_EQ(pairing.first, 0);
}

TEST(Schedule, SwapsTwoPlayers) {
    EXPECT_THAT(all_seatings(spec("quoridor"), {0, 1}), ElementsAre(Seating{0, 1}, Seating{1, 0}));
    EXPECT_THAT(all_seatings(spec("quoridor:players=4,teams=on"), {2, 5}),
                ElementsAre(Seating{2, 5, 2, 5}, Seating{5, 2, 5, 2}));
}

TEST(Schedule, SeatsEnginesOfThreeAndFourFairly) {
    for (const auto* text : {"quoridor:players=3", "quoridor:players=4", "wallgo:players=3"}) {
        const auto seatings = all_seatings(spec(text), {0, 1});
        EXPECT_EQ(seatings.size(), 6u);
        EXPECT_EQ(seatings[0][0], 0);
        const std::set<Seating> distinct(seatings.begin(), seatings.end());
        EXPECT_EQ(distinct.size(), 6u);
        for (const auto& seating : seatings) {
            // Every rotation and the same with the engines swapped is there too.
            Seating turned(seating.begin() + 1, seating.end());
            turned.push_back(seating[0]);
            EXPECT_TRUE(distinct.contains(turned));
            Seating swapped;
            for (const int engine : seating) swapped.push_back(1 - engine);
            EXPECT_TRUE(distinct.contains(swapped));
        }
    }
}

TEST(Schedule, GoesRoundThePairings) {
    const Schedule schedule(spec("quoridor"), 3, false, 5);
    EXPECT_EQ(schedule.block_size(), 2u);
    EXPECT_EQ(schedule.blocks(), 9u);  // five games are three pairs
    EXPECT_EQ(schedule.games(), 18u);
    EXPECT_EQ(schedule.pairing_of(4), 1u);
    EXPECT_EQ(schedule.opening_of(4), 1u);
    EXPECT_EQ(schedule.seating(5, 1), (Seating{2, 1}));
}

class OpeningFiles : public ::testing::Test {
protected:
    std::string put(const std::string& name, const std::string& text) const {
        return folder_.put(name, text);
    }
    support::ScratchFolder folder_;
};

TEST(Openings, AreRandomAndTheSameAgain) {
    for (const auto* text : {"quoridor", "quoridor-mini", "quoridor:players=4", "quoridor4fun", "wallgo",
                             "blockade", "territoires:players=3"}) {
        const auto openings = Openings::create("random:6", spec(text), 7);
        ASSERT_TRUE(openings.ok()) << openings.error().message;
        std::set<std::string> positions;
        for (std::size_t i = 0; i < 10; ++i) {
            const auto session = openings->start(i);
            ASSERT_TRUE(session.ok());
            EXPECT_EQ(session->ply(), 6u);
            EXPECT_FALSE(session->outcome().over);
            EXPECT_TRUE(std::is_sorted(session->seats().begin(), session->seats().end()));
            const auto again = *openings->start(i);
            EXPECT_EQ(again.history(), session->history());
            EXPECT_EQ(again.seed(), session->seed());
            positions.insert(session->position());
        }
        EXPECT_GE(positions.size(), 9u) << text;
    }
    const auto one = Openings::create("random:4", spec("quoridor"), 1);
    const auto other = Openings::create("random:4", spec("quoridor"), 2);
    EXPECT_NE(one->start(0)->history(), other->start(0)->history());
}

TEST(Openings, KeepTheGameOpen) {
    // On 3x3 without walls most random games are over after a few steps.
    const auto openings = Openings::create("random:5", spec("quoridor:size=3,walls=0"), 1);
    ASSERT_TRUE(openings.ok()) << openings.error().message;
    for (std::size_t i = 0; i < 20; ++i) EXPECT_FALSE(openings->start(i)->outcome().over);
    const auto never = Openings::create("random:9", spec("quoridor:max-turns=9"), 1);
    ASSERT_FALSE(never.ok());
    EXPECT_THAT(never.error().message,
                HasSubstr("9 random turns of quoridor:max-turns=9 always end the game"));
}

TEST_F(OpeningFiles, AreListsOfTurns) {
    const auto path = put("lists.txt", "# two openings\n1. e2 e8 2. e3\r\n\nd1v # a wall\n");
    const auto openings = Openings::create(path, spec("quoridor"), 1);
    ASSERT_TRUE(openings.ok()) << openings.error().message;
    EXPECT_THAT(openings->start(0)->history(), ElementsAre("e2", "e8", "e3"));
    EXPECT_THAT(openings->start(1)->history(), ElementsAre("d1v"));
    EXPECT_THAT(openings->start(2)->history(), ElementsAre("e2", "e8", "e3"));
    EXPECT_NE(openings->start(2)->seed(), openings->start(0)->seed());
    EXPECT_EQ(openings->name(3), "lists.txt number 2 seed 1");
}

TEST_F(OpeningFiles, AreRecords) {
    const auto path = put("games.record",
                          "[Game \"quoridor\"]\n\n1. e2 e8 *\n\n"
                          "[Position \"quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 2\"]\n\n*\n");
    const auto openings = Openings::create(path, spec("quoridor"), 1);
    ASSERT_TRUE(openings.ok()) << openings.error().message;
    EXPECT_THAT(openings->start(0)->history(), ElementsAre("e2", "e8"));
    EXPECT_FALSE(openings->start(1)->starts_from_standard());
    EXPECT_EQ(openings->start(1)->turn_of(), 1);
}

TEST_F(OpeningFiles, SayWhatIsWrong) {
    const auto problem = [&](const std::string& text) {
        const auto openings = Openings::create(text, spec("quoridor"), 1);
        return openings ? "none" : openings.error().message;
    };
    EXPECT_THAT(problem("random:x"), HasSubstr("expected random:PLIES"));
    EXPECT_THAT(problem("random:1000"), HasSubstr("expected random:PLIES"));
    EXPECT_THAT(problem(folder_.path("absent")), HasSubstr("No such file"));
    EXPECT_THAT(problem(folder_.path().string()), HasSubstr("is a folder"));
    EXPECT_THAT(problem(put("empty.txt", "\n# nothing\n")), HasSubstr("expected an opening, found none"));
    EXPECT_THAT(problem(put("bad.txt", "e2 e8\ne2 e5\n")), HasSubstr("bad.txt, opening 2: e5: "));
    EXPECT_THAT(problem(put("other.record", "[Game \"pinko\"]\n\n1. f2 *\n")),
                HasSubstr("game 1 is pinko, the match is quoridor"));
}

}  // namespace
}  // namespace stockade::match
