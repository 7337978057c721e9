// The features of Quoridor and Pinko Pallino on square boards of fixed size: walls, pawns, hands, path
// lengths, the cells on or near each player's shortest paths, and how much single walls lengthen them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/quoridor/tensors.h"
#include "net/features.h"
#include "net/threats.h"

namespace stockade::net {

namespace detail {

/// A wall's action on a square board.
template <int Size>
constexpr std::size_t wall_number(board::Orientation orientation, int row, int col) {
    const int upright = orientation == board::Orientation::kVertical ? (Size - 1) * (Size - 1) : 0;
    const int number = Size * Size + upright + row * (Size - 1) + col;
    return static_cast<std::size_t>(number);
}

/// Actions by their ids as each player sees them, whose home edge is below.
template <int Size, int Players>
inline constexpr auto kSeenActions = [] {
    using P = games::quoridor::Quoridor<board::FixedShape<Size, Size>, Players>;
    std::array<std::array<std::uint16_t, Size * Size + 2 * (Size - 1) * (Size - 1)>, Players> seen{};
    for (int player = 0; player < Players; ++player) {
        const auto turn = games::TensorsOf<P>::perspective(games::player_at(player));
        for (int row = 0; row < Size; ++row)
            for (int col = 0; col < Size; ++col) {
                const auto to = turn.apply(board::Square{col, row}, Size, Size);
                seen[player][row * Size + col] = static_cast<std::uint16_t>(to.row * Size + to.col);
            }
        for (const auto orientation : {board::Orientation::kHorizontal, board::Orientation::kVertical})
            for (int row = 0; row < Size - 1; ++row)
                for (int col = 0; col < Size - 1; ++col) {
                    const auto to = turn.apply(board::Square{col, row}, Size - 1, Size - 1);
                    seen[player][wall_number<Size>(orientation, row, col)] = static_cast<std::uint16_t>(
                        wall_number<Size>(turn.apply(orientation), to.row, to.col));
                }
    }
    return seen;
}();

}  // namespace detail

template <int Size, int Players, class Steps>
struct FeaturesOf<games::quoridor::Position<board::FixedShape<Size, Size>, Players, Steps>> {
    using S = board::FixedShape<Size, Size>;
    using P = games::quoridor::Position<S, Players, Steps>;
    using Set = typename S::Set;
    using Walls = typename P::Walls;

    static constexpr bool kPinko = std::same_as<Steps, games::quoridor::KingSteps>;
    static constexpr std::string_view kName = kPinko         ? "pinko-ways-1"
                                              : Players == 2 ? "quoridor-ways-1"
                                              : Players == 3 ? "quoridor-three-ways-1"
                                                             : "quoridor-four-ways-1";

    static constexpr int kCells = Size * Size;
    static constexpr int kPlaces = (Size - 1) * (Size - 1);  ///< for walls of one orientation
    static constexpr int kMostInHand = kPinko ? 21 : 10;     ///< more than so many count as so many
    static constexpr int kHands = kMostInHand + 1;
    static constexpr int kLengths = 32;
    static constexpr int kMostAhead = 8;
    static constexpr int kLeads = 2 * kMostAhead + 1;
    static constexpr int kLosses = 8;  ///< steps that a wall costs: 0 to 6, and more
    /// The unit of detours in steps. With orthogonal steps all detours are even.
    static constexpr int kDetour = kPinko ? 1 : 2;

    // The first index of each kind of input: the mover's before the others', in the order of their turns.
    static constexpr int kWallsAt = 0;  // horizontal, then vertical
    static constexpr int kPawnsAt = kWallsAt + 2 * kPlaces;
    static constexpr int kHandsAt = kPawnsAt + Players * kCells;
    static constexpr int kLengthsAt = kHandsAt + Players * kHands;
    static constexpr int kLeadAt = kLengthsAt + Players * kLengths;       // over each of the others
    static constexpr int kShortestAt = kLeadAt + (Players - 1) * kLeads;  // cells on a shortest path
    static constexpr int kDetoursAt = kShortestAt + Players * kCells;     // on a path a little longer
    static constexpr int kThreatsAt = kDetoursAt + Players * kCells;
    static constexpr int kThreats = 3 * kLosses;  // most lost, most lost on balance, how many
    static constexpr int kSeatAt = kThreatsAt + Players * kThreats;
    /// With three players one side has no pawn. The mover's number tells which side that is, as the mover
    /// sees the board.
    static constexpr int kSeats = Players == 3 ? Players : 0;
    static constexpr int kInputs = kSeatAt + kSeats;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = kCells + 2 * kPlaces;

