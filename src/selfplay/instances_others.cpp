// Self-play of all other games for two without dice, compiled once.
#include "games/blockade/tensors.h"
#include "games/instances.h"
#include "games/quoridor/tensors.h"
#include "games/territoires/tensors.h"
#include "selfplay/worker.h"

namespace stockade::selfplay {

using OnProgress = std::function<bool(const Progress&)>;

template Result<Report> run_typed<games::QuoridorAny<2>>(const Settings&, const games::Spec&,
                                                         const OnProgress&);
template Result<Report> run_typed<games::Pinko>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::Blockade>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::Territoires<2>>(const Settings&, const games::Spec&,
                                                         const OnProgress&);

}  // namespace stockade::selfplay
