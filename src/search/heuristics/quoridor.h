// The classical evaluation for Quoridor and Pinko Pallino: path lengths, walls in hand, and how much walls
// lengthen the paths.
#pragma once

#include <algorithm>
#include <memory>

#include "games/quoridor/position.h"
#include "search/heuristic.h"
#include "search/knowledge.h"
#include "search/race.h"

namespace stockade::search {

/// Races without walls in hand are solved exactly.
template <board::Shape S, class Steps>
struct Knowledge<games::quoridor::Position<S, 2, Steps>> {
    using P = games::quoridor::Position<S, 2, Steps>;

    std::optional<Score> probe(const P& position) {
        if (position.walls_left()) return std::nullopt;
        if (!races) races = std::make_unique<RaceCache<P>>();
        return races->result(position).score();
    }
    std::unique_ptr<RaceCache<P>> races;  ///< made when the first race is run
};

template <board::Shape S, int Players, class Steps>
struct Heuristic<games::quoridor::Position<S, Players, Steps>> {
    using P = games::quoridor::Position<S, Players, Steps>;
    using Set = typename S::Set;

    // Paired games: tree 25 - 5 in 9x9 Quoridor at 60 ms a turn, tree 53 - 47 in Pinko Pallino at 50 ms,
    // which is open, so that alpha-beta keeps its place there.
    static constexpr bool kTreeIsStronger = std::is_same_v<Steps, games::quoridor::JumpSteps>;

    // Quoridor: chosen by matches at 500 simulations a turn. Against {100, 0, 45, 38, 900, 0} these won 92.5
    // of 160, {70, 3, 40, 60, 930, 0} 84, {100, 0, 45, 70, 900, 0} 89, and what `stockade tune` fits, {32, 5,
    // 30, 122, 930, -23}, 38 of 100: a lead in walls goes with winning more than it brings it. Pinko Pallino
    // keeps its own: the fitted ones won 46 of 100 against them.
    static constexpr Weights<6> kWeights{{"steps ahead", "steps ahead x walls gone", "to move", "walls ahead",
                                          "a race that is won", "only one has walls"},
                                         std::is_same_v<Steps, games::quoridor::JumpSteps>
                                             ? std::array<Score, 6>{60, 0, 30, 25, 900, 0}
                                             : std::array<Score, 6>{100, 0, 45, 38, 900, 0}};
    using Terms = std::array<int, 6>;

    static int distance(const P& p, const board::Passages<S>& open, games::Player player) {
        return open.distance(Set::single(p.pawn(player)), p.goal(player));
    }

    /// The terms for the side to move, from the lengths of both shortest paths and both hands.
    static constexpr Terms terms(int mine, int theirs, int hand, int other_hand) {
        const int ahead = theirs - mine;
        const int gone = std::max(10 - (hand + other_hand) / 2, 0);
        // Without walls against it, the shorter path home wins; the mover needs no more steps than the other.
        const int won = (other_hand == 0 && ahead >= 0) - (hand == 0 && ahead < 0);
        return {ahead, ahead * gone, 1, hand - other_hand, won, (other_hand == 0) - (hand == 0)};
    }
    static Terms terms(const P& p) requires(Players == 2) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        return terms(distance(p, open, mover), distance(p, open, other), p.hand(mover), p.hand(other));
    }
    static Score evaluate(const P& p) requires(Players == 2) { return kWeights(terms(p)); }

    /// The weight of each step that the opponent's best wall adds to a player's shortest path. The tree
    /// evaluates few positions and can afford to look for that wall; alpha-beta finds it by searching. 9x9
    /// Quoridor with and without it, 500 simulations a turn: 140 - 60. Not tried in Pinko Pallino.
    static constexpr Score kWallCost = std::is_same_v<Steps, games::quoridor::JumpSteps> ? 50 : 0;
    static constexpr int kMostCost = 8;