    // Walls by whether they touch anything, by what they cost the rival and by what they cost the mover; then
    // steps by what they gain, from -2 to 2, and the step that wins.
    static constexpr int kWallClasses = 2 * kLosses * kLosses;
    static constexpr int kWinningStep = kWallClasses + 5;
    static constexpr int kClasses = kWinningStep + 1;

    static constexpr std::uint8_t kNoPath = 255;

    /// One player's paths home.
    struct Paths {
        int length = 0;
        Set shortest{};
        Set detours{};
        Walls cuts{};  ///< places where a wall may lengthen the path; anywhere else it does not
        std::array<std::uint8_t, 2 * kCells> after;  ///< the length by place of a wall; kNoPath: shut in
        std::array<Set, kCells + 3> within;          ///< cells from which so many steps lead home
    };

    struct FeatureState {
        std::array<Paths, Players> paths;  ///< by player
        Set touched;                       ///< points on which a wall or the edge lies

        explicit FeatureState(const P& p) : touched(board::touched_points(p.shape(), p.walls())) {
            const auto open = p.passages();
            const Walls fitting = board::fitting(p.shape(), p.walls());
            Reached reached;
            for (int i = 0; i < Players; ++i) {
                const auto player = games::player_at(i);
                find(paths[i], reached, open, p.pawn(player), p.goal(player));
                paths[i].after.fill(static_cast<std::uint8_t>(std::min(paths[i].length, kNoPath - 1)));
                paths[i].cuts &= fitting;
                paths[i].cuts.for_each([&](board::Wall wall) {
                    const int length = length_after(paths[i], reached, p, player, open, wall);
                    paths[i].after[static_cast<std::size_t>(place(wall))] =
                        length < 0 ? kNoPath : static_cast<std::uint8_t>(std::min(length, kNoPath - 1));
                });
            }
        }

        static int place(board::Wall wall) {
            return wall.anchor + (wall.orientation == board::Orientation::kVertical ? kCells : 0);
        }

    private:
        using Reached = std::array<Set, kCells + 3>;  ///< cells that so many steps of the pawn reach

        static void find(Paths& paths, Reached& reached, const board::Passages<S>& open, int pawn,
                         const Set& goal) {
            const Set start = Set::single(pawn);
            auto& within = paths.within;
            within[0] = goal;
            int length = 0;
            for (; !within[length].test(pawn); ++length)
                within[length + 1] = within[length] | Steps::around(open, within[length]);
            for (int i = length; i < length + 2; ++i)
                within[i + 1] = within[i] | Steps::around(open, within[i]);
            paths.length = length;
            reached[0] = start;
            paths.shortest = start;
            paths.detours = start;
            for (int i = 1; i <= length + kDetour; ++i) {
                reached[i] = reached[i - 1] | Steps::around(open, reached[i - 1]);
                if (i <= length) paths.shortest |= reached[i] & within[length - i];
                paths.detours |= reached[i] & within[length + kDetour - i];
            }
            paths.detours = paths.detours.without(paths.shortest);
            // Only a wall across all shortest paths lengthens them: across one that keeps left and one that
            // keeps right.
            using enum board::Direction;
            if constexpr (kPinko)
                paths.cuts =
                    across_diagonals(paths, open, pawn, kWest) & across_diagonals(paths, open, pawn, kEast);
            else
                paths.cuts = across(paths, open, pawn, {kNorth, kWest, kSouth, kEast}) &
                             across(paths, open, pawn, {kEast, kSouth, kNorth, kWest});
        }

        /// Places of walls across one shortest path, which takes the first open direction wherever it can.
        static Walls across(const Paths& paths, const board::Passages<S>& open, int pawn,
                            const std::array<board::Direction, 4>& order) {
            Walls walls{};
            int cell = pawn;
            for (int left = paths.length; left > 0; --left) {
                const Set at = Set::single(cell);
                for (const board::Direction direction : order) {
                    const Set next = open.step(at, direction) & paths.within[left - 1];
                    if (!next.any()) continue;
                    walls |= across_step(at, next, direction);
                    cell = next.first();
                    break;
                }
            }
            return walls;
        }
        /// Places of walls across one step.
        static Walls across_step(const Set& at, const Set& next, board::Direction direction) {
            using enum board::Direction;
            const Set& low = direction == kNorth || direction == kEast ? at : next;  // names the walls
            Walls walls{};
            if (direction == kNorth || direction == kSouth)
                walls.h = low | low.template down<1>();
            else
                walls.v = low | low.template down<Size>();
            return walls;
        }

