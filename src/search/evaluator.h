// Evaluators: the functions that a search calls to evaluate positions. Each thread has a copy, so an
// evaluator may keep state between calls. The classical evaluator is here; networks implement the same
// functions.
#pragma once

#include "search/heuristic.h"

namespace stockade::search {

/// The constants of the tree search.
struct TreeParameters {
    float exploration = 2.2f;
    float first_play_reduction =
        0.2f;                      ///< how much less than the others an action not tried yet is thought worth
    int policy_temperature = 100;  ///< per cent by which the ratings' differences are divided to make priors
};

/// The classical evaluation of heuristic.h, which explains what each call means. Every evaluator offers the
/// same: shares, look and rate for all games; evaluate and after where two play; the constants.
template <class P>
struct ClassicEvaluator {
    using EvalState = typename Heuristic<P>::EvalState;

    static constexpr TreeParameters kTreeParameters{};
    static constexpr bool tree_is_stronger() requires(games::TwoPlayerPerfect<P>) {
        return Heuristic<P>::kTreeIsStronger;
    }

    static std::array<float, P::kPlayers> shares(const P& p) { return Heuristic<P>::shares(p); }
    static EvalState eval_state(const P& p) { return EvalState(p); }
    static void rate(const P& p, const EvalState& eval_state, const typename P::Actions& actions,
                     std::span<int> ratings) {
        Heuristic<P>::rate(p, eval_state, actions, ratings);
    }
    static Score evaluate(const P& p) requires(games::TwoPlayerPerfect<P>) {
        return Heuristic<P>::evaluate(p);
    }
    /// evaluate(next), by the eval_state before the action that led there.
    static Score after(const EvalState& eval_state, const P& next,
                       games::Action action) requires(games::TwoPlayerPerfect<P>) {
        return eval_state.after(next, action);
    }
};

}  // namespace stockade::search