    static Score evaluate_with_walls(const P& p) requires(Players == 2) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        const auto mine = *board::shortest_path(open, p.demand(mover));
        const auto theirs = *board::shortest_path(open, p.demand(other));
        Score score = kWeights(terms(mine.length, theirs.length, p.hand(mover), p.hand(other)));
        const auto cost = [&](games::Player player, const board::Path<S>& path) {
            return std::min(board::cost_of_a_wall(p.shape(), p.walls(), p.demand(player), path), kMostCost);
        };
        if (p.hand(mover)) score += kWallCost * cost(other, theirs);
        if (p.hand(other)) score -= kWallCost * cost(mover, mine);
        return std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
    }

    /// The shortest paths of the mover and of its nearest rival, and how much longer each wall makes them.
    struct EvalState {
        games::Player rival;
        int mine;
        int theirs;
        typename P::Walls own_path;
        typename P::Walls rival_path;
        std::array<std::uint8_t, S::kCells> from;            ///< steps home from the cells the pawn can go to
        std::array<std::uint8_t, 2 * S::kCells> mine_after;  ///< by place of a wall
        std::array<std::uint8_t, 2 * S::kCells> theirs_after;

        static int place(board::Wall wall) {
            return wall.anchor + (wall.orientation == board::Orientation::kVertical ? S::kCells : 0);
        }

        explicit EvalState(const P& p) {
            const auto open = p.passages();
            const auto mover = p.to_move();
            const Set here = Set::single(p.pawn(mover));
            mine = rings_from_goal(open, p.goal(mover), p.destinations() | here, p.pawn(mover), from);
            rival = mover;
            theirs = 0;
            for (int i = 0; i < Players; ++i) {
                const auto player = games::player_at(i);
                if (player == mover || (p.rules().teams && (i ^ games::index(mover)) % 2 == 0)) continue;
                if (const int steps = distance(p, open, player); rival == mover || steps < theirs) {
                    rival = player;
                    theirs = steps;
                }
            }
            if (p.hand(mover) == 0) return;
            own_path = board::shortest_path(open, p.demand(mover))->cuts;
            rival_path = board::shortest_path(open, p.demand(rival))->cuts;
            const auto fitting = board::fitting(p.shape(), p.walls());
            try_walls(p, mover, mine, own_path & fitting, mine_after);
            try_walls(p, rival, theirs, rival_path & fitting, theirs_after);
        }

        Score after(const P& next, games::Action action) const requires(Players == 2) {
            const auto mover = next.to_move();
            const auto other = games::player_at(1 - games::index(mover));
            int own = mine;
            int their = theirs;
            if (next.is_wall(action)) {
                const int at = place(next.wall_of(action));
                own = mine_after[at];
                their = theirs_after[at];
            } else {
                own = from[next.cell_of(action)];
            }
            return kWeights(terms(their, own, next.hand(mover), next.hand(other)));
        }

    private:
        static void try_walls(const P& p, games::Player player, int now, typename P::Walls walls,
                              std::array<std::uint8_t, 2 * S::kCells>& after) {
            after.fill(static_cast<std::uint8_t>(now));
            walls.for_each([&](board::Wall wall) {
                const auto closed = board::passages(p.shape(), p.walls() | P::Walls::single(wall));
                after[place(wall)] = static_cast<std::uint8_t>(distance(p, closed, player));
            });
        }
        /// Steps to the goal from every cell of `cells`; returns those of `here`.
        static int rings_from_goal(const board::Passages<S>& open, const Set& goal, const Set& cells,
                                   int here, std::array<std::uint8_t, S::kCells>& steps) {
            Set seen = goal;
            Set ring = goal;
            Set missing = cells;
            for (int distance = 0; missing.any() && ring.any(); ++distance) {
                (ring & missing).for_each([&](int cell) {
                    steps[cell] = static_cast<std::uint8_t>(distance);
                });
                missing = missing.without(ring);
                ring = open.neighbours(ring).without(seen);
                seen |= ring;
            }
            return steps[here];
        }
    };

    static std::array<float, Players> shares(const P& p) {
        if constexpr (Players == 2) {
            return shares_of(p, kWallCost ? evaluate_with_walls(p) : evaluate(p));
        } else {
            // Each is as likely to win as its lead over the others makes it; partners count as one.
            const auto open = p.passages();
            std::array<float, Players> shares;
            float total = 0;
            for (int i = 0; i < Players; ++i) {
                const auto player = games::player_at(i);
                const int wait = (i - games::index(p.to_move()) + Players) % Players;
                const float need =
                    static_cast<float>(distance(p, open, player)) + 0.25f * static_cast<float>(wait);
                shares[i] = portable_exp(-0.55f * need + 0.12f * static_cast<float>(p.hand(player)));
                total += shares[i];
            }
            for (float& share : shares) share /= total;
            if constexpr (Players == 4) {
                if (p.rules().teams)
                    for (int i = 0; i < 2; ++i) shares[i] = shares[i + 2] = (shares[i] + shares[i + 2]) / 2;
            }
            return shares;
        }
    }

    static void rate(const P& p, const EvalState& eval_state, const typename P::Actions& actions,
                     std::span<int> ratings) {
        const auto mover = p.to_move();
        const board::Contacts<S> contacts(p.shape(), p.walls());
        const auto near_rival = around(p.passages(), p.pawn(eval_state.rival));
        for (int i = 0; i < actions.size(); ++i) {
            const games::Action action = actions[i];
            if (!p.is_wall(action)) {
                const int cell = p.cell_of(action);
                ratings[i] =
                    cell == p.pawn(mover) ? 0 : 160 + 130 * (eval_state.mine - eval_state.from[cell]);
                continue;
            }
            const board::Wall wall = p.wall_of(action);
            const int at = EvalState::place(wall);
            int rating = -330;
            if (eval_state.rival_path.has(wall)) {
                rating += 60 + 110 * std::min(eval_state.theirs_after[at] - eval_state.theirs, 5);
                if (eval_state.own_path.has(wall))
                    rating -= 100 * std::min(eval_state.mine_after[at] - eval_state.mine, 5);
            } else if (eval_state.own_path.has(wall)) {
                rating -= 140;
            }
            if (touches(contacts, wall)) rating += 35;
            if (near_rival.has(wall)) rating += 45;
            ratings[i] = rating;
        }
    }

private:
    /// Walls across the steps around a cell.
    static typename P::Walls around(const board::Passages<S>& open, int cell) {
        const Set at = Set::single(cell);
        const Set cells = at | open.neighbours(at);
        const Set north = cells | cells.template down<S::kStride>();
        const Set east = cells | cells.template down<1>();
        return {north | north.template down<1>(), east | east.template down<S::kStride>()};
    }
    static bool touches(const board::Contacts<S>& contacts, board::Wall wall) {
        const bool ends = wall.orientation == board::Orientation::kHorizontal
                              ? contacts.left.test(wall.anchor) || contacts.right.test(wall.anchor)
                              : contacts.below.test(wall.anchor) || contacts.above.test(wall.anchor);
        return ends || contacts.middle.test(wall.anchor);
    }
};

}  // namespace stockade::search
