// The specs that each position type is tested with.
#pragma once

#include <gtest/gtest.h>

#include "games/instances.h"

namespace stockade::games {

template <class P>
inline std::vector<const char*> specs_of() {
    if constexpr (std::is_same_v<P, Quoridor5>)
        return {"quoridor-mini", "quoridor:size=5,walls=8,edge-diagonal=off"};
    else if constexpr (std::is_same_v<P, Quoridor7>)
        return {"quoridor-kid", "quoridor:size=7,walls=20"};
    else if constexpr (std::is_same_v<P, Quoridor9>)
        return {"quoridor", "quoridor:walls=30", "quoridor:walls=10+4"};
    else if constexpr (std::is_same_v<P, Quoridor11>)
        return {"quoridor:size=11,walls=30"};
    else if constexpr (std::is_same_v<P, Quoridor9x3>)
        return {"quoridor:players=3"};
    else if constexpr (std::is_same_v<P, Quoridor9x4>)
        return {"quoridor:players=4", "quoridor:players=4,teams=on,walls=12"};
    else if constexpr (std::is_same_v<P, QuoridorAny<2>>)
        return {"quoridor:size=3,walls=3", "quoridor:size=13,walls=40"};
    else if constexpr (std::is_same_v<P, QuoridorAny<3>>)
        return {"quoridor:size=5,players=3,third-pawn-diagonal=off"};
    else if constexpr (std::is_same_v<P, QuoridorAny<4>>)
        return {"quoridor:size=7,players=4,walls=9", "quoridor:size=19,players=4"};
    else if constexpr (std::is_same_v<P, Pinko>)
        return {"pinko", "pinko:walls=50"};
    else if constexpr (std::is_same_v<P, Quoridor4Fun>)
        return {"quoridor4fun", "quoridor4fun:walls=25"};
    else if constexpr (std::is_same_v<P, Blockade>)
        return {"blockade", "blockade:move=exact", "blockade:goal=both,walls=25"};
    else if constexpr (std::is_same_v<P, Territoires<2>>)
        return {"territoires", "wallgo", "territoires:percee=off,scoring=largest"};
    else if constexpr (std::is_same_v<P, Territoires<3>>)
        return {"territoires:players=3", "wallgo:players=3", "territoires:players=3,setup=all"};
    else
        return {"territoires:players=4", "wallgo:players=4"};
}

template <class>
struct AsTestTypes;
template <class... P>
struct AsTestTypes<TypeList<P...>> {
    using Types = testing::Types<P...>;
};
using GameTypes = AsTestTypes<AllGames>::Types;

}  // namespace stockade::games
