#include "engine/levels.h"

namespace stockade::engine {
namespace {

const games::Levels& levels_of(const games::Spec& spec, bool network) {
    // A network knows one size and one number of players, under whatever name.
    if (network)
        for (const games::GameInfo& game : games::all_games())
            if (game.network_levels && spec.plays_like(*games::parse_spec(game.name)))
                return *game.network_levels;
    return *spec.game().levels;
}

}  // namespace

const Level& level_of(const games::Spec& spec, int level, bool network) {
    return levels_of(spec, network)[static_cast<std::size_t>(level - 1)];
}

}  // namespace stockade::engine
