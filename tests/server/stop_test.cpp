// Whoever asks a server to end gets that, whatever is in its way.
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <csignal>
#include <cstdlib>

#include "server/log.h"
#include "server/serve/serve.h"
#include "support/needs.h"
#include "support/postgres.h"

namespace stockade::server {
namespace {

TEST(Stopping, ASignalIsObeyedWhileTheDatabaseHangs) {
    support::Postgres postgres;
    STOCKADE_NEEDS(postgres);
    Settings settings;
    settings.port = 0;
    settings.database = postgres.url();
    settings.patience.stop = 300ms;
    const auto hang_and_stop = [&] {
        set_log_level(Level::kOff);
        soci::session other("postgresql", settings.database + "?application_name=test");
        const auto served = serve(settings, nullptr, [&](std::uint16_t) {
            // What a server says last cannot be written.
            other << "begin";
            other << "lock table heartbeats in access exclusive mode";
            std::raise(SIGTERM);
        });
        std::_Exit(served.ok() ? 0 : 2);
    };
    EXPECT_EXIT(hang_and_stop(), testing::ExitedWithCode(EXIT_FAILURE), "");
}

}  // namespace
}  // namespace stockade::server
