// The one template that makes a Thinker for a position type. Included only where a game's searches are
// compiled.
#pragma once

#include <cmath>

#include "engine/thinker.h"
#include "games/position_reader.h"
#include "search/alphabeta.h"
#include "search/heuristics/blockade.h"
#include "search/heuristics/quoridor.h"
#include "search/heuristics/quoridor4fun.h"
#include "search/heuristics/territoires.h"
#include "search/mcts.h"
#include "search/uct.h"

namespace stockade::engine {

template <games::Game P, class Judge = search::HandMade<P>>
class TypedThinker final : public Thinker {
public:
    explicit TypedThinker(const Judge& judge = {}) : judge_(judge) {}

    void new_game() override {
        if (table_) table_->clear();
        if (tree_) tree_->forget();
    }

    Result<Thoughts> think(const std::string& text, const std::vector<std::uint64_t>& earlier,
                           const Options& options, const Level* level, const search::Limits& limits,
                           search::StopSignal& stop,
                           const std::function<void(const Thoughts&)>& on_thoughts) override {
        const auto root = games::read_position<P>(text);
        if (!root) return root.error();
        if (options.algorithm == Algorithm::kRandom)
            return by_chance(*root, dice_of(*root, earlier, options));
        if (options.algorithm == Algorithm::kBaseline)
            return by_playouts(*root, dice_of(*root, earlier, options), limits, stop);
        if (level) return at_level(*root, earlier, options, *level, limits, stop, on_thoughts);
        if constexpr (games::TwoPlayerPerfect<P>) {
            const bool tree = options.algorithm == Algorithm::kTree ||
                              (options.algorithm == Algorithm::kBest && Judge::tree_is_stronger());
            if (!tree || limits.win_in_turns)
                return by_alphabeta(*root, earlier, options, limits, stop, on_thoughts);
        } else {
            if (options.algorithm == Algorithm::kAlphaBeta)
                return error("alpha-beta plays only games of two players without dice");
            if (limits.win_in_turns)
                return error("wins are proven only in games of two players without dice");
        }
        return by_tree(*root, earlier, options, limits, stop, on_thoughts);
    }

    Result<std::vector<RatedAction>> rate(const std::string& text) override {
        const auto position = games::read_position<P>(text);
        if (!position) return position.error();
        typename P::Actions actions;
        position->generate(typename P::Context(*position), actions);
        std::array<int, P::Actions::kCapacity> ratings{};
        judge_.rate(*position, judge_.look(*position), actions, ratings);
        const int best = *std::max_element(ratings.begin(), ratings.begin() + actions.size());
        std::vector<RatedAction> rated;
        double total = 0;
        for (int i = 0; i < actions.size(); ++i) {
            // As the tree makes its priors.
            const double share = search::decay((best - ratings[i]) * 100 / Judge::kTreeParameters.flatness);
            rated.push_back({games::TextOf<P>::action(*position, actions[i]), share});
            total += share;
        }
        for (RatedAction& action : rated) action.share /= total;
        return rated;
    }

    Result<Terms> terms(const std::string& text) override {
        if constexpr (games::TwoPlayerPerfect<P>) {
            const auto position = games::read_position<P>(text);
            if (!position) return position.error();
            const auto counts = search::Heuristic<P>::terms(*position);
            const auto& weights = search::Heuristic<P>::kWeights;
            return Terms{{weights.names.begin(), weights.names.end()},
                         {counts.begin(), counts.end()},
                         {weights.points.begin(), weights.points.end()}};
        } else {
            return error("only games of two players without dice are judged by terms and weights");
        }
    }

private:
    using Actions = std::vector<games::Action>;

