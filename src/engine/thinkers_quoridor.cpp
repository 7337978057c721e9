// The searches of some games, compiled once.
#include "engine/typed_thinker.h"

namespace stockade::engine {

template std::unique_ptr<Thinker> make_thinker<games::Quoridor5>();
template std::unique_ptr<Thinker> make_thinker<games::Quoridor7>();
template std::unique_ptr<Thinker> make_thinker<games::Quoridor9>();
template std::unique_ptr<Thinker> make_thinker<games::Quoridor11>();
template std::unique_ptr<Thinker> make_thinker<games::Pinko>();

}  // namespace stockade::engine
