// Proven results in the tree of the Monte-Carlo search, on small random games whose value is known by
// minimax.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/random.h"
#include "search/mcts.h"

namespace stockade::search {
namespace {

using games::Action;
using games::Outcome;
using games::Player;

/// A game of three turns with three choices each. Its number decides who gets what at the end of each line.
struct TinyGame {
    static constexpr int kPlayers = 2;
    static constexpr bool kHasChance = false;
    static constexpr int kChoices = 3;
    static constexpr int kTurns = 3;
    using Actions = games::ActionList<kChoices>;
    struct Context {
        explicit Context(const TinyGame& /*game*/) {}
        void follow(const TinyGame& /*before*/, Action /*action*/, const TinyGame& /*after*/) {}
    };

    std::uint32_t number = 0;
    std::uint16_t turns = 0;
    std::uint16_t line = 0;

    Player to_move() const { return games::player_at(turns % 2); }
    bool turn_start() const { return true; }
    bool actions_end_turn() const { return true; }
    Outcome outcome() const {
        if (turns < kTurns) return {};
        // Player 1 has the first and the last choice, so ends that player 1 loses are the most common.
        static constexpr std::array<unsigned, 6> kWinners{0b01, 0b10, 0b10, 0b10, 0b10, 0b11};
        return games::shared_between(kWinners[key() % kWinners.size()]);
    }
    void generate(const Context& /*context*/, Actions& list) const {
        if (turns == kTurns) return;
        for (int choice = 0; choice < kChoices; ++choice) list.add(choice);
    }
    int count(const Context& /*context*/) const { return turns == kTurns ? 0 : kChoices; }
    bool legal(Action action) const { return turns < kTurns && action.id < kChoices; }
    void play(Action action) {
        ++turns;
        line = static_cast<std::uint16_t>(line * kChoices + action.id);
    }
    static int action_count() { return kChoices; }
    std::uint64_t key() const {
        return mix64(std::uint64_t{number} << 32 | std::uint64_t{turns} << 16 | line);
    }
    std::uint64_t computed_key() const { return key(); }
    friend bool operator==(const TinyGame&, const TinyGame&) = default;
};
static_assert(games::TwoPlayerPerfect<TinyGame>);

/// Knows nothing: every result must come from the ends of the game.
struct Ignorant {
    static constexpr TreeParameters kTreeParameters{};
    static std::array<float, 2> shares(const TinyGame& /*game*/) { return {0.5f, 0.5f}; }
    static int eval_state(const TinyGame& /*game*/) { return 0; }
    template <class Ratings>
    static void rate(const TinyGame& /*game*/, int /*eval_state*/, const TinyGame::Actions& /*actions*/,
                     Ratings&& ratings) {
        std::fill(ratings.begin(), ratings.end(), 0);
    }
};

/// Player 1's twelfths with best play of both.
int minimax(const TinyGame& game) {
    if (const auto outcome = game.outcome(); outcome.over) return outcome.shares[0];
    const bool mine = game.to_move() == Player::kOne;
    int best = mine ? 0 : games::kWholePoint;
    for (std::uint16_t choice = 0; choice < TinyGame::kChoices; ++choice) {
        TinyGame next = game;
        next.play(Action{choice});
        best = mine ? std::max(best, minimax(next)) : std::min(best, minimax(next));
    }
    return best;
}

TEST(Proof, IsTheValueOfBestPlay) {
    std::array<int, games::kWholePoint + 1> seen{};
    for (std::uint32_t number = 0; number < 300; ++number) {
        const TinyGame game{number, 0, 0};
        const int value = minimax(game);
        ++seen[static_cast<std::size_t>(value)];
        TreeSearch<TinyGame, Ignorant> search(1);
        SearchLimits limits;
        limits.nodes = 5000;
        StopSignal stop;
        const SearchInfo info = search.search(game, limits, stop, 1, 1, {});
        ASSERT_FALSE(info.lines.empty());
        const auto& best = info.lines.front();
        ASSERT_LT(info.nodes, 5000u) << "game " << number << " was not proven";
        EXPECT_TRUE(best.exact) << "game " << number;
        EXPECT_EQ(best.win_probability * games::kWholePoint, value) << "game " << number;
    }
    for (const int result : {0, games::kWholePoint / 2, games::kWholePoint})
        EXPECT_GT(seen[static_cast<std::size_t>(result)], 10) << "no game ends with " << result;
}

}  // namespace
}  // namespace stockade::search
