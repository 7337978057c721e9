// The one template that makes a Searcher for a position type. Included only where searches are compiled.
#pragma once

#include <cmath>

#include "base/messages/engine.h"
#include "engine/network_evaluator.h"
#include "engine/searcher.h"
#include "games/all_games.h"
#include "games/erase.h"
#include "net/features/all.h"
#include "search/alphabeta.h"
#include "search/heuristics/all.h"
#include "search/mcts.h"
#include "search/uct.h"

namespace stockade::engine {

template <games::Game P, class Evaluator = search::ClassicEvaluator<P>>
class TypedSearcher final : public Searcher {
public:
    explicit TypedSearcher(const Evaluator& evaluator = {}) : evaluator_(evaluator) {}

    void new_game() override {
        if (table_) table_->clear();
        if (tree_) tree_->forget();
    }

    Result<SearchInfo> think(const games::AnyPosition& position, const std::vector<std::uint64_t>& earlier,
                             const Options& options, const Level* level, const search::SearchLimits& limits,
                             search::StopSignal& stop,
                             const std::function<void(const SearchInfo&)>& on_info) override {
        const P& root = games::position_as<P>(position);
        if (options.algorithm == Algorithm::kRandom) return by_chance(root, dice_of(root, earlier, options));
        if (options.algorithm == Algorithm::kBaseline)
            return by_playouts(root, dice_of(root, earlier, options), limits, stop);
        if (level) return at_level(root, earlier, options, *level, limits, stop, on_info);
        if constexpr (games::TwoPlayerPerfect<P>) {
            const bool tree = options.algorithm == Algorithm::kTree ||
                              (options.algorithm == Algorithm::kBest && Evaluator::tree_is_stronger());
            if (!tree || limits.win_in_turns)
                return by_alphabeta(root, earlier, options, limits, stop, on_info);
        } else {
            if (options.algorithm == Algorithm::kAlphaBeta) return error<"engine.alphabeta-games">();
            if (limits.win_in_turns) return error<"engine.mate-games">();
        }
        return by_tree(root, earlier, options, limits, stop, on_info);
    }

    Result<std::vector<RatedAction>> rate(const games::AnyPosition& any) override {
        const P& position = games::position_as<P>(any);
        typename P::Actions actions;
        position.generate(typename P::Context(position), actions);
        std::array<int, P::Actions::kCapacity> ratings{};
        evaluator_.rate(position, evaluator_.eval_state(position), actions, ratings);
        const int best = *std::max_element(ratings.begin(), ratings.begin() + actions.size());
        std::vector<RatedAction> rated;
        double total = 0;
        for (int i = 0; i < actions.size(); ++i) {
            // As the tree makes its priors.
            const double share =
                search::decay((best - ratings[i]) * 100 / Evaluator::kTreeParameters.policy_temperature);
            rated.push_back({games::TextOf<P>::action(position, actions[i]), share});
            total += share;
        }
        for (RatedAction& action : rated) action.share /= total;
        return rated;
    }

    Result<EvaluationTerms> terms(const games::AnyPosition& position) override {
        if constexpr (games::TwoPlayerPerfect<P>) {
            const auto counts = search::Heuristic<P>::terms(games::position_as<P>(position));
            const auto& weights = search::Heuristic<P>::kWeights;
            return EvaluationTerms{{weights.names.begin(), weights.names.end()},
                                   {counts.begin(), counts.end()},
                                   {weights.points.begin(), weights.points.end()}};
        } else {
            return error<"engine.terms-games">();
        }
    }

private:
    using Actions = std::vector<games::Action>;

