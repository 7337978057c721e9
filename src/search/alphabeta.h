// Alpha-beta for two players without chance: iterative deepening, principal variation search, one table for
// all threads. Turns of several actions are searched action by action; a score changes sign only when the
// side does.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "search/evaluator.h"
#include "search/info.h"
#include "search/knowledge.h"
#include "search/limits.h"
#include "search/transposition.h"

namespace stockade::search {

inline constexpr int kMaxPly = 128;

/// Ratings of a list of actions, taken best first. Each number holds a rating above its place in the list, so
/// that the best is a plain maximum, which compilers find many numbers at a time; equal ones come as listed.
template <int Capacity>
class Ratings {
public:
    static constexpr int kMost = 400'000;

    explicit Ratings(int size) : size_(size) {}

    std::span<int> values() { return {numbers_.data(), static_cast<std::size_t>(size_)}; }
    /// Once all values are written.
    void number() {
        for (int i = 0; i < size_; ++i) numbers_[i] = numbers_[i] * kPlaces + (kPlaces - 1 - i);
    }
    struct Best {
        int rating;
        int at;
    };
    Best take_best() {
        int best = numbers_[0];
        for (int i = 1; i < size_; ++i) best = std::max(best, numbers_[i]);
        const int at = kPlaces - 1 - (best & (kPlaces - 1));
        numbers_[at] = std::numeric_limits<int>::min();
        return {best >> kPlaceBits, at};
    }

private:
    static constexpr int kPlaceBits = std::bit_width(static_cast<unsigned>(Capacity));
    static constexpr int kPlaces = 1 << kPlaceBits;
    static_assert(kPlaceBits <= 12, "ratings and places share 32 bits");
    std::array<int, Capacity> numbers_;
    int size_;
};

template <games::TwoPlayerPerfect P, class Evaluator = ClassicEvaluator<P>>
class AlphaBeta {
public:
    explicit AlphaBeta(TranspositionTable& table, const Evaluator& evaluator = {})
        : table_(table), evaluator_(evaluator) {}

    /// Searches `root`; `earlier` are keys of positions of the game so far, whose recurrence counts as a
    /// draw. `on_info` is called in this thread after every finished depth.
    SearchInfo search(const P& root, const std::vector<std::uint64_t>& earlier, const SearchLimits& limits,
                      StopSignal& stop, int threads, int lines,
                      const std::function<void(const SearchInfo&)>& on_info) {
        table_.new_search();
        limits_ = limits;
        nodes_ = 0;
        std::vector<std::unique_ptr<Worker>> workers;
        workers.reserve(static_cast<std::size_t>(threads));
        for (int i = 0; i < threads; ++i)
            workers.push_back(std::make_unique<Worker>(*this, root, earlier, stop, i));
        std::vector<std::thread> helpers;
        for (int i = 1; i < threads; ++i) helpers.emplace_back([&workers, i] { workers[i]->help(); });
        SearchInfo info = workers[0]->lead(lines, on_info);
        stop.stop();
        for (std::thread& helper : helpers) helper.join();
        return info;
    }

private:
    class Worker;

    TranspositionTable& table_;
    Evaluator evaluator_;
    SearchLimits limits_;
    std::atomic<std::uint64_t> nodes_{0};
};

/// The search of one thread.
template <games::TwoPlayerPerfect P, class Evaluator>
class AlphaBeta<P, Evaluator>::Worker {
public:
    Worker(AlphaBeta& shared, const P& root, const std::vector<std::uint64_t>& earlier, StopSignal& stop,
           int number)
        : shared_(shared),
          evaluator_(shared.evaluator_),
          stop_(stop),
          root_(root),
          context_(root),
          path_(earlier),
          number_(number),
          history_(static_cast<std::size_t>(2 * root.action_count())) {
        prepare(context_, root_);
    }

