// Monte-Carlo tree search for every game: PUCT with an evaluator's ratings as priors and its evaluation as
// value, a value per player, chance nodes for dice, proven results backed up as such, several threads on one
// tree of bounded memory that is kept from turn to turn.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include "base/random.h"
#include "search/evaluator.h"
#include "search/info.h"
#include "search/knowledge.h"
#include "search/limits.h"
#include "search/portable_math.h"
#include "search/tree.h"

namespace stockade::search {

template <games::Game P, class Evaluator = ClassicEvaluator<P>>
class TreeSearch {
public:
    explicit TreeSearch(std::size_t megabytes, const Evaluator& evaluator = {},
                        const TreeParameters& parameters = Evaluator::kTreeParameters)
        : evaluator_(evaluator), parameters_(parameters), tree_(megabytes) {}

    /// Forgets what earlier searches learnt.
    void forget() { tree_.clear(); }

    /// Each of the `lines` best actions gets visits. `on_info` is called in this thread from time to
    /// time and at the end.
    SearchInfo search(const P& root, const SearchLimits& limits, StopSignal& stop, int threads, int lines,
                      const std::function<void(const SearchInfo&)>& on_info) {
        limits_ = limits;
        lines_ = lines;
        simulations_ = 0;
        deepest_ = 0;
        next_info_ = limits.begin + 100ms;
        keep_what_leads_to(root);
        while (!run_threads(stop, threads, on_info)) trim_to_half();
        stop.stop();
        SearchInfo final = info_now();
        if (on_info) on_info(final);
        return final;
    }

private:
    static constexpr int kPlayers = P::kPlayers;
    static_assert(P::Actions::kCapacity <= Node<kPlayers>::kMostEdges);
    using Shares = std::array<float, kPlayers>;
    using TreeNode = Node<kPlayers>;

    static constexpr int kMaxDepth = 256;
    /// The least work of a search with a limit of depth, because one line may reach that depth at once.
    static constexpr std::uint64_t kLeastSimulations = 200;
    static constexpr std::uint32_t kEachLine = 8;

    /// The state of one thread.
    struct Worker {
        Random random;
        Knowledge<P> knowledge;
        Evaluator evaluator;
    };

    /// Searches until a limit (true) or until memory is full (false).
    bool run_threads(StopSignal& stop, int threads, const std::function<void(const SearchInfo&)>& on_info) {
        stop_for_memory_ = false;
        std::vector<std::thread> helpers;
        for (int i = 1; i < threads; ++i)
            helpers.emplace_back([this, &stop, i] { run(stop, static_cast<std::uint64_t>(i), nullptr); });
        run(stop, 0, on_info ? &on_info : nullptr);
        for (std::thread& helper : helpers) helper.join();
        return !stop_for_memory_ || stop.stopped();
    }

    void run(StopSignal& stop, std::uint64_t thread, const std::function<void(const SearchInfo&)>* on_info) {
        Worker worker{Random(0x5eed + thread), {}, evaluator_};
        for (std::uint64_t i = 0; i < 2 || !(stop.stopped() || stop_for_memory_); ++i) {
            simulate(worker);
            const std::uint64_t done = ++simulations_;
            if (i == 0) continue;  // there must be a turn to answer with
            if (limits_.nodes && done >= *limits_.nodes) break;
            if (tree_.node(tree_.root()).proven.load(std::memory_order_acquire)) break;
            if (limits_.depth && deepest_ >= *limits_.depth && done >= kLeastSimulations) break;
            if (i % 16 != 1) continue;
            if (tree_.full()) {
                stop_for_memory_ = true;
                return;
            }
            const auto now = Clock::now();
            if (limits_.time && now - limits_.begin >= *limits_.time) break;
            if (on_info && now >= next_info_) {
                (*on_info)(info_now());
                next_info_ = now + (now - limits_.begin) / 2;
            }
        }
        if (!stop_for_memory_) stop.stop();
    }

    // --- one simulation ---

