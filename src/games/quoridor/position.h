// The position of Quoridor for two, three and four players, and of Pinko Pallino, which has other steps:
// rules, keys and action ids. Knows nothing of text, records or searches.
#pragma once

#include <optional>

#include "board/paths.h"
#include "games/game.h"
#include "games/quoridor/steps.h"
#include "games/zobrist.h"

namespace stockade::games::quoridor {

inline constexpr int kMaxHand = 99;

/// Action ids: pawn to cell (rows * cols of them, row by row), then horizontal walls, then vertical walls,
/// each by row and column of the anchor. A forced pass is the pawn's "move" to the cell where it stands.
template <board::Shape S, int Players, class Steps>
class Position {
public:
    using Shape = S;
    using Set = typename S::Set;
    using Walls = board::WallSet<S>;
    static constexpr int kPlayers = Players;
    static constexpr bool kHasChance = false;
    static constexpr int kMaxActions = 2 * S::kCells + 12;
    using Actions = ActionList<kMaxActions>;

    struct Rules {
        [[no_unique_address]] Steps steps;
        bool teams = false;
        friend constexpr bool operator==(const Rules&, const Rules&) = default;
    };

    /// Kept by a search beside the position: the walls that would shut a pawn in.
    class Context {
    public:
        explicit Context(const Position& p) {
            if (p.walls_left()) guard_ = Guard(p.shape_, p.walls_, p.demands());
        }
        void follow(const Position& before, Action action, const Position& after) {
            if (!after.walls_left()) return;
            if (after.is_wall(action))
                guard_.wall_added(after.shape_, after.walls_, after.wall_of(action), after.demands());
            else if (const int to = after.cell_of(action); to != before.pawn(before.to_move()))
                guard_.pawn_moved(after.shape_, after.walls_, index(before.to_move()),
                                  before.pawn(before.to_move()), to, after.demands());
        }
        /// Makes following many actions from this position cheaper.
        void prepare(const Position& p) {
            if (p.walls_left()) guard_.find_paths(p.shape_, p.walls_, p.demands());
        }
        /// Places where a wall may be put, whatever the mover has in hand.
        Walls legal_walls(const Position& p) const { return guard_.legal(p.shape_, p.walls_); }

    private:
        using Guard = board::PathGuard<S, Players>;
        Guard guard_;
    };

    /// Counts what follows each wall of one position without playing it.
    class LeafCounter {
    public:
        LeafCounter(const Position& p, const Context& context)
            : position_(p), legal_(p.hand(p.next()) ? context.legal_walls(p) : Walls{}) {
            Set pawns{};
            for (const int cell : p.pawns_) pawns.set(cell);
            if (Steps::kCutsCorners) pawns |= p.passages().neighbours(pawns);
            const Set north = pawns | pawns.template down<S::kStride>();
            const Set east = pawns | pawns.template down<1>();
            beside_pawns_ = {north | north.template down<1>(), east | east.template down<S::kStride>()};
            Position after = p;
            after.pass_turn();
            steps_ = after.destinations().count();
            legal_count_ = legal_.count();
            if (legal_count_) trials_.emplace(p.shape_, p.walls_, legal_, p.demands());
        }
        /// The number of the next player's actions after this one; -1 after a step, which has to be played to
        /// know.
        int after(Action action) const {
            if (!position_.is_wall(action)) return -1;
            const board::Wall wall = position_.wall_of(action);
            int total = steps_;
            if (beside_pawns_.has(wall)) {
                Position after = position_;
                after.play(action);
                total = after.destinations().count();
            }
            if (legal_count_) {
                const Walls covered = board::conflicting<S>(wall) & legal_;
                total += legal_count_ - (covered | trials_->forbidden_after(wall)).count();
            }
            return total ? total : 1;
        }

    private:
        const Position& position_;
        Walls legal_;
        Walls beside_pawns_;
        int steps_;
        int legal_count_;
        std::optional<board::WallTrials<S, Players>> trials_;
    };

    Position() = default;

    /// The start: pawns in the middle of their home edges.
    Position(const S& shape, const Rules& rules, const std::array<std::uint8_t, Players>& hands)
        : hands_(hands), rules_(rules), shape_(shape) {
        for (int i = 0; i < Players; ++i) {
            const board::Square middle{shape.cols() / 2, shape.rows() / 2};
            switch (home(player_at(i))) {
                case board::Side::kSouth:
                    pawns_[i] = cell16({middle.col, 0});
                    break;
                case board::Side::kWest:
                    pawns_[i] = cell16({0, middle.row});
                    break;
                case board::Side::kNorth:
                    pawns_[i] = cell16({middle.col, shape.rows() - 1});
                    break;
                case board::Side::kEast:
                    pawns_[i] = cell16({shape.cols() - 1, middle.row});
                    break;
            }
        }
        key_ = computed_key();
    }

