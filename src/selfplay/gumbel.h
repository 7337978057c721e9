// Search with few simulations that still improves on the policy it starts from (Danihelka, Guez,
// Schrittwieser and Silver, Policy improvement by planning with Gumbel, 2022). The root divides its
// simulations among a few actions drawn without replacement and halves their number again and again; below
// the root actions are chosen so that visits follow the improved policy, and rolls of the die so that visits
// follow chance. The caller evaluates leaves, one at a time, when it pleases. Knows nothing of networks.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "selfplay/oracle.h"

namespace stockade::selfplay {

struct SearchOptions {
    int simulations = 64;
    int considered = 16;      ///< actions the root begins with
    float visit_offset = 50;  ///< values weigh in the policy as (visit_offset + most visits) * value_scale
    float value_scale = 1;    ///< times a value from 0 to 1
    /// A win this much later is worth a share less: among won lines the short one is preferred.
    float per_action = 0.001f;
};

inline constexpr int kMaxSimulations = 30'000;  // at most two nodes each, numbered with 16 bits

/// e to the x for x <= 0, with a relative error below 5e-5; written so that compilers vectorise it.
inline float exp_of_negative(float x) {
    const float t = std::max(x * 1.44269504f, -125.0f);
    const int whole = static_cast<int>(t);
    const float part = (t - static_cast<float>(whole)) * 0.693147181f;  // in (-ln 2, 0]
    const float series =
        1 + part * (1 + part * (0.5f +
                                part * (1.0f / 6 + part * (1.0f / 24 + part * (1.0f / 120 + part / 720)))));
    return series * std::bit_cast<float>((whole + 127) << 23);
}

/// Which visit count the root picks among at each simulation, for a number of considered actions.
std::vector<std::uint16_t> visit_schedule(int considered, int simulations);

/// The options with everything that follows from them; shared by many searches.
struct SearchPlan {
    explicit SearchPlan(const SearchOptions& given) : options(given) {
        for (int i = 0; i <= options.considered; ++i)
            schedules.push_back(visit_schedule(i, options.simulations));
    }
    SearchOptions options;
    std::vector<std::vector<std::uint16_t>> schedules;  ///< by number of considered actions
};

/// The values of a game for two from the mover's.
template <games::Game P>
std::array<float, P::kPlayers> opposed(const P& position, float value) requires(P::kPlayers == 2) {
    return position.to_move() == games::Player::kOne ? std::array{value, -value} : std::array{-value, value};
}

template <games::Game P>
class GumbelSearch {
public:
    using Context = typename P::Context;
    using Actions = typename P::Actions;
    /// The value of a position for each player, from -1 to 1.
    using Values = std::array<float, P::kPlayers>;

    explicit GumbelSearch(const SearchPlan& plan) : plan_(&plan), options_(plan.options) {
        constexpr std::size_t kNodesEach = games::Stochastic<P> ? 2 : 1;
        nodes_.reserve(kNodesEach * static_cast<std::size_t>(options_.simulations) + 1);
        path_.reserve(kNodesEach * static_cast<std::size_t>(options_.simulations) + 2);
    }

    /// Starts anew; the root is not over, and a player's to move. `noise` scales the Gumbel noise: 0 is the
    /// strongest play, 1 explores. What `random` and `oracle` refer to must outlive the search.
    void begin(const P& root, const Context& context, Random& random, Oracle<P>& oracle, float noise) {
        nodes_.clear();
        edges_.clear();
        candidates_.clear();
        random_ = &random;
        oracle_ = &oracle;
        noise_ = noise;
        done_ = 0;
        // Below a solved root every node shares what was worked out for it; elsewhere that would be done for
        // every other node anew.
        solved_ = oracle.ask(root).has_value();
        nodes_.push_back(Node(root, context));
        ask_for(0);
        path_.assign(1, 0);
    }

    /// Goes on after an answer. True: the leaf is to be evaluated. False: the search is finished.
    bool advance() {
        if (candidates_.empty()) return true;  // the root itself
        while (done_ < options_.simulations && candidates_.size() > 1) {
            if (descend()) return true;
        }
        return false;
    }

    // --- the leaf to be evaluated ---
    const P& leaf() const { return nodes_[leaf_].position; }
    const Context& leaf_context() const { return nodes_[leaf_].context; }
    const Actions& leaf_actions() const { return leaf_actions_; }
    /// One logit for each of leaf_actions(), and the leaf's values.
    void answer(std::span<const float> logits, const Values& values) {
        expand(logits, values);
        back_up(values);
        if (leaf_ == 0)
            choose_candidates(logits);
        else
            ++done_;
    }

