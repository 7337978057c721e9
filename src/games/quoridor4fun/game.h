// The registration of Quoridor4Fun: everything that the rest of the program needs to know about it.
#pragma once

#include "games/quoridor4fun/position.h"
#include "games/quoridor4fun/tensors.h"
#include "games/quoridor4fun/text.h"
#include "games/registration.h"

namespace stockade::games {

using Quoridor4Fun = quoridor4fun::Position;

namespace quoridor4fun {

struct Registered {
    static constexpr std::string_view kFamily = "quoridor4fun";

    using Types = TypeList<Position>;
    static std::size_t type_of(const Spec& spec);

    static std::vector<GameInfo> presets();
    static std::vector<std::string_view> sample_specs();
    static std::vector<std::string> rules(const Spec& spec);
    static std::string typing(const Spec& spec);
};

}  // namespace quoridor4fun
}  // namespace stockade::games
