#include "games/blockade/position.h"

#include <algorithm>

namespace stockade::games::blockade {
namespace {

using Shape = Position::Shape;
constexpr Shape kShape{};
constexpr int kCells = Shape::kCells;

// Slots of the key table.
constexpr int kPawnSlots = 0;
constexpr int kWallSlots = kPawnSlots + Position::kPlayers * kCells;
constexpr int kHandSlots = kWallSlots + 2 * kCells;
constexpr int kMoverSlots = kHandSlots + 2 * Position::kPlayers * (kMaxHand + 1);
constexpr int kOwedSlot = kMoverSlots + Position::kPlayers;
static_assert(kOwedSlot < kZobristSize);

std::uint64_t pawn_key(int player, int cell) { return zobrist(kPawnSlots + player * kCells + cell); }
std::uint64_t wall_key(board::Wall wall) {
    return zobrist(kWallSlots + static_cast<int>(wall.orientation) * kCells + wall.anchor);
}
std::uint64_t hand_key(int player, const Position::Hand& hand) {
    const int slot = kHandSlots + 2 * player * (kMaxHand + 1);
    return zobrist(slot + hand.horizontal) ^ zobrist(slot + kMaxHand + 1 + hand.vertical);
}
std::uint64_t mover_key(Player player) { return zobrist(kMoverSlots + index(player)); }

constexpr std::uint8_t cell_at(int col, int row) {
    return static_cast<std::uint8_t>(board::cell_at<Shape>({col, row}));
}

}  // namespace

Position::Pawns Position::start_pawns(Player player) {
    const int row = player == Player::kOne ? 3 : 10;
    return {cell_at(3, row), cell_at(7, row)};
}

Position::Set Position::goal(Player player) {
    const Pawns cells = start_pawns(player_at(1 - index(player)));
    return Set::single(cells[0]) | Set::single(cells[1]);
}

Position::Position(const Rules& rules, const std::array<Hand, kPlayers>& hands)
    : Position(rules, hands, {start_pawns(Player::kOne), start_pawns(Player::kTwo)}, Walls{}, Player::kOne,
               false) {}

Position::Position(const Rules& rules, const std::array<Hand, kPlayers>& hands,
                   const std::array<Pawns, kPlayers>& pawns, const Walls& walls, Player mover, bool wall_owed)
    : walls_(walls), pawns_(pawns), hands_(hands), mover_(mover), wall_owed_(wall_owed), rules_(rules) {
    for (Pawns& own : pawns_) std::sort(own.begin(), own.end());
    key_ = computed_key();
}

Position::Set Position::occupied() const {
    Set result{};
    for (const Pawns& own : pawns_)
        for (const int cell : own) result.set(cell);
    return result;
}

board::Demand<Shape> Position::demand(Player player) const {
    return {pawns(player)[0], goal(player) | Set::single(pawns(player)[1]), true};
}

bool Position::has_won(Player player) const {
    const Set cells = goal(player);
    const bool first = cells.test(pawns(player)[0]);
    const bool second = cells.test(pawns(player)[1]);
    return rules_.both_goals ? first && second : first || second;
}

Position::Set Position::destinations(int from) const {
    const auto open = passages();
    const Set at = Set::single(from);
    const Set one = open.neighbours(at);
    const Set two = open.neighbours(one);
    return (two | (rules_.exact_moves ? one & goal(mover_) : one)).without(occupied());
}

Position::Walls Position::affordable(const Walls& walls) const {
    Walls result = walls;
    if (!hand(mover_).horizontal) result.h = Set::none();
    if (!hand(mover_).vertical) result.v = Set::none();
    return result;
}

bool Position::wall_is_legal(board::Wall wall) const {
    if (!board::fitting(kShape, walls_).has(wall)) return false;
    if (board::contacts_of(kShape, board::touched_points(kShape, walls_), wall) < 2) return true;
    const auto open = board::passages(kShape, walls_ | Walls::single(wall));
    return board::is_open(open, demand(Player::kOne)) && board::is_open(open, demand(Player::kTwo));
}

bool Position::has_legal_wall() const {
    const Walls candidates = affordable(board::fitting(kShape, walls_));
    if (!candidates.any()) return false;
    if (candidates.without(board::Contacts<Shape>(kShape, walls_).twice()).any()) return true;
    return affordable(Context(*this).legal_walls(*this)).any();
}

Position::Context::Context(const Position& p) {
    if (p.walls_left()) guard_ = Guard(kShape, p.walls_, p.demands());
}

void Position::Context::prepare(const Position& p) {
    if (p.walls_left()) guard_.find_paths(kShape, p.walls_, p.demands());
}

void Position::Context::follow(const Position& before, Action action, const Position& after) {
    if (!after.walls_left() || action == kPass) return;
    if (is_wall(action)) {
        guard_.wall_added(kShape, after.walls_, wall_of(action), after.demands());
        return;
    }
    const auto [from, to] = move_of(action);
    guard_.pawn_moved(kShape, after.walls_, index(before.to_move()), from, to, after.demands());
}

void Position::generate(const Context& context, Actions& list) const {
    if (over()) return;
    if (wall_owed_) {
        affordable(context.legal_walls(*this)).for_each([&](board::Wall wall) {
            list.add(action_of(wall).id);
        });
        return;
    }
    for (const int from : pawns(mover_))
        destinations(from).for_each([&](int to) { list.add(action_of_move(from, to).id); });
    if (list.empty()) list.add(kPass.id);
}

int Position::count(const Context& context) const {
    if (over()) return 0;
    if (wall_owed_) return affordable(context.legal_walls(*this)).count();
    int total = 0;
    for (const int from : pawns(mover_)) total += destinations(from).count();
    return total ? total : 1;
}

bool Position::legal(Action action) const {
    if (over() || action.id >= action_count()) return false;
    if (is_wall(action)) {
        const board::Wall wall = wall_of(action);
        return wall_owed_ && affordable(Walls::single(wall)).any() && wall_is_legal(wall);
    }
    if (wall_owed_) return false;
    const Pawns& own = pawns(mover_);
    if (action == kPass) return !destinations(own[0]).any() && !destinations(own[1]).any();
    const auto [from, to] = move_of(action);
    return to >= 0 && (from == own[0] || from == own[1]) && destinations(from).test(to);
}

void Position::play(Action action) {
    const int mover = index(mover_);
    if (is_wall(action)) {
        const board::Wall wall = wall_of(action);
        walls_.add(wall);
        key_ ^= wall_key(wall) ^ hand_key(mover, hands_[mover]);
        --(wall.orientation == board::Orientation::kHorizontal ? hands_[mover].horizontal
                                                               : hands_[mover].vertical);
        key_ ^= hand_key(mover, hands_[mover]) ^ zobrist(kOwedSlot);
        wall_owed_ = false;
        end_turn();
        return;
    }
    if (action != kPass) {
        const auto [from, to] = move_of(action);
        Pawns& own = pawns_[mover];
        own[from == own[0] ? 0 : 1] = static_cast<std::uint8_t>(to);
        if (own[0] > own[1]) std::swap(own[0], own[1]);
        key_ ^= pawn_key(mover, from) ^ pawn_key(mover, to);
        if (!has_won(mover_) && has_legal_wall()) {
            wall_owed_ = true;
            key_ ^= zobrist(kOwedSlot);
            return;
        }
    }
    end_turn();
}

void Position::end_turn() {
    key_ ^= mover_key(mover_);
    mover_ = player_at(1 - index(mover_));
    key_ ^= mover_key(mover_);
}

std::uint64_t Position::computed_key() const {
    std::uint64_t key = mix64(std::uint64_t{rules_.exact_moves} | std::uint64_t{rules_.both_goals} << 1);
    for (int i = 0; i < kPlayers; ++i) {
        for (const int cell : pawns_[i]) key ^= pawn_key(i, cell);
        key ^= hand_key(i, hands_[i]);
    }
    walls_.for_each([&](board::Wall wall) { key ^= wall_key(wall); });
    if (wall_owed_) key ^= zobrist(kOwedSlot);
    return key ^ mover_key(mover_);
}

std::pair<int, int> Position::move_of(Action action) {
    const int from = action.id % kCells;
    return {from, displaced(kShape, from, action.id / kCells)};
}
Action Position::action_of_move(int from, int to) {
    return {static_cast<std::uint16_t>(displacement<Shape>(from, to) * kCells + from)};
}
board::Wall Position::wall_of(Action action) {
    const int number = action.id - kMoveActions;
    const int place = number % kWallActions;
    return {board::cell_at<Shape>({place % kWallColumns, place / kWallColumns}),
            number < kWallActions ? board::Orientation::kHorizontal : board::Orientation::kVertical};
}
Action Position::action_of(board::Wall wall) {
    const auto at = board::square_of<Shape>(wall.anchor);
    return {
        static_cast<std::uint16_t>(kMoveActions + at.row * kWallColumns + at.col +
                                   (wall.orientation == board::Orientation::kVertical ? kWallActions : 0))};
}

}  // namespace stockade::games::blockade
