// ServerFixture: a server of its own for each test, over real sockets and on a real SQLite file. A test
// changes settings_ before start() for anything else.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "server/serve/serve.h"
#include "support/scratch_folder.h"

namespace stockade::support {

class ServerFixture : public testing::Test {
protected:
    ServerFixture() {
        settings_.port = 0;
        settings_.limits = false;
        settings_.database = "sqlite://" + scratch_.path("games.db");
        settings_.password_cost = server::auth::Cost::kMinimal;
    }
    void SetUp() override { start(); }
    /// Ends the server that ran before, if there was one.
    void start() {
        server_.reset();
        auto started = server::Server::start(settings_, nullptr);
        ASSERT_TRUE(started.ok()) << started.error().message;
        server_ = std::move(*started);
        port_ = server_->port();
    }
    server::store::Store& store() { return server_->platform().store(); }

    ScratchFolder scratch_;
    server::Settings settings_;
    std::unique_ptr<server::Server> server_;
    std::uint16_t port_ = 0;
};

}  // namespace stockade::support
