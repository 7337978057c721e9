// The position of Blockade (1975): two pawns a side, and each turn is a move followed by a wall. Owns the
// rules, keys and action ids; knows nothing of text or searches.
#pragma once

#include <utility>

#include "board/paths.h"
#include "games/displacement.h"
#include "games/game.h"
#include "games/zobrist.h"

namespace stockade::games::blockade {

inline constexpr int kMaxHand = 99;

/// Action ids: pawn moves by displacement and the cell that is left (13 * 154), horizontal walls, vertical
/// walls by row and column of the anchor (130 each), and the forced pass.
class Position {
public:
    using Shape = board::FixedShape<11, 14>;
    using Set = Shape::Set;
    using Walls = board::WallSet<Shape>;
    static constexpr int kPlayers = 2;
    static constexpr bool kHasChance = false;
    static constexpr int kPawns = 2;
    static constexpr int kMoveActions = kDisplacementCount * Shape::kCells;
    static constexpr int kWallColumns = Shape::cols() - 1;
    static constexpr int kWallActions = kWallColumns * (Shape::rows() - 1);  // of one orientation
    static constexpr Action kPass{kMoveActions + 2 * kWallActions};
    static constexpr int kMaxActions = 2 * kWallActions;
    using Actions = ActionList<kMaxActions>;
    using Guard = board::PathGuard<Shape, kPlayers>;

    struct Rules {
        bool exact_moves = false;  ///< exactly two steps, or one onto a goal cell
        bool both_goals = false;   ///< both pawns must arrive
        friend constexpr bool operator==(const Rules&, const Rules&) = default;
    };
    struct Hand {
        std::uint8_t horizontal = 0;
        std::uint8_t vertical = 0;
        int total() const { return horizontal + vertical; }
        friend constexpr bool operator==(const Hand&, const Hand&) = default;
    };
    using Pawns = std::array<std::uint8_t, kPawns>;  ///< cells in ascending order: a player's pawns are alike

    class Context {
    public:
        explicit Context(const Position& p);
        void follow(const Position& before, Action action, const Position& after);
        /// Makes following many actions from this position cheaper.
        void prepare(const Position& p);
        /// Places where a wall may be put, whatever the mover has in hand.
        Walls legal_walls(const Position& p) const { return guard_.legal(Shape{}, p.walls_); }

    private:
        Guard guard_;
    };

    Position() = default;
    Position(const Rules& rules, const std::array<Hand, kPlayers>& hands);
    Position(const Rules& rules, const std::array<Hand, kPlayers>& hands,
             const std::array<Pawns, kPlayers>& pawns, const Walls& walls, Player mover, bool wall_owed);

    const Rules& rules() const { return rules_; }
    const Walls& walls() const { return walls_; }
    board::Passages<Shape> passages() const { return board::passages(Shape{}, walls_); }
    const Pawns& pawns(Player player) const { return pawns_[index(player)]; }
    const Hand& hand(Player player) const { return hands_[index(player)]; }
    bool walls_left() const { return hands_[0].total() + hands_[1].total() > 0; }
    /// The mover has moved and must now place a wall.
    bool wall_owed() const { return wall_owed_; }
    static Pawns start_pawns(Player player);
    /// The cells a player's pawns must reach: where the other's pawns start.
    static Set goal(Player player);
    Set occupied() const;
    /// All that must stay connected for one player: both pawns and both goal cells.
    board::Demand<Shape> demand(Player player) const;
    auto demands() const {
        return [this](int player) { return demand(player_at(player)); };
    }

    Player to_move() const { return mover_; }
    bool turn_start() const { return !wall_owed_; }
    bool actions_end_turn() const { return wall_owed_ || hand(mover_).total() == 0; }
    bool over() const { return turn_start() && has_won(player_at(1 - index(mover_))); }
    Outcome outcome() const { return over() ? shared_between(1u << (1 - index(mover_))) : Outcome{}; }
    bool has_won(Player player) const;

    /// The cells that the pawn on a cell can go to.
    Set destinations(int from) const;
    /// Places for the walls of the kinds that the mover has.
    Walls affordable(const Walls& walls) const;

    void generate(const Context& context, Actions& list) const;
    int count(const Context& context) const;
    bool legal(Action action) const;
    void play(Action action);
    /// Whether a wall may be placed there, regardless of the hand.
    bool wall_is_legal(board::Wall wall) const;

    std::uint64_t key() const { return key_; }
    std::uint64_t computed_key() const;

    static constexpr int action_count() { return kPass.id + 1; }
    static constexpr bool is_move(Action action) { return action.id < kMoveActions; }
    static constexpr bool is_wall(Action action) { return action.id >= kMoveActions && action.id < kPass.id; }
    /// The cells a move leaves and reaches; the second is -1 when that is off the board.
    static std::pair<int, int> move_of(Action action);
    static Action action_of_move(int from, int to);
    static board::Wall wall_of(Action action);
    static Action action_of(board::Wall wall);

    friend bool operator==(const Position&, const Position&) = default;

private:
    bool has_legal_wall() const;
    void end_turn();

    Walls walls_{};
    std::uint64_t key_ = 0;
    std::array<Pawns, kPlayers> pawns_{};
    std::array<Hand, kPlayers> hands_{};
    Player mover_ = Player::kOne;
    bool wall_owed_ = false;
    Rules rules_{};
};

static_assert(TwoPlayerPerfect<Position> && sizeof(Position) <= 72);

}  // namespace stockade::games::blockade
