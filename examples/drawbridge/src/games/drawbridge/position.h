// The position of Drawbridge (docs/rules/drawbridge.md): rules, keys and action ids.
#pragma once

#include "board/walls.h"
#include "games/game.h"
#include "games/zobrist.h"

namespace stockade::games::drawbridge {

using Shape = board::FixedShape<5, 5>;
using Set = Shape::Set;
using Sides = board::WallSet<Shape>;  ///< sides of cells: h the upper ones, v the right ones
inline constexpr Shape kShape{};

/// Action ids: pawn to cell, row by row.
class Position {
public:
    static constexpr int kPlayers = 2;
    static constexpr bool kHasChance = false;
    using Actions = ActionList<4>;

    /// There is nothing worth remembering beside a position.
    struct Context {
        explicit Context(const Position& /*position*/) {}
        void follow(const Position& /*before*/, Action /*action*/, const Position& /*after*/) {}
    };

    /// The start: pawns in the middle of their home edges.
    Position() : Position({2, Shape::kCells - 3}, {}, Player::kOne) {}
    Position(const std::array<int, kPlayers>& pawns, const Sides& raised, Player mover)
        : raised_(raised), mover_(mover) {
        for (int i = 0; i < kPlayers; ++i) pawns_[i] = static_cast<std::uint8_t>(pawns[i]);
        key_ = computed_key();
    }

    int pawn(Player player) const { return pawns_[index(player)]; }
    /// The sides that are closed for good.
    const Sides& raised() const { return raised_; }
    static constexpr Player other(Player player) { return player_at(1 - index(player)); }
    static const Set& goal(Player player) {
        return player == Player::kOne ? Shape::masks().north : Shape::masks().south;
    }
    board::Passages<Shape> passages() const {
        auto open = board::Passages<Shape>::all_open(kShape);
        return {open.north.without(raised_.h), open.east.without(raised_.v)};
    }
    /// Cells the mover's pawn can step to.
    Set destinations() const {
        return passages().neighbours(Set::single(pawn(mover_))).without(Set::single(pawn(other(mover_))));
    }

    Player to_move() const { return mover_; }
    bool turn_start() const { return true; }
    bool actions_end_turn() const { return true; }
    /// Whoever moved last has arrived, or has left the other without a step.
    bool over() const { return goal(other(mover_)).test(pawn(other(mover_))) || !destinations().any(); }
    Outcome outcome() const { return over() ? shared_between(1u << index(other(mover_))) : Outcome{}; }

    void generate(const Context& /*context*/, Actions& list) const {
        if (!over()) destinations().for_each([&](int cell) { list.add(cell); });
    }
    int count(const Context& /*context*/) const { return over() ? 0 : destinations().count(); }
    bool legal(Action action) const {
        return !over() && action.id < action_count() && destinations().test(action.id);
    }
    void play(Action action) {
        const board::Wall side = side_between(pawn(mover_), action.id);
        raised_.add(side);
        key_ ^= side_key(side) ^ pawn_key(mover_, pawn(mover_)) ^ pawn_key(mover_, action.id) ^ kTurnKey;
        pawns_[index(mover_)] = static_cast<std::uint8_t>(action.id);
        mover_ = other(mover_);
    }

    std::uint64_t key() const { return key_; }
    std::uint64_t computed_key() const {
        std::uint64_t key = mover_ == Player::kOne ? 0 : kTurnKey;
        for (const Player player : {Player::kOne, Player::kTwo}) key ^= pawn_key(player, pawn(player));
        raised_.for_each([&](board::Wall side) { key ^= side_key(side); });
        return key;
    }
    static constexpr int action_count() { return Shape::kCells; }

    friend bool operator==(const Position&, const Position&) = default;

private:
    static board::Wall side_between(int from, int to) {
        const bool along_row = from - to == 1 || to - from == 1;
        return {from < to ? from : to, along_row ? board::Orientation::kVertical : board::Orientation::kHorizontal};
    }
    // Slots of the key table.
    static constexpr int kSideSlots = kPlayers * Shape::kCells;
    static constexpr std::uint64_t kTurnKey = zobrist(kSideSlots + 2 * Shape::kCells);
    static std::uint64_t pawn_key(Player player, int cell) { return zobrist(index(player) * Shape::kCells + cell); }
    static std::uint64_t side_key(board::Wall side) {
        return zobrist(kSideSlots + static_cast<int>(side.orientation) * Shape::kCells + side.anchor);
    }

    Sides raised_{};
    std::uint64_t key_ = 0;
    std::array<std::uint8_t, kPlayers> pawns_{};
    Player mover_ = Player::kOne;
};

static_assert(TwoPlayerPerfect<Position>);

}  // namespace stockade::games::drawbridge