    // --- results ---
    /// The action to play.
    games::Action best() const {
        int best = 0;
        std::uint32_t most = 0;
        for (const Candidate& candidate : candidates_) most = std::max(most, visits(edge_of(candidate)));
        float best_score = -1e30f;
        for (int i = 0; i < static_cast<int>(candidates_.size()); ++i) {
            const Edge& edge = edge_of(candidates_[i]);
            if (visits(edge) != most) continue;
            const float score =
                candidates_[i].score + (edge.child ? weight() * share(edge, nodes_[0].mover) : 0);
            if (score > best_score) {
                best_score = score;
                best = i;
            }
        }
        return {edge_of(candidates_[best]).action};
    }
    /// Calls visit(action, share of the improved policy) for every action of the root; the shares add to 1.
    /// Returns the value of the root under that policy, from -1 to 1, for each player.
    template <class F>
    Values improved_policy(F&& visit) const {
        const Node& root = nodes_[0];
        const float mixed = mixed_share(root, root.mover);
        const float factor = weight();
        // Shares are relative to those of the actions that were not tried.
        float highest = 0;
        for (int i = 0; i < root.count; ++i) {
            const Edge& edge = edges_[static_cast<std::size_t>(i)];
            if (edge.child) highest = std::max(highest, factor * (share(edge, root.mover) - mixed));
        }
        std::array<float, Actions::kCapacity> shares;
        float total = 0;
        for (int i = 0; i < root.count; ++i) {
            const Edge& edge = edges_[static_cast<std::size_t>(i)];
            const float known = edge.child ? share(edge, root.mover) : mixed;
            shares[i] = edge.prior * exp_of_negative(factor * (known - mixed) - highest);
            total += shares[i];
        }
        for (int i = 0; i < root.count; ++i)
            visit(games::Action{edges_[static_cast<std::size_t>(i)].action}, shares[i] / total);
        Values values;
        for (int player = 0; player < P::kPlayers; ++player) {
            const float untried = mixed_share(root, player);
            float sum = 0;
            for (int i = 0; i < root.count; ++i) {
                const Edge& edge = edges_[static_cast<std::size_t>(i)];
                sum += shares[i] * (edge.child ? share(edge, player) : untried);
            }
            values[static_cast<std::size_t>(player)] = 2 * sum / total - 1;
        }
        return values;
    }
    int simulations_done() const { return done_; }
    std::uint32_t root_visits() const { return nodes_[0].visits; }

private:
    struct Edge {
        float prior = 0;
        std::uint16_t action = 0;
        std::uint16_t child = 0;  ///< 0: not visited
    };
    struct Node {
        Node(const P& p, const Context& c)
            : mover(static_cast<std::int8_t>(games::index(p.to_move()))), position(p), context(c) {}

        std::uint32_t visits = 0;
        Values sums{};    ///< of all visits
        Values values{};  ///< the evaluator's, or the known ones
        std::uint32_t first_edge = 0;
        std::uint16_t count = 0;
        std::uint16_t opened = 0;     ///< below the root, edges that have been visited come first
        std::uint16_t favourite = 0;  ///< below the root, the likeliest of the others
        std::int8_t mover;            ///< negative: chance
        bool known = false;           ///< over, or solved
        P position;
        Context context;
    };
    struct Candidate {
        std::uint16_t edge = 0;  ///< of the root
        float score = 0;         ///< log of the prior, plus noise
    };

    const Edge& edge_of(const Candidate& candidate) const { return edges_[candidate.edge]; }
    std::uint32_t visits(const Edge& edge) const { return edge.child ? nodes_[edge.child].visits : 0; }

    /// The mean value of a visited edge for a player, from 0 to 1.
    float share(const Edge& edge, int player) const {
        const Node& child = nodes_[edge.child];
        return 0.5f + 0.5f * child.sums[static_cast<std::size_t>(player)] / static_cast<float>(child.visits);
    }
    /// The factor by which a difference in value shifts the logarithm of the improved policy.
    float weight() const {
        std::uint32_t most = 0;
        for (const Candidate& candidate : candidates_) most = std::max(most, visits(edge_of(candidate)));
        return (options_.visit_offset + static_cast<float>(most)) * options_.value_scale;
    }
    /// The assumed value of an untried action, from 0 to 1: the evaluator's value and the
    /// values found, weighed by how many there are.
    float mixed_share(const Node& node, int player) const {
        float mass = 0;
        float weighted = 0;
        std::uint32_t tried = 0;
        for (const Edge& edge : std::span(&edges_[node.first_edge], node.count)) {
            if (!edge.child) continue;
            mass += edge.prior;
            weighted += edge.prior * share(edge, player);
            tried += nodes_[edge.child].visits;
        }
        return mix(node, player, mass, weighted, tried);
    }
    static float mix(const Node& node, int player, float mass, float weighted, std::uint32_t tried) {
        const float own = 0.5f + 0.5f * node.values[static_cast<std::size_t>(player)];
        if (mass <= 0) return own;
        const auto n = static_cast<float>(tried);
        return (own + n * weighted / mass) / (1 + n);
    }

