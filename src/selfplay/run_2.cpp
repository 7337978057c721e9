// A part of self-play, compiled once (see parts.h).
#include "selfplay/worker.h"

namespace stockade::selfplay {

template std::optional<Result<Report>> run_part<2>(const Settings&, const games::Spec&,
                                                   const std::function<bool(const Progress&)>&);

}  // namespace stockade::selfplay
