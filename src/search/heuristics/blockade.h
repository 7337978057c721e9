// The classical evaluation for Blockade: the moves that each side's nearer pawn needs, and walls in hand.
#pragma once

#include <algorithm>

#include "games/blockade/position.h"
#include "search/heuristic.h"

namespace stockade::search {

template <>
struct Heuristic<games::blockade::Position> {
    using P = games::blockade::Position;
    using S = P::Shape;

    // 30 paired games at 60 ms a turn: tree 19 - 11.
    static constexpr bool kTreeIsStronger = true;

    using EvalState = PlainEvalState<P>;

    // Towards what `stockade tune` fits: 50.5 of 100 games against {60, 12, 60, 14} at 500 simulations a
    // turn.
    static constexpr Weights<4> kWeights{
        {"steps ahead", "steps ahead of both pawns", "to move", "walls ahead"}, {20, 4, 30, 0}};
    using Terms = std::array<int, 4>;

    static int distance(const P& p, const board::Passages<S>& open, games::Player player) {
        P::Set own{};
        for (const int cell : p.pawns(player)) own.set(cell);
        return open.distance(own, P::goal(player));
    }

    static Terms terms(const P& p) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        const auto both = [&](games::Player player) {
            int total = 0;
            for (const int cell : p.pawns(player))
                total += open.distance(P::Set::single(cell), P::goal(player));
            return total;
        };
        // Once the wall alone is owed, the other side is as good as on move.
        return {distance(p, open, other) - distance(p, open, mover), both(other) - both(mover),
                p.wall_owed() ? -1 : 1, p.hand(mover).total() - p.hand(other).total()};
    }
    static Score evaluate(const P& p) { return kWeights(terms(p)); }
    static std::array<float, 2> shares(const P& p) { return shares_of(p, evaluate(p)); }
    static void rate(const P& p, const EvalState& /*eval_state*/, const P::Actions& actions,
                     std::span<int> ratings) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        const auto own_field = board::distance_field(open, P::goal(mover));
        const int before = distance(p, open, other);
        std::array<P::Walls, 2> cuts;
        for (int i = 0; i < 2; ++i)
            cuts[i] =
                board::shortest_path(open, board::Demand<S>{p.pawns(other)[i], P::goal(other), false})->cuts;
        const auto own_cuts = board::shortest_path(open, board::Demand<S>{own_field[p.pawns(mover)[0]] <=
                                                                                  own_field[p.pawns(mover)[1]]
                                                                              ? p.pawns(mover)[0]
                                                                              : p.pawns(mover)[1],
                                                                          P::goal(mover), false})
                                  ->cuts;
        for (int i = 0; i < actions.size(); ++i) {
            const games::Action action = actions[i];
            if (action == P::kPass) {
                ratings[i] = 0;
            } else if (P::is_move(action)) {
                const auto [from, to] = P::move_of(action);
                const int nearest = std::min(own_field[p.pawns(mover)[0]], own_field[p.pawns(mover)[1]]);
                ratings[i] = 70 * (own_field[from] - own_field[to]) + (own_field[from] == nearest ? 60 : 0);
            } else {
                const board::Wall wall = P::wall_of(action);
                int rating = -300;
                if (cuts[0].has(wall) || cuts[1].has(wall)) {
                    const auto closed = board::passages(S{}, p.walls() | P::Walls::single(wall));
                    rating += 80 + 80 * std::min(distance(p, closed, other) - before, 6);
                }
                if (own_cuts.has(wall)) rating -= 150;
                ratings[i] = rating;
            }
        }
    }
};

}  // namespace stockade::search
