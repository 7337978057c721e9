// Drawbridge for networks: symmetries, and planes seen from the mover with its home edge below.
#pragma once

#include "games/drawbridge/position.h"
#include "games/tensors.h"

namespace stockade::games {

template <>
struct TensorsOf<drawbridge::Position> {
    using P = drawbridge::Position;
    static constexpr drawbridge::Shape kShape{};

    static constexpr std::array<GameSymmetry, 4> kSymmetries{
        {{}, {board::kMirror, 0}, {board::kHalfTurn, 1}, {board::kFlip, 1}}};

    static P apply(const P& p, GameSymmetry symmetry) {
        std::array<int, P::kPlayers> pawns;
        for (int i = 0; i < P::kPlayers; ++i)
            pawns[(i + symmetry.player_shift) % P::kPlayers] =
                board::apply(kShape, symmetry.board, p.pawn(player_at(i)));
        drawbridge::Sides raised{};
        p.raised().for_each(
            [&](board::Wall side) { raised.add(board::apply_to_side(kShape, symmetry.board, side)); });
        return P(pawns, raised, player_at((index(p.to_move()) + symmetry.player_shift) % P::kPlayers));
    }
    static Action apply(const P& /*p*/, Action action, board::Symmetry symmetry) {
        return {static_cast<std::uint16_t>(board::apply(kShape, symmetry, int{action.id}))};
    }

    using Name = std::array<std::string_view, 2>;
    static constexpr std::array<Name, 6> kPlaneNames{{{"mover", "pawn"},
                                                      {"mover", "distance to goal"},
                                                      {"next player", "pawn"},
                                                      {"next player", "distance to goal"},
                                                      {"board", "closed upper sides"},
                                                      {"board", "closed right sides"}}};
    static constexpr std::array<PlaneKind, 6> kPlaneKinds{PlaneKind::kOneCell, PlaneKind::kDerived,
                                                          PlaneKind::kOneCell, PlaneKind::kDerived,
                                                          PlaneKind::kCells,   PlaneKind::kCells};

    static constexpr board::Symmetry perspective(Player mover) {
        return mover == Player::kOne ? board::kIdentity : board::kHalfTurn;
    }
    static board::Symmetry perspective(const P& p) { return perspective(p.to_move()); }

    static void encode(const P& p, std::span<std::uint8_t> planes) {
        PlaneWriter<drawbridge::Shape> writer(kShape, perspective(p), planes);
        for (const Player player : {p.to_move(), P::other(p.to_move())}) {
            writer.cells(drawbridge::Set::single(p.pawn(player)));
            writer.distances(p.passages(), P::goal(player));
        }
        writer.sides(p.raised());
    }
    static P decode(const P& /*like*/, Player mover, std::span<const std::uint8_t> planes) {
        PlaneReader<drawbridge::Shape> reader(kShape, perspective(mover), planes);
        std::array<int, P::kPlayers> pawns;
        for (const Player player : {mover, P::other(mover)}) {
            pawns[static_cast<std::size_t>(index(player))] = reader.cells().first();
            reader.skip();
        }
        return P(pawns, reader.sides(), mover);
    }
};

}  // namespace stockade::games
