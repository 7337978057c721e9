// Blockade for networks: symmetries, and planes seen from the mover with its start row below.
#pragma once

#include "games/blockade/position.h"
#include "games/tensors.h"

namespace stockade::games {

template <>
struct TensorsOf<blockade::Position> {
    using P = blockade::Position;
    static constexpr P::Shape kShape{};

    static constexpr std::array<GameSymmetry, 4> kSymmetries{
        {{}, {board::kMirror, 0}, {board::kHalfTurn, 1}, {board::kFlip, 1}}};

    static P apply(const P& p, GameSymmetry symmetry) {
        std::array<P::Pawns, P::kPlayers> pawns;
        std::array<P::Hand, P::kPlayers> hands;
        for (int i = 0; i < P::kPlayers; ++i) {
            const int as = (i + symmetry.player_shift) % P::kPlayers;
            for (int j = 0; j < P::kPawns; ++j)
                pawns[as][j] = static_cast<std::uint8_t>(
                    board::apply(kShape, symmetry.board, int{p.pawns(player_at(i))[j]}));
            hands[as] = p.hand(player_at(i));
        }
        return P(p.rules(), hands, pawns, board::apply(kShape, symmetry.board, p.walls()),
                 player_at((index(p.to_move()) + symmetry.player_shift) % P::kPlayers), p.wall_owed());
    }
    static Action apply(const P& /*p*/, Action action, board::Symmetry symmetry) {
        if (action == P::kPass) return action;
        if (P::is_wall(action)) return P::action_of(board::apply(kShape, symmetry, P::wall_of(action)));
        const auto [from, to] = P::move_of(action);
        return P::action_of_move(board::apply(kShape, symmetry, from), board::apply(kShape, symmetry, to));
    }

    static constexpr std::array<std::array<std::string_view, 2>, 13> kPlaneNames{
        {{"mover", "pawns"},
         {"mover", "goals"},
         {"mover", "distance to goals"},
         {"mover", "horizontal walls in hand"},
         {"mover", "vertical walls in hand"},
         {"next player", "pawns"},
         {"next player", "goals"},
         {"next player", "distance to goals"},
         {"next player", "horizontal walls in hand"},
         {"next player", "vertical walls in hand"},
         {"board", "horizontal walls by anchor"},
         {"board", "vertical walls by anchor"},
         {"turn", "a wall is owed"}}};
    static constexpr auto kPlaneKinds = [] {
        using enum PlaneKind;
        return std::array{kCells, kCells,  kBytes,  kNumber, kNumber, kCells, kCells,
                          kBytes, kNumber, kNumber, kCells,  kCells,  kNumber};
    }();

    // The place of each action in a network's policy: moves by displacement and the cell that is left, walls
    // by anchor, and in the corner of a last plane the forced pass.
    static constexpr int kPolicyPlanes = kDisplacementCount + 3;
    static int policy_index(const P& /*p*/, Action action) {
        if (action.id < P::kMoveActions) return action.id;  // their ids are laid out in the same way
        if (action == P::kPass) return (kDisplacementCount + 2) * P::Shape::kCells;
        const board::Wall wall = P::wall_of(action);
        return (kDisplacementCount + static_cast<int>(wall.orientation)) * P::Shape::kCells + wall.anchor;
    }

    static board::Symmetry perspective(Player mover) {
        return mover == Player::kOne ? board::kIdentity : board::kHalfTurn;
    }
    static board::Symmetry perspective(const P& p) { return perspective(p.to_move()); }

    static void encode(const P& p, std::span<std::uint8_t> planes) {
        PlaneWriter<P::Shape> writer(kShape, perspective(p), planes);
        const auto open = p.passages();
        for (int i = 0; i < P::kPlayers; ++i) {
            const Player player = player_at((index(p.to_move()) + i) % P::kPlayers);
            writer.cells(P::Set::single(p.pawns(player)[0]) | P::Set::single(p.pawns(player)[1]));
            writer.cells(P::goal(player));
            writer.distances(open, P::goal(player));
            writer.constant(p.hand(player).horizontal);
            writer.constant(p.hand(player).vertical);
        }
        writer.walls(p.walls());
        writer.constant(p.wall_owed());
    }
    static P decode(const P& like, Player mover, std::span<const std::uint8_t> planes) {
        PlaneReader<P::Shape> reader(kShape, perspective(mover), planes);
        std::array<P::Pawns, P::kPlayers> pawns;
        std::array<P::Hand, P::kPlayers> hands;
        for (int i = 0; i < P::kPlayers; ++i) {
            const int player = (index(mover) + i) % P::kPlayers;
            const auto cells = reader.cells();
            pawns[player] = {static_cast<std::uint8_t>(cells.nth(0)),
                             static_cast<std::uint8_t>(cells.nth(1))};
            reader.skip();
            reader.skip();
            hands[player].horizontal = static_cast<std::uint8_t>(reader.constant());
            hands[player].vertical = static_cast<std::uint8_t>(reader.constant());
        }
        const auto walls = reader.walls();
        return P(like.rules(), hands, pawns, walls, mover, reader.constant() != 0);
    }
};

}  // namespace stockade::games
