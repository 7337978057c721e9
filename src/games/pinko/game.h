// The registration of Pinko Pallino: Quoridor's position with other steps.
#pragma once

#include "games/quoridor/position.h"
#include "games/quoridor/tensors.h"
#include "games/quoridor/text.h"
#include "games/registration.h"

namespace stockade::games {

using Pinko = quoridor::Position<board::FixedShape<11, 11>, 2, quoridor::KingSteps>;

namespace pinko {

struct Registered {
    static constexpr std::string_view kFamily = "pinko";
    static constexpr bool kOnePartTurns = true;

    using Types = TypeList<Pinko>;
    static std::size_t type_of(const Spec& spec);

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs();
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
};

}  // namespace pinko
}  // namespace stockade::games
