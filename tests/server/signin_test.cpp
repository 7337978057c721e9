// Guessing passwords: it is slow, and it does not lock the owner out.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "server/auth/device.h"
#include "server/http/api.h"
#include "support/server_fixture.h"

namespace stockade::server {
namespace {

using nlohmann::json;

/// Somebody at an address, with a browser that keeps its cookies.
class Browser {
public:
    Browser(http::Api& api, std::string address) : api_(api), address_(std::move(address)) {}

    int post(const std::string& target, const json& body) {
        http::ApiRequest request;
        request.method = "POST";
        request.target = target;
        request.body = body.dump();
        request.content_type = "application/json";
        request.address = address_;
        for (const auto& [name, value] : cookies) request.cookie += name + "=" + value + "; ";
        const auto reply = api_.respond(request);
        for (const auto& [name, value] : reply.headers) {
            if (name != "Set-Cookie") continue;
            const auto equals = value.find('=');
            cookies[value.substr(0, equals)] = value.substr(equals + 1, value.find(';') - equals - 1);
        }
        return reply.status;
    }
    int login(const std::string& name, const std::string& password) {
        return post("/api/login", {{"name", name}, {"password", password}});
    }
    std::string& device() { return cookies["stockade_device"]; }

    std::map<std::string, std::string> cookies;

private:
    http::Api& api_;
    std::string address_;
};

constexpr auto kPassword = "the right one";

class SignInTest : public support::ServerFixture {
protected:
    void SetUp() override {
        settings_.limits = true;
        ASSERT_NO_FATAL_FAILURE(start());
        api_ = std::make_unique<http::Api>(server_->platform());
        owner_ = std::make_unique<Browser>(*api_, "192.0.2.1");
        ASSERT_EQ(owner_->post("/api/register", {{"name", "ann"}, {"password", kPassword}}), 200);
    }
    Browser at(const std::string& address) { return {*api_, address}; }
    /// Wrong guesses of many addresses, two of each, until nobody is heard any more: says how many were.
    int guess_from_everywhere(const std::string& name) {
        int heard = 0;
        for (int i = 0; i < 100; ++i)
            for (int j = 0; j < 2; ++j)
                heard += at("10.0.0." + std::to_string(i)).login(name, "a guess " + std::to_string(i)) == 403;
        return heard;
    }

