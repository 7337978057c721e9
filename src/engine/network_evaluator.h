// NetworkEvaluator: a network as an evaluator of a search.
#pragma once

#include <algorithm>
#include <memory>

#include "net/inference.h"
#include "search/evaluator.h"

namespace stockade::engine {

template <net::HasFeatures P>
class NetworkEvaluator {
public:
    struct EvalState {};  ///< the evaluator itself remembers the position it has just seen

    // A policy_temperature of 140 against 100 at 600 simulations a turn: 120 - 80. Where four play, chances
    // lie closer together: an exploration of 1 against 2.2 at 800 simulations: 53 - 31.
    static constexpr search::TreeParameters kTreeParameters{.exploration = P::kPlayers > 2 ? 1.0f : 2.2f,
                                                            .policy_temperature = 140};
    static constexpr bool tree_is_stronger() { return true; }

    explicit NetworkEvaluator(std::shared_ptr<const net::Network> network) : inference_(std::move(network)) {}

    std::array<float, P::kPlayers> shares(const P& p) {
        const auto values = inference_.values(p);
        const int mover = net::seat_of(p);
        std::array<float, P::kPlayers> shares;
        if constexpr (P::kPlayers == 2) {
            const float mine = search::portable_sigmoid(static_cast<float>(values[0]) / net::kLogit);
            shares[static_cast<std::size_t>(mover)] = mine;
            shares[static_cast<std::size_t>(1 - mover)] = 1 - mine;
        } else {
            const auto most = static_cast<float>(*std::max_element(values.begin(), values.end()));
            float total = 0;
            for (int i = 0; i < P::kPlayers; ++i)
                total += shares[static_cast<std::size_t>((mover + i) % P::kPlayers)] =
                    search::portable_exp((static_cast<float>(values[i]) - most) / net::kLogit);
            for (float& share : shares) share /= total;
        }
        return shares;
    }
    search::Score evaluate(const P& p) requires(games::TwoPlayerPerfect<P>) {
        const auto score = inference_.value(p) * static_cast<std::int64_t>(search::kScoreScale) / net::kLogit;
        return static_cast<search::Score>(
            std::clamp<std::int64_t>(score, -search::kMaxEvaluation, search::kMaxEvaluation));
    }
    static EvalState eval_state(const P& /*position*/) { return {}; }
    search::Score after(EvalState /*before*/, const P& next,
                        games::Action /*action*/) requires(games::TwoPlayerPerfect<P>) {
        return evaluate(next);
    }

    void rate(const P& p, EvalState /*eval_state*/, const typename P::Actions& actions,
              std::span<int> ratings) {
        if (p.to_move() == games::Player::kChance) {
            std::fill_n(ratings.begin(), actions.size(), 0);
            return;
        }
        std::array<std::int32_t, P::Actions::kCapacity> logits;
        inference_.policy(p, actions, logits);
        for (int i = 0; i < actions.size(); ++i)
            ratings[static_cast<std::size_t>(i)] = static_cast<int>(
                std::clamp<std::int64_t>(std::int64_t{100} * logits[i] / net::kLogit, -kMost, kMost));
    }

private:
    static constexpr std::int64_t kMost = 100'000;  // far beyond what any network says

    net::Inference<P> inference_;
};

}  // namespace stockade::engine
