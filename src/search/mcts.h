// Monte-Carlo tree search for every game: PUCT with a heuristic's ratings as priors and its judgement as
// value, a value per player, chance nodes for dice, proven results backed up as such, several threads on one
// tree of bounded memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "games/random.h"
#include "search/heuristic.h"
#include "search/limits.h"

namespace stockade::search {

/// A first action and what the search thinks of it.
struct Candidate {
    games::Action action;
    std::uint32_t visits = 0;
    double share = 0;  ///< of the point, for the player to move at the root
    bool proven = false;
    std::vector<games::Action> line;  ///< the action and what is expected to follow
};

struct TreeReport {
    std::uint64_t simulations = 0;
    double seconds = 0;
    int deepest = 0;
    std::vector<Candidate> candidates;  ///< best first
};

template <games::Game P>
class TreeSearch {
public:
    explicit TreeSearch(std::size_t megabytes)
        : nodes_(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / 4 / sizeof(Node)),
          edges_(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / 4 * 3 / sizeof(Edge)) {}

    /// `on_report` is called in this thread from time to time and at the end.
    TreeReport search(const P& root, const Limits& limits, StopSignal& stop, int threads,
                      const std::function<void(const TreeReport&)>& on_report) {
        limits_ = limits;
        root_ = root;
        used_nodes_ = 1;
        used_edges_ = 0;
        simulations_ = 0;
        deepest_ = 0;
        new (&nodes_[0]) Node();
        std::vector<std::thread> helpers;
        for (int i = 1; i < threads; ++i)
            helpers.emplace_back([this, &stop, i] { run(stop, static_cast<std::uint64_t>(i), nullptr); });
        run(stop, 0, on_report ? &on_report : nullptr);
        stop.stop();
        for (std::thread& helper : helpers) helper.join();
        const TreeReport final = report();
        if (on_report) on_report(final);
        return final;
    }

private:
    static constexpr int kPlayers = P::kPlayers;
    using Shares = std::array<float, kPlayers>;

    // Values are summed as whole numbers, so that the result does not depend on the order of addition.
    static constexpr double kUnit = 1 << 16;

    enum class State : std::uint8_t { kLeaf, kExpanding, kExpanded, kFull };

    struct Node {
        std::atomic<std::uint32_t> visits{0};
        std::atomic<State> state{State::kLeaf};
        std::atomic<std::uint8_t> proven{0};  ///< 1: the shares below are the true result
        std::int8_t mover = 0;                ///< -1: chance
        std::uint16_t edge_count = 0;
        std::uint32_t first_edge = 0;
        std::array<std::uint8_t, kPlayers> result{};  ///< in twelfths, once proven
        std::array<std::atomic<std::int64_t>, kPlayers> sums{};
    };
    struct Edge {
        games::Action action;
        float prior = 0;
        std::atomic<std::uint32_t> child{0};  ///< 0: not visited
    };

    static constexpr float kExploration = 1.6f;
    static constexpr float kFirstPlayReduction = 0.12f;
    static constexpr float kPriorTemperature = 100.0f;  ///< ratings are hundredths

    void run(StopSignal& stop, std::uint64_t thread,
             const std::function<void(const TreeReport&)>* on_report) {
        Random random(0x5eed + thread);
        auto next_report = limits_.begin + Milliseconds(100);
        for (std::uint64_t i = 0; i < 2 || !stop.stopped(); ++i) {
            simulate(random);
            const std::uint64_t done = ++simulations_;
            if (i == 0) continue;  // the first one only opens the root; there must be a turn to answer with
            if (limits_.nodes && done >= *limits_.nodes) break;
            if (nodes_[0].proven.load(std::memory_order_acquire)) break;
            if (limits_.depth && deepest_ >= *limits_.depth && done >= kLeastSimulations) break;
            if (i % 16 != 1) continue;
            const auto now = Clock::now();
            if (limits_.time && now - limits_.begin >= *limits_.time) break;
            if (on_report && now >= next_report) {
                (*on_report)(report());
                next_report = now + (now - limits_.begin) / 2;
            }
        }
        stop.stop();
    }

