// The interface of every game for searches, perft and the session: players, actions, outcomes and the
// concepts that combine them. Knows no particular game and no text.
#pragma once

#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace stockade::games {

inline constexpr int kMaxPlayers = 4;

/// Whose choice is next: a player by turn order, or chance (a roll of the die).
enum class Player : std::int8_t { kChance = -1, kOne, kTwo, kThree, kFour };

constexpr int index(Player player) { return static_cast<int>(player); }
constexpr Player player_at(int index) { return static_cast<Player>(index); }

/// The smallest choice of a game, by its stable id. docs/notation.md lists the ids of each game.
struct Action {
    std::uint16_t id = 0;
    friend constexpr bool operator==(Action, Action) = default;
    // clang-tidy 14 misreads a defaulted comparison. NOLINTNEXTLINE(modernize-use-nullptr)
    friend constexpr auto operator<=>(Action, Action) = default;
};

/// Actions without allocation.
template <int Capacity>
class ActionList {
public:
    static constexpr int kCapacity = Capacity;
    constexpr void add(int id) {
        assert(size_ < Capacity);
        items_[size_++] = Action{static_cast<std::uint16_t>(id)};
    }
    constexpr void clear() { size_ = 0; }
    constexpr int size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr Action operator[](int i) const { return items_[i]; }
    constexpr Action& operator[](int i) { return items_[i]; }
    constexpr const Action* begin() const { return items_.data(); }
    constexpr const Action* end() const { return items_.data() + size_; }
    constexpr Action* begin() { return items_.data(); }
    constexpr Action* end() { return items_.data() + size_; }

private:
    int size_ = 0;
    std::array<Action, Capacity> items_;
};

/// The shares of a finished game's point, in twelfths so that two, three and four players divide it
/// evenly.
inline constexpr int kWholePoint = 12;

struct Outcome {
    bool over = false;
    std::array<std::uint8_t, kMaxPlayers> shares{};
    friend constexpr bool operator==(const Outcome&, const Outcome&) = default;
};

constexpr Outcome shared_between(unsigned winners_mask) {
    Outcome outcome{true, {}};
    int count = 0;
    for (int i = 0; i < kMaxPlayers; ++i) count += (winners_mask >> i) & 1;
    for (int i = 0; i < kMaxPlayers; ++i)
        if ((winners_mask >> i) & 1) outcome.shares[i] = static_cast<std::uint8_t>(kWholePoint / count);
    return outcome;
}

/// A position of a game: a trivially copyable value. `Context` is what a search keeps on its own stack beside
/// the position to answer faster (known paths, forbidden walls); it is built from a position or follows it
/// action by action. Every call that takes a context expects the one of that very position.
template <class P>
concept Game = std::is_trivially_copyable_v<P> && std::equality_comparable<P> &&
    requires(const P position, P& mutable_position, const typename P::Context context,
             typename P::Context& mutable_context, typename P::Actions& list, Action action) {
    { P::kPlayers } -> std::convertible_to<int>;
    { position.to_move() } -> std::same_as<Player>;
    { position.turn_start() } -> std::same_as<bool>;        // no part of a turn has been played
    { position.actions_end_turn() } -> std::same_as<bool>;  // every legal action completes the turn
    { position.outcome() } -> std::same_as<Outcome>;
    { position.key() } -> std::same_as<std::uint64_t>;
    { position.computed_key() } -> std::same_as<std::uint64_t>;  // key() from nothing
    { position.action_count() } -> std::convertible_to<int>;     // ids are 0 .. action_count()-1
    typename P::Context;
    requires std::constructible_from<typename P::Context, const P&>;
    {position.generate(context, list)};                    // appends all legal actions; none when over
    { position.count(context) } -> std::same_as<int>;      // how many generate() would append
    { position.legal(action) } -> std::same_as<bool>;      // for any id whatever
    {mutable_position.play(action)};                       // assumes legality
    {mutable_context.follow(position, action, position)};  // (before, action, after)
};

template <class P>
concept Stochastic = Game<P> && P::kHasChance;

template <class P>
concept TwoPlayerPerfect = Game<P> && P::kPlayers == 2 && !Stochastic<P>;

template <class P>
concept MultiPlayer = Game<P> &&(P::kPlayers > 2);

}  // namespace stockade::games
