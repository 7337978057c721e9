// Quoridor and Pinko Pallino for networks: symmetries, and planes seen from the mover with its home edge
// below.
#pragma once

#include <optional>

#include "games/quoridor/position.h"
#include "games/tensors.h"

namespace stockade::games {

template <board::Shape S, int Players, class Steps>
struct TensorsOf<quoridor::Position<S, Players, Steps>> {
    using P = quoridor::Position<S, Players, Steps>;

    // Two players face each other: mirrors exchange nobody, the others exchange both. Four sit in a circle,
    // where only turns keep the order of play. Three leave one edge empty.
    static constexpr auto kSymmetries = [] {
        if constexpr (Players == 2)
            return std::array<GameSymmetry, 4>{
                {{}, {board::kMirror, 0}, {board::kHalfTurn, 1}, {board::kFlip, 1}}};
        else if constexpr (Players == 4)
            return std::array<GameSymmetry, 4>{
                {{}, {board::kClockwise, 1}, {board::kHalfTurn, 2}, {board::kCounterclockwise, 3}}};
        else
            return std::array<GameSymmetry, 1>{};
    }();

    static P apply(const P& p, GameSymmetry symmetry) {
        std::array<int, Players> pawns;
        std::array<std::uint8_t, Players> hands;
        for (int i = 0; i < Players; ++i) {
            const int as = (i + symmetry.player_shift) % Players;
            pawns[as] = board::apply(p.shape(), symmetry.board, p.pawn(player_at(i)));
            hands[as] = static_cast<std::uint8_t>(p.hand(player_at(i)));
        }
        return P(p.shape(), p.rules(), hands, pawns, board::apply(p.shape(), symmetry.board, p.walls()),
                 player_at((index(p.to_move()) + symmetry.player_shift) % Players));
    }
    static Action apply(const P& p, Action action, board::Symmetry symmetry) {
        if (p.is_wall(action)) return p.action_of(board::apply(p.shape(), symmetry, p.wall_of(action)));
        return p.action_of_cell(board::apply(p.shape(), symmetry, p.cell_of(action)));
    }

    static constexpr int kPlanesPerPlayer = 5;
    static constexpr auto kPlaneNames = [] {
        constexpr std::array<std::string_view, 4> kWhose{"mover", "next player", "third player",
                                                         "fourth player"};
        constexpr std::array<std::string_view, kPlanesPerPlayer> kWhat{"pawn", "goal", "distance to goal",
                                                                       "distance from pawn", "walls in hand"};
        std::array<std::array<std::string_view, 2>, kPlanesPerPlayer * Players + 2> names{};
        for (int i = 0; i < Players; ++i)
            for (int j = 0; j < kPlanesPerPlayer; ++j)
                names[i * kPlanesPerPlayer + j] = {kWhose[i], kWhat[j]};
        names[kPlanesPerPlayer * Players] = {"board", "horizontal walls by anchor"};
        names[kPlanesPerPlayer * Players + 1] = {"board", "vertical walls by anchor"};
        return names;
    }();
    /// The trainer derives distances by orthogonal steps itself; all other distances are stored as planes.
    /// With three players one side has no pawn, and where that side is depends on the mover, so the goals are
    /// kept.
    static constexpr auto kPlaneKinds = [] {
        constexpr auto kDistances = Steps::kCutsCorners ? PlaneKind::kBytes : PlaneKind::kDerived;
        constexpr auto kGoals = Players == 3 ? PlaneKind::kCells : PlaneKind::kDerived;
        constexpr std::array<PlaneKind, kPlanesPerPlayer> kKinds{PlaneKind::kOneCell, kGoals, kDistances,
                                                                 kDistances, PlaneKind::kNumber};
        std::array<PlaneKind, kPlaneNames.size()> kinds{};
        for (int i = 0; i < kPlanesPerPlayer * Players; ++i) kinds[i] = kKinds[i % kPlanesPerPlayer];
        return kinds;  // the walls are sets of anchors, which is the kind a plane has by default
    }();

    // The place of each action in a network's policy: one plane of destinations, one of horizontal and one of
    // vertical walls by anchor.
    static constexpr int kPolicyPlanes = 3;
    static int policy_index(const P& p, Action action) {
        const int cols = p.shape().cols();
        const int cells = p.cell_actions();
        if (!p.is_wall(action)) return action.id;
        const board::Wall wall = p.wall_of(action);
        const auto at = board::square_of<S>(wall.anchor);
        const int plane = wall.orientation == board::Orientation::kHorizontal ? 1 : 2;
        return plane * cells + at.row * cols + at.col;
    }

    static constexpr board::Symmetry perspective(Player mover) {
        switch (P::home(mover)) {
            case board::Side::kWest:
                return board::kCounterclockwise;
            case board::Side::kNorth:
                return board::kHalfTurn;
            case board::Side::kEast:
                return board::kClockwise;
            default:
                return board::kIdentity;
        }
    }
    static board::Symmetry perspective(const P& p) { return perspective(p.to_move()); }

    static void encode(const P& p, std::span<std::uint8_t> planes) {
        PlaneWriter<S> writer(p.shape(), perspective(p), planes);
        write(p, writer);
    }
    static P decode(const P& like, Player mover, std::span<const std::uint8_t> planes) {
        PlaneReader<S> reader(like.shape(), perspective(mover), planes);
        return read(like, mover, reader);
    }

    /// Whose planes these are, which the goals tell where three play. Nothing where they are no player's.
    static std::optional<Player> mover_of(const P& like,
                                          std::span<const std::uint8_t> planes) requires(Players == 3) {
        for (int mover = 0; mover < Players; ++mover) {
            PlaneReader<S> reader(like.shape(), perspective(player_at(mover)), planes);
            bool fits = true;
            for (int i = 0; i < Players; ++i) {
                reader.skip();
                fits &= reader.cells() == like.goal(player_at((mover + i) % Players));
                for (int other = 2; other < kPlanesPerPlayer; ++other) reader.skip();
            }
            if (fits) return player_at(mover);
        }
        return std::nullopt;
    }

    static void write(const P& p, PlaneWriter<S>& writer) {
        const auto open = p.passages();
        for (int i = 0; i < Players; ++i) {
            const Player player = player_at((index(p.to_move()) + i) % Players);
            writer.cells(P::Set::single(p.pawn(player)));
            writer.cells(p.goal(player));
            const auto around = [&](const typename P::Set& from) { return Steps::around(open, from); };
            writer.distances(p.goal(player), around);
            writer.distances(P::Set::single(p.pawn(player)), around);
            writer.constant(p.hand(player));
        }
        writer.walls(p.walls());
    }
    static P read(const P& like, Player mover, PlaneReader<S>& reader) {
        std::array<int, Players> pawns;
        std::array<std::uint8_t, Players> hands;
        for (int i = 0; i < Players; ++i) {
            const int player = (index(mover) + i) % Players;
            pawns[player] = reader.cells().first();
            for (int derived = 0; derived < 3; ++derived) reader.skip();
            hands[player] = static_cast<std::uint8_t>(reader.constant());
        }
        return P(like.shape(), like.rules(), hands, pawns, reader.walls(), mover);
    }
};

}  // namespace stockade::games