    void simulate(Random& random) {
        std::array<std::uint32_t, kMaxDepth> path;
        int length = 0;
        P position = root_;
        std::uint32_t at = 0;
        Shares value;
        for (;;) {
            Node& node = nodes_[at];
            path[length++] = at;
            node.visits.fetch_add(1, std::memory_order_relaxed);
            if (node.proven.load(std::memory_order_acquire)) {
                for (int i = 0; i < kPlayers; ++i)
                    value[i] = static_cast<float>(node.result[i]) / games::kWholePoint;
                break;
            }
            if (node.state.load(std::memory_order_acquire) != State::kExpanded) {
                value = expand(node, position);
                break;
            }
            if (length == kMaxDepth) {
                value = Heuristic<P>::shares(position);
                break;
            }
            Edge& edge = select(node, random);
            position.play(edge.action);
            at = child_of(edge);
            if (at == 0) {
                value = judge(position);
                break;
            }
        }
        if (length > deepest_) deepest_ = length;
        for (int i = length; i-- > 0;) {
            Node& node = nodes_[path[i]];
            for (int j = 0; j < kPlayers; ++j)
                node.sums[j].fetch_add(static_cast<std::int64_t>(value[j] * kUnit),
                                       std::memory_order_relaxed);
            prove(node);
        }
    }

    /// Makes the edges of a leaf and judges it; another thread's leaf is only judged.
    Shares expand(Node& node, const P& position) {
        State leaf = State::kLeaf;
        if (!node.state.compare_exchange_strong(leaf, State::kExpanding)) return judge(position);
        if (const games::Outcome outcome = position.outcome(); outcome.over) {
            Shares value;
            for (int i = 0; i < kPlayers; ++i) {
                node.result[i] = outcome.shares[i];
                value[i] = static_cast<float>(outcome.shares[i]) / games::kWholePoint;
            }
            node.proven.store(1, std::memory_order_release);
            return value;
        }
        const typename P::Context context(position);
        typename P::Actions actions;
        position.generate(context, actions);
        const auto count = static_cast<std::uint32_t>(actions.size());
        const std::uint32_t first = used_edges_.fetch_add(count);
        if (first + count > edges_.size()) {
            used_edges_.fetch_sub(count);
            node.state.store(State::kFull, std::memory_order_release);
            return judge(position);
        }
        std::array<int, P::Actions::kCapacity> ratings;
        Heuristic<P>::rate(position, context, actions, ratings);
        write_edges(position, actions, ratings, first);
        node.mover = static_cast<std::int8_t>(games::index(position.to_move()));
        node.edge_count = static_cast<std::uint16_t>(count);
        node.first_edge = first;
        node.state.store(State::kExpanded, std::memory_order_release);
        return Heuristic<P>::shares(position);
    }

    /// Priors by ratings, the most promising first.
    void write_edges(const P& position, const typename P::Actions& actions, std::span<int> ratings,
                     std::uint32_t first) {
        const int count = actions.size();
        std::array<std::uint16_t, P::Actions::kCapacity> order;
        for (int i = 0; i < count; ++i) order[i] = static_cast<std::uint16_t>(i);
        std::sort(order.begin(), order.begin() + count,
                  [&](int a, int b) { return ratings[a] != ratings[b] ? ratings[a] > ratings[b] : a < b; });
        const int best = ratings[order[0]];
        float total = 0;
        for (int i = 0; i < count; ++i) {
            Edge& edge = *new (&edges_[first + static_cast<std::uint32_t>(i)]) Edge();
            edge.action = actions[order[i]];
            edge.prior = std::exp(static_cast<float>(ratings[order[i]] - best) / kPriorTemperature);
            if constexpr (games::Stochastic<P>)
                if (position.to_move() == games::Player::kChance)
                    edge.prior = static_cast<float>(position.probability(edge.action));
            total += edge.prior;
        }
        for (int i = 0; i < count; ++i) edges_[first + static_cast<std::uint32_t>(i)].prior /= total;
    }

    static Shares judge(const P& position) {
        const games::Outcome outcome = position.outcome();
        if (!outcome.over) return Heuristic<P>::shares(position);
        Shares value;
        for (int i = 0; i < kPlayers; ++i)
            value[i] = static_cast<float>(outcome.shares[i]) / games::kWholePoint;
        return value;
    }