    Thoughts by_alphabeta(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                          search::Limits limits, search::StopSignal& stop,
                          const std::function<void(const Thoughts&)>& on_thoughts) {
        if (limits.win_in_turns) {
            const int actions = (2 * *limits.win_in_turns - 1) * (root.actions_end_turn() ? 1 : 2);
            limits.depth = std::min(limits.depth.value_or(actions), actions);
        }
        if (!table_ || table_megabytes_ != options.hash_megabytes) {
            table_ = std::make_unique<search::TranspositionTable>(options.hash_megabytes);
            table_megabytes_ = options.hash_megabytes;
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
        search::AlphaBeta<P, Judge> alphabeta(*table_, judge_);
        auto thoughts = thoughts_of(alphabeta.search(root, earlier, limits, stop, options.threads,
                                                     options.lines, [&](const search::Report& report) {
                                                         if (on_thoughts) on_thoughts(thoughts_of(report));
                                                     }));
        return thoughts;
    }

    Thoughts by_tree(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                     const search::Limits& limits, search::StopSignal& stop,
                     const std::function<void(const Thoughts&)>& on_thoughts) {
        search::TreeReport report = tree(options).search(
            root, limits, stop, options.threads, options.lines, [&](const search::TreeReport& so_far) {
                if (on_thoughts && !so_far.candidates.empty())
                    on_thoughts(thoughts_of(root, so_far, options.lines));
            });
        avoid_repetition(report, root, earlier);
        if (options.seed) vary(report, dice_of(root, earlier, options));
        return thoughts_of(root, report, options.lines);
    }

    /// A short search, and a free choice among what it has seen.
    Thoughts at_level(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                      const Level& level, search::Limits limits, search::StopSignal& stop,
                      const std::function<void(const Thoughts&)>& on_thoughts) {
        Random random = dice_of(root, earlier, options);
        if (fraction(random) < level.haste) return at_first_sight(root, random, level.greed);
        limits.nodes = std::min(limits.nodes.value_or(level.simulations), level.simulations);
        tree(options).forget();
        search::TreeReport report = tree(options).search(root, limits, stop, 1, 1, {});
        avoid_repetition(report, root, earlier);
        choose(report, random, [&](const search::Candidate& candidate) {
            if (candidate.proven && candidate.share == 0.0) return 0.0;
            return std::pow(static_cast<double>(candidate.visits), static_cast<double>(level.greed));
        });
        Thoughts thoughts = thoughts_of(root, report, options.lines);
        if (on_thoughts) on_thoughts(thoughts);
        return thoughts;
    }

    /// Plain UCT, the yardstick.
    static Thoughts by_playouts(const P& root, Random random, const search::Limits& limits,
                                search::StopSignal& stop) {
        search::Uct<P> uct;
        const auto answer = uct.search(root, limits.nodes.value_or(search::Uct<P>::kSimulations), limits,
                                       stop, random.next());
        Thoughts thoughts;
        thoughts.nodes = answer.simulations;
        thoughts.seconds = std::chrono::duration<double>(search::Clock::now() - limits.begin).count();
        Variation variation;
        variation.win_probability = answer.share;
        variation.turns = turns_of(root, {answer.action});
        thoughts.variations.push_back(std::move(variation));
        return thoughts;
    }
    static Thoughts by_chance(const P& root, Random random) {
        return unsearched(root, [&](const P& position) {
            return games::random_action(position, typename P::Context(position), random);
        });
    }
    /// An action is as likely as its rating says, to the power of `greed`.
    static Thoughts at_first_sight(const P& root, Random random, float greed) {
        return unsearched(root, [&](const P& position) {
            typename P::Actions actions;
            const auto ratings = ratings_of(position, actions);
            const int best = *std::max_element(ratings.begin(), ratings.begin() + actions.size());
            std::array<float, P::Actions::kCapacity> weights;
            double total = 0;
            for (int i = 0; i < actions.size(); ++i) {
                weights[i] = search::decay(static_cast<int>(greed * static_cast<float>(best - ratings[i])));
                total += weights[i];
            }
            double ticket = total * fraction(random);
            int chosen = 0;
            while (chosen + 1 < actions.size() && (ticket -= weights[chosen]) >= 0) ++chosen;
            return actions[chosen];
        });
    }
    /// One turn, action by action.
    template <class Choose>
    static Thoughts unsearched(const P& root, Choose&& choose) {
        P position = root;
        Actions line;
        do {
            line.push_back(choose(position));
            position.play(line.back());
        } while (!position.turn_start() && !position.outcome().over);
        Thoughts thoughts;
        thoughts.variations.push_back({0.5, 0, 0, 0, turns_of(root, line)});
        return thoughts;
    }
    /// From 0 up to 1.
    static double fraction(Random& random) {
        return static_cast<double>(random.next() >> 11) / static_cast<double>(std::uint64_t{1} << 53);
    }

    search::TreeSearch<P, Judge>& tree(const Options& options) {
        if (!tree_ || tree_megabytes_ != options.hash_megabytes) {
            tree_ = std::make_unique<search::TreeSearch<P, Judge>>(options.hash_megabytes, judge_);
            tree_megabytes_ = options.hash_megabytes;
        }
        return *tree_;
    }

    /// The same at the same point of the same game, whatever was thought of before.
    static Random dice_of(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options) {
        return Random(mix64(options.seed) ^ mix64(earlier.size()) ^ root.key());
    }

    /// Puts actions that go back to an earlier position last, unless going round in circles is welcome.
    static void avoid_repetition(search::TreeReport& report, const P& root,
                                 const std::vector<std::uint64_t>& earlier) {
        if (report.candidates.empty() || report.candidates[0].share < 0.5) return;
        std::stable_partition(report.candidates.begin(), report.candidates.end(), [&](const auto& candidate) {
            P next = root;
            next.play(candidate.action);
            return std::find(earlier.begin(), earlier.end(), next.key()) == earlier.end();
        });
    }
    /// Moves a candidate drawn by weight to the front.
    template <class Weight>
    static void choose(search::TreeReport& report, Random& random, Weight&& weight_of) {
        auto& candidates = report.candidates;
        double total = 0;
        for (const auto& candidate : candidates) total += weight_of(candidate);
        if (total <= 0) return;
        double ticket = total * fraction(random);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            ticket -= weight_of(candidates[i]);
            if (ticket >= 0) continue;
            std::rotate(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(i),
                        candidates.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return;
        }
    }
    /// Among first turns that are nearly as good as the best one, takes any.
    static void vary(search::TreeReport& report, Random random) {
        if (report.candidates.size() < 2 || report.candidates[0].proven) return;
        constexpr double kNearlyAsGood = 0.015;  // of the point
        const auto& best = report.candidates[0];
        const double least_share = best.share - kNearlyAsGood;
        const std::uint32_t least_visits = best.visits / 10;
        choose(report, random, [&](const search::Candidate& candidate) {
            const bool good =
                !candidate.proven && candidate.share >= least_share && candidate.visits >= least_visits;
            return good ? static_cast<double>(candidate.visits) : 0.0;
        });
    }

    static Thoughts thoughts_of(const P& root, const search::TreeReport& report, int lines) {
        Thoughts thoughts{report.deepest, report.deepest,       report.simulations,
                          report.seconds, report.permille_full, {}};
        const auto count = std::min<std::size_t>(static_cast<std::size_t>(lines), report.candidates.size());
        for (std::size_t i = 0; i < count; ++i) {
            const search::Candidate& candidate = report.candidates[i];
            Variation variation;
            variation.win_probability = candidate.share;
            variation.visits = candidate.visits;
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
        typename P::Actions actions;
        const auto ratings = ratings_of(position, actions);
        return actions[static_cast<int>(std::max_element(ratings.begin(), ratings.begin() + actions.size()) -
                                        ratings.begin())];
    }
    /// Lists the actions and rates them.
    static std::array<int, P::Actions::kCapacity> ratings_of(const P& position,
                                                             typename P::Actions& actions) {
        position.generate(typename P::Context(position), actions);
        std::array<int, P::Actions::kCapacity> ratings;
        search::Heuristic<P>::rate(position, typename search::Heuristic<P>::Outlook(position), actions,
                                   ratings);
        return ratings;
    }

    Judge judge_;
    std::unique_ptr<search::TranspositionTable> table_;
    std::unique_ptr<search::TreeSearch<P, Judge>> tree_;
    std::size_t table_megabytes_ = 0;
    std::size_t tree_megabytes_ = 0;
};

template <class P>
std::unique_ptr<Thinker> make_thinker() {
    return std::make_unique<TypedThinker<P>>();
}

}  // namespace stockade::engine
