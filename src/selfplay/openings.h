// The openings of self-play games: mostly near the start of the game, and often elsewhere, so that a network
// sees all stages of a game, endings with few walls included.
#pragma once

#include <algorithm>

#include "games/playout.h"
#include "games/quoridor/position.h"
#include "games/quoridor4fun/position.h"

namespace stockade::selfplay {

template <class P>
struct Opening {
    P position;
    bool standard = true;  ///< as the rules say, but for a few random actions
};

namespace detail {

template <class P>
inline constexpr bool kIsQuoridor = false;
template <board::Shape S, int Players, class Steps>
inline constexpr bool kIsQuoridor<games::quoridor::Position<S, Players, Steps>> = true;

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
P scattered(const P& start, Random& random) requires(kIsQuoridor<P>) {
    using games::player_at;
    constexpr int kPlayers = P::kPlayers;
    int stock = 0;
    for (int i = 0; i < kPlayers; ++i) stock = std::max(stock, start.hand(player_at(i)));
    const auto any_hand = [&] {
        return static_cast<std::uint8_t>(random.below(static_cast<std::uint32_t>(stock) + 1));
    };
    std::array<std::uint8_t, kPlayers> hands;
    hands[0] = any_hand();
    int spent = kPlayers * stock - hands[0];
    for (std::size_t i = 1; i < hands.size(); ++i) {
        hands[i] = random.below(2) ? hands[0] : any_hand();
        spent -= hands[i];
    }
    int walls = random.below(4)
                    ? spent - static_cast<int>(random.below(static_cast<std::uint32_t>(spent) / 3 + 1))
                    : static_cast<int>(random.below(static_cast<std::uint32_t>(spent) + 1));

    // Half the time the pawns stand anywhere, else on their way from home.
    const auto& shape = start.shape();
    std::array<int, kPlayers> pawns;
    for (int i = 0; i < kPlayers; ++i) pawns[i] = start.pawn(player_at(i));
    const bool anywhere = random.below(2) != 0;
    typename P::Set taken{};
    for (int i = 0; i < kPlayers; ++i) {
        auto cells = shape.masks().cells.without(start.goal(player_at(i)));
        if (!anywhere) {
            auto near = P::Set::single(pawns[i]);
            const auto open = board::Passages<typename P::Shape>::all_open(shape);
            for (auto step = random.below(5); step > 0; --step) near |= open.neighbours(near);
            cells &= near;
        }
        cells = cells.without(taken);
        const auto choices = static_cast<std::uint32_t>(cells.count());
        if (choices) pawns[i] = cells.nth(static_cast<int>(random.below(choices)));
        if (taken.test(pawns[i])) return start;
        taken.set(pawns[i]);
    }
    std::array<std::uint8_t, kPlayers> armed;
    armed.fill(1);
    P position(shape, start.rules(), armed, pawns, {}, games::Player::kOne);
    auto placed = position.walls();
    for (; walls > 0; --walls) {
        const typename P::Context context(position);
        const auto places = context.legal_walls(position);
        if (!places.any()) break;
        placed.add(places.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(places.count())))));
        position = P(shape, start.rules(), armed, pawns, placed, games::Player::kOne);
    }
    return P(shape, start.rules(), hands, pawns, placed,
             player_at(static_cast<int>(random.below(static_cast<std::uint32_t>(kPlayers)))));
}
inline games::quoridor4fun::Position scattered(const games::quoridor4fun::Position& start, Random& random) {
    return games::quoridor4fun::Position(scattered(start.base(), random));
}

template <class P>
concept Scatters = requires(const P& start, Random& random) {
    scattered(start, random);
};

}  // namespace detail

/// `variety`: how many of 100 games begin anywhere; the others begin with up to `actions` random actions.
template <games::Game P>
Opening<P> random_opening(const P& start, int variety, int actions, Random& random) {
    for (;;) {
        Opening<P> opening{start};
        if constexpr (detail::Scatters<P>) {
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
