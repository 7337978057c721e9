// The registration of Territoires and Wall Go: everything that the rest of the program needs to know about
// them.
#pragma once

#include "games/registration.h"
#include "games/territoires/position.h"
#include "games/territoires/tensors.h"
#include "games/territoires/text.h"

namespace stockade::games {

template <int Players>
using Territoires = territoires::Position<Players>;

namespace territoires {

struct Registered {
    static constexpr std::string_view kFamily = "territoires";
    static constexpr bool kDrawsWholeOrder = true;

    using Types = TypeList<Position<2>, Position<3>, Position<4>>;
    static std::size_t type_of(const Spec& spec);

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs();
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
    static Verdict verdict(const Spec& spec, const View& view, const Outcome& outcome);
};

}  // namespace territoires
}  // namespace stockade::games
