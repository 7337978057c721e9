// Who may do what: each refusal of the API that no other test asks for.
#include <gtest/gtest.h>

#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;

class RightsTest : public support::ServerFixture {
protected:
    static int post(WebPerson& person, const std::string& target, const json& body = json::object()) {
        person.post(target, body);
        return person.status;
    }
    static int get(WebPerson& person, const std::string& target) {
        person.get(target);
        return person.status;
    }
};

TEST_F(RightsTest, TokensAreForAccountsAndFew) {
    auto guest = WebPerson::guest(port_);
    EXPECT_EQ(post(guest, "/api/me/tokens", {{"label", "x"}}), 403);
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    std::string token;
    for (int i = 0; i < 20; ++i) {
        token = ann.post("/api/me/tokens", {{"label", "x"}})["token"];
        ASSERT_EQ(ann.status, 200) << i;
    }
    EXPECT_EQ(post(ann, "/api/me/tokens", {{"label", "x"}}), 409);
    // Nobody else deletes one.
    EXPECT_EQ(post(bob, "/api/me/tokens/" + token + "/delete"), 404);
    EXPECT_EQ(ann.get("/api/me/tokens")["tokens"].size(), 20u);
    EXPECT_EQ(post(ann, "/api/me/tokens/" + token + "/delete"), 200);
    EXPECT_EQ(post(ann, "/api/me/tokens", {{"label", "x"}}), 200);
}

TEST_F(RightsTest, WhoPlayedRatedGamesBecomesNoBot) {
    auto guest = WebPerson::guest(port_);
    EXPECT_EQ(post(guest, "/api/me/bot"), 403);
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = support::pair(ann, bob, "quoridor-mini", "300+3", true);
    // A game that goes on cannot be analysed, nor is an account deleted that plays.
    EXPECT_EQ(post(ann, "/api/games/" + game + "/analysis"), 409);
    EXPECT_EQ(post(ann, "/api/me/delete", {{"password", "password"}}), 409);
    ann.turn(game, 0, "c2");
    bob.turn_at(1);
    bob.turn(game, 1, "d5");
    ann.turn_at(2);
    ann.act(game, "resign");
    bob.expect("end");
    EXPECT_EQ(post(ann, "/api/me/bot"), 409);
    EXPECT_EQ(ann.get("/api/me")["user"]["kind"], "account");
}

TEST_F(RightsTest, ChallengesAreTheirOwners) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    auto eve = WebPerson::account(port_, "eve");
    auto guest = WebPerson::guest(port_);
    const auto make = [&](const json& more) {
        json body{{"spec", "quoridor-mini"}, {"clock", "300+3"}};
        body.update(more);
        return "/api/challenges/" + ann.post("/api/challenges", body)["challenge"].get<std::string>();
    };
    const auto open = make(json::object());
    EXPECT_EQ(post(eve, open + "/cancel"), 403);
    EXPECT_EQ(post(ann, open + "/cancel"), 200);
    EXPECT_EQ(post(ann, open + "/cancel"), 409);
    EXPECT_EQ(post(eve, open + "/accept"), 409);
    const auto direct = make({{"to", "bob"}});
    EXPECT_EQ(post(eve, direct + "/accept"), 403);
    EXPECT_EQ(post(eve, direct + "/cancel"), 403);
    EXPECT_EQ(post(bob, direct + "/cancel"), 200);
    EXPECT_EQ(post(guest, make({{"rated", true}}) + "/accept"), 403);
    ann.post("/api/challenges", {{"spec", "quoridor-mini"}, {"clock", "300+3"}, {"to", "ann"}});
    EXPECT_EQ(ann.status, 404);
}

