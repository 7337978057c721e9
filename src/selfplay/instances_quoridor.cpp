// Self-play of Quoridor on the boards with constant masks, compiled once.
#include "games/instances.h"
#include "games/quoridor/tensors.h"
#include "selfplay/worker.h"

namespace stockade::selfplay {

using OnProgress = std::function<bool(const Progress&)>;

template Result<Report> run_typed<games::Quoridor5>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::Quoridor7>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::Quoridor9>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::Quoridor11>(const Settings&, const games::Spec&, const OnProgress&);

}  // namespace stockade::selfplay