    void simulate(Worker& worker) {
        struct Step {
            TreeNode* node;
            Edge* edge;
            EdgeScore* edge_score;
        };
        std::array<Step, kMaxDepth> path;
        int length = 0;
        P position = root_;
        TreeNode* node = &tree_.node(tree_.root());
        std::uint32_t visits = ++root_visits_;
        Shares value;
        bool proven = false;
        for (;;) {
            if (node->proven.load(std::memory_order_acquire)) {
                value = shares_of(node->result);
                proven = true;
                break;
            }
            if (length == kMaxDepth) {
                value = worker.evaluator.shares(position);
                break;
            }
            const bool in_turn = length == 0 && lines_ > 1 && node->mover >= 0 && visits % kEachLine == 0;
            const int chosen = in_turn ? select_line(*node) : select(*node, position, visits, worker);
            Edge& edge = tree_.edge(*node, chosen);
            EdgeScore& edge_score = tree_.edge_score(*node, chosen);
            path[static_cast<std::size_t>(length++)] = {node, &edge, &edge_score};
            visits = edge.visits.fetch_add(1, std::memory_order_relaxed) + 1;
            edge_score.follow(edge);
            position.play(edge.action);
            NodeRef child = edge.child.load(std::memory_order_acquire);
            if (!child) {
                // The first visit only looks; the second opens the node and goes on.
                const bool certain = is_certain(position, worker, value);
                if (certain || visits > 1)
                    child = make_child(edge, position, certain ? &value : nullptr, worker.evaluator);
                proven = certain && child;
                if (certain) break;
                if (!child) {
                    value = worker.evaluator.shares(position);
                    break;
                }
            }
            node = &tree_.node(child);
        }
        if (length > deepest_.load(std::memory_order_relaxed))
            deepest_.store(length, std::memory_order_relaxed);
        for (int i = length; i-- > 0;) {
            const auto [above, edge, edge_score] = path[static_cast<std::size_t>(i)];
            if (above->mover >= 0)
                edge->sum.fetch_add(
                    static_cast<std::int64_t>(value[static_cast<std::size_t>(above->mover)] * Edge::kUnit),
                    std::memory_order_relaxed);
            if (proven) proven = settle(*above, *edge);
            edge_score->follow(*edge);
        }
    }

    /// Whether the result is known without searching; if so, it is the value.
    static bool is_certain(const P& position, Worker& worker, Shares& value) {
        if (const games::Outcome outcome = position.outcome(); outcome.over) {
            for (int i = 0; i < kPlayers; ++i)
                value[i] = static_cast<float>(outcome.shares[i]) / games::kWholePoint;
            return true;
        }
        if (const auto known = worker.knowledge.probe(position)) {
            if constexpr (kPlayers == 2) {
                const int mover = games::index(position.to_move());
                value[mover] = is_win(*known) ? 1.0f : is_loss(*known) ? 0.0f : 0.5f;
                value[1 - mover] = 1.0f - value[mover];
                return true;
            }
        }
        return false;
    }

    static Shares shares_of(const std::array<std::uint8_t, kPlayers>& result) {
        Shares value;
        for (int i = 0; i < kPlayers; ++i) value[i] = static_cast<float>(result[i]) / games::kWholePoint;
        return value;
    }

    /// Hangs a node on an edge: one of certain value, or one with its first edges. 0 when memory is full.
    NodeRef make_child(Edge& edge, const P& position, const Shares* certain, Evaluator& evaluator) {
        const NodeRef ref = tree_.make_node();
        if (!ref) return 0;
        TreeNode& node = tree_.node(ref);
        if (certain) {
            for (int i = 0; i < kPlayers; ++i)
                node.result[i] = static_cast<std::uint8_t>(std::lround((*certain)[i] * games::kWholePoint));
            node.proven = true;
        } else if (!add_edges(node, position, evaluator)) {
            return 0;
        }
        NodeRef nothing = 0;
        if (edge.child.compare_exchange_strong(nothing, ref, std::memory_order_acq_rel)) return ref;
        return nothing;  // another thread was first; the fresh node stays unused
    }

