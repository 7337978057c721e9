// Self-play of every game, compiled in parts.
#pragma once

#include <functional>
#include <optional>

#include "games/spec.h"
#include "selfplay/settings.h"

namespace stockade::selfplay {

/// The number of files run_*.cpp, chosen so that none takes long to compile: part i has types i, i +
/// kRunParts and so on of AllGames.
inline constexpr std::size_t kRunParts = 3;

/// Empty if this part does not play the spec.
template <std::size_t Part>
std::optional<Result<Report>> run_part(const Settings& settings, const games::Spec& spec,
                                       const std::function<bool(const Progress&)>& on_progress);

}  // namespace stockade::selfplay
