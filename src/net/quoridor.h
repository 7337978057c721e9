// The inputs of networks for two-player Quoridor on square boards of constant size: walls, pawns, hands, how
// long both ways are, which cells lie on them or near them, and what single walls could do to them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/quoridor/position.h"
#include "net/features.h"

namespace stockade::net {

template <int Size>
struct FeaturesOf<games::quoridor::Quoridor<board::FixedShape<Size, Size>, 2>> {
    using S = board::FixedShape<Size, Size>;
    using P = games::quoridor::Quoridor<S, 2>;
    using Set = typename S::Set;
    using Walls = typename P::Walls;

    static constexpr std::string_view kName = "quoridor-ways-1";

    static constexpr int kCells = Size * Size;
    static constexpr int kPlaces = (Size - 1) * (Size - 1);  ///< for walls of one orientation
    static constexpr int kMostInHand = 10;                   ///< more than so many count as so many
    static constexpr int kHands = kMostInHand + 1;
    static constexpr int kLengths = 32;
    static constexpr int kMostAhead = 8;
    static constexpr int kLeads = 2 * kMostAhead + 1;
    static constexpr int kLosses = 8;  ///< steps that a wall costs: 0 to 6, and more

    // Where each kind of input begins: the mover's before the other's.
    static constexpr int kWallsAt = 0;  // horizontal, then vertical
    static constexpr int kPawnsAt = kWallsAt + 2 * kPlaces;
    static constexpr int kHandsAt = kPawnsAt + 2 * kCells;
    static constexpr int kLengthsAt = kHandsAt + 2 * kHands;
    static constexpr int kLeadAt = kLengthsAt + 2 * kLengths;
    static constexpr int kShortestAt = kLeadAt + kLeads;         // cells on a shortest way
    static constexpr int kDetoursAt = kShortestAt + 2 * kCells;  // cells on a way up to two steps longer
    static constexpr int kThreatsAt = kDetoursAt + 2 * kCells;   // to the mover, then to the other
    static constexpr int kThreats = 3 * kLosses;                 // most lost, most lost on balance, how many
    static constexpr int kInputs = kThreatsAt + 2 * kThreats;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = kCells + 2 * kPlaces;

    // Walls by whether they touch anything, by what they cost the other and by what they cost the mover; then
    // steps by what they gain, from -2 to 2, and the step that wins.
    static constexpr int kWallClasses = 2 * kLosses * kLosses;
    static constexpr int kWinningStep = kWallClasses + 5;
    static constexpr int kClasses = kWinningStep + 1;

    static constexpr std::uint8_t kNoWay = 255;

    /// One player's ways home.
    struct Ways {
        int length = 0;
        Set shortest{};
        Set detours{};
        Walls cuts{};  ///< places where a wall may lengthen the way; anywhere else it does not
        std::array<std::uint8_t, 2 * kCells> after;  ///< the length by place of a wall; kNoWay: shut in
        std::array<Set, kCells + 3> within;          ///< cells from which so many steps lead home
    };

    struct Sight {
        std::array<Ways, 2> ways;  ///< by player

        explicit Sight(const P& p) {
            const auto open = p.passages();
            const Walls fitting = board::fitting(p.shape(), p.walls());
            for (int i = 0; i < 2; ++i) {
                const auto player = games::player_at(i);
                find(ways[i], open, p.pawn(player), p.goal(player));
                try_walls(ways[i], p, player, fitting);
            }
        }

        static int place(board::Wall wall) {
            return wall.anchor + (wall.orientation == board::Orientation::kVertical ? kCells : 0);
        }

    private:
        static void find(Ways& ways, const board::Passages<S>& open, int pawn, const Set& goal) {
            const Set start = Set::single(pawn);
            auto& within = ways.within;
            within[0] = goal;
            int length = 0;
            for (; !within[length].test(pawn); ++length)
                within[length + 1] = within[length] | open.neighbours(within[length]);
            for (int i = length; i < length + 2; ++i) within[i + 1] = within[i] | open.neighbours(within[i]);
            ways.length = length;
            Set reached = start;
            ways.shortest = start;
            ways.detours = start;
            for (int i = 1; i <= length + 2; ++i) {
                reached |= open.neighbours(reached);
                if (i <= length) ways.shortest |= reached & within[length - i];
                ways.detours |= reached & within[length + 2 - i];
            }
            ways.detours = ways.detours.without(ways.shortest);
            // Only a wall across all shortest ways lengthens them: across one that keeps left and one that
            // keeps right.
            ways.cuts = across(ways, open, pawn,
                               {board::Direction::kNorth, board::Direction::kWest, board::Direction::kSouth,
                                board::Direction::kEast}) &
                        across(ways, open, pawn,
                               {board::Direction::kEast, board::Direction::kSouth, board::Direction::kNorth,
                                board::Direction::kWest});
        }

        /// Places of walls across one shortest way, which takes the first open direction wherever it can.
        static Walls across(const Ways& ways, const board::Passages<S>& open, int pawn,
                            const std::array<board::Direction, 4>& order) {
            Walls walls{};
            int cell = pawn;
            for (int left = ways.length; left > 0; --left) {
                const Set at = Set::single(cell);
                for (const board::Direction direction : order) {
                    const Set next = open.step(at, direction) & ways.within[left - 1];
                    if (!next.any()) continue;
                    const bool upright =
                        direction == board::Direction::kNorth || direction == board::Direction::kSouth;
                    const bool forwards =
                        direction == board::Direction::kNorth || direction == board::Direction::kEast;
                    const Set& low = forwards ? at : next;  // a wall is named by the lower of its cells
                    if (upright)
                        walls.h |= low | low.template down<1>();
                    else
                        walls.v |= low | low.template down<Size>();
                    cell = next.first();
                    break;
                }
            }
            return walls;
        }