    SearchInfo lead(int lines, const std::function<void(const SearchInfo&)>& on_info) {
        SearchInfo info;
        const int max_depth = std::min(shared_.limits_.depth.value_or(kMaxPly - 1), kMaxPly - 1);
        for (int depth = 1; depth <= max_depth; ++depth) {
            std::vector<Line> found;
            excluded_.clear();
            for (int i = 0; i < lines; ++i) {
                const Score guess = i < static_cast<int>(info.lines.size()) ? info.lines[i].score : 0;
                Line line = search_root(depth, guess);
                if (line.actions.empty() || stop_.stopped()) break;
                excluded_.push_back(line.actions[0]);
                found.push_back(std::move(line));
            }
            if (stop_.stopped() && !(depth == 1 && !found.empty())) break;
            if (found.empty()) break;
            std::stable_sort(found.begin(), found.end(),
                             [](const Line& a, const Line& b) { return a.score > b.score; });
            flush_nodes();
            info = {depth, deepest_, shared_.nodes_, elapsed(), shared_.table_.hashfull(), std::move(found)};
            if (on_info) on_info(info);
            const Score best = info.lines[0].score;
            if ((is_win(best) || is_loss(best)) && distance_to_end(best) <= depth) break;
            if (shared_.limits_.enough_time && elapsed() >= *shared_.limits_.enough_time) break;
        }
        flush_nodes();
        info.nodes = shared_.nodes_;
        info.elapsed = elapsed();
        if (info.lines.empty()) info.lines.push_back(any_line());
        return info;
    }

    void help() {
        for (int depth = 1 + number_ % 2; depth < kMaxPly && !stop_.stopped(); ++depth) search_root(depth, 0);
        flush_nodes();
    }

private:
    using Context = typename P::Context;
    using Actions = typename P::Actions;
    using EvalState = typename Evaluator::EvalState;
    using Ratings = search::Ratings<Actions::kCapacity>;

    static constexpr Score kFirstWindow = 60;
    static constexpr bool kCanPass = requires(P p) { p.pass_turn(); };

    /// The best action of the root that is not excluded, with the line that follows it.
    static Line line_of(Score score, std::vector<games::Action> actions) {
        Line line;
        line.win_probability = win_probability(score);
        line.score = score;
        if (is_win(score)) line.proven = distance_to_end(score);
        if (is_loss(score)) line.proven = -distance_to_end(score);
        line.exact = line.proven != 0;
        line.actions = std::move(actions);
        return line;
    }

    Line search_root(int depth, Score guess) {
        Score window = kFirstWindow;
        Score alpha = depth >= 4 ? std::max(guess - window, -kInfinite) : -kInfinite;
        Score beta = depth >= 4 ? std::min(guess + window, kInfinite) : kInfinite;
        for (;;) {
            const Score score = search(root_, context_, alpha, beta, depth, 0, true);
            if (stop_.stopped() && depth > 1) return {};
            if (score <= alpha && alpha > -kInfinite)
                alpha = std::max(score - (window *= 3), -kInfinite);
            else if (score >= beta && beta < kInfinite)
                beta = std::min(score + (window *= 3), kInfinite);
            else
                return line_of(score, {pv_[0].begin(), pv_[0].end()});
        }
    }

