// The position of Quoridor4Fun: two-player Quoridor whose turns are a roll of the die and then that many
// steps or walls. Owns the turn; the board, its steps and its walls are Quoridor's. Knows nothing of text or
// searches.
#pragma once

#include <algorithm>
#include <span>

#include "games/quoridor/position.h"

namespace stockade::games::quoridor4fun {

/// Action ids: those of Quoridor, then the four rolls. The walls of one turn come in ascending order of their
/// ids, so that a set of walls is one turn and not several.
class Position {
public:
    using Shape = board::FixedShape<9, 9>;
    using Base = quoridor::Quoridor<Shape, 2>;
    static constexpr int kPlayers = 2;
    static constexpr bool kHasChance = true;
    static constexpr int kFaces = 4;
    static constexpr int kCostlyRoll = 4;  ///< using it costs the next turn
    static constexpr int kMaxActions = Base::kMaxActions;
    using Actions = ActionList<kMaxActions>;
    using Context = class Context_;

    enum class Choice : std::uint8_t { kOpen, kSteps, kWalls };

    /// The state of the turn under way.
    struct Turn {
        std::uint8_t roll = 0;  ///< 0: not thrown yet
        std::uint8_t left = 0;  ///< steps or walls still to come
        Choice choice = Choice::kOpen;
        bool any_order = false;        ///< the walls of this turn may come in any order
        std::uint16_t after_wall = 0;  ///< otherwise the next wall's id must be greater
        friend bool operator==(const Turn&, const Turn&) = default;
    };

    Position() = default;
    explicit Position(const Base& base) : base_(base) {}
    Position(const Base& base, const Turn& turn, std::uint8_t skips)
        : base_(base), turn_(turn), skips_(skips) {}

    const Base& base() const { return base_; }
    const Turn& turn() const { return turn_; }
    /// Whether the player owes a skipped turn.
    bool skips(Player player) const { return (skips_ >> index(player)) & 1; }

    Player to_move() const {
        return turn_.roll == 0 && !skips(base_.to_move()) ? Player::kChance : base_.to_move();
    }
    /// Whose turn it is, where to_move() may be chance.
    Player turn_of() const { return base_.to_move(); }
    bool turn_start() const { return turn_.roll == 0; }
    bool actions_end_turn() const { return turn_.roll == 0 ? skips(base_.to_move()) : turn_.left == 1; }
    bool over() const { return turn_start() && base_.over(); }
    Outcome outcome() const { return over() ? base_.outcome() : Outcome{}; }

    void generate(const Context& context, Actions& list) const;
    int count(const Context& context) const;
    bool legal(Action action) const;
    void play(Action action);

    /// The chance of a roll.
    static double probability(Action /*roll*/) { return 1.0 / kFaces; }

    std::uint64_t key() const { return base_.key() ^ mix64(turn_bits()); }
    std::uint64_t computed_key() const { return base_.computed_key() ^ mix64(turn_bits()); }

    int action_count() const { return base_.action_count() + kFaces; }
    bool is_roll(Action action) const { return action.id >= base_.action_count(); }
    int roll_of(Action action) const { return action.id - base_.action_count() + 1; }
    Action action_of_roll(int roll) const {
        return {static_cast<std::uint16_t>(base_.action_count() + roll - 1)};
    }
    Action pass() const { return base_.pass(); }

    /// People may lay the walls of a turn in any order; sort_turn() brings the whole turn into the listed
    /// one.
    void relax_order() {
        if (!turn_.roll) return;
        turn_.any_order = true;
        turn_.after_wall = 0;
    }
    void sort_turn(std::span<Action> turn) const {
        // A game that begins in the middle of a turn has no roll in it.
        const std::size_t begin = !turn.empty() && is_roll(turn[0]) ? 1 : 0;
        if (turn.size() > begin && base_.is_wall(turn[begin]))
            std::sort(turn.begin() + static_cast<std::ptrdiff_t>(begin), turn.end());
    }

    friend bool operator==(const Position&, const Position&) = default;

private:
    std::uint64_t turn_bits() const {
        return std::uint64_t{turn_.roll} | std::uint64_t{turn_.left} << 4 |
               static_cast<std::uint64_t>(turn_.choice) << 8 | std::uint64_t{turn_.any_order} << 10 |
               std::uint64_t{skips_} << 12 | std::uint64_t{turn_.after_wall} << 16;
    }
    void end_turn() {
        base_.pass_turn();
        turn_ = {};
    }

    Base base_;
    Turn turn_;
    std::uint8_t skips_ = 0;
};

/// Follows the board as Quoridor's own context does; a roll changes nothing there.
class Context_ {
public:
    explicit Context_(const Position& p) : base_(p.base()) {}
    void follow(const Position& before, Action action, const Position& after) {
        if (!before.is_roll(action)) base_.follow(before.base(), action, after.base());
    }
    const Position::Base::Context& base() const { return base_; }

private:
    Position::Base::Context base_;
};

static_assert(Stochastic<Position> && sizeof(Position) <= 64);

}  // namespace stockade::games::quoridor4fun
