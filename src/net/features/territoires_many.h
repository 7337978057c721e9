// The features of Territoires and Wall Go with three or four players: pawns, walls, the player who reaches
// each cell first, closed regions, the mover's lead over each of the others, and the state of the turn.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "net/features/territoires.h"

namespace stockade::net {

template <int Players>
requires(Players > 2) struct FeaturesOf<games::territoires::Position<Players>> {
    using P = games::territoires::Position<Players>;
    using Set = games::territoires::Set;
    using Kind = games::territoires::ActionKind;
    using Board = detail::TerritoiresBoard;

    static constexpr std::string_view kName =
        Players == 3 ? "territoires-three-ground-1" : "territoires-four-ground-1";

    static constexpr int kCells = Board::kCells;
    static constexpr int kSides = Board::kSides;
    static constexpr int kOwners = Players + 1;  ///< of a cell: who gets there first, or nobody alone
    static constexpr int kRaces = Board::kRaces;
    static constexpr int kMostLead = 24;
    static constexpr int kLeads = 2 * kMostLead + 1;
    static constexpr int kActive = games::territoires::kMaxPawns + 1;
    static constexpr int kToPlace = Players * games::territoires::kMaxPawns + 1;

    // The first index of each kind of input. The mover comes first, then the others in the order of their
    // turns.
    static constexpr int kWallsAt = 0;  // upper sides, then right ones, numbered as actions are
    static constexpr int kPawnsAt = kWallsAt + 2 * kSides;
    static constexpr int kNearAt = kPawnsAt + Players * kCells;  // cells at most a turn's two steps away
    static constexpr int kClosedCellsAt = kNearAt + Players * kCells;  // cells that only this player reaches
    static constexpr int kOwnersAt = kClosedCellsAt + Players * kCells;  // kOwners for each cell
    static constexpr int kRacesAt =
        kOwnersAt + kOwners * kCells;  // kRaces for each cell: against the nearest other
    static constexpr int kOwesAt = kRacesAt + kRaces * kCells;  // the cell of the pawn that owes a wall
    static constexpr int kBrokenAt = kOwesAt + kCells;          // the side just opened, numbered as walls are
    static constexpr int kLeadAt = kBrokenAt + 2 * kSides;  // cells reached first, against each other player
    static constexpr int kClosedAt = kLeadAt + (Players - 1) * kLeads;  // cells closed off, likewise
    static constexpr int kOpenAt = kClosedAt + (Players - 1) * kLeads;  // cells that nobody has closed off
    static constexpr int kActiveAt =
        kOpenAt + kCells + 1;  // pawns that share their region with another player
    static constexpr int kToPlaceAt = kActiveAt + Players * kActive;
    static constexpr int kPerceeAt = kToPlaceAt + kToPlace;
    static constexpr int kInputs = kPerceeAt + Players;
    using Inputs = board::Bits<kInputs>;

    static constexpr int kActions = games::territoires::kPassAction.id + 1;

    // Placing, moving and walls by the cells that the mover gains and that all others lose, walls also by
    // whether they close something off for the mover; then everything else by kind.
    static constexpr int kMostGain = 4;
    static constexpr int kGains = 2 * kMostGain + 1;
    static constexpr int kLosses = 6;  ///< -1 and below, to 4 and above
    static constexpr int kChanges = kGains * kLosses;
    static constexpr int kOthersAt = 4 * kChanges;
    static constexpr int kClasses = kOthersAt + 3;

    /// Whose the cells are, by player.
    struct Ground {
        std::array<Set, Players> first{};   ///< reached before all others
        std::array<Set, Players> closed{};  ///< reached by nobody else

        explicit Ground(const P& p) {
            const auto open = p.passages();
            std::array<Set, Players> pawns;
            std::array<Set, Players> reached;
            for (int i = 0; i < Players; ++i) {
                pawns[i] = p.pawns(games::player_at(i));
                reached[i] = open.flood(pawns[i]);
            }
            first = board::reached_first(open, pawns);
            for (int i = 0; i < Players; ++i) {
                closed[i] = reached[i];
                for (int j = 0; j < Players; ++j)
                    if (j != i) closed[i] = closed[i].without(reached[j]);
            }
        }
    };

    struct FeatureState {
        Ground ground;
        Board::Steps<Players> steps;

        explicit FeatureState(const P& p) : ground(p), steps(Board::steps_of(p)) {}
    };

    static void inputs(const P& p, const FeatureState& state, Inputs& in) {
        in = Inputs::none();
        const int mover = games::index(p.to_move());
        const auto seat = [mover](int who) { return static_cast<std::size_t>((mover + who) % Players); };
        const Ground& ground = state.ground;
        p.walls().for_each([&](board::Wall side) { in.set(kWallsAt + Board::number_of(side)); });
        Set closed{};
        const auto lead = [&](int begin, int who, const std::array<Set, Players>& sets) {
            const int cells = sets[seat(0)].count() - sets[seat(who)].count();
            in.set(begin + (who - 1) * kLeads + kMostLead + std::clamp(cells, -kMostLead, kMostLead));
        };
        for (int who = 0; who < Players; ++who) {
            const auto player = games::player_at(static_cast<int>(seat(who)));
            const Set& own_closed = ground.closed[seat(who)];
            p.pawns(player).for_each([&](int cell) { in.set(kPawnsAt + who * kCells + cell); });
            own_closed.for_each([&](int cell) { in.set(kClosedCellsAt + who * kCells + cell); });
            for (int cell = 0; cell < kCells; ++cell)
                if (state.steps[seat(who)][cell] <= 2) in.set(kNearAt + who * kCells + cell);
            in.set(kActiveAt + who * kActive + p.pawns(player).without(own_closed).count());
            if (p.has_percee(player)) in.set(kPerceeAt + who);
            closed |= own_closed;
            if (who) {
                lead(kLeadAt, who, ground.first);
                lead(kClosedAt, who, ground.closed);
            }
        }
        for (int cell = 0; cell < kCells; ++cell) add_cell(state, mover, cell, in);
        in.set(kOpenAt + kCells - closed.count());
        if (p.phase() == P::Phase::kWallOwed) in.set(kOwesAt + p.moved_to());
        if (p.phase() == P::Phase::kStepThrough) in.set(kBrokenAt + Board::number_of(p.broken()));
        in.set(kToPlaceAt + p.pawns_to_place());
    }

    /// All players see the board from the same side.
    static int seen(const P& /*p*/, games::Action action) { return action.id; }

    static int class_of(const P& p, const FeatureState& state, games::Action action) {
        const Kind kind = games::territoires::kind_of(action);
        if (const int rare = Board::rare_kind(kind); rare >= 0) return kOthersAt + rare;
        P next = p;
        next.play(action);
        const Ground after(next);
        const auto mover = static_cast<std::size_t>(games::index(p.to_move()));
        int lost = 0;
        for (std::size_t i = 0; i < Players; ++i)
            if (i != mover) lost += state.ground.first[i].count() - after.first[i].count();
        const int gained = after.first[mover].count() - state.ground.first[mover].count();
        const bool closes = after.closed[mover].count() > state.ground.closed[mover].count();
        const int what = kind == Kind::kPlace ? 0 : kind == Kind::kMove ? 1 : closes ? 3 : 2;
        return (what * kGains + kMostGain + std::clamp(gained, -kMostGain, kMostGain)) * kLosses +
               std::clamp(lost + 1, 0, kLosses - 1);
    }

    static int mirrored_input(int input) {
        const auto by_cell = [&](int begin, int each) {
            const int at = input - begin;
            return begin + Board::mirrored_cell(at / each) * each + at % each;
        };
        const auto among_cells = [&](int begin) {
            const int at = input - begin;
            return begin + at / kCells * kCells + Board::mirrored_cell(at % kCells);
        };
        if (input >= kLeadAt) return input;
        if (input >= kBrokenAt) return kBrokenAt + Board::mirrored_side(input - kBrokenAt);
        if (input >= kOwesAt) return among_cells(kOwesAt);
        if (input >= kRacesAt) return by_cell(kRacesAt, kRaces);
        if (input >= kOwnersAt) return by_cell(kOwnersAt, kOwners);
        if (input >= kPawnsAt) return among_cells(kPawnsAt);
        return kWallsAt + Board::mirrored_side(input - kWallsAt);
    }

private:
    /// The features for a cell: who reaches it first, and the mover's lead or lag. None if nobody reaches it.
    static void add_cell(const FeatureState& state, int mover, int cell, Inputs& in) {
        const int mine = state.steps[static_cast<std::size_t>(mover)][cell];
        int theirs = Board::kNever;
        int owner = Players;
        for (int who = 0; who < Players; ++who) {
            const auto i = static_cast<std::size_t>((mover + who) % Players);
            if (who) theirs = std::min<int>(theirs, state.steps[i][cell]);
            if (state.ground.first[i].test(cell)) owner = who;
        }
        if (mine == Board::kNever && theirs == Board::kNever) return;
        in.set(kOwnersAt + cell * kOwners + owner);
        in.set(kRacesAt + cell * kRaces + Board::race(mine, theirs));
    }
};

}  // namespace stockade::net