    Edge& select(Node& node, Random& random) {
        Edge* const edges = &edges_[node.first_edge];
        if (node.mover < 0) return select_chance(node, edges, random);
        const auto visits = static_cast<float>(node.visits.load(std::memory_order_relaxed));
        const float parent_value = mean(node, node.mover, 0.5f);
        const float explore = kExploration * std::sqrt(visits);
        const float unvisited = parent_value - kFirstPlayReduction;
        // Edges come by falling prior, so those far behind cannot be next; more of them as visits grow.
        const int width = std::min<int>(node.edge_count, 4 + static_cast<int>(2.5f * std::sqrt(visits)));
        Edge* best = edges;
        float best_score = -1e9f;
        for (int i = 0; i < width; ++i) {
            Edge& edge = edges[i];
            const std::uint32_t child = edge.child.load(std::memory_order_acquire);
            float score;
            if (child == 0) {
                score = unvisited + explore * edge.prior;
            } else {
                const Node& next = nodes_[child];
                const auto n = static_cast<float>(next.visits.load(std::memory_order_relaxed));
                float value = mean(next, node.mover, unvisited);
                if (next.proven.load(std::memory_order_acquire)) {
                    value = static_cast<float>(next.result[static_cast<std::size_t>(node.mover)]) /
                            games::kWholePoint;
                    if (value == 0) value = -1;  // never again while there is anything else
                }
                score = value + explore * edge.prior / (1 + n);
            }
            if (score > best_score) {
                best_score = score;
                best = &edge;
            }
        }
        return *best;
    }
    /// The face that is furthest behind its chance; ties at random.
    Edge& select_chance(Node& node, Edge* edges, Random& random) {
        Edge* best = edges;
        float best_need = -1e9f;
        const auto visits = static_cast<float>(node.visits.load(std::memory_order_relaxed));
        for (int i = 0; i < node.edge_count; ++i) {
            const std::uint32_t child = edges[i].child.load(std::memory_order_acquire);
            const auto n =
                child ? static_cast<float>(nodes_[child].visits.load(std::memory_order_relaxed)) : 0.0f;
            const float need = edges[i].prior * visits - n + 1e-6f * static_cast<float>(random.below(1000));
            if (need > best_need) {
                best_need = need;
                best = &edges[i];
            }
        }
        return *best;
    }

    /// Visits under way count as lost, so that threads spread out.
    float mean(const Node& node, int player, float fallback) const {
        const std::uint32_t visits = node.visits.load(std::memory_order_relaxed);
        if (visits == 0) return fallback;
        const auto sum =
            static_cast<double>(node.sums[static_cast<std::size_t>(player)].load(std::memory_order_relaxed)) /
            kUnit;
        return static_cast<float>(sum / visits);
    }

    std::uint32_t child_of(Edge& edge) {
        std::uint32_t child = edge.child.load(std::memory_order_acquire);
        if (child) return child;
        const std::uint32_t fresh = used_nodes_.fetch_add(1);
        if (fresh >= nodes_.size()) {
            used_nodes_.fetch_sub(1);
            return 0;
        }
        new (&nodes_[fresh]) Node();
        if (edge.child.compare_exchange_strong(child, fresh)) return fresh;
        return child;  // another thread was first; the fresh node stays unused
    }

    /// Backs up a proven result: a player takes a full win, or the best of what is left when all is proven.
    void prove(Node& node) {
        if (node.proven.load(std::memory_order_relaxed) ||
            node.state.load(std::memory_order_acquire) != State::kExpanded)
            return;
        const Node* best = nullptr;
        bool all = true;
        for (int i = 0; i < node.edge_count; ++i) {
            const std::uint32_t child =
                edges_[node.first_edge + static_cast<std::uint32_t>(i)].child.load(std::memory_order_acquire);
            if (child == 0 || !nodes_[child].proven.load(std::memory_order_acquire)) {
                all = false;
                if (node.mover < 0) return;
                continue;
            }
            const Node& next = nodes_[child];
            if (node.mover < 0) {
                if (best && best->result != next.result)
                    return;  // different results: an average, not a proof
                best = &next;
                continue;
            }
            const auto share = next.result[static_cast<std::size_t>(node.mover)];
            if (!best || share > best->result[static_cast<std::size_t>(node.mover)]) best = &next;
            if (share == games::kWholePoint) {
                all = true;
                break;
            }
        }
        if (!best || !all) return;
        node.result = best->result;
        node.proven.store(1, std::memory_order_release);
    }

