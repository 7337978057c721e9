// The tree of the Monte-Carlo search: nodes and edges in one block of memory of fixed size, shared by all
// threads. Edges are ordered by falling prior and opened in that order, so a node holds only the edges it has
// needed. Knows no game and no search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "base/large_array.h"
#include "games/game.h"

namespace stockade::search {

/// The place of a node in a tree's memory, in units of 8 bytes; 0 is no node.
using NodeRef = std::uint32_t;

/// One action of a node and what was learnt of it.
struct Edge {
    static constexpr std::uint8_t kOpen = 0xff;  ///< not proven
    /// Values are summed as whole numbers, so that the result does not depend on the order of addition.
    static constexpr float kUnit = 1 << 16;

    games::Action action;
    std::uint16_t prior = 0;  ///< of 65535
    std::atomic<NodeRef> child{0};
    std::atomic<std::uint32_t> visits{0};      ///< those under way included
    std::atomic<std::uint8_t> settled{kOpen};  ///< twelfths of the point for the node's mover, once proven
    std::atomic<std::int64_t> sum{0};          ///< of the mover's shares, in kUnit

    Edge() = default;
    Edge(games::Action a, std::uint16_t p) : action(a), prior(p) {}
    Edge(const Edge& o)
        : action(o.action),
          prior(o.prior),
          child(0),
          visits(o.visits.load(std::memory_order_relaxed)),
          settled(o.settled.load(std::memory_order_relaxed)),
          sum(o.sum.load(std::memory_order_relaxed)) {}
    Edge& operator=(const Edge&) = delete;
};

/// The two terms of PUCT for one edge, q + exploration * u. Choosing an edge is where a search spends its
/// time, so it reads these alone: they lie side by side, and all divisions were made when a visit changed
/// them.
struct EdgeScore {
    static constexpr float kNever = -1e9f;  ///< for what is lost: not while there is anything else

    std::atomic<float> q{0};  ///< the share that the mover got so far; visits under way count as lost
    std::atomic<float> u{0};  ///< the prior divided by visits: how much there is still to find out

    void follow(const Edge& edge) {
        const std::uint32_t visits = edge.visits.load(std::memory_order_relaxed);
        const std::uint8_t settled = edge.settled.load(std::memory_order_relaxed);
        float known = kNever;
        if (settled == Edge::kOpen)
            known = static_cast<float>(edge.sum.load(std::memory_order_relaxed)) /
                    (Edge::kUnit * static_cast<float>(std::max(visits, 1u)));
        else if (settled != 0)
            known = static_cast<float>(settled) / games::kWholePoint;
        q.store(known, std::memory_order_relaxed);
        u.store(static_cast<float>(edge.prior) / static_cast<float>(1 + visits), std::memory_order_relaxed);
    }
};

template <int Players>
struct alignas(8) Node {
    static constexpr int kFirstChunk = 8;
    static constexpr int kChunks = 7;  ///< each twice as long as the one before
    static constexpr int kMostEdges = kFirstChunk * ((1 << kChunks) - 1);

    std::atomic<bool> proven{false};
    std::atomic<bool> growing{false};
    std::int8_t mover = 0;                       ///< -1: chance
    std::array<std::uint8_t, Players> result{};  ///< in twelfths, once proven
    std::uint16_t total = 0;                     ///< actions there are
    std::atomic<std::uint16_t> stored{0};        ///< edges made
    std::atomic<std::uint16_t> opened{0};        ///< edges visited; always the first ones
    std::atomic<std::uint32_t> priors{0};        ///< of those, added up
    std::array<std::uint32_t, kChunks> chunks{};

    static constexpr int chunk_of(int edge) {
        return static_cast<int>(std::bit_width(static_cast<unsigned>(edge / kFirstChunk + 1))) - 1;
    }
    static constexpr int chunk_begin(int chunk) { return kFirstChunk * ((1 << chunk) - 1); }
    int chunk_size(int chunk) const { return std::min(total - chunk_begin(chunk), kFirstChunk << chunk); }
};

template <int Players>
class Tree {
public:
    using NodeType = Node<Players>;

