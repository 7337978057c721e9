// The parts of a game's registration. games/<game>/game.h holds it; all_games.h lists all of them.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "games/family.h"
#include "games/game.h"
#include "games/spec.h"

namespace stockade::games {

template <class... Types>
struct TypeList {
    static constexpr std::size_t kSize = sizeof...(Types);
};

/// The place of a type in a list, from 0.
template <class P, class... Types>
constexpr std::size_t index_in(TypeList<Types...> /*list*/) {
    std::size_t place = 0;
    (void)((std::is_same_v<P, Types> || (++place, false)) || ...);
    return place;
}

/// Position types, each with `TextOf` (any_position.h) and `TensorsOf` (tensors.h) in scope.
template <class List>
inline constexpr bool kArePositions = false;
template <Game... Types>
inline constexpr bool kArePositions<TypeList<Types...>> = true;

/// The parts that every registration has. Optional ones have the names of members of `Family`, which explains
/// them: `verdict` (else somebody reaches a goal), `kDrawsWholeOrder`, `kOnePartTurns`, `kQfSpec`,
/// `kWallDueField`. Two more are found in the folder of their layer by the name of the game's folder: the
/// classical evaluation in search/heuristics/<game>.h, and what small networks see in net/features/<game>.h.
template <class R>
concept Registration = kArePositions<typename R::Types> && requires(const Spec& spec) {
    { R::kFamily } -> std::convertible_to<std::string_view>;
    { R::type_of(spec) } -> std::same_as<std::size_t>;        // which of Types plays a spec
    { R::presets() } -> std::same_as<std::vector<GameInfo>>;  // the first has the family's name
    {
        R::sample_specs()
        } -> std::same_as<std::vector<std::string_view>>;  // for tests: each type plays one or more
    { R::rules(spec) } -> std::same_as<std::vector<std::string>>;
    { R::typing(spec) } -> std::same_as<std::string>;
};

}  // namespace stockade::games