    /// Makes the next edges of a node, in order of their ratings; false when memory is full.
    bool add_edges(TreeNode& node, const P& position, Evaluator& evaluator) {
        const typename P::Context context(position);
        typename P::Actions actions;
        position.generate(context, actions);
        const int count = actions.size();
        std::array<int, P::Actions::kCapacity> ratings;
        evaluator.rate(position, evaluator.eval_state(position), actions, ratings);

        // Rating and place in one number: a total order, so that edges made later join on to those made
        // before.
        std::array<std::uint64_t, P::Actions::kCapacity> order;
        int best = std::numeric_limits<int>::min();
        for (int i = 0; i < count; ++i) {
            order[i] = static_cast<std::uint64_t>(ratings[i] + (1 << 24)) << 16 |
                       static_cast<std::uint64_t>(0xffff - i);
            best = std::max(best, ratings[i]);
        }
        float total = 0;
        for (int i = 0; i < count; ++i)
            total += decay((best - ratings[i]) * 100 / parameters_.policy_temperature);
        const float scale = 65535.0f / total;

        const int begin = node.stored.load(std::memory_order_relaxed);
        if (begin == 0) {
            node.mover = static_cast<std::int8_t>(games::index(position.to_move()));
            node.total = static_cast<std::uint16_t>(count);
        }
        const int end = std::min(count, begin + (TreeNode::kFirstChunk << TreeNode::chunk_of(begin)));
        std::partial_sort(order.begin(), order.begin() + end, order.begin() + count, std::greater<>());
        const bool added = tree_.add_chunk(node, [&](Edge* place, int i) {
            const int index = 0xffff - static_cast<int>(order[i] & 0xffff);
            float prior = scale * decay((best - ratings[index]) * 100 / parameters_.policy_temperature);
            if constexpr (games::Stochastic<P>)
                if (node.mover < 0)
                    prior = 65535.0f * static_cast<float>(position.probability(actions[index]));
            new (place) Edge(actions[index], static_cast<std::uint16_t>(std::max(prior, 1.0f)));
        });
        if (node.mover < 0) node.opened = node.stored.load();  // every face is open from the start
        return added;
    }

    /// Which edge to follow. Opens the next one when it promises more than all that are open.
    int select(TreeNode& node, const P& position, std::uint32_t visits, Worker& worker) {
        if (node.mover < 0) return select_chance(node, visits, worker.random);
        const float explore = parameters_.exploration * std::sqrt(static_cast<float>(visits)) / 65535.0f;
        for (;;) {
            const int opened = node.opened.load(std::memory_order_acquire);
            int best = -1;
            float best_score = -std::numeric_limits<float>::infinity();
            float best_value = EdgeScore::kNever;
            tree_.for_each_score(node, opened, [&](const EdgeScore& edge_score, int i) {
                const float value = edge_score.q.load(std::memory_order_relaxed);
                const float score = value + explore * edge_score.u.load(std::memory_order_relaxed);
                best_value = std::max(best_value, value);
                if (score > best_score) {
                    best_score = score;
                    best = i;
                }
            });
            if (opened == node.total) return best;
            if (opened == node.stored.load(std::memory_order_acquire) &&
                !grow(node, position, worker.evaluator)) {
                if (best >= 0) return best;
                continue;
            }
            // Edges not opened yet are worth a little less than the mean of the open ones, the less the more
            // of them there are. The best of them is no less than their mean, and mostly that will do.
            const std::uint16_t prior = tree_.edge(node, opened).prior;
            const float less =
                parameters_.first_play_reduction *
                std::sqrt(static_cast<float>(node.priors.load(std::memory_order_relaxed)) / 65535.0f);
            if (best_value - less + explore * prior <= best_score && best_value > EdgeScore::kNever)
                return best;
            if (best >= 0 && mean_of(node, opened) - less + explore * prior <= best_score) return best;
            if (open(node, opened)) return opened;
        }
    }
    /// Chooses the edge for one visit in kEachLine to the root if several lines are wanted: the one that is
    /// furthest behind.
    int select_line(TreeNode& root) {
        const int opened = root.opened.load(std::memory_order_acquire);
        const int wanted = std::min<int>(lines_, root.stored.load(std::memory_order_acquire));
        if (opened < wanted) {
            open(root, opened);
            return opened;
        }
        std::array<std::uint64_t, P::Actions::kCapacity> order;
        int count = 0;
        tree_.for_each_edge(root, opened, [&](const Edge& edge) {
            const std::uint64_t visits = edge.visits.load(std::memory_order_relaxed);
            order[static_cast<std::size_t>(count)] =
                visits << 16 | static_cast<std::uint64_t>(0xffff - count);
            ++count;
        });
        const auto last = order.begin() + wanted - 1;
        std::nth_element(order.begin(), last, order.begin() + count, std::greater<>());
        return 0xffff - static_cast<int>(*last & 0xffff);
    }
    /// Opens the next edge; false where another thread was first.
    bool open(TreeNode& node, int next) {
        auto expected = static_cast<std::uint16_t>(next);
        if (!node.opened.compare_exchange_strong(expected, static_cast<std::uint16_t>(next + 1),
                                                 std::memory_order_acq_rel))
            return false;
        node.priors.fetch_add(tree_.edge(node, next).prior, std::memory_order_relaxed);
        return true;
    }
    /// The mean value of the visits to those of the first edges that are not known to lose.
    float mean_of(const TreeNode& node, int opened) {
        float sum = 0;
        float all_visits = 0;
        for (int i = 0; i < opened; ++i) {
            const float value = tree_.edge_score(node, i).q.load(std::memory_order_relaxed);
            if (value == EdgeScore::kNever) continue;
            const auto n = static_cast<float>(tree_.edge(node, i).visits.load(std::memory_order_relaxed));
            sum += value * n;
            all_visits += n;
        }
        return all_visits > 0 ? sum / all_visits : 0;
    }
    /// One thread makes more edges; false for the others, and when memory is full.
    bool grow(TreeNode& node, const P& position, Evaluator& evaluator) {
        if (node.growing.exchange(true, std::memory_order_acquire)) return false;
        const bool grown =
            node.opened.load(std::memory_order_acquire) < node.stored.load(std::memory_order_acquire) ||
            add_edges(node, position, evaluator);
        node.growing.store(false, std::memory_order_release);
        return grown;
    }
    /// The face that is furthest behind its chance; ties at random.
    int select_chance(TreeNode& node, std::uint32_t visits, Random& random) {
        int best = -1;
        float best_need = 0;
        for (int i = 0; i < node.total; ++i) {
            const Edge& edge = tree_.edge(node, i);
            const float need = static_cast<float>(edge.prior) * static_cast<float>(visits) / 65535.0f -
                               static_cast<float>(edge.visits.load(std::memory_order_relaxed)) +
                               1e-6f * static_cast<float>(random.below(1000));
            if (best < 0 || need > best_need) {
                best_need = need;
                best = i;
            }
        }
        return best;
    }

