// Ids of different kinds cannot stand for each other: that is settled when the program is compiled.
#include "base/ids.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <unordered_set>

namespace stockade {
namespace {

using GameId = StrongId<struct GameKind>;
using UserId = StrongId<struct UserKind>;
using Seat = void (*)(GameId, UserId);

static_assert(std::is_invocable_v<Seat, GameId, UserId>);
static_assert(!std::is_invocable_v<Seat, UserId, GameId>, "swapped");
static_assert(!std::is_invocable_v<Seat, long long, long long>, "a number is no id");
static_assert(!std::is_convertible_v<GameId, long long>, "an id is no number");
static_assert(!std::is_constructible_v<GameId, UserId>);
static_assert(!std::is_assignable_v<GameId&, UserId>);

TEST(StrongId, IsNoneUntilItIsGiven) {
    EXPECT_FALSE(GameId());
    EXPECT_TRUE(GameId(7));
    EXPECT_EQ(GameId(7).value(), 7);
    EXPECT_NE(GameId(7), GameId(8));
    EXPECT_LT(GameId(7), GameId(8));
}

TEST(StrongId, IsAKey) {
    const std::unordered_set<GameId> games{GameId(1), GameId(2), GameId(1)};
    EXPECT_EQ(games.size(), 2u);
    EXPECT_TRUE(games.contains(GameId(2)));
    EXPECT_FALSE(games.contains(GameId(3)));
}

}  // namespace
}  // namespace stockade