    /// One simulation. True when it ends at a leaf to be evaluated.
    bool descend() {
        path_.assign(1, 0);
        std::size_t at = 0;
        std::size_t edge_index = next_root_edge();
        for (;;) {
            const bool fresh = edges_[edge_index].child == 0;
            at = fresh ? add_child(at, edge_index) : edges_[edge_index].child;
            path_.push_back(static_cast<std::uint16_t>(at));
            if (nodes_[at].known) {
                back_up(nodes_[at].values);
                ++done_;
                return false;
            }
            if (nodes_[at].mover < 0) {
                edge_index = next_face(nodes_[at]);
            } else if (fresh) {
                ask_for(at);
                return true;
            } else {
                edge_index = next_edge(nodes_[at]);
            }
        }
    }

    /// The face that is furthest behind its chance, any of them if there are several.
    std::size_t next_face(Node& node) {
        if (node.count == 0) list_faces(node);
        std::size_t best = node.first_edge;
        float most = -1e30f;
        for (std::size_t i = node.first_edge; i < node.first_edge + std::size_t{node.count}; ++i) {
            const float behind = edges_[i].prior * static_cast<float>(node.visits) -
                                 static_cast<float>(visits(edges_[i])) +
                                 static_cast<float>(random_->below(1000)) * 1e-6f;
            if (behind > most) {
                most = behind;
                best = i;
            }
        }
        return best;
    }
    void list_faces(Node& node) {
        if constexpr (games::Stochastic<P>) {
            Actions faces;
            node.position.generate(node.context, faces);
            node.first_edge = static_cast<std::uint32_t>(edges_.size());
            node.count = static_cast<std::uint16_t>(faces.size());
            for (const games::Action face : faces)
                edges_.push_back({static_cast<float>(P::probability(face)), face.id, 0});
        }
    }

    std::size_t next_root_edge() const {
        const std::uint32_t due = plan_->schedules[candidates_.size()][static_cast<std::size_t>(done_)];
        const float factor = weight();
        std::size_t best = candidates_[0].edge;
        float best_score = -1e30f;
        for (const Candidate& candidate : candidates_) {
            const Edge& edge = edge_of(candidate);
            if (visits(edge) != due) continue;
            const float score = candidate.score + (edge.child ? factor * share(edge, nodes_[0].mover) : 0);
            if (score > best_score) {
                best_score = score;
                best = candidate.edge;
            }
        }
        return best;
    }

    /// The edge that lags most behind its share of the improved policy. All actions that were not tried have
    /// the same value, so of those only the likeliest is looked at.
    std::size_t next_edge(Node& node) {
        Edge* edges = &edges_[node.first_edge];
        std::array<float, Actions::kCapacity> values;
        float mass = 0;
        float weighted = 0;
        std::uint32_t tried = 0;
        std::uint32_t most = 0;
        for (int i = 0; i < node.opened; ++i) {
            values[i] = share(edges[i], node.mover);
            mass += edges[i].prior;
            weighted += edges[i].prior * values[i];
            const std::uint32_t count = nodes_[edges[i].child].visits;
            tried += count;
            most = std::max(most, count);
        }
        const float mixed = mix(node, node.mover, mass, weighted, tried);
        const float factor = (options_.visit_offset + static_cast<float>(most)) * options_.value_scale;
        float highest = 0;
        for (int i = 0; i < node.opened; ++i) {
            values[i] = factor * (values[i] - mixed);
            highest = std::max(highest, values[i]);
        }
        const float untried = exp_of_negative(-highest);
        float total = std::max(1 - mass, 0.0f) * untried;
        for (int i = 0; i < node.opened; ++i) {
            values[i] = edges[i].prior * exp_of_negative(values[i] - highest);
            total += values[i];
        }
        const float per_visit = 1 / static_cast<float>(1 + tried);
        int best = -1;
        float best_score = -1e30f;
        for (int i = 0; i < node.opened; ++i) {
            const float score =
                values[i] / total - static_cast<float>(nodes_[edges[i].child].visits) * per_visit;
            if (score > best_score) {
                best_score = score;
                best = i;
            }
        }
        if (node.opened < node.count && edges[node.favourite].prior * untried / total > best_score) {
            // The edge is about to be visited: it joins the front.
            best = node.opened++;
            std::swap(edges[best], edges[node.favourite]);
            find_favourite(node);
        }
        return node.first_edge + static_cast<std::size_t>(best);
    }