        /// The same where steps may be diagonal, for a path that keeps to one side. A wall across a diagonal
        /// step is one across both paths round its corner that are open.
        static Walls across_diagonals(const Paths& paths, const board::Passages<S>& open, int pawn,
                                      board::Direction side) {
            using enum board::Direction;
            Walls walls{};
            Set at = Set::single(pawn);
            for (int left = paths.length; left > 0; --left) {
                const Set& nearer = paths.within[left - 1];
                Set next{};
                const auto straight = [&](board::Direction direction) {
                    if (next.any()) return;
                    next = open.step(at, direction) & nearer;
                    if (next.any()) walls |= across_step(at, next, direction);
                };
                const auto diagonal = [&](board::Direction along, board::Direction across) {
                    if (next.any()) return;
                    const Set first = open.step(at, along);
                    const Set second = open.step(at, across);
                    const Set round_first = open.step(first, across) & nearer;
                    const Set round_second = open.step(second, along) & nearer;
                    next = round_first | round_second;
                    if (!next.any()) return;
                    const Walls one = across_step(at, first, along) | across_step(first, round_first, across);
                    const Walls other =
                        across_step(at, second, across) | across_step(second, round_second, along);
                    walls |= !round_first.any() ? other : !round_second.any() ? one : one & other;
                };
                for (const board::Direction to : {side, board::opposite(side)}) {
                    diagonal(kNorth, to);
                    diagonal(kSouth, to);
                    straight(to);
                    if (to == side) {
                        straight(kNorth);
                        straight(kSouth);
                    }
                }
                at = next;
            }
            return walls;
        }

        /// The length of the path home once a wall stands; -1 where there is none.
        static int length_after(const Paths& paths, const Reached& reached, const P& p, games::Player player,
                                board::Passages<S> open, board::Wall wall) {
            if constexpr (kPinko) {
                open = board::passages(p.shape(), p.walls() | Walls::single(wall));
                return steps_between(open, Set::single(p.pawn(player)), p.goal(player));
            }
            // Cells at least as near to the pawn as all that the wall closes are reached as before, and those
            // at least as near to the goal lead home as before. Only what lies between is walked again.
            const Set anchor = Set::single(wall.anchor);
            Set sides{};
            if (wall.orientation == board::Orientation::kHorizontal) {
                const Set closed = anchor | anchor.template up<1>();
                open.north = open.north.without(closed);
                sides = closed | closed.template up<Size>();
            } else {
                const Set closed = anchor | anchor.template up<Size>();
                open.east = open.east.without(closed);
                sides = closed | closed.template up<1>();
            }
            int begin = paths.length;
            while (begin > 0 && (reached[begin - 1] & sides).any()) --begin;
            int left = paths.length;
            while (left > 0 && (paths.within[left - 1] & sides).any()) --left;
            const int between = steps_between(open, reached[begin], paths.within[left]);
            return between < 0 ? -1 : begin + between + left;
        }
        static int steps_between(const board::Passages<S>& open, Set from, const Set& to) {
            for (int steps = 0;; ++steps) {
                if ((from & to).any()) return steps;
                const Set grown = from | Steps::around(open, from);
                if (grown == from) return -1;
                from = grown;
            }
        }
    };