    /// Notes that the child of `edge` is proven; true when that proves the node too: a player takes a full
    /// win, or the best of what there is when all is proven.
    bool settle(TreeNode& node, Edge& edge) {
        const TreeNode& child = tree_.node(edge.child.load(std::memory_order_acquire));
        const auto mover = static_cast<std::size_t>(std::max<int>(node.mover, 0));
        edge.settled.store(child.result[mover], std::memory_order_relaxed);
        const TreeNode* best = &child;
        if (node.mover < 0 || child.result[mover] != games::kWholePoint) {
            if (node.opened.load(std::memory_order_acquire) != node.total) return false;
            bool all = true;
            tree_.for_each_edge(node, node.total, [&](Edge& other) {
                const NodeRef ref = other.child.load(std::memory_order_acquire);
                if (other.settled.load(std::memory_order_relaxed) == Edge::kOpen || !ref) {
                    all = false;
                    return;
                }
                const TreeNode& next = tree_.node(ref);
                // Different results of a roll make an average, not a proof.
                if (node.mover < 0) all &= next.result == child.result;
                if (next.result[mover] > best->result[mover]) best = &next;
            });
            if (!all) return false;
        }
        if (node.growing.exchange(true, std::memory_order_acquire))
            return false;  // another visit will prove it
        if (!node.proven.load(std::memory_order_relaxed)) {
            node.result = best->result;
            node.proven.store(true, std::memory_order_release);
        }
        node.growing.store(false, std::memory_order_release);
        return true;
    }

    // --- the tree from one search to the next ---

