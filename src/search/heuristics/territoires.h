// The classical evaluation for Territoires and Wall Go: the cells each player reaches first, and ground
// already closed.
#pragma once

#include <algorithm>

#include "games/territoires/position.h"
#include "search/heuristic.h"

namespace stockade::search {

template <int Players>
struct Heuristic<games::territoires::Position<Players>> {
    using P = games::territoires::Position<Players>;
    using Set = games::territoires::Set;

    // 100 paired games of Wall Go at 50 ms a turn: tree 66 - 34.
    static constexpr bool kTreeIsStronger = true;

    using EvalState = PlainEvalState<P>;

    // Fitted by `stockade tune` in two rounds: 76.5 of 100 games of Wall Go against {22, 30, 25} at 500
    // simulations a turn with the first, 62.5 of 100 against the first with the second.
    static constexpr Weights<3> kWeights{{"cells reached first", "cells closed off", "to move"},
                                         {40, 40, 50}};
    using Terms = std::array<int, 3>;

    struct Ground {
        int first = 0;   ///< open cells that the player's pawns reach before all others
        int closed = 0;  ///< cells nobody else can reach
        Score points() const { return kWeights.points[0] * first + kWeights.points[1] * closed; }
    };

    static std::array<Ground, Players> ground(const P& p) {
        std::array<Set, Players> pawns;
        for (int i = 0; i < Players; ++i) pawns[i] = p.pawns(games::player_at(i));
        const auto first = board::reached_first(p.passages(), pawns);
        std::array<Ground, Players> result;
        for (int i = 0; i < Players; ++i) {
            const int closed = p.score(games::player_at(i)).sum;
            result[i] = {first[i].count() - closed, closed};
        }
        return result;
    }

    static Terms terms(const P& p) requires(Players == 2) {
        const auto each = ground(p);
        const Ground& mine = each[games::index(p.to_move())];
        const Ground& theirs = each[1 - games::index(p.to_move())];
        return {mine.first - theirs.first, mine.closed - theirs.closed,
                p.phase() == P::Phase::kTurn ? 1 : -1};
    }
    static Score evaluate(const P& p) requires(Players == 2) { return kWeights(terms(p)); }
    static std::array<float, Players> shares(const P& p) {
        if constexpr (Players == 2) {
            return shares_of(p, evaluate(p));
        } else {
            const auto each = ground(p);
            std::array<float, Players> shares;
            float total = 0;
            for (int i = 0; i < Players; ++i)
                total += shares[i] = portable_exp(static_cast<float>(each[i].points()) / kScoreScale);
            for (float& share : shares) share /= total;
            return shares;
        }
    }

    /// An action is rated by the ground it leaves.
    static void rate(const P& p, const EvalState& /*eval_state*/, const typename P::Actions& actions,
                     std::span<int> ratings) {
        const int mover = games::index(p.to_move());
        int best = -kInfinite;
        for (int i = 0; i < actions.size(); ++i) {
            P next = p;
            next.play(actions[i]);
            const auto each = ground(next);
            Score others = 0;
            for (int j = 0; j < Players; ++j)
                if (j != mover) others = std::max(others, each[j].points());
            ratings[i] = each[mover].points() - others;
            if (actions[i] == games::territoires::kPassAction) ratings[i] -= 300;
            best = std::max(best, ratings[i]);
        }
        for (int i = 0; i < actions.size(); ++i) ratings[i] -= best;
    }
};

}  // namespace stockade::search
