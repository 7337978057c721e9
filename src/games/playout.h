// Uniform random play: the same probability for every legal action, and for every face of a die.
#pragma once

#include "base/random.h"
#include "games/game.h"

namespace stockade::games {

template <Game P>
Action random_action(const P& position, const typename P::Context& context, Random& random) {
    if constexpr (requires { position.nth(context, 0); }) {
        const auto choices = static_cast<std::uint32_t>(position.count(context));
        return position.nth(context, static_cast<int>(random.below(choices)));
    } else {
        typename P::Actions actions;
        position.generate(context, actions);
        return actions[static_cast<int>(random.below(static_cast<std::uint32_t>(actions.size())))];
    }
}

/// Plays to the end, or until `max_actions` have been played; says how many were.
template <Game P>
int random_playout(P& position, Random& random, int max_actions) {
    typename P::Context context(position);
    for (int played = 0; played < max_actions; ++played) {
        if (position.outcome().over) return played;
        const Action action = random_action(position, context, random);
        const P before = position;
        position.play(action);
        context.follow(before, action, position);
    }
    return max_actions;
}

}  // namespace stockade::games
