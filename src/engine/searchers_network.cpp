// The searches with networks, compiled once.
#include "engine/network_evaluator.h"
#include "engine/typed_searcher.h"
#include "net/quoridor.h"
#include "net/quoridor4fun.h"
#include "net/territoires_many.h"

namespace stockade::engine {

template <class P>
std::unique_ptr<Searcher> make_network_searcher(std::shared_ptr<const net::Network> network) {
    return std::make_unique<TypedSearcher<P, NetworkEvaluator<P>>>(NetworkEvaluator<P>(std::move(network)));
}

template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor5>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor7>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor9>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor11>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor9x4>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Quoridor4Fun>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Territoires<2>>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Territoires<3>>(
    std::shared_ptr<const net::Network>);
template std::unique_ptr<Searcher> make_network_searcher<games::Territoires<4>>(
    std::shared_ptr<const net::Network>);

}  // namespace stockade::engine
