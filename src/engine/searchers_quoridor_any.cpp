// The searches of some games, compiled once.
#include "engine/typed_searcher.h"

namespace stockade::engine {

template std::unique_ptr<Searcher> make_searcher<games::QuoridorAny<2>>();
template std::unique_ptr<Searcher> make_searcher<games::QuoridorAny<3>>();
template std::unique_ptr<Searcher> make_searcher<games::QuoridorAny<4>>();
template std::unique_ptr<Searcher> make_searcher<games::Quoridor9x3>();
template std::unique_ptr<Searcher> make_searcher<games::Quoridor9x4>();

}  // namespace stockade::engine