    Score search(const P& p, Context& context, Score alpha, Score beta, int depth, int ply, bool may_pass) {
        pv_[ply].clear();
        deepest_ = std::max(deepest_, ply);
        if (ply > 0) {
            // 1. A finished game, or one that goes in circles.
            if (const games::Outcome outcome = p.outcome(); outcome.over) return terminal(p, outcome, ply);
            if (repeats(p)) return 0;
            if (const auto known = knowledge_.probe(p)) return from_here(*known, ply);
            if (ply >= kMaxPly - 1) return evaluator_.evaluate(p);
            // 2. No line can be better than one that ends sooner.
            alpha = std::max(alpha, -(kWin - ply));
            beta = std::min(beta, kWin - ply - 1);
            if (alpha >= beta) return alpha;
        }
        if (depth <= 0) return evaluator_.evaluate(p);

        // 3. What is known about this position.
        const bool is_pv = beta - alpha > 1;
        const auto known = shared_.table_.find(p.key(), ply);
        if (ply > 0 && !is_pv && known && known->depth >= depth &&
            (known->bound == Bound::kExact || (known->bound == Bound::kLower && known->score >= beta) ||
             (known->bound == Bound::kUpper && known->score <= alpha)))
            return known->score;

        // 4. If even passing is good enough, some action surely is.
        const Score standing = evaluator_.evaluate(p);
        if constexpr (kCanPass) {
            if (may_pass && !is_pv && ply > 0 && depth >= 3 && standing >= beta && !is_win(beta) &&
                !is_loss(beta)) {
                P passed = p;
                passed.pass_turn();
                path_.push_back(p.key());
                const Score score = -search(passed, context, -beta, -beta + 1, depth - 3, ply + 1, false);
                path_.pop_back();
                if (stop_.stopped()) return 0;
                if (score >= beta && !is_win(score)) return score;
            }
        }

        // 5. All actions, the promising ones first.
        Actions actions;
        prepare(context, p);
        p.generate(context, actions);
        const EvalState eval_state = evaluator_.eval_state(p);
        Ratings ratings(actions.size());
        rate(p, eval_state, actions, ratings.values(), known, ply);
        ratings.number();

        const Score old_alpha = alpha;
        Score best = -kInfinite;
        std::optional<games::Action> best_action;
        path_.push_back(p.key());
        int searched = 0;
        for (int i = 0; i < actions.size(); ++i) {
            const auto [rating, at] = ratings.take_best();
            const games::Action action = actions[at];
            if (ply == 0 && std::find(excluded_.begin(), excluded_.end(), action) != excluded_.end())
                continue;
            // 6. Near the leaves the least promising are left out, unless everything so far loses.
            const bool quiet = rating < kQuiet;
            if (ply > 0 && !is_loss(best) && quiet && depth <= 3 && searched >= 6 * depth * depth + 2 &&
                standing + 90 * depth <= alpha)
                continue;

            P next = p;
            next.play(action);
            count_node();
            if (stop_.stopped()) break;
            const bool same_side = next.to_move() == p.to_move();
            std::optional<Context> next_context;
            const auto deeper = [&](Score low, Score high, int left) {
                if (left <= 0) {
                    pv_[ply + 1].clear();
                    const Score score = leaf(next, eval_state, action, ply + 1);
                    return same_side ? score : -score;
                }
                if (!next_context) next_context.emplace(context).follow(p, action, next);
                return same_side ? search(next, *next_context, low, high, left, ply + 1, true)
                                 : -search(next, *next_context, -high, -low, left, ply + 1, true);
            };
            // 7. The first action in full, the others only as far as needed to see that they are no better.
            Score score;
            const int next_depth = depth - 1;
            if (searched == 0) {
                score = deeper(alpha, beta, next_depth);
            } else {
                const int reduction = reduction_of(depth, searched, quiet, is_pv);
                score = deeper(alpha, alpha + 1, next_depth - reduction);
                if (score > alpha && reduction > 0) score = deeper(alpha, alpha + 1, next_depth);
                if (score > alpha && score < beta && next_depth > 0) score = deeper(alpha, beta, next_depth);
            }
            ++searched;
            if (stop_.stopped()) break;
            if (score <= best) continue;
            best = score;
            if (score > alpha || best_action == std::nullopt) {
                best_action = action;
                pv_[ply].assign(1, action);
                pv_[ply].insert(pv_[ply].end(), pv_[ply + 1].begin(), pv_[ply + 1].end());
            }
            alpha = std::max(alpha, score);
            if (alpha >= beta) {
                reward(p, action, depth, ply);
                break;
            }
        }
        path_.pop_back();
        if (stop_.stopped() && !(ply == 0 && depth == 1)) return 0;
        if (searched == 0) return ply == 0 ? -kInfinite : standing;

        // 8. Remember it.
        if (ply > 0 || excluded_.empty())
            shared_.table_.store(p.key(), ply, best, depth,
                                 best >= beta       ? Bound::kLower
                                 : best > old_alpha ? Bound::kExact
                                                    : Bound::kUpper,
                                 best_action);
        return best;
    }

