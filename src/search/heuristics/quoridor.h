// Hand-made judgement for Quoridor and Pinko Pallino: the race to the goals, walls in hand, and what walls
// cost whom.
#pragma once

#include <algorithm>
#include <cmath>

#include "games/quoridor/position.h"
#include "search/heuristic.h"

namespace stockade::search {

template <board::Shape S, int Players, class Steps>
struct Heuristic<games::quoridor::Position<S, Players, Steps>> {
    using P = games::quoridor::Position<S, Players, Steps>;
    using Set = typename S::Set;

    // 30 paired games at 60 ms a turn: tree 25 - 5 in 9x9 Quoridor, alpha-beta 21 - 9 in Pinko Pallino.
    static constexpr bool kTreeIsStronger = std::is_same_v<Steps, games::quoridor::JumpSteps>;

    // In hundredths of a step.
    static constexpr Score kStep = 100;
    static constexpr Score kTempo = 45;
    static constexpr Score kWallInHand = 38;
    static constexpr Score kWonRace = 900;  ///< nobody can lengthen the leader's way any more

    static int distance(const P& p, const board::Passages<S>& open, games::Player player) {
        return open.distance(Set::single(p.pawn(player)), p.goal(player));
    }

    static Score evaluate(const P& p) requires(Players == 2) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        const int mine = distance(p, open, mover);
        const int theirs = distance(p, open, other);
        Score score = kStep * (theirs - mine) + kTempo + kWallInHand * (p.hand(mover) - p.hand(other));
        // Without walls against it, the shorter way home wins; the mover needs no more steps than the other.
        if (p.hand(other) == 0 && mine <= theirs) score += kWonRace;
        if (p.hand(mover) == 0 && theirs < mine) score -= kWonRace;
        return std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
    }

    static std::array<float, Players> shares(const P& p) {
        if constexpr (Players == 2) {
            return shares_of(p, evaluate(p));
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
                shares[i] = std::exp(-0.55f * need + 0.12f * static_cast<float>(p.hand(player)));
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

    static void rate(const P& p, const typename P::Context& /*context*/, const typename P::Actions& actions,
                     std::span<int> ratings) {
        const auto open = p.passages();
        const auto mover = p.to_move();
        const auto own_route = board::route_cuts(open, p.demand(mover));
        const auto pawn_goals = p.destinations();
        std::array<int, S::kCells> from_goal;
        const int here = rings_from_goal(open, p.goal(mover), pawn_goals | Set::single(p.pawn(mover)),
                                         p.pawn(mover), from_goal);

        // The rival who is nearest its goal is the one to hold up.
        auto rival = games::player_at((games::index(mover) + 1) % Players);
        int rival_distance = distance(p, open, rival);
        for (int i = 0; i < Players; ++i) {
            const auto player = games::player_at(i);
            if (player == mover || (p.rules().teams && (i ^ games::index(mover)) % 2 == 0)) continue;
            if (const int steps = distance(p, open, player); steps < rival_distance) {
                rival = player;
                rival_distance = steps;
            }
        }
        const auto rival_route = board::route_cuts(open, p.demand(rival));
        const board::Contacts<S> contacts(p.shape(), p.walls());
        const auto near_rival = around(open, p.pawn(rival));

        for (int i = 0; i < actions.size(); ++i) {
            const games::Action action = actions[i];
            if (!p.is_wall(action)) {
                const int cell = p.cell_of(action);
                ratings[i] = cell == p.pawn(mover) ? 0 : 160 + 130 * (here - from_goal[cell]);
                continue;
            }
            const board::Wall wall = p.wall_of(action);
            int rating = -330;
            if (rival_route->has(wall)) {
                const auto closed = board::passages(p.shape(), p.walls() | P::Walls::single(wall));
                const int longer = distance(p, closed, rival) - rival_distance;
                rating += 60 + 110 * std::min(longer, 5);
                if (own_route->has(wall)) rating -= 100 * std::min(distance(p, closed, mover) - here, 5);
            } else if (own_route->has(wall)) {
                rating -= 140;
            }
            if (touches(contacts, wall)) rating += 35;
            if (near_rival.has(wall)) rating += 45;
            ratings[i] = rating;
        }
    }

private:
    /// Steps to the goal from every cell of `cells`; returns those of `here`.
    static int rings_from_goal(const board::Passages<S>& open, const Set& goal, const Set& cells, int here,
                               std::array<int, S::kCells>& steps) {
        Set seen = goal;
        Set ring = goal;
        Set missing = cells;
        for (int distance = 0; missing.any() && ring.any(); ++distance) {
            (ring & missing).for_each([&](int cell) { steps[cell] = distance; });
            missing = missing.without(ring);
            ring = open.neighbours(ring).without(seen);
            seen |= ring;
        }
        return steps[here];
    }
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
