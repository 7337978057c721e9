// The limits of one address on games with engines, challenges and tournaments.
#include <gtest/gtest.h>

#include "server/store/caps.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;

class AddressCapsTest : public support::ServerFixture {
protected:
    AddressCapsTest() { settings_.limits = true; }
};

TEST_F(AddressCapsTest, AnAddressBeginsFewGamesWithEngines) {
    constexpr int kAtOnce = 20;
    const json wish{{"spec", "quoridor-mini"}, {"clock", "none"}};
    auto with_engine = wish;
    with_engine["engines"] = {1};
    int begun = 0;
    WebPerson guest(port_);
    while (guest.status != 429 && begun < 2 * kAtOnce) {
        guest = WebPerson(port_);
        guest.post("/api/guest", json::object());
        ASSERT_EQ(guest.status, 200) << guest.body;
        for (int i = 0; i < store::kMaxEngineGamesEach && guest.status == 200; ++i) {
            guest.post("/api/challenges", with_engine);
            begun += guest.status == 200;
        }
    }
    EXPECT_GE(begun, kAtOnce);  // more where the machine is slow
    EXPECT_EQ(guest.status, 429) << guest.body;
    guest.post("/api/challenges", wish);
    EXPECT_EQ(guest.status, 200) << "not too many requests: " << guest.body;
}

TEST_F(AddressCapsTest, AnAddressMakesFewTournaments) {
    constexpr int kAtOnce = 5;
    const json wish{
        {"name", "Cup"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 60}, {"minutes", 5}};
    int made = 0;
    std::optional<WebPerson> account;
    for (const std::string name : {"ann", "bob", "cat"}) {
        account.emplace(port_);
        account->post("/api/register", {{"name", name}, {"password", "password"}});
        ASSERT_EQ(account->status, 200) << account->body;
        for (int i = 0; i < store::kMaxTournamentsEach && account->status == 200; ++i) {
            account->post("/api/tournaments", wish);
            made += account->status == 200;
        }
    }
    EXPECT_EQ(made, kAtOnce);
    EXPECT_EQ(account->status, 429) << account->body;
    account->post("/api/challenges", {{"spec", "quoridor"}, {"clock", "1d"}});
    EXPECT_EQ(account->status, 200) << "not too many requests: " << account->body;
}

TEST_F(AddressCapsTest, AnAddressMakesFewChallenges) {
    constexpr int kAtOnce = 30;
    const json wish{{"spec", "quoridor-mini"}, {"clock", "1d"}};
    auto& limits = server_->platform().limits();
    auto guest = WebPerson::guest(port_);
    // All but the last two; what is refused by rates of other kinds is not counted.
    for (int i = 2; i < kAtOnce; ++i) EXPECT_EQ(limits.challenges.take("127.0.0.1", time_now()), 0ms);
    for (int i = 0; i < 2; ++i) {
        const std::string id = guest.post("/api/challenges", wish)["challenge"];
        EXPECT_EQ(guest.status, 200) << guest.body;
        guest.post("/api/challenges/" + id + "/cancel", json::object());
    }
    guest.post("/api/challenges", wish);
    EXPECT_EQ(guest.status, 429) << "those that were taken back stay in the database";
    auto with_engine = wish;
    with_engine["engines"] = {1};
    guest.post("/api/challenges", with_engine);
    EXPECT_EQ(guest.status, 200) << guest.body;
}

}  // namespace
}  // namespace stockade::server
