// Self-play of every game, compiled in parts.
#pragma once

#include <functional>
#include <optional>

#include "games/spec.h"
#include "games/tensors.h"
#include "selfplay/settings.h"

namespace stockade::selfplay {

/// Whether a network that learns from one player's games knows how the others see theirs.
template <class P>
inline constexpr bool kSelfPlays = [] {
    if constexpr (requires { games::TensorsOf<P>::kAllSeeAlike; })
        return games::TensorsOf<P>::kAllSeeAlike;
    else
        return true;
}();

/// Compiled in so many files, run_*.cpp, that none takes long: part i has types i, i + kRunParts and so on of
/// AllGames.
inline constexpr std::size_t kRunParts = 3;

/// Nothing where another part, or none, plays the spec.
template <std::size_t Part>
std::optional<Result<Report>> run_part(const Settings& settings, const games::Spec& spec,
                                       const std::function<bool(const Progress&)>& on_progress);

}  // namespace stockade::selfplay