    /// Any position. The caller has checked it with impossible().
    Position(const S& shape, const Rules& rules, const std::array<std::uint8_t, Players>& hands,
             const std::array<int, Players>& pawns, const Walls& walls, Player mover)
        : walls_(walls), hands_(hands), mover_(mover), rules_(rules), shape_(shape) {
        for (int i = 0; i < Players; ++i) pawns_[i] = static_cast<std::uint16_t>(pawns[i]);
        key_ = computed_key();
    }

    // --- what there is ---
    const S& shape() const { return shape_; }
    const Rules& rules() const { return rules_; }
    const Walls& walls() const { return walls_; }
    board::Passages<S> passages() const { return board::passages(shape_, walls_); }
    int pawn(Player player) const { return pawns_[index(player)]; }
    int hand(Player player) const { return hands_[index(player)]; }
    bool walls_left() const {
        for (const auto hand : hands_)
            if (hand) return true;
        return false;
    }

    static constexpr board::Side home(Player player) {
        return static_cast<board::Side>(Players == 2 ? 2 * index(player) : index(player));
    }
    /// The edge a pawn must reach.
    const Set& goal(Player player) const {
        return board::edge(shape_, static_cast<board::Side>((static_cast<int>(home(player)) + 2) & 3));
    }
    Set occupied_by_others(Player player) const {
        Set result{};
        for (int i = 0; i < Players; ++i)
            if (i != index(player)) result.set(pawns_[i]);
        return result;
    }
    board::Demand<S> demand(Player player) const { return {pawn(player), goal(player), false}; }
    auto demands() const {
        return [this](int player) { return demand(player_at(player)); };
    }

    // --- the game ---
    Player to_move() const { return mover_; }
    bool turn_start() const { return true; }
    bool actions_end_turn() const { return true; }
    bool over() const { return goal(last_mover()).test(pawn(last_mover())); }
    Outcome outcome() const {
        if (!over()) return {};
        const int winner = index(last_mover());
        return shared_between(rules_.teams ? 0b0101u << (winner & 1) : 1u << winner);
    }

    /// Cells the mover's pawn can go to.
    Set destinations() const {
        return rules_.steps.destinations(shape_, passages(), pawn(mover_), occupied_by_others(mover_));
    }

    void generate(const Context& context, Actions& list) const {
        if (over()) return;
        destinations().for_each([&](int cell) { list.add(action_of_cell(cell).id); });
        if (hand(mover_))
            context.legal_walls(*this).for_each([&](board::Wall wall) { list.add(action_of(wall).id); });
        if (list.empty()) list.add(pass().id);
    }
    int count(const Context& context) const {
        if (over()) return 0;
        const int total = destinations().count() + (hand(mover_) ? context.legal_walls(*this).count() : 0);
        return total ? total : 1;
    }
    /// The action that generate() lists at `rank`.
    Action nth(const Context& context, int rank) const {
        const Set cells = destinations();
        const int steps = cells.count();
        if (rank < steps) return action_of_cell(cells.nth(rank));
        const Walls walls = hand(mover_) ? context.legal_walls(*this) : Walls{};
        return walls.any() ? action_of(walls.nth(rank - steps)) : pass();
    }
    bool legal(Action action) const {
        if (over() || action.id >= action_count()) return false;
        if (is_wall(action)) return hand(mover_) && wall_is_legal(wall_of(action));
        if (action == pass())
            return !destinations().any() && !(hand(mover_) && Context(*this).legal_walls(*this).any());
        return destinations().test(cell_of(action));
    }
    /// Whether a wall may be placed there, regardless of the hand.
    bool wall_is_legal(board::Wall wall) const {
        if (!board::fitting(shape_, walls_).has(wall)) return false;
        if (board::contacts_of(shape_, board::touched_points(shape_, walls_), wall) < 2) return true;
        const auto open = board::passages(shape_, walls_ | Walls::single(wall));
        for (int i = 0; i < Players; ++i)
            if (!board::is_open(open, demand(player_at(i)))) return false;
        return true;
    }

    void play(Action action) {
        const int mover = index(mover_);
        if (is_wall(action)) {
            const board::Wall wall = wall_of(action);
            walls_.add(wall);
            key_ ^= wall_key(wall) ^ hand_key(mover, hands_[mover]) ^ hand_key(mover, hands_[mover] - 1);
            --hands_[mover];
        } else {
            const int to = cell_of(action);
            key_ ^= pawn_key(mover, pawns_[mover]) ^ pawn_key(mover, to);
            pawns_[mover] = static_cast<std::uint16_t>(to);
        }
        pass_turn();
    }