    static void inputs(const P& p, const FeatureState& state, Inputs& in) {
        in = Inputs::none();
        add_inputs(p, state, in);
    }
    /// For games with more inputs than these.
    template <class More>
    static void add_inputs(const P& p, const FeatureState& state, More& in) {
        const int mover = games::index(p.to_move());
        const auto& seen = detail::kSeenActions<Size, Players>[static_cast<std::size_t>(mover)];
        const auto add_cells = [&](const Set& cells, int begin) {
            cells.for_each([&](int c) { in.set(begin + seen[static_cast<std::size_t>(c)]); });
        };
        const auto add_walls = [&](const Set& anchors, board::Orientation orientation) {
            anchors.for_each([&](int anchor) {
                const auto action = detail::wall_number<Size>(orientation, anchor / Size, anchor % Size);
                in.set(kWallsAt + seen[action] - kCells);
            });
        };
        add_walls(p.walls().h, board::Orientation::kHorizontal);
        add_walls(p.walls().v, board::Orientation::kVertical);
        if constexpr (kSeats > 0) in.set(kSeatAt + mover);
        const int own_length = state.paths[static_cast<std::size_t>(mover)].length;
        for (int who = 0; who < Players; ++who) {
            const int index = (mover + who) % Players;
            const auto player = games::player_at(index);
            const Paths& paths = state.paths[static_cast<std::size_t>(index)];
            add_cells(Set::single(p.pawn(player)), kPawnsAt + who * kCells);
            in.set(kHandsAt + who * kHands + std::min(p.hand(player), kMostInHand));
            in.set(kLengthsAt + who * kLengths + std::min(paths.length, kLengths - 1));
            add_cells(paths.shortest, kShortestAt + who * kCells);
            add_cells(paths.detours, kDetoursAt + who * kCells);
            add_threats(p, state, index, kThreatsAt + who * kThreats, in);
            if (who)
                in.set(kLeadAt + (who - 1) * kLeads + kMostAhead +
                       std::clamp(paths.length - own_length, -kMostAhead, kMostAhead));
        }
    }

    static int seen(const P& p, games::Action action) {
        const auto mover = static_cast<std::size_t>(games::index(p.to_move()));
        return detail::kSeenActions<Size, Players>[mover][action.id];
    }

    static int class_of(const P& p, const FeatureState& state, games::Action action) {
        const int mover = games::index(p.to_move());
        const Paths& mine = state.paths[static_cast<std::size_t>(mover)];
        if (!p.is_wall(action)) {
            const int cell = p.cell_of(action);
            int steps = std::max(mine.length - 2, 0);  // no step, and no jump, changes it by more than two
            while (steps < mine.length + 2 && !mine.within[static_cast<std::size_t>(steps)].test(cell))
                ++steps;
            return steps == 0 ? kWinningStep : kWallClasses + 2 + mine.length - steps;
        }
        const Paths& theirs = rival_of(state, mover);
        const board::Wall wall = p.wall_of(action);
        const auto place = static_cast<std::size_t>(FeatureState::place(wall));
        const bool touches = board::contacts_of(p.shape(), state.touched, wall) > 0;
        return (touches * kLosses + std::min(theirs.after[place] - theirs.length, kLosses - 1)) * kLosses +
               std::min(mine.after[place] - mine.length, kLosses - 1);
    }

    static int mirrored_input(int input) {
        const auto flip = [input](int begin, int width) {
            const int at = input - begin;
            return begin + at / width * width + width - 1 - at % width;
        };
        if (input < kPawnsAt) return flip(kWallsAt, Size - 1);
        if (input < kHandsAt) return flip(kPawnsAt, Size);
        if (input >= kShortestAt && input < kThreatsAt) return flip(kShortestAt, Size);
        return input;
    }

private:
    /// The paths of the one who is nearest home of all others, the earlier to move if there are several.
    static const Paths& rival_of(const FeatureState& state, int player) {
        const Paths* nearest = nullptr;
        for (int i = 1; i < Players; ++i) {
            const Paths& paths = state.paths[static_cast<std::size_t>((player + i) % Players)];
            if (!nearest || paths.length < nearest->length) nearest = &paths;
        }
        return *nearest;
    }

    /// The features for the harm that other players' walls can do to one player.
    template <class More>
    static void add_threats(const P& p, const FeatureState& state, int victim, int begin, More& in) {
        Threats<kLosses> threats;
        const Paths& paths = state.paths[static_cast<std::size_t>(victim)];
        const Paths& rival = rival_of(state, victim);
        bool armed = false;
        for (int i = 1; i < Players; ++i) armed |= p.hand(games::player_at((victim + i) % Players)) > 0;
        if (armed)
            paths.cuts.for_each([&](board::Wall wall) {
                const auto place = static_cast<std::size_t>(FeatureState::place(wall));
                for (const Paths& any : state.paths)
                    if (any.after[place] == kNoPath) return;
                const int loss = paths.after[place] - paths.length;
                threats.add(loss, loss - (rival.after[place] - rival.length));
            });
        threats.set(in, begin);
    }
};

}  // namespace stockade::net
