// The features of Blockade: walls, pawns, hands, the path lengths of both pawns of each player, the cells on
// or near the shortest path of the nearer pawn, how much single walls lengthen it, and whether a wall
// follows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/blockade/tensors.h"
#include "net/features.h"
#include "net/threats.h"

namespace stockade::net {

template <>
struct FeaturesOf<games::blockade::Position> {
    using P = games::blockade::Position;
    using S = P::Shape;
    using Set = P::Set;
    using Walls = P::Walls;

    static constexpr std::string_view kName = "blockade-ways-1";

    static constexpr int kCells = S::kCells;
    static constexpr int kWide = S::cols();
    static constexpr int kPlaces = P::kWallActions;  ///< for walls of one orientation
    static constexpr int kMostInHand = 9;            ///< more than so many count as so many
    static constexpr int kHands = kMostInHand + 1;
    static constexpr int kLengths = 32;
    static constexpr int kMostAhead = 8;
    static constexpr int kLeads = 2 * kMostAhead + 1;
    static constexpr int kLosses = 8;  ///< steps that a wall costs: 0 to 6, and more

    // The first index of each kind of input: the mover's before the opponent's.
    static constexpr int kWallsAt = 0;  // horizontal, then vertical
    static constexpr int kPawnsAt = kWallsAt + 2 * kPlaces;
    static constexpr int kHandsAt = kPawnsAt + 2 * kCells;       // horizontal, then vertical
    static constexpr int kLengthsAt = kHandsAt + 4 * kHands;     // of the nearer pawn, then of the other
    static constexpr int kLeadAt = kLengthsAt + 4 * kLengths;    // the same when a wall is owed, and when not
    static constexpr int kShortestAt = kLeadAt + 2 * kLeads;     // cells on a shortest path of a nearest pawn
    static constexpr int kDetoursAt = kShortestAt + 2 * kCells;  // on a path up to two steps longer
    static constexpr int kThreatsAt = kDetoursAt + 2 * kCells;
    static constexpr int kThreats = 3 * kLosses;  // most lost, most lost on balance, how many
    static constexpr int kInputs = kThreatsAt + 2 * kThreats;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = P::action_count();

    // Walls by whether they touch anything, by what they cost the other and by what they cost the mover; then
    // moves by whether a nearest pawn goes and by what it gains, from -2 to 2; the move that wins; the pass.
    static constexpr int kWallClasses = 2 * kLosses * kLosses;
    static constexpr int kWinningMove = kWallClasses + 2 * 5;
    static constexpr int kPass = kWinningMove + 1;
    static constexpr int kClasses = kPass + 1;

    static constexpr std::uint8_t kNoPath = 255;

    /// One player's paths to its goals.
    struct Paths {
        int length = 0;  ///< of the nearer pawn
        int other_length = 0;
        Set nearest{};  ///< the pawns, one or both, that are so near
        Set shortest{};
        Set detours{};
        Walls cuts{};  ///< places where a wall may lengthen the path; anywhere else it does not
        std::array<std::uint8_t, 2 * kCells> after;  ///< the length by place of a wall; kNoPath: shut in
        std::array<Set, kCells + 3> within;          ///< cells from which so many steps lead to a goal
    };

    struct FeatureState {
        std::array<Paths, 2> paths;  ///< by player
        Set touched;                 ///< points where a wall would touch another or the edge

        explicit FeatureState(const P& p) : touched(board::touched_points(S{}, p.walls())) {
            const auto open = p.passages();
            const Walls fitting = board::fitting(S{}, p.walls());
            for (int i = 0; i < 2; ++i) {
                const auto player = games::player_at(i);
                find(paths[static_cast<std::size_t>(i)], open, p.pawns(player), P::goal(player));
                try_walls(paths[static_cast<std::size_t>(i)], p, player, fitting);
            }
        }

        static int place(board::Wall wall) {
            return wall.anchor + (wall.orientation == board::Orientation::kVertical ? kCells : 0);
        }

