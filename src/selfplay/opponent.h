// Opponent: the classical engine as an opponent in test games of a network.
#pragma once

#include <memory>
#include <vector>

#include "search/alphabeta.h"
#include "search/mcts.h"

namespace stockade::selfplay {

template <games::Game P>
class Opponent {
public:
    explicit Opponent(Milliseconds time) : time_(time) {}

    /// `game`: its number; what was learnt in another one is forgotten. `earlier`: keys of its positions so
    /// far.
    games::Action choose(const P& position, std::uint64_t game, const std::vector<std::uint64_t>& earlier) {
        if (game != game_) {
            if (tree_) tree_->forget();
            if (table_) table_->clear();
            game_ = game;
        }
        search::SearchLimits limits;
        limits.time = time_;
        search::StopSignal stop;
        if constexpr (games::TwoPlayerPerfect<P>)
            if (!search::ClassicEvaluator<P>::tree_is_stronger()) {
                if (!table_) table_ = std::make_unique<search::TranspositionTable>(kMegabytes);
                search::AlphaBeta<P> search(*table_);
                return search.search(position, earlier, limits, stop, 1, 1, {}).lines.at(0).actions.at(0);
            }
        if (!tree_) tree_ = std::make_unique<search::TreeSearch<P>>(kMegabytes);
        return tree_->search(position, limits, stop, 1, 1, {}).lines.at(0).actions.at(0);
    }

private:
    static constexpr std::size_t kMegabytes = 64;  // as engines take by default

    Milliseconds time_;
    std::uint64_t game_ = 0;
    std::unique_ptr<search::TranspositionTable> table_;
    std::unique_ptr<search::TreeSearch<P>> tree_;
};

}  // namespace stockade::selfplay
