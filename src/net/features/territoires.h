// The features of two-player Territoires and Wall Go: pawns, walls, the player who reaches each cell first
// and by how much, the lead in cells, and the state of the turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "board/symmetry.h"
#include "games/territoires/position.h"
#include "net/features.h"

namespace stockade::net {

namespace detail {

/// Numbers of cells and sides of the board, as inputs use them.
struct TerritoiresBoard {
    using S = games::territoires::Shape;
    static constexpr int kCells = S::kCells;
    static constexpr int kWide = 7;
    static constexpr int kSides = games::territoires::kSideActions;  ///< of one orientation

    static int number_of(board::Wall side) {
        return games::territoires::action_of_wall(side).id - games::territoires::kWallBase;
    }
    static int mirrored_side(int number) {
        const auto side =
            games::territoires::side_of({static_cast<std::uint16_t>(games::territoires::kWallBase + number)});
        return number_of(board::apply_to_side(S{}, board::kMirror, side));
    }
    static int mirrored_cell(int cell) { return cell / kWide * kWide + kWide - 1 - cell % kWide; }

    static constexpr std::uint8_t kNever = 255;
    /// For each player: the distance of the nearest pawn to each cell, or kNever.
    template <int Players>
    using Steps = std::array<std::array<std::uint8_t, kCells>, Players>;
    template <int Players>
    static Steps<Players> steps_of(const games::territoires::Position<Players>& p) {
        Steps<Players> steps;
        const auto open = p.passages();
        for (int i = 0; i < Players; ++i) {
            steps[i].fill(kNever);
            open.for_each_ring(
                p.pawns(games::player_at(i)), [&](int distance, const games::territoires::Set& cells) {
                    cells.for_each([&](int cell) { steps[i][cell] = static_cast<std::uint8_t>(distance); });
                });
        }
        return steps;
    }

    static constexpr int kMostAhead = 2;               ///< in steps to a cell
    static constexpr int kRaces = 2 * kMostAhead + 3;  ///< also: only one side ever gets there
    /// The first player's lead on the way to a cell that one of them reaches, from 0 up to kRaces.
    static int race(int mine, int theirs) {
        if (mine == kNever) return 0;
        if (theirs == kNever) return kRaces - 1;
        return kMostAhead + 1 + std::clamp(theirs - mine, -kMostAhead, kMostAhead);
    }

    /// A number for the kinds of action that change no territory at once; -1 for the others.
    static int rare_kind(games::territoires::ActionKind kind) {
        using Kind = games::territoires::ActionKind;
        return kind == Kind::kBreak ? 0 : kind == Kind::kDecline ? 1 : kind == Kind::kPass ? 2 : -1;
    }
};

}  // namespace detail

template <>
struct FeaturesOf<games::territoires::Position<2>> {
    using P = games::territoires::Position<2>;
    using Set = games::territoires::Set;
    using Kind = games::territoires::ActionKind;
    using Board = detail::TerritoiresBoard;

    static constexpr std::string_view kName = "territoires-ground-1";

    static constexpr int kCells = Board::kCells;
    static constexpr int kSides = Board::kSides;
    static constexpr int kRaces = Board::kRaces;
    static constexpr int kMostLead = 24;
    static constexpr int kLeads = 2 * kMostLead + 1;
    static constexpr int kToPlace = 2 * games::territoires::kMaxPawns + 1;

    // The first index of each kind of input: the mover's before the opponent's.
    static constexpr int kWallsAt = 0;  // upper sides, then right ones, numbered as actions are
    static constexpr int kPawnsAt = kWallsAt + 2 * kSides;
    static constexpr int kNearAt = kPawnsAt + 2 * kCells;  // cells at most a turn's two steps away
    static constexpr int kRacesAt = kNearAt + 2 * kCells;  // kRaces for each cell; none where nobody gets
    static constexpr int kOwesAt = kRacesAt + kRaces * kCells;  // the cell of the pawn that owes a wall
    static constexpr int kBrokenAt = kOwesAt + kCells;          // the side just opened, numbered as walls are
    static constexpr int kLeadAt = kBrokenAt + 2 * kSides;      // cells reached first, on balance
    static constexpr int kClosedAt = kLeadAt + kLeads;          // cells closed off, on balance
    static constexpr int kToPlaceAt = kClosedAt + kLeads;       // pawns that are not on the board yet
    static constexpr int kPerceeAt = kToPlaceAt + kToPlace;     // who may still break through
    static constexpr int kInputs = kPerceeAt + 2;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = games::territoires::kPassAction.id + 1;

