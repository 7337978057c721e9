// ServersFixture: a server that is alone on an SQLite file, or two that share a PostgreSQL and a NATS, by the
// test's parameter: "alone" or "together". A test of what people do and see runs both ways.
#pragma once

#include <optional>
#include <string>

#include "support/nats.h"
#include "support/needs.h"
#include "support/postgres.h"
#include "support/server_fixture.h"

namespace stockade::support {

class ServersFixture : public ServerFixture, public testing::WithParamInterface<std::string> {
protected:
    void SetUp() override {
        if (GetParam() == "together") {
            static Postgres postgres;
            STOCKADE_NEEDS(postgres);
            nats_.emplace();
            STOCKADE_NEEDS(*nats_);
            settings_.database = postgres.url();
            settings_.bus.url = nats_->url();
            settings_.bus_secret = "0123456789abcdef0123456789abcdef";
            settings_.node = "one";
        }
        start_all();
    }
    /// The servers leave while there is a bus to say so on.
    void TearDown() override {
        other_.reset();
        server_.reset();
    }
    /// Ends the servers that ran before, if there were any.
    void start_all() {
        other_.reset();
        start();
        if (!nats_) return;
        auto settings = settings_;
        settings.node = "two";
        auto started = server::Server::start(settings, nullptr);
        ASSERT_TRUE(started.ok()) << started.error().message;
        other_ = std::move(*started);
    }
    /// The port of one server and of the other in turn.
    std::uint16_t port() { return other_ && ++asked_ % 2 == 0 ? other_->port() : port_; }

private:
    std::optional<Nats> nats_;
    std::unique_ptr<server::Server> other_;
    unsigned asked_ = 0;
};

}  // namespace stockade::support
