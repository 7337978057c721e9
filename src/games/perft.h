// Perft: the number of ways to play the next n turns. A finished game has no successors: it counts at the
// depth at which it ends.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

#include "base/large_array.h"
#include "games/game.h"
#include "games/tensors.h"
#include "games/zobrist.h"

namespace stockade::games {

/// Counts of subtrees by position and depth. Not shared between threads. Without memory it remembers nothing.
class PerftTable {
public:
    explicit PerftTable(std::size_t megabytes = 0)
        : entries_(std::bit_floor(megabytes * 1024 * 1024 / sizeof(Entry))) {}
    bool enabled() const { return !entries_.empty(); }
    bool find(std::uint64_t key, int depth, std::uint64_t& count) const {
        const std::uint64_t tag = tag_of(key, depth);
        const Entry& entry = entries_[slot(tag)];
        if (entry.tag != tag) return false;
        count = entry.count;
        return true;
    }
    void store(std::uint64_t key, int depth, std::uint64_t count) {
        const std::uint64_t tag = tag_of(key, depth);
        entries_[slot(tag)] = {tag, count};
    }

private:
    struct Entry {
        std::uint64_t tag = 0;
        std::uint64_t count = 0;
    };
    static std::uint64_t tag_of(std::uint64_t key, int depth) {
        return key ^ zobrist(kZobristSize - 1 - depth);
    }
    std::size_t slot(std::uint64_t tag) const { return tag & (entries_.size() - 1); }

    LargeArray<Entry> entries_;
};

/// The number of turns that a played action completed: none in the middle of a turn. With dice only turns
/// with a roll are counted, so a skipped one completes nothing.
template <Game P>
int completed_turns(const P& before, const P& after) {
    if (!after.turn_start()) return 0;
    if constexpr (Stochastic<P>) return !before.turn_start();
    return 1;
}

/// The same for all mirror images of a position, from which the game can go on in equally many ways. Images
/// in which players change places are no use: they do not occur at the same depth.
template <Game P>
std::uint64_t image_key(const P& position) {
    std::uint64_t key = position.key();
    for (const GameSymmetry& symmetry : TensorsOf<P>::kSymmetries)
        if (symmetry.player_shift == 0 && !(symmetry.board == board::kIdentity))
            key = std::min(key, TensorsOf<P>::apply(position, symmetry).key());
    return key;
}

/// Whether perft of this position is the number of its actions.
template <Game P>
bool counts_at_once(const P& position, int depth) {
    return depth == 1 && position.actions_end_turn() && !(Stochastic<P> && position.turn_start());
}

template <Game P>
std::uint64_t perft_below(const P& position, const typename P::Context& context, Action action, const P& next,
                          int depth, PerftTable& table, std::span<const int> rolls);

/// Counts from `position`; `rolls` are those still to be thrown, in dice games as many as `depth`.
template <Game P>
std::uint64_t perft(const P& position, typename P::Context context, int depth, PerftTable& table,
                    std::span<const int> rolls = {}) {
    if constexpr (Stochastic<P>) {
        if (position.to_move() == Player::kChance && !position.outcome().over) {
            P next = position;
            next.play(position.action_of_roll(rolls[0]));
            return perft(next, context, depth, table, rolls.subspan(1));
        }
    }
    if (counts_at_once(position, depth)) return static_cast<std::uint64_t>(position.count(context));
    if constexpr (requires { context.prepare(position); }) context.prepare(position);
    std::uint64_t total = 0;
    typename P::Actions actions;
    position.generate(context, actions);
    if constexpr (requires { typename P::LeafCounter; }) {
        if (depth == 2) {
            const typename P::LeafCounter counter(position, context);
            for (const Action action : actions) {
                if (const int count = counter.after(action); count >= 0) {
                    total += static_cast<std::uint64_t>(count);
                    continue;
                }
                P next = position;
                next.play(action);
                total += perft_below(position, context, action, next, depth, table, rolls);
            }
            return total;
        }
    }
    for (const Action action : actions) {
        P next = position;
        next.play(action);
        total += perft_below(position, context, action, next, depth, table, rolls);
    }
    return total;
}

/// The perft count below one action that leads to `next`.
template <Game P>
std::uint64_t perft_below(const P& position, const typename P::Context& context, Action action, const P& next,
                          int depth, PerftTable& table, std::span<const int> rolls) {
    const int left = depth - completed_turns(position, next);
    if (left == 0) return 1;
    // Below the last turn but one, looking it up would take longer than counting it.
    const bool remember = !Stochastic<P> && table.enabled() && next.turn_start() && left >= 2;
    const std::uint64_t key = remember ? image_key(next) : 0;
    std::uint64_t count = 0;
    if (remember && table.find(key, left, count)) return count;
    typename P::Context next_context = context;
    next_context.follow(position, action, next);
    count = counts_at_once(next, left) ? static_cast<std::uint64_t>(next.count(next_context))
                                       : perft(next, next_context, left, table, rolls);
    if (remember) table.store(key, left, count);
    return count;
}

}  // namespace stockade::games
