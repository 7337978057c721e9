// The registration of Blockade: everything that the rest of the program needs to know about it.
#pragma once

#include "games/blockade/position.h"
#include "games/blockade/tensors.h"
#include "games/blockade/text.h"
#include "games/registration.h"

namespace stockade::games {

using Blockade = blockade::Position;

namespace blockade {

struct Registered {
    static constexpr std::string_view kFamily = "blockade";
    static constexpr std::string_view kWallDueField = "moved";

    using Types = TypeList<Position>;
    static std::size_t type_of(const Spec& spec);

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs();
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
};

}  // namespace blockade
}  // namespace stockade::games