    private:
        static void find(Paths& paths, const board::Passages<S>& open, const P::Pawns& pawns,
                         const Set& goal) {
            auto& within = paths.within;
            within[0] = goal;
            int reached_by = 0;
            paths.length = -1;
            for (int steps = 0;; ++steps) {
                const bool first = within[steps].test(pawns[0]);
                const bool second = within[steps].test(pawns[1]);
                if ((first || second) && paths.length < 0) {
                    paths.length = steps;
                    if (first) paths.nearest.set(pawns[0]);
                    if (second) paths.nearest.set(pawns[1]);
                }
                reached_by = steps;
                if (first && second) break;
                within[steps + 1] = within[steps] | open.neighbours(within[steps]);
            }
            paths.other_length = reached_by;
            // Moves that lose two steps are asked about too.
            for (int i = reached_by; i < reached_by + 2; ++i)
                within[i + 1] = within[i] | open.neighbours(within[i]);
            const int length = paths.length;
            Set reached = paths.nearest;
            paths.shortest = paths.detours = paths.nearest;
            for (int i = 1; i <= length + 2; ++i) {
                reached |= open.neighbours(reached);
                if (i <= length) paths.shortest |= reached & within[length - i];
                paths.detours |= reached & within[length + 2 - i];
            }
            paths.detours = paths.detours.without(paths.shortest);
            // Only a wall across all shortest paths lengthens them: across one that keeps left and one that
            // keeps right, of each of the nearest pawns.
            using enum board::Direction;
            paths.cuts.h = paths.cuts.v = S{}.masks().cells;
            paths.nearest.for_each([&](int pawn) {
                paths.cuts &= across(paths, open, pawn, {kNorth, kWest, kSouth, kEast});
                paths.cuts &= across(paths, open, pawn, {kEast, kSouth, kNorth, kWest});
            });
        }

        /// Places of walls across one shortest path, which takes the first open direction wherever it can.
        static Walls across(const Paths& paths, const board::Passages<S>& open, int pawn,
                            const std::array<board::Direction, 4>& order) {
            using enum board::Direction;
            Walls walls{};
            Set at = Set::single(pawn);
            for (int left = paths.length; left > 0; --left) {
                for (const board::Direction direction : order) {
                    const Set next = open.step(at, direction) & paths.within[left - 1];
                    if (!next.any()) continue;
                    const Set& low = direction == kNorth || direction == kEast ? at : next;
                    if (direction == kNorth || direction == kSouth)
                        walls.h |= low | low.down<1>();
                    else
                        walls.v |= low | low.down<kWide>();
                    at = next;
                    break;
                }
            }
            return walls;
        }

        static void try_walls(Paths& paths, const P& p, games::Player player, const Walls& fitting) {
            paths.after.fill(static_cast<std::uint8_t>(paths.length));
            paths.cuts &= fitting;
            const Set start = Set::single(p.pawns(player)[0]) | Set::single(p.pawns(player)[1]);
            const Set goal = P::goal(player);
            paths.cuts.for_each([&](board::Wall wall) {
                const auto open = board::passages(S{}, p.walls() | Walls::single(wall));
                const int length = open.distance(start, goal);
                paths.after[static_cast<std::size_t>(place(wall))] =
                    length < 0 ? kNoPath : static_cast<std::uint8_t>(length);
            });
        }
    };
    static_assert(kCells < kNoPath);

    static void inputs(const P& p, const FeatureState& state, Inputs& in) {
        in = Inputs::none();
        const int mover = games::index(p.to_move());
        const auto add_cells = [&](const Set& cells, int begin) {
            cells.for_each([&](int cell) { in.set(begin + seen_among(kCells, mover, cell)); });
        };
        p.walls().for_each([&](board::Wall wall) {
            in.set(kWallsAt + seen_wall(mover, P::action_of(wall).id - P::kMoveActions));
        });
        for (int who = 0; who < 2; ++who) {
            const auto player = games::player_at(mover ^ who);
            const Paths& paths = state.paths[static_cast<std::size_t>(mover ^ who)];
            const P::Hand& hand = p.hand(player);
            for (const int cell : p.pawns(player)) add_cells(Set::single(cell), kPawnsAt + who * kCells);
            in.set(kHandsAt + 2 * who * kHands + std::min<int>(hand.horizontal, kMostInHand));
            in.set(kHandsAt + (2 * who + 1) * kHands + std::min<int>(hand.vertical, kMostInHand));
            in.set(kLengthsAt + 2 * who * kLengths + std::min(paths.length, kLengths - 1));
            in.set(kLengthsAt + (2 * who + 1) * kLengths + std::min(paths.other_length, kLengths - 1));
            add_cells(paths.shortest, kShortestAt + who * kCells);
            add_cells(paths.detours, kDetoursAt + who * kCells);
            add_threats(p, state, mover ^ who, kThreatsAt + who * kThreats, in);
        }
        const int lead = state.paths[static_cast<std::size_t>(1 - mover)].length -
                         state.paths[static_cast<std::size_t>(mover)].length;
        in.set(kLeadAt + !p.wall_owed() * kLeads + kMostAhead + std::clamp(lead, -kMostAhead, kMostAhead));
    }

