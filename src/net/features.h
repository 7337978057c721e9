// Features: the input of a small network, a sparse set of binary features, and a class for each action by its
// effect. One specialisation for each kind of game; games without one have no small network.
#pragma once

#include <concepts>
#include <string_view>

#include "board/bits.h"
#include "games/game.h"

namespace stockade::net {

/// Specialised for position types P, everything as the mover sees the board:
///   static constexpr std::string_view kName;  // changes whenever the meaning of an input or a class does
///   static constexpr int kInputs, kActions, kClasses;  // of actions only those that players choose
///   using Inputs = board::Bits<kInputs>;
///   struct FeatureState;  // what inputs and classes are made of; explicit FeatureState(const P&)
///   static void inputs(const P&, const FeatureState&, Inputs&);
///   static int seen(const P&, Action);                  // the action's id as the mover sees it
///   static int class_of(const P&, const FeatureState&, Action);
///   static int mirrored_input(int input);               // on the board mirrored left and right
/// They are never called for finished games. If chance is to move, the mover is the player who rolls, and
/// only inputs are asked for.
template <class P>
struct FeaturesOf;

template <class P>
concept HasFeatures = requires(const P& p, const typename FeaturesOf<P>::FeatureState& state,
                               games::Action action, typename FeaturesOf<P>::Inputs& inputs) {
    { FeaturesOf<P>::kName } -> std::convertible_to<std::string_view>;
    { FeaturesOf<P>::kInputs } -> std::convertible_to<int>;
    { FeaturesOf<P>::kActions } -> std::convertible_to<int>;
    { FeaturesOf<P>::kClasses } -> std::convertible_to<int>;
    FeaturesOf<P>::inputs(p, state, inputs);
    { FeaturesOf<P>::seen(p, action) } -> std::same_as<int>;
    { FeaturesOf<P>::class_of(p, state, action) } -> std::same_as<int>;
    { FeaturesOf<P>::mirrored_input(0) } -> std::same_as<int>;
};

/// Whose eyes a position is seen with.
template <class P>
int seat_of(const P& p) {
    if constexpr (games::Stochastic<P>)
        return games::index(p.turn_of());
    else
        return games::index(p.to_move());
}

/// The number of logits of a value: with two players one, the mover's; else one for each player from the
/// mover on.
template <class P>
inline constexpr int kValuesOf = P::kPlayers == 2 ? 1 : P::kPlayers;

}  // namespace stockade::net