    // Placing, moving and walls by what they do to both balances; then everything else by kind.
    static constexpr int kMostChange = 10;
    static constexpr int kChanges = 2 * kMostChange + 1;
    static constexpr int kOthersAt = 3 * kChanges * 3;
    static constexpr int kClasses = kOthersAt + 3;

    /// Cells reached first and cells closed off, the first player's less the second's.
    struct Balance {
        int first = 0;
        int closed = 0;

        explicit Balance(const P& p) {
            const auto reached = board::reached_first(
                p.passages(), std::array{p.pawns(games::Player::kOne), p.pawns(games::Player::kTwo)});
            first = reached[0].count() - reached[1].count();
            closed = p.score(games::Player::kOne).sum - p.score(games::Player::kTwo).sum;
        }
    };

    struct FeatureState {
        Balance balance;
        Board::Steps<2> steps;

        explicit FeatureState(const P& p) : balance(p), steps(Board::steps_of(p)) {}
    };

    static void inputs(const P& p, const FeatureState& state, Inputs& in) {
        in = Inputs::none();
        const int mover = games::index(p.to_move());
        const int sign = mover == 0 ? 1 : -1;
        p.walls().for_each([&](board::Wall side) { in.set(kWallsAt + Board::number_of(side)); });
        for (int who = 0; who < 2; ++who) {
            const auto player = games::player_at(mover ^ who);
            p.pawns(player).for_each([&](int cell) { in.set(kPawnsAt + who * kCells + cell); });
            for (int cell = 0; cell < kCells; ++cell)
                if (state.steps[static_cast<std::size_t>(mover ^ who)][cell] <= 2)
                    in.set(kNearAt + who * kCells + cell);
            if (p.has_percee(player)) in.set(kPerceeAt + who);
        }
        for (int cell = 0; cell < kCells; ++cell) {
            const int mine = state.steps[static_cast<std::size_t>(mover)][cell];
            const int theirs = state.steps[static_cast<std::size_t>(1 - mover)][cell];
            if (mine == Board::kNever && theirs == Board::kNever) continue;
            in.set(kRacesAt + cell * kRaces + Board::race(mine, theirs));
        }
        if (p.phase() == P::Phase::kWallOwed) in.set(kOwesAt + p.moved_to());
        if (p.phase() == P::Phase::kStepThrough) in.set(kBrokenAt + Board::number_of(p.broken()));
        const auto lead = [&](int cells) {
            return kMostLead + std::clamp(sign * cells, -kMostLead, kMostLead);
        };
        in.set(kLeadAt + lead(state.balance.first));
        in.set(kClosedAt + lead(state.balance.closed));
        in.set(kToPlaceAt + p.pawns_to_place());
    }

    /// Both players see the board from the same side.
    static int seen(const P& /*p*/, games::Action action) { return action.id; }

    static int class_of(const P& p, const FeatureState& state, games::Action action) {
        const Kind kind = games::territoires::kind_of(action);
        if (const int rare = Board::rare_kind(kind); rare >= 0) return kOthersAt + rare;
        P next = p;
        next.play(action);
        const Balance after(next);
        const int sign = p.to_move() == games::Player::kOne ? 1 : -1;
        const int first = sign * (after.first - state.balance.first);
        const int closed = sign * (after.closed - state.balance.closed);
        const int what = kind == Kind::kPlace ? 0 : kind == Kind::kMove ? 1 : 2;
        return (what * kChanges + kMostChange + std::clamp(first, -kMostChange, kMostChange)) * 3 + 1 +
               std::clamp(closed, -1, 1);
    }

    static int mirrored_input(int input) {
        const auto among_cells = [&](int begin) {
            const int at = input - begin;
            return begin + at / kCells * kCells + Board::mirrored_cell(at % kCells);
        };
        if (input >= kLeadAt) return input;
        if (input >= kBrokenAt) return kBrokenAt + Board::mirrored_side(input - kBrokenAt);
        if (input >= kOwesAt) return among_cells(kOwesAt);
        if (input >= kRacesAt) {
            const int at = input - kRacesAt;
            return kRacesAt + Board::mirrored_cell(at / kRaces) * kRaces + at % kRaces;
        }
        if (input >= kPawnsAt) return among_cells(kPawnsAt);
        return kWallsAt + Board::mirrored_side(input - kWallsAt);
    }
};

}  // namespace stockade::net
