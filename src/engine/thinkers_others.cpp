// The searches of some games, compiled once.
#include "engine/typed_thinker.h"

namespace stockade::engine {

template std::unique_ptr<Thinker> make_thinker<games::Quoridor4Fun>();
template std::unique_ptr<Thinker> make_thinker<games::Blockade>();
template std::unique_ptr<Thinker> make_thinker<games::Territoires<2>>();
template std::unique_ptr<Thinker> make_thinker<games::Territoires<3>>();
template std::unique_ptr<Thinker> make_thinker<games::Territoires<4>>();

}  // namespace stockade::engine
