// The registration of Quoridor, Kid and Mini: everything that the rest of the program needs to know about
// them.
#pragma once

#include "games/quoridor/position.h"
#include "games/quoridor/tensors.h"
#include "games/quoridor/text.h"
#include "games/registration.h"

namespace stockade::games {

using board::AnyShape;
using board::FixedShape;

using Quoridor5 = quoridor::Quoridor<FixedShape<5, 5>, 2>;
using Quoridor7 = quoridor::Quoridor<FixedShape<7, 7>, 2>;
using Quoridor9 = quoridor::Quoridor<FixedShape<9, 9>, 2>;
using Quoridor11 = quoridor::Quoridor<FixedShape<11, 11>, 2>;
using Quoridor9x3 = quoridor::Quoridor<FixedShape<9, 9>, 3>;
using Quoridor9x4 = quoridor::Quoridor<FixedShape<9, 9>, 4>;
template <int Players>
using QuoridorAny = quoridor::Quoridor<AnyShape, Players>;

namespace quoridor {

struct Registered {
    static constexpr std::string_view kFamily = "quoridor";
    static constexpr bool kOnePartTurns = true;
    static constexpr std::string_view kQfSpec = "quoridor";

    /// Constant masks for the usual sizes; any other size lies in the corner of 19x19.
    using Types = TypeList<Quoridor5, Quoridor7, Quoridor9, Quoridor11, Quoridor9x3, Quoridor9x4,
                           QuoridorAny<2>, QuoridorAny<3>, QuoridorAny<4>>;
    static std::size_t type_of(const Spec& spec);

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs();
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
};

}  // namespace quoridor
}  // namespace stockade::games
