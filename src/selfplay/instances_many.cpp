// Self-play with dice and of games for three and four, compiled once.
#include "games/instances.h"
#include "games/quoridor4fun/tensors.h"
#include "games/territoires/tensors.h"
#include "selfplay/worker.h"

namespace stockade::selfplay {

using OnProgress = std::function<bool(const Progress&)>;

template Result<Report> run_typed<games::Quoridor9x4>(const Settings&, const games::Spec&, const OnProgress&);
template Result<Report> run_typed<games::QuoridorAny<4>>(const Settings&, const games::Spec&,
                                                         const OnProgress&);
template Result<Report> run_typed<games::Quoridor4Fun>(const Settings&, const games::Spec&,
                                                       const OnProgress&);
template Result<Report> run_typed<games::Territoires<3>>(const Settings&, const games::Spec&,
                                                         const OnProgress&);
template Result<Report> run_typed<games::Territoires<4>>(const Settings&, const games::Spec&,
                                                         const OnProgress&);

}  // namespace stockade::selfplay
