// What somebody takes along of what is stored about them.
#include <gtest/gtest.h>

#include <set>

#include "server/http/api.h"
#include "server/store/games.h"
#include "support/long_game.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;

constexpr int kLines = 2500;

class ExportTest : public support::ServerFixture {
protected:
    UserId user_of(const std::string& name) {
        return store().read([&](store::Database& database) { return store::find_user(database, name)->id; });
    }
};

TEST_F(ExportTest, HasEverythingThoughItIsSentPartByPart) {
    auto ann = WebPerson::account(port_, "ann");
    const UserId user = user_of("ann");
    const auto game = support::long_game(store(), user, 2);
    std::set<std::string> texts;
    ASSERT_TRUE(store().write_now([&](store::Database& database) {
        for (int i = 0; i < kLines; ++i) {
            // Two games, and two rated games of one moment.
            model::ChatLine line;
            line.n = i / 2 + 1;
            line.user = user;
            line.room = "players";
            line.text = "said \"" + std::to_string(i) + "\"";
            line.at = TimePoint(Milliseconds(i));
            store::insert_chat(database, GameId(1 + i % 2), line);
            texts.insert(line.text);
            store::RatingRow row;
            row.type = "quoridor";
            row.value = {1500.0 + i, 60, 0.06};
            row.games = i + 1;
            row.updated = TimePoint(Milliseconds(1 + i / 2));
            store::put_rating(database, user, row, GameId(1 + i));
        }
        store::RatingRow row;
        row.type = "blockade";
        row.updated = TimePoint(1s);
        store::put_rating(database, user, row, GameId(1));
    }));
    const auto data = ann.get("/api/me/export");
    ASSERT_TRUE(data.is_object()) << ann.body.substr(0, 200);
    EXPECT_EQ(data["user"]["name"], "ann");
    for (const auto& line : data["chat"]) EXPECT_EQ(texts.erase(line["text"]), 1u) << line;
    EXPECT_EQ(texts.size(), 0u);
    const auto& history = data["ratings"]["quoridor"]["history"];
    ASSERT_EQ(history.size(), static_cast<std::size_t>(kLines));
    for (int i = 0; i < kLines; ++i)
        EXPECT_EQ(history[static_cast<std::size_t>(i)], json({1 + i / 2, 1500 + i}));
    EXPECT_EQ(data["ratings"]["quoridor"]["games"], kLines);
    EXPECT_EQ(data["ratings"]["blockade"]["history"].size(), 1u);
    EXPECT_EQ(data["games"].dump(), json({id_text(game), id_text(game)}).dump()) << "ann has both seats";
    for (const auto* list : {"muted", "tokens"}) EXPECT_EQ(data[list], json::array());

    http::Api api(server_->platform());
    http::ApiRequest request;
    request.method = "GET";
    request.target = "/api/me/export";
    request.cookie = ann.cookie;
    auto reply = api.respond(request);
    ASSERT_TRUE(reply.stream) << "all of it at once";
    std::size_t longest = 0;
    std::size_t all = 0;
    for (std::string part; reply.stream(part); part.clear()) {
        longest = std::max(longest, part.size());
        all += part.size();
    }
    EXPECT_EQ(all, ann.body.size());
    EXPECT_LT(longest, all / 2);
}

}  // namespace
}  // namespace stockade::server