    TreeReport report() const {
        TreeReport result;
        result.simulations = simulations_;
        result.seconds = std::chrono::duration<double>(Clock::now() - limits_.begin).count();
        result.deepest = deepest_;
        const Node& root = nodes_[0];
        if (root.state.load(std::memory_order_acquire) != State::kExpanded) return result;
        const int mover = std::max<int>(root.mover, 0);
        for (int i = 0; i < root.edge_count; ++i) {
            const Edge& edge = edges_[root.first_edge + static_cast<std::uint32_t>(i)];
            Candidate candidate;
            candidate.action = edge.action;
            if (const std::uint32_t child = edge.child.load(std::memory_order_acquire)) {
                const Node& next = nodes_[child];
                candidate.visits = next.visits.load(std::memory_order_relaxed);
                candidate.proven = next.proven.load(std::memory_order_acquire) != 0;
                candidate.share = candidate.proven
                                      ? static_cast<double>(next.result[static_cast<std::size_t>(mover)]) /
                                            games::kWholePoint
                                      : mean(next, mover, 0.5f);
            }
            candidate.line = line_from(edge);
            result.candidates.push_back(std::move(candidate));
        }
        std::erase_if(result.candidates, [](const Candidate& c) { return c.visits == 0; });
        // A proven win first, a proven loss last, else by visits.
        const auto rank = [](const Candidate& c) {
            return c.proven ? (c.share == 1.0 ? 2 : c.share == 0.0 ? 0 : 1) : 1;
        };
        std::stable_sort(result.candidates.begin(), result.candidates.end(),
                         [&](const Candidate& a, const Candidate& b) {
                             return rank(a) != rank(b) ? rank(a) > rank(b) : a.visits > b.visits;
                         });
        return result;
    }
    std::vector<games::Action> line_from(const Edge& first) const {
        std::vector<games::Action> line{first.action};
        std::uint32_t at = first.child.load(std::memory_order_acquire);
        while (at && line.size() < 24 &&
               nodes_[at].state.load(std::memory_order_acquire) == State::kExpanded &&
               nodes_[at].mover >= 0) {
            const Node& node = nodes_[at];
            const Edge* best = nullptr;
            std::uint32_t most = 0;
            for (int i = 0; i < node.edge_count; ++i) {
                const Edge& edge = edges_[node.first_edge + static_cast<std::uint32_t>(i)];
                const std::uint32_t child = edge.child.load(std::memory_order_acquire);
                const std::uint32_t visits = child ? nodes_[child].visits.load(std::memory_order_relaxed) : 0;
                if (visits > most) {
                    most = visits;
                    best = &edge;
                }
            }
            if (!best) break;
            line.push_back(best->action);
            at = best->child.load(std::memory_order_acquire);
        }
        return line;
    }

    static constexpr int kMaxDepth = 256;
    static constexpr std::uint64_t kLeastSimulations =
        200;  ///< for a limit of depth, which one line may reach at once

    /// Memory for objects that are made when first used.
    template <class T>
    class Arena {
    public:
        explicit Arena(std::size_t size)
            : size_(size), memory_(new (std::align_val_t{alignof(T)}) std::byte[size * sizeof(T)]) {}
        ~Arena() { ::operator delete[](memory_, std::align_val_t{alignof(T)}); }
        Arena(const Arena&) = delete;
        Arena& operator=(const Arena&) = delete;
        std::size_t size() const { return size_; }
        T& operator[](std::size_t i) { return reinterpret_cast<T*>(memory_)[i]; }
        const T& operator[](std::size_t i) const { return reinterpret_cast<const T*>(memory_)[i]; }

    private:
        std::size_t size_;
        std::byte* memory_;
    };

    Arena<Node> nodes_;
    Arena<Edge> edges_;
    std::atomic<std::uint32_t> used_nodes_{0};
    std::atomic<std::uint32_t> used_edges_{0};
    std::atomic<std::uint64_t> simulations_{0};
    std::atomic<int> deepest_{0};
    P root_;
    Limits limits_;
};

}  // namespace stockade::search
