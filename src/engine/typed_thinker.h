// The one template that makes a Thinker for a position type. Included only where a game's searches are
// compiled.
#pragma once

#include "engine/thinker.h"
#include "games/position_reader.h"
#include "search/alphabeta.h"
#include "search/heuristics/blockade.h"
#include "search/heuristics/quoridor.h"
#include "search/heuristics/quoridor4fun.h"
#include "search/heuristics/territoires.h"
#include "search/mcts.h"

namespace stockade::engine {

template <games::Game P>
class TypedThinker final : public Thinker {
public:
    void new_game() override {
        table_.reset();
        if (tree_) tree_->forget();
    }

    Result<Thoughts> think(const std::string& text, const std::vector<std::uint64_t>& earlier,
                           const Options& options, const search::Limits& limits, search::StopSignal& stop,
                           const std::function<void(const Thoughts&)>& on_thoughts) override {
        const auto root = games::read_position<P>(text);
        if (!root) return root.error();
        if constexpr (games::TwoPlayerPerfect<P>) {
            const bool tree =
                options.algorithm == Algorithm::kTree ||
                (options.algorithm == Algorithm::kBest && search::Heuristic<P>::kTreeIsStronger);
            if (!tree) return by_alphabeta(*root, earlier, options, limits, stop, on_thoughts);
        } else if (options.algorithm == Algorithm::kAlphaBeta) {
            return error("alpha-beta plays only games of two players without dice");
        }
        return by_tree(*root, options, limits, stop, on_thoughts);
    }

private:
    using Actions = std::vector<games::Action>;

    Thoughts by_alphabeta(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                          const search::Limits& limits, search::StopSignal& stop,
                          const std::function<void(const Thoughts&)>& on_thoughts) {
        if (!table_ || hash_megabytes_ != options.hash_megabytes) {
            table_ = std::make_unique<search::TranspositionTable>(options.hash_megabytes);
            hash_megabytes_ = options.hash_megabytes;
        }
        const auto thoughts_of = [&](const search::Report& report) {
            Thoughts thoughts{report.depth,   report.deepest,       report.nodes,
                              report.seconds, report.permille_full, {}};
            for (const search::Line& line : report.lines) {
                Variation variation;
                variation.score = line.score;
                variation.win_probability = search::win_probability(line.score);
                if (search::is_win(line.score)) variation.proven = search::distance_to_end(line.score);
                if (search::is_loss(line.score)) variation.proven = -search::distance_to_end(line.score);
                variation.turns = turns_of(root, line.actions);
                thoughts.variations.push_back(std::move(variation));
            }
            return thoughts;
        };
        search::AlphaBeta<P> alphabeta(*table_);
        auto thoughts = thoughts_of(alphabeta.search(root, earlier, limits, stop, options.threads,
                                                     options.lines, [&](const search::Report& report) {
                                                         if (on_thoughts) on_thoughts(thoughts_of(report));
                                                     }));
        return thoughts;
    }

    Thoughts by_tree(const P& root, const Options& options, const search::Limits& limits,
                     search::StopSignal& stop, const std::function<void(const Thoughts&)>& on_thoughts) {
        if (!tree_ || hash_megabytes_ != options.hash_megabytes) {
            tree_ = std::make_unique<search::TreeSearch<P>>(options.hash_megabytes);
            hash_megabytes_ = options.hash_megabytes;
        }
        const auto thoughts_of = [&](const search::TreeReport& report) {
            Thoughts thoughts{report.deepest, report.deepest,       report.simulations,
                              report.seconds, report.permille_full, {}};
            const auto count =
                std::min<std::size_t>(static_cast<std::size_t>(options.lines), report.candidates.size());
            for (std::size_t i = 0; i < count; ++i) {
                const search::Candidate& candidate = report.candidates[i];
                Variation variation;
                variation.win_probability = candidate.share;
                const double clipped = std::clamp(candidate.share, 0.001, 0.999);
                variation.score = static_cast<int>(search::kScoreScale * std::log(clipped / (1 - clipped)));
                if (candidate.proven && candidate.share == 1.0)
                    variation.proven = static_cast<int>(candidate.line.size());
                if (candidate.proven && candidate.share == 0.0)
                    variation.proven = -static_cast<int>(candidate.line.size());
                variation.turns = turns_of(root, candidate.line);
                thoughts.variations.push_back(std::move(variation));
            }
            return thoughts;
        };
        return thoughts_of(
            tree_->search(root, limits, stop, options.threads, [&](const search::TreeReport& report) {
                if (on_thoughts && !report.candidates.empty()) on_thoughts(thoughts_of(report));
            }));
    }

    /// Whole turns from a line of actions. The first turn is completed by what looks best where the line is
    /// too short; later ones are told only when they are whole.
    static std::vector<std::string> turns_of(const P& root, const Actions& line) {
        std::vector<std::string> turns;
        P position = root;
        std::string turn;
        const auto add = [&](games::Action action) {
            if (!turn.empty()) turn += games::TextOf<P>::separator(position);
            turn += games::TextOf<P>::action(position, action);
            position.play(action);
            if (!position.turn_start() && !position.outcome().over) return;
            turns.push_back(std::move(turn));
            turn.clear();
        };
        for (const games::Action action : line) add(action);
        while (turns.empty() && !position.outcome().over) add(most_promising(position));
        return turns;
    }
    static games::Action most_promising(const P& position) {
        const typename P::Context context(position);
        typename P::Actions actions;
        position.generate(context, actions);
        std::array<int, P::Actions::kCapacity> ratings;
        search::Heuristic<P>::rate(position, typename search::Heuristic<P>::Outlook(position), actions,
                                   ratings);
        return actions[static_cast<int>(std::max_element(ratings.begin(), ratings.begin() + actions.size()) -
                                        ratings.begin())];
    }

    std::unique_ptr<search::TranspositionTable> table_;
    std::unique_ptr<search::TreeSearch<P>> tree_;
    std::size_t hash_megabytes_ = 0;
};

template <class P>
std::unique_ptr<Thinker> make_thinker() {
    return std::make_unique<TypedThinker<P>>();
}

}  // namespace stockade::engine