    /// The score of a position that is not searched any further.
    Score leaf(const P& p, const EvalState& before, games::Action action, int ply) {
        if (const games::Outcome outcome = p.outcome(); outcome.over) return terminal(p, outcome, ply);
        if (repeats(p)) return 0;
        if (const auto known = knowledge_.probe(p)) return from_here(*known, ply);
        return evaluator_.after(before, p, action);
    }
    /// A proven score that counts from a position, as it counts from the root.
    static Score from_here(Score score, int ply) {
        return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
    }

    static constexpr int kQuiet = -200;  ///< below this rating a wall is far from everything

    static void prepare(Context& context, const P& p) {
        if constexpr (requires { context.prepare(p); }) context.prepare(p);
    }
    static Score terminal(const P& p, const games::Outcome& outcome, int ply) {
        const int share = outcome.shares[games::index(p.to_move())];
        return share == games::kWholePoint ? kWin - ply : share == 0 ? -(kWin - ply) : 0;
    }
    /// The first index of the mover's part of the history.
    static std::size_t history_of(const P& p) {
        return static_cast<std::size_t>(games::index(p.to_move())) *
               static_cast<std::size_t>(p.action_count());
    }
    bool repeats(const P& p) const {
        return p.turn_start() && std::find(path_.rbegin(), path_.rend(), p.key()) != path_.rend();
    }

    void rate(const P& p, const EvalState& eval_state, const Actions& actions, std::span<int> ratings,
              const std::optional<Found>& known, int ply) {
        evaluator_.rate(p, eval_state, actions, ratings);
        const std::size_t side = history_of(p);
        for (int i = 0; i < actions.size(); ++i) {
            const games::Action action = actions[i];
            ratings[i] += history_[side + action.id];
            if (action == killers_[ply][0] || action == killers_[ply][1]) ratings[i] += 250;
            if (known && known->has_action && known->action == action) ratings[i] = Ratings::kMost;
        }
    }
    static int reduction_of(int depth, int searched, bool quiet, bool is_pv) {
        if (depth < 2 || searched < 3) return 0;
        // Grows with the logarithms of both, in 16ths of a doubling.
        int reduction = (102 + log2_of(depth) * log2_of(searched) / 4) / 256;
        if (quiet) ++reduction;
        if (is_pv) --reduction;
        return std::clamp(reduction, 0, depth - 1);
    }
    /// The binary logarithm in 16ths, by whole numbers alone.
    static int log2_of(int n) {
        const int whole = std::bit_width(static_cast<unsigned>(n)) - 1;
        return 16 * whole + 16 * (n - (1 << whole)) / (1 << whole);
    }
    void reward(const P& p, games::Action action, int depth, int ply) {
        auto& killers = killers_[ply];
        if (!(killers[0] == action)) {
            killers[1] = killers[0];
            killers[0] = action;
        }
        int& entry = history_[history_of(p) + action.id];
        entry += depth * depth - entry * depth * depth / 300;
        entry = std::min(entry, 300);
    }

    void count_node() {
        if (++unflushed_ < 512) return;
        flush_nodes();
        const bool over_time = shared_.limits_.time && elapsed() >= *shared_.limits_.time;
        const bool over_nodes = shared_.limits_.nodes && shared_.nodes_ >= *shared_.limits_.nodes;
        if (over_time || over_nodes) stop_.stop();
    }
    void flush_nodes() {
        shared_.nodes_ += unflushed_;
        unflushed_ = 0;
    }
    Clock::duration elapsed() const { return Clock::now() - shared_.limits_.begin; }
    /// The line of a search that was stopped before it had begun.
    Line any_line() {
        Actions actions;
        root_.generate(context_, actions);
        return actions.empty() ? Line{} : line_of(evaluator_.evaluate(root_), {actions[0]});
    }

    AlphaBeta& shared_;
    Evaluator evaluator_;
    StopSignal& stop_;
    P root_;
    Context context_;
    Knowledge<P> knowledge_;
    std::vector<std::uint64_t> path_;
    int number_;
    std::vector<int> history_;
    std::array<std::array<games::Action, 2>, kMaxPly> killers_{};
    std::array<std::vector<games::Action>, kMaxPly + 1> pv_;
    std::vector<games::Action> excluded_;
    std::uint64_t unflushed_ = 0;
    int deepest_ = 0;
};

}  // namespace stockade::search