        static void try_walls(Ways& ways, const P& p, games::Player player, const Walls& fitting) {
            ways.after.fill(static_cast<std::uint8_t>(std::min(ways.length, kNoWay - 1)));
            ways.cuts &= fitting;
            const Set start = Set::single(p.pawn(player));
            const Set& goal = p.goal(player);
            ways.cuts.for_each([&](board::Wall wall) {
                const auto open = board::passages(p.shape(), p.walls() | Walls::single(wall));
                const int length = open.distance(start, goal);
                ways.after[static_cast<std::size_t>(place(wall))] =
                    length < 0 ? kNoWay : static_cast<std::uint8_t>(std::min(length, kNoWay - 1));
            });
        }
    };

    static void inputs(const P& p, const Sight& sight, Inputs& in) {
        in = Inputs::none();
        const int mover = games::index(p.to_move());
        const bool turned = mover == 1;  // the mover goes up
        const auto cell = [&](int c) { return turned ? kCells - 1 - c : c; };
        const auto add_cells = [&](const Set& cells, int begin) {
            cells.for_each([&](int c) { in.set(begin + cell(c)); });
        };
        const auto add_walls = [&](const Set& anchors, int begin) {
            anchors.for_each([&](int anchor) {
                const int at = anchor / Size * (Size - 1) + anchor % Size;
                in.set(begin + (turned ? kPlaces - 1 - at : at));
            });
        };
        add_walls(p.walls().h, kWallsAt);
        add_walls(p.walls().v, kWallsAt + kPlaces);
        for (int who = 0; who < 2; ++who) {
            const auto player = games::player_at(mover ^ who);
            const Ways& ways = sight.ways[static_cast<std::size_t>(mover ^ who)];
            in.set(kPawnsAt + who * kCells + cell(p.pawn(player)));
            in.set(kHandsAt + who * kHands + std::min(p.hand(player), kMostInHand));
            in.set(kLengthsAt + who * kLengths + std::min(ways.length, kLengths - 1));
            add_cells(ways.shortest, kShortestAt + who * kCells);
            add_cells(ways.detours, kDetoursAt + who * kCells);
            add_threats(p, sight, mover ^ who, kThreatsAt + who * kThreats, in);
        }
        const int lead = sight.ways[static_cast<std::size_t>(1 - mover)].length -
                         sight.ways[static_cast<std::size_t>(mover)].length;
        in.set(kLeadAt + kMostAhead + std::clamp(lead, -kMostAhead, kMostAhead));
    }

    static int seen(const P& p, games::Action action) {
        if (p.to_move() == games::Player::kOne) return action.id;
        if (action.id < kCells) return kCells - 1 - action.id;
        const int begin = action.id < kCells + kPlaces ? kCells : kCells + kPlaces;
        return 2 * begin + kPlaces - 1 - action.id;
    }

    static int class_of(const P& p, const Sight& sight, games::Action action) {
        const int mover = games::index(p.to_move());
        const Ways& mine = sight.ways[static_cast<std::size_t>(mover)];
        if (!p.is_wall(action)) {
            const int cell = p.cell_of(action);
            int steps = std::max(mine.length - 2, 0);  // no step, and no jump, changes it by more than two
            while (steps < mine.length + 2 && !mine.within[static_cast<std::size_t>(steps)].test(cell))
                ++steps;
            return steps == 0 ? kWinningStep : kWallClasses + 2 + mine.length - steps;
        }
        const Ways& theirs = sight.ways[static_cast<std::size_t>(1 - mover)];
        const board::Wall wall = p.wall_of(action);
        const auto place = static_cast<std::size_t>(Sight::place(wall));
        const bool touches =
            board::contacts_of(p.shape(), board::touched_points(p.shape(), p.walls()), wall) > 0;
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
    /// What the walls of the other can do to one player.
    static void add_threats(const P& p, const Sight& sight, int victim, int begin, Inputs& in) {
        int most = 0;
        int most_on_balance = 0;
        int many = 0;
        const Ways& ways = sight.ways[static_cast<std::size_t>(victim)];
        const Ways& others = sight.ways[static_cast<std::size_t>(1 - victim)];
        if (p.hand(games::player_at(1 - victim)))
            ways.cuts.for_each([&](board::Wall wall) {
                const auto place = static_cast<std::size_t>(Sight::place(wall));
                if (ways.after[place] == kNoWay || others.after[place] == kNoWay) return;
                const int loss = ways.after[place] - ways.length;
                const int balance = loss - (others.after[place] - others.length);
                most = std::max(most, loss);
                most_on_balance = std::max(most_on_balance, balance);
                many += balance >= 2;
            });
        in.set(begin + std::min(most, kLosses - 1));
        in.set(begin + kLosses + std::min(most_on_balance, kLosses - 1));
        in.set(begin + 2 * kLosses + std::min(many, kLosses - 1));
    }
};

}  // namespace stockade::net
