// Fast random games of Quoridor. Once nobody has a wall in hand the board no longer changes, so only pawns
// walk at random over a fixed maze.
#pragma once

#include "games/playout.h"
#include "games/quoridor/position.h"

namespace stockade::games::quoridor {

/// The cells next to each cell of a fixed maze, found when first asked for.
template <board::Shape S>
class Neighbourhood {
public:
    explicit Neighbourhood(const board::Passages<S>& open) : open_(open) {}

    struct Cells {
        std::uint8_t count = 0;
        std::array<std::uint16_t, 4> at{};
    };
    const Cells& of(int cell) {
        Cells& cells = known_[static_cast<std::size_t>(cell)];
        if (cells.count == 0)
            open_.neighbours(S::Set::single(cell)).for_each([&](int next) {
                cells.at[cells.count++] = static_cast<std::uint16_t>(next);
            });
        return cells;
    }
    const board::Passages<S>& passages() const { return open_; }

private:
    board::Passages<S> open_;
    std::array<Cells, S::kCells> known_{};
};

/// As games::random_playout.
template <board::Shape S, int Players>
int random_playout(Quoridor<S, Players>& position, Random& random, int max_actions) {
    using P = Quoridor<S, Players>;
    int played = 0;
    typename P::Context context(position);
    for (; played < max_actions && position.walls_left() && !position.over(); ++played) {
        const P before = position;
        const Action action = random_action(position, context, random);
        position.play(action);
        context.follow(before, action, position);
    }
    if (played == max_actions || position.over()) return played;

    Neighbourhood<S> near(position.passages());
    std::array<int, Players> pawns;
    for (int i = 0; i < Players; ++i) pawns[i] = position.pawn(player_at(i));
    int mover = index(position.to_move());
    for (bool arrived = false; played < max_actions && !arrived; ++played) {
        const auto& cells = near.of(pawns[mover]);
        bool meets = cells.count == 0;
        for (int i = 0; i < Players; ++i)
            for (int j = 0; j < cells.count; ++j) meets |= i != mover && cells.at[j] == pawns[i];
        if (!meets) {
            pawns[mover] = cells.at[random.below(cells.count)];
        } else {
            typename S::Set others{};
            for (int i = 0; i < Players; ++i)
                if (i != mover) others.set(pawns[i]);
            const auto reachable =
                position.rules().steps.destinations(position.shape(), near.passages(), pawns[mover], others);
            if (const int choices = reachable.count())
                pawns[mover] =
                    reachable.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(choices))));
        }
        arrived = position.goal(player_at(mover)).test(pawns[mover]);
        mover = (mover + 1) % Players;
    }
    position = P(position.shape(), position.rules(), {}, pawns, position.walls(), player_at(mover));
    return played;
}

}  // namespace stockade::games::quoridor
