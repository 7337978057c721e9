// docs/openapi.json lists the routes that there are; web/e2e/api.test.mjs holds their answers against it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "server/http/api.h"
#include "server/serve/serve.h"
#include "support/scratch_folder.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;

json described() {
    std::ifstream file(STOCKADE_SOURCE_DIR "/docs/openapi.json");
    return json::parse(file);
}

TEST(OpenApi, ListsTheRoutesThatThereAre) {
    const auto api = described();
    std::vector<std::string> listed;
    for (const auto& [path, item] : api["paths"].items())
        for (const auto& [method, operation] : item.items()) {
            std::string upper = method;
            for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            listed.push_back(upper + " " + std::regex_replace(path, std::regex("\\{[a-z]+\\}"), "*"));
        }
    // Those that are answered before any route under /api is looked at, and all others.
    std::vector<std::string> routes{"GET /health", "GET /metrics", "GET /ws"};
    for (const auto& [method, pattern] : http::Api::addresses())
        routes.push_back(fmt::format("{} {}", method, pattern));
    EXPECT_THAT(listed, testing::UnorderedElementsAreArray(routes));
}

TEST(OpenApi, IsTold) {
    const support::ScratchFolder scratch;
    Settings settings;
    settings.port = 0;
    settings.database = "sqlite://" + scratch.path("games.db");
    const auto server = Server::start(settings, nullptr);
    ASSERT_TRUE(server.ok()) << server.error().message;
    EXPECT_EQ(support::WebPerson((*server)->port()).get("/api/openapi.json"), described());
}

}  // namespace
}  // namespace stockade::server