    SearchInfo by_alphabeta(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                            search::SearchLimits limits, search::StopSignal& stop,
                            const std::function<void(const SearchInfo&)>& on_info) {
        if (limits.win_in_turns) {
            const int actions = (2 * *limits.win_in_turns - 1) * (root.actions_end_turn() ? 1 : 2);
            limits.depth = std::min(limits.depth.value_or(actions), actions);
        }
        if (!table_ || table_megabytes_ != options.hash_megabytes) {
            table_ = std::make_unique<search::TranspositionTable>(options.hash_megabytes);
            table_megabytes_ = options.hash_megabytes;
        }
        search::AlphaBeta<P, Evaluator> alphabeta(*table_, evaluator_);
        const auto tell = [&](const SearchInfo& so_far) {
            if (on_info) on_info(with_turns(root, so_far, options.lines));
        };
        return with_turns(root,
                          alphabeta.search(root, earlier, limits, stop, options.threads, options.lines, tell),
                          options.lines);
    }

    SearchInfo by_tree(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                       const search::SearchLimits& limits, search::StopSignal& stop,
                       const std::function<void(const SearchInfo&)>& on_info) {
        const auto tell = [&](const SearchInfo& so_far) {
            if (on_info && !so_far.lines.empty()) on_info(with_turns(root, so_far, options.lines));
        };
        SearchInfo info = tree(options).search(root, limits, stop, options.threads, options.lines, tell);
        avoid_repetition(info, root, earlier);
        if (options.seed) vary(info, dice_of(root, earlier, options));
        return with_turns(root, std::move(info), options.lines);
    }

    /// A short search, and a free choice among what it has seen.
    SearchInfo at_level(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options,
                        const Level& level, search::SearchLimits limits, search::StopSignal& stop,
                        const std::function<void(const SearchInfo&)>& on_info) {
        Random random = dice_of(root, earlier, options);
        if (fraction(random) < level.policy_only_share)
            return by_policy(root, random, level.inverse_temperature);
        limits.nodes = std::min(limits.nodes.value_or(level.simulations), level.simulations);
        tree(options).forget();
        SearchInfo info = tree(options).search(root, limits, stop, 1, 1, {});
        avoid_repetition(info, root, earlier);
        choose(info, random, [&](const search::Line& line) {
            if (line.proven < 0) return 0.0;
            return std::pow(static_cast<double>(line.visits), static_cast<double>(level.inverse_temperature));
        });
        info = with_turns(root, std::move(info), options.lines);
        if (on_info) on_info(info);
        return info;
    }

