#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "server/auth/secrets.h"
#include "server/store/games.h"

namespace stockade::support {

/// A finished game in the database in which two pawns went to and fro; both are the user's.
inline server::GameId long_game(server::store::Store& store, server::UserId user, int turns) {
    using namespace server;
    model::Setup setup;
    setup.id = new_id<GameId>();
    setup.spec = "quoridor-mini:repetition=0";
    setup.clock = *model::parse_time_control("600+5");
    setup.created = time_now();
    setup.secret = auth::new_dice_secret();
    model::Person person;
    person.user = user;
    auto game = model::Game::begin(setup, {person, person});
    EXPECT_TRUE(game.ok());
    const std::vector<std::string> steps{"c2", "c4", "c1", "c5"};
    for (int i = 0; i < turns; ++i)
        EXPECT_TRUE(game->turn(i % 2, steps[static_cast<std::size_t>(i) % 4], setup.created, 0ms, "").ok());
    EXPECT_TRUE(game->resign(0, setup.created).ok());
    EXPECT_TRUE(store.write_now([&](store::Database& database) {
        store::insert_game(database, game->setup());
        for (const auto& entry : game->entries()) store::append_entry(database, setup.id, entry);
        store::finish_game(database, store::finished(*game));
    }));
    return setup.id;
}

}  // namespace stockade::support