    std::unique_ptr<http::Api> api_;
    std::unique_ptr<Browser> owner_;
};

// The buckets give one more permit in 20 seconds: a slow machine may see one or two.
constexpr int kSlack = 2;

/// Whether even the right password is refused; one permit may have come back since.
bool locked_out(Browser browser, const std::string& password = kPassword) {
    const auto cookies = browser.cookies;
    if (browser.login("ann", password) == 429) return true;
    browser.cookies = cookies;
    return browser.login("ann", password) == 429;
}

TEST_F(SignInTest, SpellingsOfANameAreOneName) {
    int heard = 0;
    for (const auto* name : {"ann", "Ann", "aNn", "anN", "ANn", "aNN", "AnN", "ANN"})
        heard += at("203.0.113.7").login(name, "a guess") == 403;
    EXPECT_GE(heard, 5);
    EXPECT_LE(heard, 5 + kSlack);
}

TEST_F(SignInTest, WrongGuessesLockNobodyElseOut) {
    auto guesser = at("203.0.113.7");
    for (int i = 0; i < 8; ++i) guesser.login("ann", "a guess");
    EXPECT_TRUE(locked_out(guesser));
    // The owner at another address, on a new device; the guesser with another name.
    EXPECT_EQ(at("192.0.2.99").login("Ann", kPassword), 200);
    EXPECT_EQ(guesser.login("bob", "a guess"), 403);
}

TEST_F(SignInTest, OneAddressTriesFewNames) {
    auto guesser = at("203.0.113.7");
    int heard = 0;
    for (int i = 0; i < 20; ++i) heard += guesser.login("name" + std::to_string(i), "password") == 403;
    EXPECT_GE(heard, 10);
    EXPECT_LE(heard, 10 + kSlack);
}

TEST_F(SignInTest, AKnownDeviceIsLetInWhileOthersGuess) {
    const int heard = guess_from_everywhere("ANN");
    EXPECT_GE(heard, 50);
    EXPECT_LE(heard, 50 + kSlack);
    EXPECT_TRUE(locked_out(at("192.0.2.50")));
    // The same browser elsewhere, signed out.
    auto abroad = at("192.0.2.51");
    abroad.device() = owner_->device();
    EXPECT_EQ(abroad.login("ann", kPassword), 200);
}

TEST_F(SignInTest, ADeviceGuessesSlowlyToo) {
    int heard = 0;
    for (int i = 0; i < 10; ++i) {
        auto elsewhere = at("10.0.0." + std::to_string(i));
        elsewhere.device() = owner_->device();
        heard += elsewhere.login("ann", "a guess") == 403;
    }
    EXPECT_GE(heard, 5);
    EXPECT_LE(heard, 5 + kSlack);
}

TEST_F(SignInTest, NoOtherDeviceIsKnown) {
    auto mallory = at("203.0.113.7");
    ASSERT_EQ(mallory.post("/api/register", {{"name", "mallory"}, {"password", kPassword}}), 200);
    const auto before = owner_->device();
    ASSERT_EQ(owner_->post("/api/me/password", {{"old", kPassword}, {"new", "another one"}}), 200);
    ASSERT_NE(owner_->device(), before);
    guess_from_everywhere("ann");
    // Mallory's own, ann's of before the new password, and forgeries of ann's.
    auto forged = owner_->device();
    forged.back() = forged.back() == '0' ? '1' : '0';
    const auto unsigned_one = owner_->device().substr(0, owner_->device().rfind('.') + 1);
    int address = 0;
    for (const auto& device :
         {mallory.device(), before, forged, unsigned_one, std::string("x"), std::string()}) {
        auto thief = at("203.0.114." + std::to_string(++address));
        thief.device() = device;
        EXPECT_TRUE(locked_out(thief, "another one")) << device;
    }
    EXPECT_EQ(owner_->login("ann", "another one"), 200);
}

TEST_F(SignInTest, AStolenSessionGuessesThePasswordSlowly) {
    for (const auto* target : {"/api/me/delete", "/api/me/password"}) {
        const bool remove = std::string(target) == "/api/me/delete";
        auto thief = at(remove ? "203.0.113.7" : "203.0.113.8");
        thief.cookies["stockade"] = owner_->cookies["stockade"];
        int heard = 0;
        for (int i = 0; i < 9; ++i)
            heard += thief.post(target, remove ? json{{"password", "a guess"}}
                                               : json{{"old", "a guess"}, {"new", "long enough"}}) == 403;
        EXPECT_GE(heard, 5) << target;
        EXPECT_LE(heard, 5 + kSlack) << target;
    }
    // The owner, whose device is known, is not in the thief's way.
    EXPECT_EQ(owner_->post("/api/me/password", {{"old", kPassword}, {"new", "another one"}}), 200);
    EXPECT_EQ(owner_->post("/api/me/delete", {{"password", "another one"}}), 200);
}

TEST(Device, IsKnownForItsUserAndItsTime) {
    ASSERT_TRUE(auth::start_sodium());
    constexpr TimePoint kNow{1000s};
    const auto cookie = auth::device_cookie(UserId(7), "hash", kNow);
    EXPECT_TRUE(auth::device_known(cookie, UserId(7), "hash", kNow));
    EXPECT_TRUE(auth::device_known(cookie, UserId(7), "hash", kNow + auth::kDeviceLife - 1ms));
    EXPECT_FALSE(auth::device_known(cookie, UserId(7), "hash", kNow + auth::kDeviceLife));
    EXPECT_FALSE(auth::device_known(cookie, UserId(8), "hash", kNow));
    EXPECT_FALSE(auth::device_known(cookie, UserId(7), "other", kNow));
    // A guest has no password: nothing is signed with nothing.
    EXPECT_FALSE(auth::device_known(auth::device_cookie(UserId(7), "", kNow), UserId(7), "", kNow));
    EXPECT_NE(cookie, auth::device_cookie(UserId(7), "hash", kNow)) << "devices have buckets of their own";
}

}  // namespace
}  // namespace stockade::server