    std::uint64_t key() const { return key_; }
    std::uint64_t computed_key() const {
        std::uint64_t key = mix64(rules_bits()) ^ mover_key(index(mover_));
        for (int i = 0; i < Players; ++i) key ^= pawn_key(i, pawns_[i]) ^ hand_key(i, hands_[i]);
        walls_.for_each([&](board::Wall wall) { key ^= wall_key(wall); });
        return key;
    }

    // --- for games that build their turns from these rules ---
    /// Moves the pawn, or lays the wall, without passing the turn.
    void play_part(Action action) {
        play(action);
        give_turn((index(mover_) + Players - 1) % Players);
    }
    void pass_turn() { give_turn(index(next())); }

    // --- actions ---
    int cell_actions() const { return shape_.cols() * shape_.rows(); }
    int wall_actions() const { return (shape_.cols() - 1) * (shape_.rows() - 1); }  // of one orientation
    int action_count() const { return cell_actions() + 2 * wall_actions(); }
    bool is_wall(Action action) const { return action.id >= cell_actions(); }
    int cell_of(Action action) const {
        return board::cell_at<S>({action.id % shape_.cols(), action.id / shape_.cols()});
    }
    board::Wall wall_of(Action action) const {
        const int vertical = action.id - cell_actions() - wall_actions();
        const int place = vertical >= 0 ? vertical : vertical + wall_actions();
        return {board::cell_at<S>({place % (shape_.cols() - 1), place / (shape_.cols() - 1)}),
                vertical >= 0 ? board::Orientation::kVertical : board::Orientation::kHorizontal};
    }
    Action action_of_cell(int cell) const {
        const auto square = board::square_of<S>(cell);
        return {static_cast<std::uint16_t>(square.row * shape_.cols() + square.col)};
    }
    Action action_of(board::Wall wall) const {
        const auto square = board::square_of<S>(wall.anchor);
        const int place = square.row * (shape_.cols() - 1) + square.col;
        return {static_cast<std::uint16_t>(
            cell_actions() + place +
            (wall.orientation == board::Orientation::kVertical ? wall_actions() : 0))};
    }
    Action pass() const { return action_of_cell(pawn(mover_)); }

    friend bool operator==(const Position&, const Position&) = default;

private:
    static constexpr std::uint16_t cell16(board::Square square) {
        return static_cast<std::uint16_t>(board::cell_at<S>(square));
    }
    Player next() const { return player_at((index(mover_) + 1) % Players); }
    Player last_mover() const { return player_at((index(mover_) + Players - 1) % Players); }
    void give_turn(int player) {
        key_ ^= mover_key(index(mover_)) ^ mover_key(player);
        mover_ = player_at(player);
    }
    std::uint64_t rules_bits() const {
        std::uint64_t bits = rules_.teams;
        if constexpr (requires { rules_.steps.edge_diagonal; })
            bits |= std::uint64_t{rules_.steps.edge_diagonal} << 1 |
                    std::uint64_t{rules_.steps.third_pawn_diagonal} << 2;
        return bits;
    }

    // Slots of the key table.
    static constexpr int kPawnSlots = 0;
    static constexpr int kWallSlots = kPawnSlots + Players * S::kCells;
    static constexpr int kHandSlots = kWallSlots + 2 * S::kCells;
    static constexpr int kMoverSlots = kHandSlots + Players * (kMaxHand + 1);
    static_assert(kMoverSlots + Players <= kZobristSize);
    static std::uint64_t pawn_key(int player, int cell) {
        return zobrist(kPawnSlots + player * S::kCells + cell);
    }
    static std::uint64_t wall_key(board::Wall wall) {
        return zobrist(kWallSlots + static_cast<int>(wall.orientation) * S::kCells + wall.anchor);
    }
    static std::uint64_t hand_key(int player, int hand) {
        return zobrist(kHandSlots + player * (kMaxHand + 1) + hand);
    }
    static std::uint64_t mover_key(int player) { return zobrist(kMoverSlots + player); }

    Walls walls_{};
    std::uint64_t key_ = 0;
    std::array<std::uint16_t, Players> pawns_{};
    std::array<std::uint8_t, Players> hands_{};
    Player mover_ = Player::kOne;
    Rules rules_{};
    [[no_unique_address]] S shape_{};
};

template <class S, int Players>
using Quoridor = Position<S, Players, JumpSteps>;

static_assert(sizeof(Quoridor<board::FixedShape<9, 9>, 2>) <= 64 &&
              Game<Quoridor<board::FixedShape<9, 9>, 2>>);

}  // namespace stockade::games::quoridor