    static int seen(const P& p, games::Action action) {
        if (P::is_wall(action))
            return P::kMoveActions + seen_wall(games::index(p.to_move()), action.id - P::kMoveActions);
        return games::TensorsOf<P>::apply(p, action, games::TensorsOf<P>::perspective(p)).id;
    }

    static int class_of(const P& p, const FeatureState& state, games::Action action) {
        if (action == P::kPass) return kPass;
        const int mover = games::index(p.to_move());
        const Paths& mine = state.paths[static_cast<std::size_t>(mover)];
        if (P::is_move(action)) {
            const auto [from, to] = P::move_of(action);
            const bool near = mine.nearest.test(from);
            const int length = near ? mine.length : mine.other_length;
            int steps = std::max(length - 2, 0);  // no move changes it by more than two
            while (steps < length + 2 && !mine.within[static_cast<std::size_t>(steps)].test(to)) ++steps;
            return steps == 0 ? kWinningMove : kWallClasses + near * 5 + 2 + length - steps;
        }
        const Paths& theirs = state.paths[static_cast<std::size_t>(1 - mover)];
        const board::Wall wall = P::wall_of(action);
        const auto place = static_cast<std::size_t>(FeatureState::place(wall));
        const bool touches = board::contacts_of(S{}, state.touched, wall) > 0;
        return (touches * kLosses + std::min(theirs.after[place] - theirs.length, kLosses - 1)) * kLosses +
               std::min(mine.after[place] - mine.length, kLosses - 1);
    }

    static int mirrored_input(int input) {
        const auto flip = [input](int begin, int width) {
            const int at = input - begin;
            return begin + at / width * width + width - 1 - at % width;
        };
        if (input < kPawnsAt) return flip(kWallsAt, P::kWallColumns);
        if (input < kHandsAt) return flip(kPawnsAt, kWide);
        if (input >= kShortestAt && input < kThreatsAt) return flip(kShortestAt, kWide);
        return input;
    }

private:
    /// The number of a cell or place among `count` as the mover sees it: player 2 turns the board by half a
    /// circle.
    static int seen_among(int count, int mover, int number) { return mover ? count - 1 - number : number; }
    /// Horizontal walls come before vertical ones for both.
    static int seen_wall(int mover, int number) {
        return number / kPlaces * kPlaces + seen_among(kPlaces, mover, number % kPlaces);
    }

    /// The features for the harm that one wall of the opponent, of a kind in hand, can do to a player.
    static void add_threats(const P& p, const FeatureState& state, int victim, int begin, Inputs& in) {
        Threats<kLosses> threats;
        const Paths& paths = state.paths[static_cast<std::size_t>(victim)];
        const Paths& rival = state.paths[static_cast<std::size_t>(1 - victim)];
        const P::Hand& hand = p.hand(games::player_at(1 - victim));
        Walls cuts = paths.cuts;
        if (!hand.horizontal) cuts.h = Set::none();
        if (!hand.vertical) cuts.v = Set::none();
        cuts.for_each([&](board::Wall wall) {
            const auto place = static_cast<std::size_t>(FeatureState::place(wall));
            if (paths.after[place] == kNoPath || rival.after[place] == kNoPath) return;
            const int loss = paths.after[place] - paths.length;
            threats.add(loss, loss - (rival.after[place] - rival.length));
        });
        threats.set(in, begin);
    }
};

}  // namespace stockade::net