    /// Half of the memory holds the tree; the other half takes what is kept of it when it is trimmed.
    explicit Tree(std::size_t megabytes) {
        const std::size_t units = std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / 2 / kUnit;
        capacity_ = static_cast<std::uint32_t>(std::min<std::size_t>(units, 0xffffffff));
        for (auto& block : blocks_) block = LargeArray<std::byte>(capacity_ * kUnit, kUninitialised);
        clear();
    }

    void clear() {
        full_ = false;
        used_ = 1;  // 0 is no node
        root_ = 0;
    }
    NodeRef root() const { return root_; }
    void set_root(NodeRef root) { root_ = root; }
    bool full() const { return full_; }
    int hashfull() const {
        return static_cast<int>(std::uint64_t{std::min(used_.load(), capacity_)} * 1000 / capacity_);
    }

    NodeType& node(NodeRef ref) { return *reinterpret_cast<NodeType*>(at(ref)); }
    const NodeType& node(NodeRef ref) const { return *reinterpret_cast<const NodeType*>(at(ref)); }
    Edge& edge(const NodeType& node, int i) {
        const int chunk = NodeType::chunk_of(i);
        return edges(node, chunk)[i - NodeType::chunk_begin(chunk)];
    }
    const Edge& edge(const NodeType& node, int i) const { return const_cast<Tree&>(*this).edge(node, i); }
    EdgeScore& edge_score(const NodeType& node, int i) {
        const int chunk = NodeType::chunk_of(i);
        return edge_scores(node, chunk)[i - NodeType::chunk_begin(chunk)];
    }

    /// Calls visit(edge) for the first `count` edges.
    template <class F>
    void for_each_edge(const NodeType& node, int count, F&& visit) {
        for_each_chunk(node, count, [&](int chunk, int here) {
            Edge* const first = edges(node, chunk);
            for (int i = 0; i < here; ++i) visit(first[i]);
        });
    }
    /// Calls visit(edge_score, i) for the first `count` edges.
    template <class F>
    void for_each_score(const NodeType& node, int count, F&& visit) {
        for_each_chunk(node, count, [&](int chunk, int here) {
            const EdgeScore* const first = edge_scores(node, chunk);
            for (int i = 0; i < here; ++i) visit(first[i], NodeType::chunk_begin(chunk) + i);
        });
    }

    /// A node without edges; 0 when memory is full.
    NodeRef make_node() {
        const NodeRef ref = allocate(sizeof(NodeType));
        if (ref) new (at(ref)) NodeType();
        return ref;
    }
    /// Memory for the next edges of a node, which make(place, i) then fills; false when memory is full.
    template <class F>
    bool add_chunk(NodeType& node, F&& make) {
        const int begin = node.stored.load(std::memory_order_relaxed);
        const int chunk = NodeType::chunk_of(begin);
        const int count = node.chunk_size(chunk);
        const std::uint32_t ref =
            allocate(static_cast<std::size_t>(count) * (sizeof(EdgeScore) + sizeof(Edge)));
        if (!ref) return false;
        node.chunks[static_cast<std::size_t>(chunk)] = ref;
        for (int i = 0; i < count; ++i) {
            Edge* const place = edges(node, chunk) + i;
            make(place, begin + i);
            (new (edge_scores(node, chunk) + i) EdgeScore())->follow(*place);
        }
        node.stored.store(static_cast<std::uint16_t>(begin + count), std::memory_order_release);
        return true;
    }