    void find_favourite(Node& node) {
        const Edge* edges = &edges_[node.first_edge];
        int best = node.opened;
        for (int i = best + 1; i < node.count; ++i)
            if (edges[i].prior > edges[best].prior) best = i;
        node.favourite = static_cast<std::uint16_t>(best);
    }

    std::size_t add_child(std::size_t parent, std::size_t edge_index) {
        const games::Action action{edges_[edge_index].action};
        const std::size_t child = nodes_.size();
        nodes_.push_back(Node(nodes_[parent].position, nodes_[parent].context));  // room was reserved
        edges_[edge_index].child = static_cast<std::uint16_t>(child);
        Node& node = nodes_[child];
        node.position.play(action);
        node.mover = static_cast<std::int8_t>(games::index(node.position.to_move()));
        if (const games::Outcome outcome = node.position.outcome(); outcome.over) {
            node.known = true;
            for (std::size_t i = 0; i < node.values.size(); ++i)
                node.values[i] =
                    sooner(2.0f * static_cast<float>(outcome.shares[i]) / games::kWholePoint - 1, 0);
            return child;
        }
        if constexpr (P::kPlayers == 2)
            if (const auto known = solved_ ? oracle_->ask(node.position) : oracle_->glance(node.position)) {
                node.known = true;
                node.values = opposed(node.position, sooner(known->value, known->actions));
                return child;
            }
        node.context.follow(nodes_[parent].position, action, node.position);
        return child;
    }
    float sooner(float value, int actions) const {
        const auto depth = static_cast<float>(path_.size()) + static_cast<float>(actions);
        return value * std::max(1 - options_.per_action * depth, 0.5f);
    }

    void ask_for(std::size_t node) {
        leaf_ = node;
        leaf_actions_.clear();
        nodes_[node].position.generate(nodes_[node].context, leaf_actions_);
    }

    void expand(std::span<const float> logits, const Values& values) {
        Node& node = nodes_[leaf_];
        const int count = leaf_actions_.size();
        assert(static_cast<int>(logits.size()) == count);
        node.values = values;
        node.first_edge = static_cast<std::uint32_t>(edges_.size());
        node.count = static_cast<std::uint16_t>(count);
        edges_.resize(edges_.size() + static_cast<std::size_t>(count));
        Edge* edges = &edges_[node.first_edge];
        std::array<float, Actions::kCapacity> shares;
        float highest = logits[0];
        for (int i = 1; i < count; ++i) highest = std::max(highest, logits[i]);
        for (int i = 0; i < count; ++i) shares[i] = exp_of_negative(logits[i] - highest);
        float total = 0;
        for (int i = 0; i < count; ++i) total += shares[i];
        const float scale = 1 / total;
        int favourite = 0;
        for (int i = 0; i < count; ++i) {
            edges[i] = {shares[i] * scale, leaf_actions_[i].id, 0};
            if (shares[i] > shares[favourite]) favourite = i;
        }
        node.favourite = static_cast<std::uint16_t>(favourite);
    }

    void back_up(const Values& values) {
        for (const std::uint16_t at : path_) {
            Node& node = nodes_[at];
            ++node.visits;
            for (std::size_t i = 0; i < values.size(); ++i) node.sums[i] += values[i];
        }
    }

    /// The actions with the highest sum of log prior and noise: a draw without replacement from the policy.
    void choose_candidates(std::span<const float> logits) {
        const int count = leaf_actions_.size();
        for (int i = 0; i < count; ++i) {
            float score = logits[i];
            if (noise_ > 0) {
                const double uniform =
                    (static_cast<double>(random_->next() >> 11) + 0.5) * (1.0 / (std::uint64_t{1} << 53));
                score -= noise_ * std::log(-std::log(static_cast<float>(uniform)));
            }
            candidates_.push_back({static_cast<std::uint16_t>(i), score});
        }
        const auto kept = std::min(static_cast<std::size_t>(options_.considered), candidates_.size());
        std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(kept),
                          candidates_.end(), [](const Candidate& a, const Candidate& b) {
                              return a.score != b.score ? a.score > b.score : a.edge < b.edge;
                          });
        candidates_.resize(kept);
    }

    const SearchPlan* plan_;
    SearchOptions options_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Candidate> candidates_;
    std::vector<std::uint16_t> path_;
    Actions leaf_actions_;
    std::size_t leaf_ = 0;
    Random* random_ = nullptr;
    Oracle<P>* oracle_ = nullptr;
    float noise_ = 0;
    bool solved_ = false;
    int done_ = 0;
};

}  // namespace stockade::selfplay
