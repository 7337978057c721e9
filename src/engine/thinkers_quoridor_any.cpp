// The searches of some games, compiled once.
#include "engine/typed_thinker.h"

namespace stockade::engine {

template std::unique_ptr<Thinker> make_thinker<games::QuoridorAny<2>>();
template std::unique_ptr<Thinker> make_thinker<games::QuoridorAny<3>>();
template std::unique_ptr<Thinker> make_thinker<games::QuoridorAny<4>>();
template std::unique_ptr<Thinker> make_thinker<games::Quoridor9x3>();
template std::unique_ptr<Thinker> make_thinker<games::Quoridor9x4>();

}  // namespace stockade::engine
