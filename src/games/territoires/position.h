// The position of Territoires and Wall Go: pawns are placed, then each turn moves one and puts a unit wall
// beside it, until every region belongs to one player. Owns the rules, keys and action ids; knows nothing of
// text or searches.
#pragma once

#include <utility>

#include "board/walls.h"
#include "games/displacement.h"
#include "games/game.h"
#include "games/zobrist.h"

namespace stockade::games::territoires {

using Shape = board::FixedShape<7, 7>;
inline constexpr Shape kShape{};
using Set = Shape::Set;
using Sides = board::WallSet<Shape>;  ///< sides of cells: h the upper ones, v the right ones
using board::Wall;                    ///< here one side of one cell

inline constexpr int kMaxPawns = 4;

enum class Setup : std::uint8_t { kRound, kSnake, kFixed, kAll };

struct Rules {
    std::uint8_t pawns = 4;
    Setup setup = Setup::kRound;
    bool no_lock_in = true;
    bool percee = true;
    bool largest = false;  ///< the largest region counts first, the sum second
    friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

/// Action ids: pawn moves by displacement and the cell that is left (13 * 49), placing a pawn (49), walls and
/// then breakthroughs (each 42 upper sides by row and column, 42 right sides likewise), not stepping through,
/// passing.
inline constexpr int kMoveActions = kDisplacementCount * Shape::kCells;
inline constexpr int kSideActions = 42;  // of one orientation
inline constexpr int kPlaceBase = kMoveActions;
inline constexpr int kWallBase = kPlaceBase + Shape::kCells;
inline constexpr int kBreakBase = kWallBase + 2 * kSideActions;
inline constexpr Action kDeclineAction{kBreakBase + 2 * kSideActions};
inline constexpr Action kPassAction{kDeclineAction.id + 1};

enum class ActionKind { kMove, kPlace, kWall, kBreak, kDecline, kPass };
constexpr ActionKind kind_of(Action action) {
    return action.id < kPlaceBase          ? ActionKind::kMove
           : action.id < kWallBase         ? ActionKind::kPlace
           : action.id < kBreakBase        ? ActionKind::kWall
           : action.id < kDeclineAction.id ? ActionKind::kBreak
           : action == kDeclineAction      ? ActionKind::kDecline
                                           : ActionKind::kPass;
}
/// The cells a move leaves and reaches; the second is -1 when that is off the board.
std::pair<int, int> move_of(Action action);
Action action_of_move(int from, int to);
constexpr int placed_cell(Action action) { return action.id - kPlaceBase; }
/// The side that a wall action closes, or that a breakthrough opens.
Wall side_of(Action action);
Action action_of_wall(Wall side);
Action action_of_break(Wall side);

template <int Players>
class Position {
public:
    static constexpr int kPlayers = Players;
    static constexpr bool kHasChance = false;
    using Actions = ActionList<80>;

    /// The part of a turn that comes next.
    enum class Phase : std::uint8_t { kTurn, kWallOwed, kStepThrough };

    struct Score {
        int sum = 0;
        int largest = 0;
    };

    /// Empty: nothing is worth caching between positions of this game.
    struct Context {
        explicit Context(const Position& /*p*/) {}
        void follow(const Position& /*before*/, Action /*action*/, const Position& /*after*/) {}
    };

    Position() = default;
    explicit Position(const Rules& rules);

    /// All that text can say about a position.
    struct State {
        std::array<Set, Players> pawns{};
        Sides walls{};
        Player mover = Player::kOne;
        std::uint8_t percees = 0;  ///< bit i: player i still has it
        Phase phase = Phase::kTurn;
        std::uint8_t moved_to = 0;  ///< kWallOwed: the cell of the pawn that moved
        Wall broken{};              ///< kStepThrough: the side that was opened
    };
    Position(const Rules& rules, const State& state);

    const Rules& rules() const { return rules_; }
    const Set& pawns(Player player) const { return pawns_[index(player)]; }
    const Sides& walls() const { return walls_; }
    board::Passages<Shape> passages() const;
    Set occupied() const;
    bool has_percee(Player player) const { return (percees_ >> index(player)) & 1; }
    Phase phase() const { return phase_; }
    int moved_to() const { return special_; }
    Wall broken() const { return side_of({static_cast<std::uint16_t>(kBreakBase + special_)}); }

    int pawns_to_place() const;
    bool in_setup() const { return pawns_to_place() > 0; }
    /// The number of each player's pawns after `placed` have been placed in set-up, and the player who places
    /// the next.
    static std::array<int, Players> pawns_after(const Rules& rules, int placed);
    static Player placer(const Rules& rules, int placed);
    /// Pawns that stand on the board before the first turn.
    static int fixed_pawns(const Rules& rules) { return rules.setup == Setup::kFixed ? 2 * Players : 0; }

    Player to_move() const { return mover_; }
    bool turn_start() const { return phase_ == Phase::kTurn; }
    bool actions_end_turn() const { return phase_ != Phase::kTurn || in_setup(); }
    bool over() const { return over_; }
    Outcome outcome() const;
    Score score(Player player) const;

    /// The cells that the pawn on a cell can go to. Its own cell is one of them if a wall could then be
    /// placed.
    Set destinations(int from) const;
    /// Sides of a cell that are neither walled nor the board's edge.
    Sides free_sides(int cell) const;
    /// Walls that the pawn that moved may place.
    Sides wall_choices() const;
    /// Walls that the mover's breakthrough could remove.
    Sides breakable() const;

    void generate(const Context& context, Actions& list) const;
    int count(const Context& context) const;
    bool legal(Action action) const;
    void play(Action action);

    std::uint64_t key() const { return key_ ^ mix64(state_bits()); }
    std::uint64_t computed_key() const;
    static constexpr int action_count() { return kPassAction.id + 1; }

    friend bool operator==(const Position&, const Position&) = default;

private:
    bool separated() const;
    bool locks_someone_in() const;
    void end_turn();
    std::uint64_t state_bits() const;

    std::array<Set, Players> pawns_{};
    Sides walls_{};
    std::uint64_t key_ = 0;
    Player mover_ = Player::kOne;
    std::uint8_t percees_ = 0;
    Phase phase_ = Phase::kTurn;
    std::uint8_t special_ = 0;  // the cell of the pawn that moved, or the number of the side that was opened
    bool over_ = false;         // found once at the end of each turn
    Rules rules_{};
};

extern template class Position<2>;
extern template class Position<3>;
extern template class Position<4>;

static_assert(TwoPlayerPerfect<Position<2>> && sizeof(Position<2>) <= 64);

}  // namespace stockade::games::territoires
