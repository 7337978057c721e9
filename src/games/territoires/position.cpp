#include "games/territoires/position.h"

namespace stockade::games::territoires {
namespace {

constexpr int kUp = Shape::kStride;

// Slots of the key table.
std::uint64_t pawn_key(int player, int cell) { return zobrist(player * Shape::kCells + cell); }
std::uint64_t wall_key(Wall side) {
    return zobrist((kMaxPlayers + static_cast<int>(side.orientation)) * Shape::kCells + side.anchor);
}

board::Passages<Shape> open_sides(const Sides& walls) {
    auto open = board::Passages<Shape>::all_open(kShape);
    return {open.north.without(walls.h), open.east.without(walls.v)};
}

/// The number of a side among all sides: 42 upper ones, then 42 right ones.
int side_number(Wall side) {
    if (side.orientation == board::Orientation::kHorizontal) return side.anchor;
    const auto at = board::square_of<Shape>(side.anchor);
    return kSideActions + at.row * (Shape::cols() - 1) + at.col;
}
Wall side_at(int number) {
    if (number < kSideActions) return {number, board::Orientation::kHorizontal};
    number -= kSideActions;
    return {board::cell_at<Shape>({number % (Shape::cols() - 1), number / (Shape::cols() - 1)}),
            board::Orientation::kVertical};
}

/// The cell on the far side: above an upper side, right of a right side.
int beyond(Wall side) {
    return side.anchor + (side.orientation == board::Orientation::kHorizontal ? kUp : 1);
}

/// The sides of all cells of a set, whether walled or not; may name sides off the board.
Sides sides_of(const Set& cells) { return {cells | cells.down<kUp>(), cells | cells.down<1>()}; }

}  // namespace

std::pair<int, int> move_of(Action action) {
    const int from = action.id % Shape::kCells;
    return {from, displaced(kShape, from, action.id / Shape::kCells)};
}
Action action_of_move(int from, int to) {
    return {static_cast<std::uint16_t>(displacement<Shape>(from, to) * Shape::kCells + from)};
}
Wall side_of(Action action) { return side_at((action.id - kWallBase) % (2 * kSideActions)); }
Action action_of_wall(Wall side) { return {static_cast<std::uint16_t>(kWallBase + side_number(side))}; }
Action action_of_break(Wall side) { return {static_cast<std::uint16_t>(kBreakBase + side_number(side))}; }

template <int Players>
Position<Players>::Position(const Rules& rules) : rules_(rules) {
    percees_ = rules.percee ? (1u << Players) - 1 : 0;
    if (rules.setup == Setup::kFixed) {
        pawns_[0] = Set::single(board::cell_at<Shape>({1, 1})) | Set::single(board::cell_at<Shape>({5, 5}));
        pawns_[1] = Set::single(board::cell_at<Shape>({1, 5})) | Set::single(board::cell_at<Shape>({5, 1}));
    }
    key_ = computed_key() ^ mix64(state_bits());
}

template <int Players>
Position<Players>::Position(const Rules& rules, const State& state)
    : pawns_(state.pawns),
      walls_(state.walls),
      mover_(state.mover),
      percees_(state.percees),
      phase_(state.phase),
      special_(state.phase == Phase::kWallOwed      ? state.moved_to
               : state.phase == Phase::kStepThrough ? static_cast<std::uint8_t>(side_number(state.broken))
                                                    : std::uint8_t{0}),
      rules_(rules) {
    over_ = turn_start() && !in_setup() && separated();
    key_ = computed_key() ^ mix64(state_bits());
}

template <int Players>
board::Passages<Shape> Position<Players>::passages() const {
    return open_sides(walls_);
}

template <int Players>
Set Position<Players>::occupied() const {
    Set result{};
    for (const Set& own : pawns_) result |= own;
    return result;
}

template <int Players>
int Position<Players>::pawns_to_place() const {
    return Players * rules_.pawns - occupied().count();
}

template <int Players>
Player Position<Players>::placer(const Rules& rules, int placed) {
    if (rules.setup == Setup::kAll) return player_at(placed / rules.pawns);
    const int round = placed / Players;
    const int place = placed % Players;
    return player_at(rules.setup != Setup::kRound && round % 2 ? Players - 1 - place : place);
}

template <int Players>
std::array<int, Players> Position<Players>::pawns_after(const Rules& rules, int placed) {
    std::array<int, Players> result;
    result.fill(fixed_pawns(rules) / Players);
    for (int i = 0; i < placed; ++i) ++result[index(placer(rules, i))];
    return result;
}

template <int Players>
Set Position<Players>::destinations(int from) const {
    const auto open = passages();
    const Set taken = occupied();
    const Set one = open.neighbours(Set::single(from)).without(taken);
    Set result = one | open.neighbours(one).without(taken);
    if (free_sides(from).any()) result.set(from);
    return result;
}

template <int Players>
Sides Position<Players>::free_sides(int cell) const {
    const auto open = passages();
    return sides_of(Set::single(cell)) & Sides{open.north, open.east};
}

template <int Players>
Sides Position<Players>::wall_choices() const {
    const Sides free = free_sides(special_);
    // With two players the rule never applies: a closed-in player shares no region, so the game is over.
    if (Players == 2 || !rules_.no_lock_in) return free;
    Sides kind{};
    free.for_each([&](Wall side) {
        Position after = *this;
        after.walls_.add(side);
        if (after.separated() || !after.locks_someone_in()) kind.add(side);
    });
    return kind.any() ? kind : free;
}

template <int Players>
Sides Position<Players>::breakable() const {
    if (!has_percee(mover_) || phase_ != Phase::kTurn || in_setup() || over_) return {};
    return walls_ & sides_of(pawns(mover_));
}

/// No region holds pawns of two players.
template <int Players>
bool Position<Players>::separated() const {
    const auto open = passages();
    const Set everyone = occupied();
    for (int i = 0; i + 1 < Players; ++i)
        if ((open.flood(pawns_[i]) & everyone.without(pawns_[i])).any()) return false;
    return true;
}

template <int Players>
bool Position<Players>::locks_someone_in() const {
    const auto open = passages();
    for (const Set& own : pawns_)
        if (!(sides_of(own) & Sides{open.north, open.east}).any()) return true;
    return false;
}

template <int Players>
void Position<Players>::generate(const Context& /*context*/, Actions& list) const {
    if (over_) return;
    if (phase_ == Phase::kWallOwed) {
        wall_choices().for_each([&](Wall side) { list.add(action_of_wall(side).id); });
        return;
    }
    if (phase_ == Phase::kStepThrough) {
        const Wall gap = broken();
        const Set taken = occupied();
        const int near = gap.anchor;
        const int far = beyond(gap);
        if (pawns(mover_).test(near) && !taken.test(far)) list.add(action_of_move(near, far).id);
        if (pawns(mover_).test(far) && !taken.test(near)) list.add(action_of_move(far, near).id);
        list.add(kDeclineAction.id);
        return;
    }
    if (in_setup()) {
        kShape.masks().cells.without(occupied()).for_each([&](int cell) { list.add(kPlaceBase + cell); });
        return;
    }
    pawns(mover_).for_each([&](int from) {
        destinations(from).for_each([&](int to) { list.add(action_of_move(from, to).id); });
    });
    const bool may_pass = list.empty();
    breakable().for_each([&](Wall side) { list.add(action_of_break(side).id); });
    if (may_pass) list.add(kPassAction.id);
}

template <int Players>
int Position<Players>::count(const Context& context) const {
    if (phase_ == Phase::kWallOwed) return over_ ? 0 : wall_choices().count();
    Actions list;
    generate(context, list);
    return list.size();
}

template <int Players>
bool Position<Players>::legal(Action action) const {
    Actions list;
    generate(Context(*this), list);
    for (const Action listed : list)
        if (listed == action) return true;
    return false;
}

template <int Players>
void Position<Players>::play(Action action) {
    const int mover = index(mover_);
    const auto move_pawn = [&] {
        const auto [from, to] = move_of(action);
        pawns_[mover].reset(from);
        pawns_[mover].set(to);
        key_ ^= pawn_key(mover, from) ^ pawn_key(mover, to);
        return to;
    };
    switch (kind_of(action)) {
        case ActionKind::kPlace:
            pawns_[mover].set(placed_cell(action));
            key_ ^= pawn_key(mover, placed_cell(action));
            if (const int left = pawns_to_place())
                mover_ = placer(rules_, Players * rules_.pawns - fixed_pawns(rules_) - left);
            else
                mover_ = Player::kOne;
            return;
        case ActionKind::kMove:
            if (phase_ == Phase::kStepThrough) {
                move_pawn();
                end_turn();
            } else {
                special_ = static_cast<std::uint8_t>(move_pawn());
                phase_ = Phase::kWallOwed;
            }
            return;
        case ActionKind::kWall:
            walls_.add(side_of(action));
            key_ ^= wall_key(side_of(action));
            end_turn();
            return;
        case ActionKind::kBreak:
            walls_.remove(side_of(action));
            key_ ^= wall_key(side_of(action));
            percees_ &= static_cast<std::uint8_t>(~(1u << mover));
            special_ = static_cast<std::uint8_t>(action.id - kBreakBase);
            phase_ = Phase::kStepThrough;
            return;
        case ActionKind::kDecline:
        case ActionKind::kPass:
            end_turn();
            return;
    }
}

/// The game never stalls by passes: while a region holds pawns of two players, both have a normal turn.
template <int Players>
void Position<Players>::end_turn() {
    phase_ = Phase::kTurn;
    special_ = 0;
    mover_ = player_at((index(mover_) + 1) % Players);
    over_ = separated();
}

template <int Players>
typename Position<Players>::Score Position<Players>::score(Player player) const {
    const auto open = passages();
    const Set others = occupied().without(pawns(player));
    Score score;
    Set seen{};
    pawns(player).for_each([&](int cell) {
        if (seen.test(cell)) return;
        const Set region = open.flood(Set::single(cell));
        seen |= region;
        if ((region & others).any()) return;
        score.sum += region.count();
        score.largest = score.largest > region.count() ? score.largest : region.count();
    });
    return score;
}

template <int Players>
Outcome Position<Players>::outcome() const {
    if (!over_) return {};
    int best = -1;
    unsigned leaders = 0;
    for (int i = 0; i < Players; ++i) {
        const Score score = this->score(player_at(i));
        const int rank = rules_.largest ? 64 * score.largest + score.sum : 64 * score.sum + score.largest;
        if (rank > best) leaders = 0;
        if (rank >= best) leaders |= 1u << i;
        best = rank > best ? rank : best;
    }
    return shared_between(leaders);
}

template <int Players>
std::uint64_t Position<Players>::state_bits() const {
    return static_cast<std::uint64_t>(index(mover_)) | std::uint64_t{percees_} << 4 |
           static_cast<std::uint64_t>(phase_) << 8 | std::uint64_t{special_} << 12 |
           std::uint64_t{rules_.pawns} << 20 | static_cast<std::uint64_t>(rules_.setup) << 24 |
           std::uint64_t{rules_.no_lock_in} << 28 | std::uint64_t{rules_.percee} << 29 |
           std::uint64_t{rules_.largest} << 30;
}

template <int Players>
std::uint64_t Position<Players>::computed_key() const {
    std::uint64_t key = mix64(state_bits());
    for (int i = 0; i < Players; ++i) pawns_[i].for_each([&](int cell) { key ^= pawn_key(i, cell); });
    walls_.for_each([&](Wall side) { key ^= wall_key(side); });
    return key;
}

template class Position<2>;
template class Position<3>;
template class Position<4>;

}  // namespace stockade::games::territoires
