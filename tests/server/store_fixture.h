// StoreTest: a test that runs on SQLite and, where it can be started, on PostgreSQL.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "server/auth/secrets.h"
#include "server/store/games.h"
#include "server/store/people.h"
#include "support/needs.h"
#include "support/patience.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace stockade::server::store {

class StoreTest : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override {
        ASSERT_TRUE(auth::start_sodium());
        if (GetParam() == "sqlite") {
            url_ = "sqlite://" + scratch_.path("games.db");
        } else {
            static support::Postgres postgres;
            STOCKADE_NEEDS(postgres);
            url_ = postgres.url();
        }
        open();
    }
    void open() {
        store_.reset();
        auto opened = Store::open(url_);
        ASSERT_TRUE(opened.ok()) << opened.error().message;
        store_ = std::move(*opened);
    }
    void write(Store::Work work) { EXPECT_TRUE(store_->write_now(std::move(work))); }
    UserId add_user(const std::string& name, const std::string& kind = "account") {
        const User user{new_id<UserId>(), name, kind, "", kNever, kNever};
        EXPECT_TRUE(store_->write_now([&](Database& database) { EXPECT_TRUE(insert_user(database, user)); }));
        return user.id;
    }
    model::Game add_game(const std::vector<UserId>& users, const std::string& spec, bool rated) {
        model::Setup setup;
        setup.id = new_id<GameId>();
        setup.spec = spec;
        setup.clock = *model::parse_time_control("300+3");
        setup.rated = rated;
        setup.created = time_now();
        setup.secret = auth::new_dice_secret();
        std::vector<model::Person> people;
        for (const UserId user : users)
            people.push_back(
                user ? *store_->read([&](Database& database) { return person_of(database, user, spec); })
                     : engine_person(3));
        auto game = model::Game::begin(setup, people);
        EXPECT_TRUE(game.ok());
        EXPECT_TRUE(store_->write_now([&](Database& database) { insert_game(database, game->setup()); }));
        return *game;
    }
    void play(model::Game& game, const std::vector<std::string>& turns) {
        for (const auto& turn : turns) {
            const auto entries = game.turn(game.to_move(), turn, time_now(), 0ms, "id");
            ASSERT_TRUE(entries.ok()) << entries.error().message;
            ASSERT_TRUE(store_->write_now([&](Database& database) {
                for (const auto& entry : *entries) append_entry(database, game.setup().id, entry);
                if (game.over()) finish_game(database, finished(game));
            }));
        }
    }

    support::ScratchFolder scratch_;
    std::string url_;
    std::unique_ptr<Store> store_;
};

}  // namespace stockade::server::store