    /// Plain UCT, the yardstick.
    static SearchInfo by_playouts(const P& root, Random random, const search::SearchLimits& limits,
                                  search::StopSignal& stop) {
        search::Uct<P> uct;
        const auto answer = uct.search(root, limits.nodes.value_or(search::Uct<P>::kSimulations), limits,
                                       stop, random.next());
        SearchInfo info;
        info.nodes = answer.simulations;
        info.elapsed = search::Clock::now() - limits.begin;
        info.lines.resize(1);
        info.lines[0].win_probability = answer.share;
        info.lines[0].turns = turns_of(root, {answer.action});
        return info;
    }
    static SearchInfo by_chance(const P& root, Random random) {
        return unsearched(root, [&](const P& position) {
            return games::random_action(position, typename P::Context(position), random);
        });
    }
    /// An action is as likely as its rating says, to the power of `inverse_temperature`.
    static SearchInfo by_policy(const P& root, Random random, float inverse_temperature) {
        return unsearched(root, [&](const P& position) {
            typename P::Actions actions;
            const auto ratings = ratings_of(position, actions);
            const int best = *std::max_element(ratings.begin(), ratings.begin() + actions.size());
            std::array<float, P::Actions::kCapacity> weights;
            double total = 0;
            for (int i = 0; i < actions.size(); ++i) {
                weights[i] = search::decay(
                    static_cast<int>(inverse_temperature * static_cast<float>(best - ratings[i])));
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
    static SearchInfo unsearched(const P& root, Choose&& choose) {
        P position = root;
        Actions line;
        do {
            line.push_back(choose(position));
            position.play(line.back());
        } while (!position.turn_start() && !position.outcome().over);
        SearchInfo info;
        info.lines.resize(1);
        info.lines[0].turns = turns_of(root, line);
        return info;
    }
    /// From 0 up to 1.
    static double fraction(Random& random) {
        return static_cast<double>(random.next() >> 11) / static_cast<double>(std::uint64_t{1} << 53);
    }

    search::TreeSearch<P, Evaluator>& tree(const Options& options) {
        if (!tree_ || tree_megabytes_ != options.hash_megabytes) {
            tree_ = std::make_unique<search::TreeSearch<P, Evaluator>>(options.hash_megabytes, evaluator_);
            tree_megabytes_ = options.hash_megabytes;
        }
        return *tree_;
    }

    /// The same at the same point of the same game, whatever was thought of before.
    static Random dice_of(const P& root, const std::vector<std::uint64_t>& earlier, const Options& options) {
        return Random(mix64(options.seed) ^ mix64(earlier.size()) ^ root.key());
    }

    /// Puts actions that go back to an earlier position last, unless going round in circles is welcome.
    static void avoid_repetition(SearchInfo& info, const P& root, const std::vector<std::uint64_t>& earlier) {
        if (info.lines.empty() || info.lines[0].win_probability < 0.5) return;
        std::stable_partition(info.lines.begin(), info.lines.end(), [&](const search::Line& line) {
            P next = root;
            next.play(line.actions[0]);
            return std::find(earlier.begin(), earlier.end(), next.key()) == earlier.end();
        });
    }
    /// Moves a line drawn by weight to the front.
    template <class Weight>
    static void choose(SearchInfo& info, Random& random, Weight&& weight_of) {
        auto& lines = info.lines;
        double total = 0;
        for (const search::Line& line : lines) total += weight_of(line);
        if (total <= 0) return;
        double ticket = total * fraction(random);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            ticket -= weight_of(lines[i]);
            if (ticket >= 0) continue;
            const auto chosen = lines.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(lines.begin(), chosen, chosen + 1);
            return;
        }
    }
    /// Among first turns that are nearly as good as the best one, takes any.
    static void vary(SearchInfo& info, Random random) {
        if (info.lines.size() < 2 || info.lines[0].exact) return;
        constexpr double kNearlyAsGood = 0.015;  // of the point
        const search::Line& best = info.lines[0];
        const double least_share = best.win_probability - kNearlyAsGood;
        const std::uint32_t least_visits = best.visits / 10;
        choose(info, random, [&](const search::Line& line) {
            const bool good =
                !line.exact && line.win_probability >= least_share && line.visits >= least_visits;
            return good ? static_cast<double>(line.visits) : 0.0;
        });
    }

    /// The best `lines` of the search, with their text.
    static SearchInfo with_turns(const P& root, SearchInfo info, int lines) {
        info.lines.resize(std::min<std::size_t>(static_cast<std::size_t>(lines), info.lines.size()));
        for (search::Line& line : info.lines) line.turns = turns_of(root, line.actions);
        return info;
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
        search::Heuristic<P>::rate(position, typename search::Heuristic<P>::EvalState(position), actions,
                                   ratings);
        return ratings;
    }

    Evaluator evaluator_;
    std::unique_ptr<search::TranspositionTable> table_;
    std::unique_ptr<search::TreeSearch<P, Evaluator>> tree_;
    std::size_t table_megabytes_ = 0;
    std::size_t tree_megabytes_ = 0;
};

template <std::size_t Part>
std::unique_ptr<Searcher> make_searcher(const games::Spec& spec,
                                        const std::shared_ptr<const net::Network>& network) {
    return games::with_game(spec, [&]<class P>(std::type_identity<P>) -> std::unique_ptr<Searcher> {
        if constexpr (games::kTypeNumber<P> % kSearcherParts == Part) {
            if constexpr (net::HasFeatures<P>)
                if (network)
                    return std::make_unique<TypedSearcher<P, NetworkEvaluator<P>>>(
                        NetworkEvaluator<P>(network));
            return std::make_unique<TypedSearcher<P>>();
        } else {
            return nullptr;
        }
    });
}

}  // namespace stockade::engine
