// Hand-made judgement for Territoires and Wall Go: the cells each player reaches first, and ground already
// closed.
#pragma once

#include <algorithm>

#include "games/territoires/position.h"
#include "search/heuristic.h"

namespace stockade::search {

template <int Players>
struct Heuristic<games::territoires::Position<Players>> {
    using P = games::territoires::Position<Players>;
    using Set = games::territoires::Set;

    // 30 paired games of Wall Go at 60 ms a turn: alpha-beta 17 - 13, which is open; it also proves endings
    // sooner.
    static constexpr bool kTreeIsStronger = false;

    using Outlook = PlainOutlook<P>;

    static constexpr Score kCell = 22;        ///< a cell reached first
    static constexpr Score kClosedCell = 30;  ///< a cell nobody else can reach

    /// Cells that each player's pawns reach before all others, and those nobody else can reach, weighted.
    static std::array<Score, Players> ground(const P& p) {
        const auto open = p.passages();
        std::array<Set, Players> reached;
        std::array<Set, Players> first{};
        Set taken{};
        for (int i = 0; i < Players; ++i) {
            reached[i] = p.pawns(games::player_at(i));
            first[i] = reached[i];
            taken |= reached[i];
        }
        std::array<Set, Players> frontier = reached;
        for (bool growing = true; growing;) {
            growing = false;
            Set contested{};
            Set seen_once{};
            for (int i = 0; i < Players; ++i) {
                frontier[i] = open.neighbours(frontier[i]).without(taken | first[i]);
                contested |= seen_once & frontier[i];
                seen_once |= frontier[i];
            }
            taken |= seen_once;
            for (int i = 0; i < Players; ++i) {
                first[i] |= frontier[i].without(contested);
                growing |= frontier[i].any();
            }
        }
        std::array<Score, Players> result;
        for (int i = 0; i < Players; ++i) {
            const auto player = games::player_at(i);
            const int closed = p.score(player).sum;
            result[i] = kCell * (first[i].count() - closed) + kClosedCell * closed;
        }
        return result;
    }

    static Score evaluate(const P& p) requires(Players == 2) {
        const auto each = ground(p);
        const int mover = games::index(p.to_move());
        const Score tempo = p.phase() == P::Phase::kTurn ? 25 : -25;
        return std::clamp(each[mover] - each[1 - mover] + tempo, -kMaxEvaluation, kMaxEvaluation);
    }
    static std::array<float, Players> shares(const P& p) {
        if constexpr (Players == 2) {
            return shares_of(p, evaluate(p));
        } else {
            const auto each = ground(p);
            std::array<float, Players> shares;
            float total = 0;
            for (int i = 0; i < Players; ++i)
                total += shares[i] = portable_exp(static_cast<float>(each[i]) / kScoreScale);
            for (float& share : shares) share /= total;
            return shares;
        }
    }

    /// An action is rated by the ground it leaves.
    static void rate(const P& p, const Outlook& /*outlook*/, const typename P::Actions& actions,
                     std::span<int> ratings) {
        const int mover = games::index(p.to_move());
        int best = -kInfinite;
        for (int i = 0; i < actions.size(); ++i) {
            P next = p;
            next.play(actions[i]);
            const auto each = ground(next);
            Score others = 0;
            for (int j = 0; j < Players; ++j)
                if (j != mover) others = std::max(others, each[j]);
            ratings[i] = each[mover] - others;
            if (actions[i] == games::territoires::kPassAction) ratings[i] -= 300;
            best = std::max(best, ratings[i]);
        }
        for (int i = 0; i < actions.size(); ++i) ratings[i] -= best;
    }
};

}  // namespace stockade::search