TEST_F(RightsTest, RatedChallengesAreForAccounts) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    auto guest = WebPerson::guest(port_);
    json wish{
        {"spec", "quoridor"}, {"clock", "300+3"}, {"rated", true}, {"to", guest.welcome["user"]["name"]}};
    ann.post("/api/challenges", wish);
    EXPECT_EQ(ann.status, 400) << "to a guest";
    wish["rated"] = false;
    ann.post("/api/challenges", wish);
    EXPECT_EQ(ann.status, 200) << ann.body;
    wish["rated"] = true;
    wish["to"] = "bob";
    const std::string direct = ann.post("/api/challenges", wish)["challenge"];
    EXPECT_EQ(ann.status, 200) << ann.body;
    wish.erase("to");
    const std::string open = ann.post("/api/challenges", wish)["challenge"];
    guest.post("/api/challenges/" + open + "/accept", json::object());
    EXPECT_EQ(guest.status, 403);
    guest.post("/api/challenges/" + direct + "/accept", json::object());
    EXPECT_EQ(guest.status, 403) << "it is bob's";
    bob.post("/api/challenges/" + direct + "/accept", json::object());
    EXPECT_EQ(bob.status, 200) << bob.body;
}

TEST_F(RightsTest, ArenasAreForPeopleAndRatedOnesForAccounts) {
    auto ann = WebPerson::account(port_, "ann");
    auto guest = WebPerson::guest(port_);
    auto bot = WebPerson::account(port_, "robot");
    ASSERT_EQ(post(bot, "/api/me/bot"), 200);
    json arena{
        {"name", "Sunday"}, {"spec", "quoridor-mini"}, {"clock", "60+0"}, {"starts_in", 60}, {"minutes", 5}};
    EXPECT_EQ(post(guest, "/api/tournaments", arena), 403);
    EXPECT_EQ(post(bot, "/api/tournaments", arena), 403);
    const auto join = [](const json& made) {
        return "/api/tournaments/" + made["tournament"].get<std::string>() + "/join";
    };
    const auto casual = join(ann.post("/api/tournaments", arena));
    arena["rated"] = true;
    const auto rated = join(ann.post("/api/tournaments", arena));
    EXPECT_EQ(post(guest, casual), 200);
    EXPECT_EQ(post(guest, rated), 403);
    EXPECT_EQ(post(bot, casual), 403);
    EXPECT_EQ(post(ann, rated), 200);
    WebPerson nobody(port_);
    EXPECT_EQ(post(nobody, casual), 401);
}

TEST_F(RightsTest, PagesOfListsHaveALength) {
    WebPerson eve(port_);
    for (const auto* bad : {"0", "101", "-1", "x", "1x", "", "1e2", "99999999999999999999"})
        EXPECT_EQ(get(eve, std::string("/api/games?limit=") + bad), 400) << bad;
    for (const auto* good : {"1", "100"})
        EXPECT_EQ(get(eve, std::string("/api/games?limit=") + good), 200) << good;
}

TEST_F(RightsTest, ChangesNeedJson) {
    for (const auto& [type, status] : std::vector<std::pair<std::string, std::string>>{
             {"Content-Type: application/json\r\n", "200"},
             {"Content-Type: application/json; charset=utf-8\r\n", "200"},
             // What a form of another page can send.
             {"Content-Type: text/plain\r\n", "415"},
             {"Content-Type: application/x-www-form-urlencoded\r\n", "415"},
             {"Content-Type: application/jsonx\r\n", "415"},
             {"", "415"}}) {
        support::RawConnection connection(port_);
        connection.send("POST /api/guest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + type +
                        "Content-Length: 2\r\n\r\n{}");
        EXPECT_TRUE(connection.ends_within(10s));
        EXPECT_EQ(connection.heard.substr(9, 3), status) << type;
    }
}

TEST_F(RightsTest, OnlyTheSessionCookieIsASession) {
    const auto ann = WebPerson::account(port_, "ann");
    const auto secret = ann.cookie.substr(ann.cookie.find('='));
    const auto known = [&](const std::string& cookie) {
        WebPerson person(port_);
        person.cookie = cookie;
        return !person.get("/api/me")["user"].is_null();
    };
    EXPECT_TRUE(known("stockade" + secret));
    EXPECT_TRUE(known("a=b; stockade" + secret + "; c=d"));
    for (const auto& cookie :
         {"stockadex" + secret, "xstockade" + secret, "stockade_device" + secret, "stockade" + secret + "x",
          "stockade" + secret.substr(0, secret.size() - 1), std::string("stockade="), "a=stockade" + secret})
        EXPECT_FALSE(known(cookie)) << cookie;
}

}  // namespace
}  // namespace stockade::server
