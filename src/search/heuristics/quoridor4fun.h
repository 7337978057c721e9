// The classical evaluation for Quoridor4Fun: Quoridor's race, with turns of two and a half steps and the
// price of a four.
#pragma once

#include "games/quoridor4fun/position.h"
#include "search/heuristics/quoridor.h"

namespace stockade::search {

template <>
struct Heuristic<games::quoridor4fun::Position> {
    using P = games::quoridor4fun::Position;
    using Base = Heuristic<P::Base>;

    static std::array<float, 2> shares(const P& p) {
        const auto& base = p.base();
        const auto open = base.passages();
        const auto mover = base.to_move();
        const auto other = games::player_at(1 - games::index(mover));
        // A turn brings two and a half steps on average, so a step is worth less and being on turn more.
        const float lead =
            static_cast<float>(Base::distance(base, open, other) - Base::distance(base, open, mover)) +
            1.25f + 0.5f * static_cast<float>(p.turn().left) +
            0.35f * static_cast<float>(base.hand(mover) - base.hand(other)) - 2.5f * p.skips(mover) +
            2.5f * p.skips(other);
        std::array<float, 2> shares;
        shares[games::index(mover)] = portable_sigmoid(0.42f * lead);
        shares[games::index(other)] = 1.0f - shares[games::index(mover)];
        return shares;
    }
    struct EvalState : Base::EvalState {
        explicit EvalState(const P& p) : Base::EvalState(p.base()) {}
    };

    static void rate(const P& p, const EvalState& eval_state, const P::Actions& actions,
                     std::span<int> ratings) {
        if (p.to_move() == games::Player::kChance || p.turn().roll == 0) {
            for (int i = 0; i < actions.size(); ++i) ratings[i] = 0;
            return;
        }
        Base::rate(p.base(), eval_state, actions, ratings);
    }
};

}  // namespace stockade::search