    /// Makes `root` the root and forgets everything that does not hang on it; also what was visited fewer
    /// than `least_visits` times, and whatever would fill more than `share` of the memory. No thread may be
    /// searching.
    void trim(NodeRef root, std::uint32_t least_visits, double share) {
        const auto limit = static_cast<std::uint32_t>(capacity_ * share);
        const std::byte* const old = &blocks_[current_][0];
        current_ = 1 - current_;
        used_ = 1;
        full_ = false;
        struct Waiting {
            NodeRef from;
            Edge* edge;  // to be given the copy; none for the root
            EdgeScore* edge_score;
        };
        std::vector<Waiting> queue{{root, nullptr, nullptr}};
        for (std::size_t next = 0; next < queue.size(); ++next) {
            const auto [from, edge, edge_score] = queue[next];
            if (used_ > limit) {
                if (!edge) continue;
                edge->settled.store(Edge::kOpen, std::memory_order_relaxed);
                edge_score->follow(*edge);
                continue;
            }
            const auto& original = *reinterpret_cast<const NodeType*>(old + std::size_t{from} * kUnit);
            const NodeRef ref = make_node();
            NodeType& copy = node(ref);
            copy.proven = original.proven.load();
            copy.mover = original.mover;
            copy.result = original.result;
            copy.total = original.total;
            copy.opened = original.opened.load();
            copy.priors = original.priors.load();
            while (copy.stored < original.stored)
                add_chunk(copy, [&](Edge* place, int i) {
                    const int chunk = NodeType::chunk_of(i);
                    const std::byte* const from_chunk =
                        old + std::size_t{original.chunks[static_cast<std::size_t>(chunk)]} * kUnit;
                    const Edge& source =
                        edges_of(from_chunk, original.chunk_size(chunk))[i - NodeType::chunk_begin(chunk)];
                    new (place) Edge(source);
                    if (const NodeRef child = source.child.load()) {
                        if (source.visits.load() >= least_visits)
                            queue.push_back({child, place, &this->edge_score(copy, i)});
                        else
                            place->settled.store(Edge::kOpen, std::memory_order_relaxed);
                    }
                });
            if (edge)
                edge->child = ref;
            else
                root_ = ref;
        }
    }

private:
    static constexpr std::size_t kUnit = 8;
    static_assert(sizeof(NodeType) % kUnit == 0 && sizeof(Edge) % kUnit == 0 && sizeof(EdgeScore) == kUnit &&
                  alignof(Edge) <= kUnit);

    /// A chunk is its edge scores and then its edges.
    EdgeScore* edge_scores(const NodeType& node, int chunk) {
        return reinterpret_cast<EdgeScore*>(at(node.chunks[static_cast<std::size_t>(chunk)]));
    }
    Edge* edges(const NodeType& node, int chunk) {
        return const_cast<Edge*>(
            edges_of(at(node.chunks[static_cast<std::size_t>(chunk)]), node.chunk_size(chunk)));
    }
    static const Edge* edges_of(const std::byte* chunk, int size) {
        return reinterpret_cast<const Edge*>(chunk + static_cast<std::size_t>(size) * sizeof(EdgeScore));
    }
    template <class F>
    static void for_each_chunk(const NodeType& node, int count, F&& visit) {
        for (int chunk = 0; count > 0; ++chunk) {
            const int here = std::min(count, node.chunk_size(chunk));
            visit(chunk, here);
            count -= here;
        }
    }

    std::byte* at(std::uint32_t ref) { return &blocks_[current_][std::size_t{ref} * kUnit]; }
    const std::byte* at(std::uint32_t ref) const { return &blocks_[current_][std::size_t{ref} * kUnit]; }

    std::uint32_t allocate(std::size_t bytes) {
        const auto units = static_cast<std::uint32_t>(bytes / kUnit);
        std::uint32_t begin = used_.load(std::memory_order_relaxed);
        do {
            if (capacity_ - begin < units) {
                full_.store(true, std::memory_order_relaxed);
                return 0;
            }
        } while (!used_.compare_exchange_weak(begin, begin + units, std::memory_order_relaxed));
        return begin;
    }

    std::array<LargeArray<std::byte>, 2> blocks_;
    std::size_t current_ = 0;
    std::uint32_t capacity_ = 0;
    NodeRef root_ = 0;
    std::atomic<std::uint32_t> used_{1};
    std::atomic<bool> full_{false};
};

}  // namespace stockade::search
