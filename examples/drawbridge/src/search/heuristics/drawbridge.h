// The classical evaluation for Drawbridge: who needs fewer steps to the goal, and who has more steps to choose from.
#pragma once

#include "games/drawbridge/position.h"
#include "search/heuristic.h"

namespace stockade::search {

template <>
struct Heuristic<games::drawbridge::Position> {
    using P = games::drawbridge::Position;

    static constexpr bool kTreeIsStronger = false;

    using EvalState = PlainEvalState<P>;

    // A first guess; `stockade tune` fits better ones.
    static constexpr Weights<3> kWeights{{"steps ahead", "sides open", "to move"}, {60, 10, 30}};
    using Terms = std::array<int, 3>;

    static int distance(const P& p, games::Player player) {
        constexpr int kNoPath = 12;  // worse than any path
        const int steps = p.passages().distance(games::drawbridge::Set::single(p.pawn(player)), P::goal(player));
        return steps < 0 ? kNoPath : steps;
    }
    static int sides(const P& p, games::Player player) {
        return p.passages().neighbours(games::drawbridge::Set::single(p.pawn(player))).count();
    }

    static Terms terms(const P& p) {
        const auto mover = p.to_move();
        const auto other = P::other(mover);
        return {distance(p, other) - distance(p, mover), sides(p, mover) - sides(p, other), 1};
    }
    static Score evaluate(const P& p) { return kWeights(terms(p)); }
    static std::array<float, 2> shares(const P& p) { return shares_of(p, evaluate(p)); }
    static void rate(const P& p, const EvalState& /*eval_state*/, const P::Actions& actions, std::span<int> ratings) {
        for (int i = 0; i < actions.size(); ++i) {
            P next = p;
            next.play(actions[i]);
            ratings[static_cast<std::size_t>(i)] = -100 * distance(next, p.to_move());
        }
    }
};

}  // namespace stockade::search
