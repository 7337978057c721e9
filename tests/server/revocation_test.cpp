// Connections end with the cookie or the token that they came with.
#include <gtest/gtest.h>

#include "server/store/people.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::pair;
using support::WebPerson;

class RevocationTest : public support::ServerFixture {
protected:
    /// Somebody else's browser, signed in as the same user.
    WebPerson elsewhere(const std::string& name) {
        WebPerson person(port_);
        person.post("/api/login", {{"name", name}, {"password", "password"}});
        EXPECT_EQ(person.status, 200) << person.body;
        person.connect();
        return person;
    }
    static bool heard(WebPerson& person) {
        person.say({{"t", "ping"}, {"at", 7}});
        return person.expect("pong")["at"] == 7;
    }
};

TEST_F(RevocationTest, SigningOutEndsThatSessionOnly) {
    auto ann = WebPerson::account(port_, "ann");
    WebPerson tab(port_);
    tab.cookie = ann.cookie;
    tab.connect();
    auto other = elsewhere("ann");
    ann.post("/api/logout", json::object());
    EXPECT_TRUE(ann.ended());
    EXPECT_TRUE(tab.ended());
    EXPECT_TRUE(heard(other));
}

TEST_F(RevocationTest, SigningInAnewEndsTheOldSession) {
    auto guest = WebPerson::guest(port_);
    guest.post("/api/register", {{"name", "ann"}, {"password", "password"}});
    EXPECT_EQ(guest.status, 200);
    EXPECT_TRUE(guest.ended());
}

TEST_F(RevocationTest, ANewPasswordEndsAllOthersAndTokens) {
    auto ann = WebPerson::account(port_, "ann");
    auto thief = elsewhere("ann");
    const std::string secret = ann.post("/api/me/tokens", {{"label", "x"}})["secret"];
    WebPerson program(port_);
    program.extra = {{"Authorization", "Bearer " + secret}};
    program.connect();
    ann.post("/api/me/password", {{"old", "password"}, {"new", "password2"}});
    EXPECT_EQ(ann.status, 200);
    EXPECT_TRUE(thief.ended());
    EXPECT_TRUE(program.ended());
    EXPECT_TRUE(ann.ended());
    ann.connect();
    EXPECT_EQ(ann.welcome["user"]["name"], "ann");
}

TEST_F(RevocationTest, ATokenThatIsDeletedEndsItsProgramsOnly) {
    auto ann = WebPerson::account(port_, "ann");
    std::vector<WebPerson> programs;
    std::vector<std::string> tokens;
    for (const auto* label : {"one", "two"}) {
        const auto made = ann.post("/api/me/tokens", {{"label", label}});
        tokens.push_back(made["token"]);
        programs.emplace_back(port_);
        programs.back().extra = {{"Authorization", "Bearer " + made["secret"].get<std::string>()}};
        programs.back().connect();
    }
    ann.post("/api/me/tokens/" + tokens[0] + "/delete", json::object());
    EXPECT_TRUE(programs[0].ended());
    EXPECT_TRUE(heard(programs[1]));
    EXPECT_TRUE(heard(ann));
}

TEST_F(RevocationTest, TheDeletedSayNothingMore) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    auto cat = WebPerson::account(port_, "cat");
    const auto game = pair(bob, cat, "quoridor-mini", "300+3");
    ann.watch(game);
    WebPerson watcher(port_);
    watcher.connect();
    watcher.watch(game);
    ann.post("/api/me/delete", {{"password", "password"}});
    EXPECT_EQ(ann.status, 200);
    // It may be gone before it can be said at all.
    (void)ann.socket().send(json{{"t", "chat"}, {"game", game}, {"text", "still here"}}.dump());
    EXPECT_TRUE(ann.ended());
    auto dan = WebPerson::account(port_, "dan");
    dan.watch(game);
    dan.say({{"t", "chat"}, {"game", game}, {"text", "hello"}});
    EXPECT_EQ(watcher.expect("chat")["text"], "hello");
}

TEST_F(RevocationTest, WhatWasRevokedUnheardIsFoundInTheDatabase) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    // As when a connection is being made while its login is deleted, or another server deletes it unheard.
    auto& platform = server_->platform();
    ASSERT_TRUE(platform.store().write_now([&](store::Database& database) {
        const auto user = store::find_user(database, std::string("ann"));
        ASSERT_TRUE(user);
        store::delete_other_logins(database, user->id, "");
    }));
    platform.host().check_logins(platform.services().directory.logins());
    EXPECT_TRUE(ann.ended());
    EXPECT_TRUE(heard(bob));
}

}  // namespace
}  // namespace stockade::server
