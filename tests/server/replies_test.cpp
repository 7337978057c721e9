#include "server/msg/replies.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/random.h"
#include "base/time_json.h"

namespace stockade::server::msg {
namespace {

constexpr TimePoint kStart{1000s};

model::Game begin(bool rated) {
    model::Setup setup;
    setup.id = GameId(7);
    setup.spec = "quoridor-mini";
    setup.clock = *model::parse_time_control("60+0");
    setup.rated = rated;
    setup.created = kStart;
    setup.secret.fill(3);
    std::vector<model::Person> people(2);
    for (std::size_t i = 0; i < people.size(); ++i) {
        people[i].user = UserId(100 + static_cast<Int>(i));
        people[i].name = "p" + std::to_string(i);
        people[i].kind = "account";
    }
    auto game = model::Game::begin(setup, people);
    EXPECT_TRUE(game.ok());
    return *game;
}

json shown(const model::Game& game) { return game_json(game, 0, kStart, std::nullopt, {}); }

TEST(Replies, TheSecretOfTheDiceIsToldAtTheEnd) {
    auto game = begin(false);
    const auto before = shown(game);
    EXPECT_TRUE(before["secret"].is_null());
    EXPECT_EQ(before["commitment"], auth::dice_commitment(game.setup().secret));
    EXPECT_EQ(before.dump().find(auth::hex(game.setup().secret)), std::string::npos);
    ASSERT_TRUE(game.turn(0, "c2", kStart, 0ms, "").ok());
    const auto turn = entry_json(game, game.entries().back(), true, kStart);
    EXPECT_EQ(turn.dump().find(auth::hex(game.setup().secret)), std::string::npos);
    ASSERT_TRUE(game.resign(0, kStart).ok());
    EXPECT_EQ(shown(game)["secret"], auth::hex(game.setup().secret));
    EXPECT_EQ(entry_json(game, game.entries().back(), true, kStart)["secret"],
              auth::hex(game.setup().secret));
}

TEST(Replies, RatingsChangeByRatedGamesThatWerePlayed) {
    for (const bool rated : {true, false}) {
        auto game = begin(rated);
        EXPECT_TRUE(shown(game)["changes"].is_null());
        ASSERT_TRUE(game.turn(0, "c2", kStart, 0ms, "").ok());
        ASSERT_TRUE(game.turn(1, "c4", kStart, 0ms, "").ok());
        ASSERT_TRUE(game.resign(0, kStart).ok());
        game.set_changes({-8, 9});
        EXPECT_EQ(shown(game)["changes"], rated ? json({-8, 9}) : json());
    }
    auto aborted = begin(true);
    ASSERT_TRUE(aborted.abort(kStart).ok());
    EXPECT_TRUE(shown(aborted)["changes"].is_null());
}

TEST(Replies, TheLongestGameFitsIntoOneMessage) {
    constexpr std::size_t kMost = 256UL * 1024;  // that may wait for a socket
    model::ChatLine line;
    line.name = std::string(20, 'n');
    line.kind = "account";
    line.room = "watchers";
    line.text = std::string(300, '"');
    for (const std::string spec :
         {"quoridor:size=19,walls=99", "quoridor4fun:walls=99", "blockade:walls=99", "pinko:walls=99"}) {
        // The longest turn of a few games, for a whole game.
        Random random(5);
        std::size_t longest = 0;
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            auto session = *games::Session::create(spec, seed);
            session.roll();
            for (int i = 0; i < 60 && !session.outcome().over; ++i) {
                const auto turns = session.turns(2000);
                for (const auto& turn : turns) longest = std::max(longest, turn.size());
                ASSERT_TRUE(session.play(turns[random.below(static_cast<std::uint32_t>(turns.size()))]).ok());
                session.roll();
            }
        }
        auto message = game_json(begin(false), 0, kStart, 0, std::vector(50, line));
        message["turns"] = std::vector(static_cast<std::size_t>(model::kMaxTurns), std::string(longest, 'x'));
        message["times"] = std::vector(static_cast<std::size_t>(model::kMaxTurns), Milliseconds(Days(14)));
        EXPECT_LT(message.dump().size(), kMost) << spec << ": turns of " << longest;
    }
}

TEST(Replies, WhoseTurnItIsAndWhatIsLeft) {
    auto game = begin(false);
    const auto state = state_json(game, 3, kStart + 1s);
    EXPECT_EQ(state["to_move"], 0);
    EXPECT_EQ(state["watchers"], 3);
    EXPECT_EQ(state["left"], json({60'000, 60'000}));
    EXPECT_EQ(state["running"], false) << "the first turns are free";
    ASSERT_TRUE(game.turn(0, "c2", kStart, 0ms, "").ok());
    ASSERT_TRUE(game.turn(1, "c4", kStart, 0ms, "").ok());
    const auto later = state_json(game, 0, kStart + 1s);
    EXPECT_EQ(later["running"], true);
    EXPECT_EQ(later["left"], json({59'000, 60'000}));
    EXPECT_EQ(later["deadline"], kStart + 1min);
    ASSERT_TRUE(game.resign(1, kStart).ok());
    EXPECT_TRUE(state_json(game, 0, kStart)["to_move"].is_null());
}

}  // namespace
}  // namespace stockade::server::msg
