// Drawbridge, registered: everything the rest of the program asks of it.
#pragma once

#include "games/drawbridge/position.h"
#include "games/drawbridge/tensors.h"
#include "games/drawbridge/text.h"
#include "games/registration.h"

namespace stockade::games::drawbridge {

struct Registered {
    static constexpr std::string_view kFamily = "drawbridge";

    using Types = TypeList<Position>;
    static std::size_t type_of(const Spec& /*spec*/) { return 0; }

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs() { return {"drawbridge"}; }
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
};

}  // namespace stockade::games::drawbridge
