// The features of Quoridor4Fun: those of Quoridor, and the state of the turn.
#pragma once

#include "games/quoridor4fun/position.h"
#include "net/features/quoridor.h"

namespace stockade::net {

template <>
struct FeaturesOf<games::quoridor4fun::Position> {
    using P = games::quoridor4fun::Position;
    using Base = FeaturesOf<P::Base>;

    static constexpr std::string_view kName = "quoridor4fun-ways-1";

    static constexpr int kChoices = 3;
    static constexpr int kTurns = 1 + P::kFaces * P::kFaces * kChoices;

    static constexpr int kTurnAt = Base::kInputs;      // by roll, what is left of it, and the choice made
    static constexpr int kSkipsAt = kTurnAt + kTurns;  // whether the mover and the other owe a turn
    static constexpr int kLastWallAt = kSkipsAt + 2;   // the wall that the next ones must come after
    static constexpr int kInputs = kLastWallAt + 2 * Base::kPlaces;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = Base::kActions;
    static constexpr int kClasses = Base::kClasses;

    struct FeatureState : Base::FeatureState {
        explicit FeatureState(const P& p) : Base::FeatureState(p.base()) {}
    };

    static void inputs(const P& p, const FeatureState& state, Inputs& in) {
        in = Inputs::none();
        Base::add_inputs(p.base(), state, in);
        const auto& turn = p.turn();
        in.set(kTurnAt + (turn.roll == 0 ? 0
                                         : 1 + ((turn.roll - 1) * P::kFaces + turn.left - 1) * kChoices +
                                               static_cast<int>(turn.choice)));
        for (int who = 0; who < 2; ++who)
            if (p.skips(games::player_at(seat_of(p) ^ who))) in.set(kSkipsAt + who);
        if (turn.after_wall)
            in.set(kLastWallAt + Base::seen(p.base(), games::Action{turn.after_wall}) - Base::kCells);
    }

    static int seen(const P& p, games::Action action) { return Base::seen(p.base(), action); }
    static int class_of(const P& p, const FeatureState& state, games::Action action) {
        return Base::class_of(p.base(), state, action);
    }

    static int mirrored_input(int input) {
        if (input < kTurnAt) return Base::mirrored_input(input);
        if (input >= kLastWallAt) return Base::mirrored_input(input - kLastWallAt) + kLastWallAt;
        return input;
    }
};

}  // namespace stockade::net
