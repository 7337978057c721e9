// Plain UCT with uniform random playouts, the baseline for stronger searches. It follows the textbooks and
// stays simple. Every game; one thread.
#pragma once

#include <cmath>
#include <vector>

#include "games/playout.h"
#include "search/limits.h"

namespace stockade::search {

template <games::Game P>
class Uct {
public:
    static constexpr int kSimulations = 7500;

    /// The action visited most, and how many simulations were made.
    struct Answer {
        games::Action action;
        double share = 0;  ///< of the point, for the player to move
        std::uint64_t simulations = 0;
    };

    Answer search(const P& root, std::uint64_t simulations, const SearchLimits& limits, StopSignal& stop,
                  std::uint64_t seed) {
        nodes_.assign(1, Node{});
        Random random(seed);
        std::uint64_t done = 0;
        while (done < simulations && (done < 2 || !stop.stopped())) {
            simulate(root, random);
            ++done;
            if (limits.time && done % 16 == 0 && Clock::now() - limits.begin >= *limits.time) break;
        }
        const Node* best = nullptr;
        for (int i = 0; i < nodes_[0].count; ++i)
            if (const Node& child =
                    nodes_[static_cast<std::size_t>(nodes_[0].first) + static_cast<std::size_t>(i)];
                !best || child.visits > best->visits)
                best = &child;
        return {best->action, best->visits ? best->sum / best->visits : 0.5, done};
    }

private:
    static constexpr double kExploration = 1.4142135623730951;
    static constexpr int kLongestPlayout = 2000;

    struct Node {
        games::Action action;
        int mover = -1;  ///< who chose the action that leads here; -1: chance
        int first = 0;
        int count = 0;  ///< children; 0: not expanded
        int visits = 0;
        double sum = 0;  ///< of the shares of `mover`
    };

    void simulate(const P& root, Random& random) {
        P position = root;
        std::vector<int>& path = path_;
        path.assign(1, 0);
        while (nodes_[static_cast<std::size_t>(path.back())].count) {
            path.push_back(select(path.back(), position, random));
            position.play(nodes_[static_cast<std::size_t>(path.back())].action);
        }
        if (!position.outcome().over) {
            expand(path.back(), position);
            path.push_back(select(path.back(), position, random));
            position.play(nodes_[static_cast<std::size_t>(path.back())].action);
            games::random_playout(position, random, kLongestPlayout);
        }
        const games::Outcome outcome = position.outcome();
        for (const int at : path) {
            Node& node = nodes_[static_cast<std::size_t>(at)];
            ++node.visits;
            if (node.mover < 0) continue;
            node.sum += outcome.over
                            ? static_cast<double>(outcome.shares[static_cast<std::size_t>(node.mover)]) /
                                  games::kWholePoint
                            : 1.0 / P::kPlayers;
        }
    }
    void expand(int at, const P& position) {
        typename P::Actions actions;
        position.generate(typename P::Context(position), actions);
        nodes_[static_cast<std::size_t>(at)].first = static_cast<int>(nodes_.size());
        nodes_[static_cast<std::size_t>(at)].count = actions.size();
        for (const games::Action action : actions)
            nodes_.push_back({action, games::index(position.to_move()), 0, 0, 0, 0});
    }
    /// Selects by UCB1, unvisited children first in random order; at chance nodes at random.
    int select(int at, const P& position, Random& random) {
        const Node& node = nodes_[static_cast<std::size_t>(at)];
        const int offset = static_cast<int>(random.below(static_cast<std::uint32_t>(node.count)));
        if (position.to_move() == games::Player::kChance) return node.first + offset;
        int best = node.first;
        double best_score = -1;
        for (int i = 0; i < node.count; ++i) {
            const int index = node.first + (i + offset) % node.count;
            const Node& child = nodes_[static_cast<std::size_t>(index)];
            if (child.visits == 0) return index;
            const double score =
                child.sum / child.visits + kExploration * std::sqrt(std::log(node.visits) / child.visits);
            if (score > best_score) {
                best_score = score;
                best = index;
            }
        }
        return best;
    }

    std::vector<Node> nodes_;
    std::vector<int> path_;
};

}  // namespace stockade::search
