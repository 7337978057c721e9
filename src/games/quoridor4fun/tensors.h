// Quoridor4Fun for networks: Quoridor's planes and symmetries, and the state of the turn. Chance positions
// are seen from the player who is about to roll.
#pragma once

#include "games/quoridor/tensors.h"
#include "games/quoridor4fun/position.h"

namespace stockade::games {

template <>
struct TensorsOf<quoridor4fun::Position> {
    using P = quoridor4fun::Position;
    using Base = TensorsOf<P::Base>;

    static constexpr P::Shape kShape{};
    static constexpr auto kSymmetries = Base::kSymmetries;

    static P apply(const P& p, GameSymmetry symmetry) {
        std::uint8_t skips = 0;
        for (int i = 0; i < P::kPlayers; ++i)
            if (p.skips(player_at(i)))
                skips |= static_cast<std::uint8_t>(1u << ((i + symmetry.player_shift) % P::kPlayers));
        // The order of walls within a turn follows absolute names, so a turned position asks for no order.
        P result(Base::apply(p.base(), symmetry), p.turn(), skips);
        if (p.turn().roll && !(symmetry.board == board::kIdentity)) result.relax_order();
        return result;
    }
    static Action apply(const P& p, Action action, board::Symmetry symmetry) {
        return p.is_roll(action) ? action : Base::apply(p.base(), action, symmetry);
    }

    static constexpr auto kPlaneNames = [] {
        std::array<std::array<std::string_view, 2>, Base::kPlaneNames.size() + 8> names{};
        std::size_t i = 0;
        for (const auto& name : Base::kPlaneNames) names[i++] = name;
        names[i++] = {"turn", "roll"};
        names[i++] = {"turn", "steps or walls left"};
        names[i++] = {"turn", "taking steps"};
        names[i++] = {"turn", "placing walls"};
        names[i++] = {"turn", "last horizontal wall"};
        names[i++] = {"turn", "last vertical wall"};
        names[i++] = {"mover", "owes a skipped turn"};
        names[i++] = {"next player", "owes a skipped turn"};
        return names;
    }();
    static constexpr auto kPlaneKinds = [] {
        std::array<PlaneKind, kPlaneNames.size()> kinds{};
        std::size_t i = 0;
        for (const auto kind : Base::kPlaneKinds) kinds[i++] = kind;
        for (int j = 0; j < 4; ++j) kinds[i++] = PlaneKind::kNumber;
        i += 2;  // the last wall, as sets
        for (int j = 0; j < 2; ++j) kinds[i++] = PlaneKind::kNumber;
        return kinds;
    }();

    // Quoridor's; no network is asked about rolls, which get places where no wall can stand.
    static constexpr int kPolicyPlanes = Base::kPolicyPlanes;
    static int policy_index(const P& p, Action action) {
        if (!p.is_roll(action)) return Base::policy_index(p.base(), action);
        const int cols = p.base().shape().cols();
        return (kPolicyPlanes - 1) * p.base().cell_actions() + p.roll_of(action) * cols - 1;
    }

    static board::Symmetry perspective(const P& p) { return Base::perspective(p.base().to_move()); }

    static void encode(const P& p, std::span<std::uint8_t> planes) {
        PlaneWriter<P::Shape> writer(p.base().shape(), perspective(p), planes);
        Base::write(p.base(), writer);
        const auto& turn = p.turn();
        writer.constant(turn.roll);
        writer.constant(turn.left);
        writer.constant(turn.choice == P::Choice::kSteps);
        writer.constant(turn.choice == P::Choice::kWalls);
        P::Base::Walls last{};
        if (turn.after_wall) last.add(p.base().wall_of(Action{turn.after_wall}));
        writer.walls(last);
        const Player mover = p.base().to_move();
        writer.constant(p.skips(mover));
        writer.constant(p.skips(player_at(1 - index(mover))));
    }
    /// `mover` is the player about to roll where the position is one of chance.
    static P decode(const P& like, Player mover, std::span<const std::uint8_t> planes) {
        PlaneReader<P::Shape> reader(like.base().shape(), Base::perspective(mover), planes);
        const auto base = Base::read(like.base(), mover, reader);
        P::Turn turn;
        turn.roll = static_cast<std::uint8_t>(reader.constant());
        turn.left = static_cast<std::uint8_t>(reader.constant());
        if (reader.constant()) turn.choice = P::Choice::kSteps;
        if (reader.constant()) turn.choice = P::Choice::kWalls;
        const auto last = reader.walls();
        if (last.any()) turn.after_wall = base.action_of(last.first()).id;
        turn.any_order = turn.choice == P::Choice::kWalls && !last.any();
        unsigned skips = reader.constant() ? 1u << index(mover) : 0;
        if (reader.constant()) skips |= 1u << (1 - index(mover));
        return P(base, turn, static_cast<std::uint8_t>(skips));
    }
};

}  // namespace stockade::games
