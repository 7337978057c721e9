#include "games/quoridor4fun/position.h"

namespace stockade::games::quoridor4fun {
namespace {

using Base = Position::Base;
using Walls = Base::Walls;

/// Whether the mover can take exactly `steps` more steps, or reach the goal on the way.
bool can_walk(const Base& base, int steps) {
    if (steps == 0) return true;
    bool possible = false;
    const auto cells = base.destinations();
    if ((cells & base.goal(base.to_move())).any()) return true;
    cells.for_each([&](int cell) {
        if (possible) return;
        Base next = base;
        next.play_part(base.action_of_cell(cell));
        possible = can_walk(next, steps - 1);
    });
    return possible;
}

/// The legal walls whose id is greater than `bound`.
Walls later_walls(const Base& base, const Base::Context& context, int bound) {
    Walls walls = context.legal_walls(base);
    if (bound < base.cell_actions()) return walls;
    const board::Wall last = base.wall_of(Action{static_cast<std::uint16_t>(bound)});
    const auto up_to_last = Base::Set::below(last.anchor + 1);
    if (last.orientation == board::Orientation::kHorizontal)
        walls.h = walls.h.without(up_to_last);
    else
        walls = {Base::Set::none(), walls.v.without(up_to_last)};
    return walls;
}

/// The next walls after which `more` others fit for a simple reason: they are far from
/// everything and from each other, and a wall that touches nothing closes nothing.
Walls surely_completable(const Base& base, const Base::Context& context, const Walls& walls, int more,
                         bool any_order) {
    Walls apart =
        context.legal_walls(base) & board::Contacts<Base::Shape>(base.shape(), base.walls()).never();
    Walls result = walls;
    board::Wall last;
    for (int i = 0; i < more; ++i) {
        if (!apart.any()) return {};
        last = apart.nth(apart.count() - 1);  // those with the greatest ids leave the most before them
        const Walls near = board::touching(base.shape(), last);
        apart = apart.without(near);
        result = result.without(near);
    }
    if (any_order) return result;
    const auto before_last = Base::Set::below(last.anchor);
    if (last.orientation == board::Orientation::kHorizontal)
        return {result.h & before_last, Base::Set::none()};
    return {result.h, result.v & before_last};
}

/// Whether `walls` more fit together, each with a greater id than the one before unless the order is free.
bool can_lay(const Base& base, const Base::Context& context, int walls, int bound, bool any_order);

/// The next walls after which `more` others still fit.
Walls completable(const Base& base, const Base::Context& context, const Walls& walls, int more,
                  bool any_order) {
    if (more == 0) return walls;
    Walls result = surely_completable(base, context, walls, more, any_order);
    walls.without(result).for_each([&](board::Wall wall) {
        const Action action = base.action_of(wall);
        Base next = base;
        next.play_part(action);
        Base::Context next_context = context;
        next_context.follow(base, action, next);
        if (can_lay(next, next_context, more, any_order ? 0 : action.id, any_order)) result.add(wall);
    });
    return result;
}

bool can_lay(const Base& base, const Base::Context& context, int walls, int bound, bool any_order) {
    const Walls later = later_walls(base, context, bound);
    if (walls <= 1 || !later.any()) return walls == 0 || later.any();
    bool possible = false;
    later.for_each([&](board::Wall wall) {
        if (!possible) possible = completable(base, context, Walls::single(wall), walls - 1, any_order).any();
    });
    return possible;
}

/// The steps that a turn under way may go on with.
Base::Set open_steps(const Position& p) {
    Base::Set result{};
    if (p.turn().choice == Position::Choice::kWalls) return result;
    const Base& base = p.base();
    base.destinations().for_each([&](int cell) {
        Base next = base;
        next.play_part(base.action_of_cell(cell));
        if (base.goal(base.to_move()).test(cell) || can_walk(next, p.turn().left - 1)) result.set(cell);
    });
    return result;
}

/// The walls that a turn under way may go on with.
Walls open_walls(const Position& p, const Base::Context& context) {
    const Base& base = p.base();
    if (p.turn().choice == Position::Choice::kSteps || base.hand(base.to_move()) < p.turn().left) return {};
    return completable(base, context, later_walls(base, context, p.turn().after_wall), p.turn().left - 1,
                       p.turn().any_order);
}

}  // namespace

void Position::generate(const Context& context, Actions& list) const {
    if (over()) return;
    if (to_move() == Player::kChance) {
        for (int roll = 1; roll <= kFaces; ++roll) list.add(action_of_roll(roll).id);
        return;
    }
    if (turn_.roll) {
        open_steps(*this).for_each([&](int cell) { list.add(base_.action_of_cell(cell).id); });
        open_walls(*this, context.base()).for_each([&](board::Wall wall) {
            list.add(base_.action_of(wall).id);
        });
    }
    if (list.empty()) list.add(pass().id);
}

int Position::count(const Context& context) const {
    if (over()) return 0;
    if (to_move() == Player::kChance) return kFaces;
    if (!turn_.roll) return 1;
    const int total = open_steps(*this).count() + open_walls(*this, context.base()).count();
    return total ? total : 1;
}

bool Position::legal(Action action) const {
    if (over() || action.id >= action_count()) return false;
    if (to_move() == Player::kChance) return is_roll(action);
    if (is_roll(action)) return false;
    if (!turn_.roll) return action == pass();
    if (base_.is_wall(action)) return open_walls(*this, Base::Context(base_)).has(base_.wall_of(action));
    if (action == pass()) return !open_steps(*this).any() && !open_walls(*this, Base::Context(base_)).any();
    return open_steps(*this).test(base_.cell_of(action));
}

void Position::play(Action action) {
    if (is_roll(action)) {
        turn_.roll = turn_.left = static_cast<std::uint8_t>(roll_of(action));
        return;
    }
    const int mover = index(base_.to_move());
    if (action == pass()) {
        if (!turn_.roll) skips_ &= static_cast<std::uint8_t>(~(1u << mover));
        end_turn();
        return;
    }
    const bool is_wall = base_.is_wall(action);
    base_.play_part(action);
    turn_.choice = is_wall ? Choice::kWalls : Choice::kSteps;
    if (!is_wall) turn_.any_order = false;
    if (is_wall && !turn_.any_order) turn_.after_wall = action.id;
    --turn_.left;
    const bool won = !is_wall && base_.goal(base_.to_move()).test(base_.pawn(base_.to_move()));
    if (turn_.left && !won) return;
    if (turn_.roll == kCostlyRoll && !won) skips_ |= static_cast<std::uint8_t>(1u << mover);
    end_turn();
}

}  // namespace stockade::games::quoridor4fun
