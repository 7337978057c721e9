// The searches of some games, compiled once.
#include "engine/typed_searcher.h"

namespace stockade::engine {

template std::unique_ptr<Searcher> make_searcher<games::Quoridor5>();
template std::unique_ptr<Searcher> make_searcher<games::Quoridor7>();
template std::unique_ptr<Searcher> make_searcher<games::Quoridor9>();
template std::unique_ptr<Searcher> make_searcher<games::Quoridor11>();
template std::unique_ptr<Searcher> make_searcher<games::Pinko>();

}  // namespace stockade::engine
