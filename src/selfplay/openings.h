// How self-play games begin: mostly near the start of the game, and often elsewhere, so that a network sees
// all stages of it, endings with few walls included.
#pragma once

#include <algorithm>

#include "games/playout.h"
#include "games/quoridor/position.h"

namespace stockade::selfplay {

template <class P>
struct Opening {
    P position;
    bool standard = true;  ///< as the rules say, but for a few random actions
};

namespace detail {

template <class P>
inline constexpr bool kIsQuoridor = false;
template <board::Shape S, class Steps>
inline constexpr bool kIsQuoridor<games::quoridor::Position<S, 2, Steps>> = true;

/// Plays random actions; in Quoridor every other one is a step, for a uniform choice would nearly always be a
/// wall. False when the game ended.
template <games::Game P>
bool play_at_random(P& position, int actions, Random& random) {
    for (int i = 0; i < actions || !position.turn_start(); ++i) {
        const typename P::Context context(position);
        if constexpr (kIsQuoridor<P>) {
            const auto steps = position.destinations();
            if (steps.any() && random.below(2)) {
                const auto choice = random.below(static_cast<std::uint32_t>(steps.count()));
                position.play(position.action_of_cell(steps.nth(static_cast<int>(choice))));
            } else {
                position.play(games::random_action(position, context, random));
            }
        } else {
            position.play(games::random_action(position, context, random));
        }
        if (position.outcome().over) return false;
    }
    return true;
}

/// A position in the middle of a game: some walls on the board, some in hand, pawns anywhere.
template <class P>
P scattered(const P& start, Random& random) {
    using games::index;
    using games::Player;
    std::array<std::uint8_t, 2> hands;
    const int stock = std::max(start.hand(Player::kOne), start.hand(Player::kTwo));
    const auto any_hand = [&] {
        return static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(stock) + 1));
    };
    hands[0] = any_hand();
    hands[1] = random.below(2) ? hands[0] : any_hand();
    const int spent = 2 * stock - hands[0] - hands[1];
    int walls = random.below(4)
                    ? spent - static_cast<int>(random.below(static_cast<std::uint32_t>(spent) / 3 + 1))
                    : static_cast<int>(random.below(static_cast<std::uint32_t>(spent) + 1));

    // Half the time the pawns stand anywhere, else on their way from home.
    const auto& shape = start.shape();
    std::array<int, 2> pawns{start.pawn(Player::kOne), start.pawn(Player::kTwo)};
    const bool anywhere = random.below(2) != 0;
    for (int i = 0; i < 2; ++i) {
        auto cells = shape.masks().cells.without(start.goal(games::player_at(i)));
        if (!anywhere) {
            auto near = P::Set::single(pawns[i]);
            const auto open = board::Passages<typename P::Shape>::all_open(shape);
            for (auto step = random.below(5); step > 0; --step) near |= open.neighbours(near);
            cells &= near;
        }
        if (i == 1) cells.reset(pawns[0]);
        const auto choices = static_cast<std::uint32_t>(cells.count());
        if (choices) pawns[i] = cells.nth(static_cast<int>(random.below(choices)));
    }
    if (pawns[0] == pawns[1]) return start;
    P position(shape, start.rules(), {1, 1}, pawns, {}, Player::kOne);
    auto placed = position.walls();
    for (; walls > 0; --walls) {
        const typename P::Context context(position);
        const auto places = context.legal_walls(position);
        if (!places.any()) break;
        placed.add(places.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(places.count())))));
        position = P(shape, start.rules(), {1, 1}, pawns, placed, Player::kOne);
    }
    return P(shape, start.rules(), hands, pawns, placed, games::player_at(static_cast<int>(random.below(2))));
}

}  // namespace detail

/// `variety`: how many of 100 games begin anywhere; the others begin with up to `actions` random actions.
template <games::Game P>
Opening<P> random_opening(const P& start, int variety, int actions, Random& random) {
    for (;;) {
        Opening<P> opening{start};
        if constexpr (detail::kIsQuoridor<P>) {
            if (static_cast<int>(random.below(100)) < variety) {
                opening = {detail::scattered(start, random), false};
                if (!opening.position.outcome().over) return opening;
                continue;
            }
        }
        const auto count = static_cast<int>(random.below(static_cast<std::uint32_t>(actions) + 1));
        if (detail::play_at_random(opening.position, count, random)) return opening;
    }
}

}  // namespace stockade::selfplay
