// The searches of some games, compiled once.
#include "engine/typed_searcher.h"

namespace stockade::engine {

template std::unique_ptr<Searcher> make_searcher<games::Quoridor4Fun>();
template std::unique_ptr<Searcher> make_searcher<games::Blockade>();
template std::unique_ptr<Searcher> make_searcher<games::Territoires<2>>();
template std::unique_ptr<Searcher> make_searcher<games::Territoires<3>>();
template std::unique_ptr<Searcher> make_searcher<games::Territoires<4>>();

}  // namespace stockade::engine
