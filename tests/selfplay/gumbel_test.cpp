// The search of self-play: it finds what is forced, and its improved policy is one.
#include "selfplay/gumbel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "games/playout.h"
#include "games/position_reader.h"

namespace stockade::selfplay {
namespace {

using games::Quoridor9;
using games::TextOf;

/// Runs a search whose evaluator knows nothing at all.
template <class P>
struct Searched {
    Searched(const P& position, const SearchOptions& options, float noise = 0, std::uint64_t seed = 1)
        : plan(options), search(plan), random(seed) {
        search.begin(position, typename P::Context(position), random, oracle, noise);
        while (search.advance()) {
            ++evaluations;
            const std::vector<float> logits(static_cast<std::size_t>(search.leaf_actions().size()), 0.0f);
            search.answer(logits, {});
        }
        values =
            search.improved_policy([&](games::Action action, float share) { policy[action.id] = share; });
        value = values[static_cast<std::size_t>(games::index(position.to_move()))];
    }
    SearchPlan plan;
    GumbelSearch<P> search;
    Random random;
    Oracle<P> oracle;
    int evaluations = 0;
    std::array<float, P::kPlayers> values{};
    float value = 0;  ///< the mover's
    std::map<int, float> policy;
};

TEST(Schedule, HalvesTheConsideredActions) {
    const auto schedule = visit_schedule(16, 64);
    ASSERT_EQ(schedule.size(), 64u);
    // Sixteen actions get one visit, eight of them two more, four of those four more, and the last two the
    // rest.
    EXPECT_EQ(std::count(schedule.begin(), schedule.begin() + 16, 0), 16);
    EXPECT_EQ(std::count(schedule.begin() + 16, schedule.begin() + 32, 1), 8);
    EXPECT_EQ(std::count(schedule.begin() + 16, schedule.begin() + 32, 2), 8);
    EXPECT_EQ(schedule[63], *std::max_element(schedule.begin(), schedule.end()));
    EXPECT_EQ(visit_schedule(1, 3), (std::vector<std::uint16_t>{0, 1, 2}));
    for (int considered = 1; considered < 40; ++considered)
        for (const int simulations : {1, 2, 7, 64, 200})
            EXPECT_EQ(visit_schedule(considered, simulations).size(), static_cast<std::size_t>(simulations));
}

TEST(Gumbel, ExponentialIsCloseEnough) {
    for (float x = 0; x > -80; x -= 0.0317f) EXPECT_NEAR(exp_of_negative(x) / std::exp(x), 1, 5e-5) << x;
    EXPECT_LT(exp_of_negative(-1e9f), 1e-30f);
}

TEST(Gumbel, TakesAWinInOne) {
    // Many walls could be placed instead, and the evaluator sees no difference.
    const auto position = *games::read_position<Quoridor9>("quoridor; pawns e8 d5; hand 5 5");
    SearchOptions options;
    options.simulations = 200;
    options.considered = 200;
    const Searched<Quoridor9> found(position, options);
    EXPECT_EQ(TextOf<Quoridor9>::action(position, found.search.best()), "e9");
    EXPECT_GT(found.value, 0.5f);
    EXPECT_GT(found.policy.at(found.search.best().id), 0.99f);
}

TEST(Gumbel, FindsAForcedWinBySolvedRaces) {
    // With nobody holding walls every reply is solved: the search sees the end at once.
    const auto position = *games::read_position<Quoridor9>("quoridor; pawns e6 a5; hand 0 0");
    const Searched<Quoridor9> found(position, SearchOptions{});
    EXPECT_EQ(TextOf<Quoridor9>::action(position, found.search.best()), "e7");
    EXPECT_GT(found.value, 0.9f);
    EXPECT_EQ(found.evaluations, 1);
}

TEST(Gumbel, SeesThatItIsLost) {
    const auto position = *games::read_position<Quoridor9>("quoridor; pawns e2 a2; hand 0 0; turn 1");
    const Searched<Quoridor9> found(position, SearchOptions{});
    EXPECT_LT(found.value, -0.9f);
}

TEST(Gumbel, ImprovedPolicyAddsToOne) {
    Random random(11);
    auto position = games::start_position<Quoridor9>(*games::parse_spec("quoridor"));
    for (int i = 0; i < 30 && !position.over(); ++i) {
        for (const int simulations : {1, 2, 16, 64}) {
            SearchOptions options;
            options.simulations = simulations;
            const Searched<Quoridor9> found(position, options, 1, random.next());
            float total = 0;
            for (const auto& [id, share] : found.policy) {
                EXPECT_GE(share, 0);
                EXPECT_TRUE(position.legal(games::Action{static_cast<std::uint16_t>(id)}));
                total += share;
            }
            EXPECT_NEAR(total, 1, 1e-4);
            EXPECT_TRUE(position.legal(found.search.best()));
            EXPECT_LE(std::abs(found.value), 1);
            EXPECT_LE(found.evaluations, simulations + 1);
        }
        position.play(games::random_action(position, Quoridor9::Context(position), random));
    }
}

TEST(Gumbel, KnowsWhatARootIsWorthToEveryPlayer) {
    // In games for two one side's gain is the other's loss; of four, one step from home, only one wins.
    const auto two = *games::read_position<Quoridor9>("quoridor; pawns e8 d5; hand 5 5");
    const auto pair = Searched<Quoridor9>(two, SearchOptions{}).values;
    EXPECT_NEAR(pair[0], -pair[1], 1e-5);
    using Four = games::quoridor::Quoridor<board::FixedShape<9, 9>, 4>;
    const auto four = *games::read_position<Four>("quoridor:players=4; pawns e8 b5 e5 h4; hand 0 0 0 0");
    SearchOptions options;
    options.considered = 200;
    const auto values = Searched<Four>(four, options).values;
    EXPECT_GT(values[0], 0.9f);
    for (int player = 1; player < 4; ++player) EXPECT_LT(values[player], -0.9f) << "player " << player;
}

TEST(Gumbel, SharesVisitsAmongConsideredActions) {
    const auto position = games::start_position<Quoridor9>(*games::parse_spec("quoridor"));
    const Searched<Quoridor9> found(position, SearchOptions{}, 1);
    EXPECT_EQ(found.search.simulations_done(), 64);
    EXPECT_EQ(found.search.root_visits(), 65u);
}

TEST(Gumbel, NoiseChangesTheChoiceAndItsAbsenceDoesNot) {
    const auto position = games::start_position<Quoridor9>(*games::parse_spec("quoridor"));
    std::vector<int> quiet;
    std::vector<int> noisy;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        quiet.push_back(Searched<Quoridor9>(position, SearchOptions{}, 0, seed).search.best().id);
        noisy.push_back(Searched<Quoridor9>(position, SearchOptions{}, 1, seed).search.best().id);
    }
    EXPECT_TRUE(std::all_of(quiet.begin(), quiet.end(), [&](int id) { return id == quiet[0]; }));
    std::sort(noisy.begin(), noisy.end());
    EXPECT_GT(std::unique(noisy.begin(), noisy.end()) - noisy.begin(), 10);
}

TEST(Gumbel, TurnsOfSeveralActionsKeepTheirPlayer) {
    // In Wall Go the mover moves, then walls: values must not change sides in between.
    using WallGo = games::Territoires<2>;
    Random random(4);
    auto position = games::start_position<WallGo>(*games::parse_spec("wallgo"));
    for (int i = 0; i < 40 && !position.outcome().over; ++i) {
        const Searched<WallGo> found(position, SearchOptions{}, 0, 1);
        EXPECT_TRUE(position.legal(found.search.best()));
        position.play(games::random_action(position, WallGo::Context(position), random));
    }
}

TEST(Gumbel, TakesAWinAgainstThree) {
    using Four = games::Quoridor9x4;
    const auto position =
        *games::read_position<Four>("quoridor:players=4; pawns e8 b5 e2 h4; hand 3 3 3 3; turn 1");
    SearchOptions options;
    options.simulations = 200;
    options.considered = 200;
    const Searched<Four> found(position, options);
    EXPECT_EQ(TextOf<Four>::action(position, found.search.best()), "e9");
    EXPECT_GT(found.value, 0.5f);
}

TEST(Gumbel, EveryoneLooksAfterThemselves) {
    // Player 1 has no wall and cannot win at once; player 2 wins next unless somebody stops it, and nobody
    // else can. What player 2 gains is lost by all others.
    using Four = games::Quoridor9x4;
    const auto position =
        *games::read_position<Four>("quoridor:players=4; pawns e4 h5 e6 b4; hand 0 0 0 0; turn 1");
    SearchOptions options;
    options.simulations = 100;
    EXPECT_LT(Searched<Four>(position, options).value, -0.3f);
}

TEST(Gumbel, WeighsRollsByTheirChance) {
    // Whatever player 1 does with its one step, three of four rolls take player 2 home.
    using Dice = games::Quoridor4Fun;
    const auto position = *games::read_position<Dice>("quoridor4fun; pawns e2 a3; hand 0 0; turn 1; roll 1");
    SearchOptions options;
    options.simulations = 200;
    const Searched<Dice> found(position, options);
    EXPECT_TRUE(position.legal(found.search.best()));
    EXPECT_LT(found.value, -0.2f);
    EXPECT_GT(found.value, -0.9f);
}

}  // namespace
}  // namespace stockade::selfplay
