// Territoires and Wall Go for networks: all eight symmetries of the board, and planes with the mover's pawns
// first.
#pragma once

#include "games/tensors.h"
#include "games/territoires/position.h"

namespace stockade::games {

template <int Players>
struct TensorsOf<territoires::Position<Players>> {
    using P = territoires::Position<Players>;
    using Shape = territoires::Shape;
    static constexpr Shape kShape{};

    static constexpr std::array<GameSymmetry, 8> kSymmetries{{{},
                                                              {board::kMirror, 0},
                                                              {board::kFlip, 0},
                                                              {board::kHalfTurn, 0},
                                                              {{true, false, false}, 0},
                                                              {board::kClockwise, 0},
                                                              {board::kCounterclockwise, 0},
                                                              {{true, true, true}, 0}}};

    static P apply(const P& p, GameSymmetry symmetry) {
        typename P::State state = state_of(p);
        for (auto& own : state.pawns) own = board::apply(kShape, symmetry.board, own);
        territoires::Sides walls{};
        state.walls.for_each(
            [&](board::Wall side) { walls.add(board::apply_to_side(kShape, symmetry.board, side)); });
        state.walls = walls;
        state.moved_to = static_cast<std::uint8_t>(board::apply(kShape, symmetry.board, int{state.moved_to}));
        state.broken = board::apply_to_side(kShape, symmetry.board, state.broken);
        return P(p.rules(), state);
    }
    static Action apply(const P& /*p*/, Action action, board::Symmetry symmetry) {
        using namespace territoires;  // NOLINT(google-build-using-namespace): its action ids
        switch (kind_of(action)) {
            case ActionKind::kMove: {
                const auto [from, to] = move_of(action);
                return action_of_move(board::apply(kShape, symmetry, from),
                                      board::apply(kShape, symmetry, to));
            }
            case ActionKind::kPlace:
                return {static_cast<std::uint16_t>(kPlaceBase +
                                                   board::apply(kShape, symmetry, placed_cell(action)))};
            case ActionKind::kWall:
                return action_of_wall(board::apply_to_side(kShape, symmetry, side_of(action)));
            case ActionKind::kBreak:
                return action_of_break(board::apply_to_side(kShape, symmetry, side_of(action)));
            default:
                return action;
        }
    }

    static constexpr int kPlanesPerPlayer = 4;
    static constexpr auto kPlaneNames = [] {
        constexpr std::array<std::string_view, 4> kWhose{"mover", "next player", "third player",
                                                         "fourth player"};
        constexpr std::array<std::string_view, kPlanesPerPlayer> kWhat{"pawns", "distance from pawns",
                                                                       "own regions", "percee left"};
        std::array<std::array<std::string_view, 2>, kPlanesPerPlayer * Players + 6> names{};
        std::size_t i = 0;
        for (int player = 0; player < Players; ++player)
            for (const auto what : kWhat) names[i++] = {kWhose[player], what};
        names[i++] = {"board", "walls on upper sides"};
        names[i++] = {"board", "walls on right sides"};
        names[i++] = {"turn", "pawns to place"};
        names[i++] = {"turn", "cell of the pawn that owes a wall"};
        names[i++] = {"turn", "upper side just opened"};
        names[i++] = {"turn", "right side just opened"};
        return names;
    }();
    static constexpr auto kPlaneKinds = [] {
        std::array<PlaneKind, kPlaneNames.size()> kinds{};  // sets, but for these
        for (std::size_t player = 0; player < Players; ++player) {
            kinds[player * kPlanesPerPlayer + 1] = PlaneKind::kBytes;
            kinds[player * kPlanesPerPlayer + 3] = PlaneKind::kNumber;
        }
        kinds[Players * kPlanesPerPlayer + 2] = PlaneKind::kNumber;
        return kinds;
    }();

    // The place of each action in a network's policy: moves by displacement and the cell that is left,
    // placing, walls and breakthroughs by side, and in the corner of a last plane what concerns no cell.
    static constexpr int kPolicyPlanes = kDisplacementCount + 6;
    static int policy_index(const P& /*p*/, Action action) {
        using namespace territoires;  // NOLINT(google-build-using-namespace): its action ids
        const auto at = [](int plane, int cell) { return plane * Shape::kCells + cell; };
        switch (kind_of(action)) {
            case ActionKind::kMove:
            case ActionKind::kPlace:
                return action.id;  // their ids are laid out in the same way
            case ActionKind::kWall:
            case ActionKind::kBreak: {
                const board::Wall side = side_of(action);
                const int first = kDisplacementCount + (kind_of(action) == ActionKind::kWall ? 1 : 3);
                return at(first + static_cast<int>(side.orientation), side.anchor);
            }
            case ActionKind::kDecline:
                return at(kDisplacementCount + 5, 0);
            default:
                return at(kDisplacementCount + 5, 1);
        }
    }

    static board::Symmetry perspective(const P& /*p*/) { return board::kIdentity; }

    static void encode(const P& p, std::span<std::uint8_t> planes) {
        PlaneWriter<Shape> writer(kShape, board::kIdentity, planes);
        const auto open = p.passages();
        for (int i = 0; i < Players; ++i) {
            const Player player = player_at((index(p.to_move()) + i) % Players);
            writer.cells(p.pawns(player));
            writer.distances(open, p.pawns(player));
            const auto others = p.occupied().without(p.pawns(player));
            writer.cells(open.flood(p.pawns(player)).without(open.flood(others)));
            writer.constant(p.has_percee(player));
        }
        writer.sides(p.walls());
        writer.constant(p.pawns_to_place());
        writer.cells(p.phase() == P::Phase::kWallOwed ? Shape::Set::single(p.moved_to())
                                                      : Shape::Set::none());
        writer.sides(p.phase() == P::Phase::kStepThrough ? territoires::Sides::single(p.broken())
                                                         : territoires::Sides{});
    }
    static P decode(const P& like, Player mover, std::span<const std::uint8_t> planes) {
        PlaneReader<Shape> reader(kShape, board::kIdentity, planes);
        typename P::State state;
        state.mover = mover;
        for (int i = 0; i < Players; ++i) {
            const int player = (index(mover) + i) % Players;
            state.pawns[player] = reader.cells();
            reader.skip();
            reader.skip();
            if (reader.constant()) state.percees |= static_cast<std::uint8_t>(1u << player);
        }
        state.walls = reader.sides();
        reader.skip();
        if (const auto moved = reader.cells(); moved.any()) {
            state.phase = P::Phase::kWallOwed;
            state.moved_to = static_cast<std::uint8_t>(moved.first());
        }
        if (const auto broken = reader.sides(); broken.any()) {
            state.phase = P::Phase::kStepThrough;
            state.broken = broken.first();
        }
        return P(like.rules(), state);
    }

private:
    static typename P::State state_of(const P& p) {
        typename P::State state;
        for (int i = 0; i < Players; ++i) {
            state.pawns[i] = p.pawns(player_at(i));
            if (p.has_percee(player_at(i))) state.percees |= static_cast<std::uint8_t>(1u << i);
        }
        state.walls = p.walls();
        state.mover = p.to_move();
        state.phase = p.phase();
        if (p.phase() == P::Phase::kWallOwed) state.moved_to = static_cast<std::uint8_t>(p.moved_to());
        if (p.phase() == P::Phase::kStepThrough) state.broken = p.broken();
        return state;
    }
};

}  // namespace stockade::games
