#include "engine/network_speed.h"

#include <array>
#include <ctime>
#include <vector>

#include "base/random.h"
#include "games/all_games.h"
#include "games/playout.h"
#include "games/position_reader.h"
#include "net/features/quoridor.h"
#include "net/inference.h"
#include "net/kernels.h"

namespace stockade::engine {
namespace {

using P = games::Quoridor9;

/// Positions with many actions.
std::vector<P> positions(const games::Spec& spec) {
    constexpr std::size_t kCount = 10'000;
    std::vector<P> found;
    Random random(7);
    while (found.size() < kCount) {
        P p = games::start_position<P>(spec);
        while (!p.over() && p.hand(p.to_move())) {
            found.push_back(p);
            p.play(games::random_action(p, P::Context(p), random));
        }
    }
    return found;
}

}  // namespace

Status measure_network(const std::shared_ptr<const net::Network>& network, Seconds least,
                       const std::function<void(const NetworkSpeed&)>& on_row) {
    const auto spec = games::parse_spec("quoridor");
    if (auto fits = net::check_fit<P>(*network, *spec); !fits) return fits;
    const auto asked = positions(*spec);
    const auto measure = [&](std::string_view what, auto&& ask) {
        net::Inference<P> evaluator(network);
        const std::clock_t begin = std::clock();
        Seconds taken{};
        do {
            for (const P& p : asked) ask(evaluator, p);
            taken = Seconds(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        } while (taken < least);
        on_row({what, net::BestKernels::kName, evaluator.evaluations(), taken});
    };
    measure("network, value", [](auto& evaluator, const P& p) { evaluator.value(p); });
    measure("network, value and policy", [](auto& evaluator, const P& p) {
        typename P::Actions actions;
        p.generate(P::Context(p), actions);
        std::array<std::int32_t, P::Actions::kCapacity> logits;
        evaluator.policy(p, actions, logits);
        evaluator.value(p);
    });
    return Done{};
}

}  // namespace stockade::engine
