// The searches with networks, compiled once.
#include "engine/network_judge.h"
#include "engine/typed_thinker.h"
#include "net/quoridor.h"
#include "net/quoridor4fun.h"
#include "net/territoires_many.h"

namespace stockade::engine {

template <class P>
std::unique_ptr<Thinker> make_network_thinker(std::shared_ptr<const net::Network> network) {
    return std::make_unique<TypedThinker<P, NetworkJudge<P>>>(NetworkJudge<P>(std::move(network)));
}

template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor5>(std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor7>(std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor9>(std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor11>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor9x4>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Quoridor4Fun>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Territoires<2>>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Territoires<3>>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Thinker> make_network_thinker<games::Territoires<4>>(
    std::shared_ptr<const net::Network>);

}  // namespace stockade::engine