    /// Keeps the part of the old tree that begins with `root`, if there is one.
    void keep_what_leads_to(const P& root) {
        NodeRef kept = 0;
        if (tree_.root()) {
            long budget = 20'000;
            for (int depth = 0; depth <= 2 * kPlayers + 2 && !kept && budget > 0; ++depth)
                kept = find(tree_.root(), root_, root, depth, budget);
        }
        root_ = root;
        root_visits_ = 0;
        if (kept)
            tree_.trim(kept, 2, 0.5);
        else
            tree_.clear();
        if (!tree_.root()) {
            tree_.set_root(tree_.make_node());
            add_edges(tree_.node(tree_.root()), root, evaluator_);
        }
        TreeNode& node = tree_.node(tree_.root());
        tree_.for_each_edge(node, node.opened, [&](Edge& edge) { root_visits_ += edge.visits; });
    }
    /// The node at exactly that depth below `at` whose position is `wanted`.
    NodeRef find(NodeRef at, const P& position, const P& wanted, int depth, long& budget) {
        if (depth == 0) return position == wanted && tree_.node(at).total ? at : 0;
        TreeNode& node = tree_.node(at);
        for (int i = 0; i < node.opened && budget > 0; ++i) {
            const Edge& edge = tree_.edge(node, i);
            const NodeRef child = edge.child;
            if (!child) continue;
            --budget;
            P next = position;
            next.play(edge.action);
            if (const NodeRef found = find(child, next, wanted, depth - 1, budget)) return found;
        }
        return 0;
    }
    /// Gives up what was hardly visited.
    void trim_to_half() {
        std::uint32_t least = 4;
        do {
            tree_.trim(tree_.root(), least, 1.0);
            least *= 2;
        } while (tree_.hashfull() > 500);
    }

    // --- what was found ---

    SearchInfo info_now() {
        SearchInfo info;
        info.depth = info.seldepth = deepest_;
        info.nodes = simulations_;
        info.elapsed = Clock::now() - limits_.begin;
        info.hashfull = tree_.hashfull();
        TreeNode& root = tree_.node(tree_.root());
        tree_.for_each_edge(root, root.opened, [&](Edge& edge) {
            Line line;
            line.visits = edge.visits.load(std::memory_order_relaxed);
            if (line.visits == 0) return;
            const auto settled = edge.settled.load(std::memory_order_relaxed);
            line.exact = settled != Edge::kOpen;
            line.win_probability = line.exact
                                       ? static_cast<double>(settled) / games::kWholePoint
                                       : static_cast<double>(edge.sum.load(std::memory_order_relaxed)) /
                                             Edge::kUnit / line.visits;
            const double clipped = std::clamp(line.win_probability, 0.001, 0.999);
            line.score = static_cast<Score>(kScoreScale * std::log(clipped / (1 - clipped)));
            line.actions = actions_from(edge);
            if (line.exact && line.win_probability == 1.0)
                line.proven = static_cast<int>(line.actions.size());
            if (line.exact && line.win_probability == 0.0)
                line.proven = -static_cast<int>(line.actions.size());
            info.lines.push_back(std::move(line));
        });
        // A proven win first, a proven loss last, else by visits.
        const auto rank = [](const Line& line) { return (line.proven > 0) - (line.proven < 0); };
        std::stable_sort(info.lines.begin(), info.lines.end(), [&](const Line& a, const Line& b) {
            return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits > b.visits;
        });
        return info;
    }
    std::vector<games::Action> actions_from(const Edge& first) {
        std::vector<games::Action> actions{first.action};
        NodeRef at = first.child.load(std::memory_order_acquire);
        while (at && actions.size() < 24 && tree_.node(at).total && tree_.node(at).mover >= 0) {
            TreeNode& node = tree_.node(at);
            const Edge* best = nullptr;
            std::uint64_t most = 0;
            tree_.for_each_edge(node, node.opened.load(std::memory_order_acquire), [&](Edge& edge) {
                std::uint64_t weight = edge.visits.load(std::memory_order_relaxed);
                const auto settled = edge.settled.load(std::memory_order_relaxed);
                if (settled == games::kWholePoint) weight |= std::uint64_t{1} << 40;
                if (settled != 0) weight |= std::uint64_t{1} << 39;
                if (weight > most) {
                    most = weight;
                    best = &edge;
                }
            });
            if (!best) break;
            actions.push_back(best->action);
            at = best->child.load(std::memory_order_acquire);
        }
        return actions;
    }

    Evaluator evaluator_;
    TreeParameters parameters_;
    Tree<kPlayers> tree_;
    P root_{};
    std::atomic<std::uint32_t> root_visits_{0};
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<int> deepest_{0};
    std::atomic<bool> stop_for_memory_{false};
    Clock::time_point next_info_;
    SearchLimits limits_;
    int lines_ = 1;
};

}  // namespace stockade::search
