// The types that play each game: which board layout and player count serves which spec. The one list of all
// games' types; searches and tests instantiate over it.
#pragma once

#include <type_traits>
#include <utility>

#include "games/blockade/position.h"
#include "games/quoridor/position.h"
#include "games/quoridor4fun/position.h"
#include "games/spec.h"
#include "games/territoires/position.h"

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
using Pinko = quoridor::Position<FixedShape<11, 11>, 2, quoridor::KingSteps>;

using Quoridor4Fun = quoridor4fun::Position;
using Blockade = blockade::Position;
template <int Players>
using Territoires = territoires::Position<Players>;

template <class... Types>
struct TypeList {};

using AllGames = TypeList<Quoridor5, Quoridor7, Quoridor9, Quoridor11, Quoridor9x3, Quoridor9x4,
                          QuoridorAny<2>, QuoridorAny<3>, QuoridorAny<4>, Pinko, Quoridor4Fun, Blockade,
                          Territoires<2>, Territoires<3>, Territoires<4>>;

/// Calls visit(std::type_identity<P>{}) with the type that plays this spec.
template <class F>
decltype(auto) with_game(const Spec& spec, F&& visit) {
    const auto call = [&]<class P>(std::type_identity<P> type) -> decltype(auto) { return visit(type); };
    const auto family = spec.game().family;
    if (family == "pinko") return call(std::type_identity<Pinko>{});
    if (family == "quoridor4fun") return call(std::type_identity<Quoridor4Fun>{});
    if (family == "blockade") return call(std::type_identity<Blockade>{});
    if (family == "territoires") {
        switch (spec.players()) {
            case 2:
                return call(std::type_identity<Territoires<2>>{});
            case 3:
                return call(std::type_identity<Territoires<3>>{});
            default:
                return call(std::type_identity<Territoires<4>>{});
        }
    }
    const int size = spec.number("size");
    switch (spec.players()) {
        case 2:
            switch (size) {
                case 5:
                    return call(std::type_identity<Quoridor5>{});
                case 7:
                    return call(std::type_identity<Quoridor7>{});
                case 9:
                    return call(std::type_identity<Quoridor9>{});
                case 11:
                    return call(std::type_identity<Quoridor11>{});
                default:
                    return call(std::type_identity<QuoridorAny<2>>{});
            }
        case 3:
            return size == 9 ? call(std::type_identity<Quoridor9x3>{})
                             : call(std::type_identity<QuoridorAny<3>>{});
        default:
            return size == 9 ? call(std::type_identity<Quoridor9x4>{})
                             : call(std::type_identity<QuoridorAny<4>>{});
    }
}

}  // namespace stockade::games
