// Slow work of one kind, however much of it waits, keeps nobody else from being answered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/post.hpp>
#include <future>
#include <latch>
#include <nlohmann/json.hpp>
#include <thread>

#include "server/http/api.h"
#include "server/http/pages.h"
#include "server/net/asio_runtime.h"
#include "support/long_game.h"
#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using net::Lane;
using support::RawConnection;
using support::WebPerson;
using testing::StartsWith;

constexpr int kArchiveOfAddress = 8;
constexpr int kArchiveInAll = 64;
constexpr int kPasswordsOfAddress = 4;
constexpr Milliseconds kLong = 20s;

class LanesTest : public support::ServerFixture {
protected:
    LanesTest() {
        settings_.limits = true;
        settings_.trusted_proxies = net::loopback_networks();
    }
    void TearDown() override { release(); }

    /// All threads of a lane are at work until release().
    void occupy(Lane lane) {
        constexpr int kThreads = 2;
        auto& runtime = dynamic_cast<net::AsioRuntime&>(server_->platform().services().runtime);
        std::latch begun(kThreads);
        for (int i = 0; i < kThreads; ++i)
            boost::asio::post(runtime.workers(lane), [&begun, over = over_] {
                begun.count_down();
                over.wait();
            });
        begun.wait();
    }
    void release() {
        if (!std::exchange(released_, true)) promise_.set_value();
    }

    RawConnection send_request(const std::string& request, const std::string& address,
                               const std::string& body = "") const {
        RawConnection connection(server_->port());
        connection.send(request + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: " + address +
                        "\r\nContent-Type: application/json\r\nContent-Length: " +
                        std::to_string(body.size()) + "\r\n\r\n" + body);
        return connection;
    }
    std::string answer(const std::string& request, const std::string& address,
                       const std::string& body = "") const {
        auto connection = send_request(request, address, body);
        EXPECT_TRUE(connection.ends_within(kLong)) << request;
        return connection.heard.substr(0, 12);
    }
    /// Reads until so many of them are answered, and says how often each status came.
    static std::map<std::string, int> answers(std::vector<RawConnection>& asked, int count) {
        std::map<std::string, int> result;
        const TimePoint until = time_now() + kLong;
        for (int answered = 0; answered < count && time_now() < until;) {
            answered = 0;
            result.clear();
            for (auto& connection : asked) {
                connection.ends_within(1ms);
                if (connection.heard.size() < 12) continue;
                ++answered;
                ++result[connection.heard.substr(9, 3)];
            }
        }
        return result;
    }

    std::promise<void> promise_;
    std::shared_future<void> over_{promise_.get_future()};
    bool released_ = false;
};

using Counts = std::map<std::string, int>;

TEST_F(LanesTest, SearchesThatWaitDelayNobodyElse) {
    occupy(Lane::kArchive);
    std::vector<RawConnection> searches;
    for (int i = 0; i < kArchiveOfAddress + 1; ++i)
        searches.push_back(send_request("GET /api/games", "203.0.113.7"));
    // One more than an address may have waiting: when it is refused, the others wait.
    EXPECT_EQ(answers(searches, 1), (Counts{{"429", 1}}));
    EXPECT_EQ(answer("GET /api/me", "203.0.113.8"), "HTTP/1.1 200");
    EXPECT_EQ(answer("GET /api/me", "203.0.113.7"), "HTTP/1.1 200");
    EXPECT_EQ(answer("POST /api/login", "203.0.113.8", R"({"name":"ann","password":"a guess"})"),
              "HTTP/1.1 403");
    EXPECT_EQ(answers(searches, 1), (Counts{{"429", 1}})) << "a search was answered before";
    release();
    EXPECT_EQ(answers(searches, kArchiveOfAddress + 1), (Counts{{"200", kArchiveOfAddress}, {"429", 1}}));
    EXPECT_EQ(answer("GET /api/games", "203.0.113.7"), "HTTP/1.1 200");
}

TEST_F(LanesTest, GamesThatAreOverAreLoadedAmongSearches) {
    const auto game = id_text(support::long_game(store(), UserId(1), 4));
    occupy(Lane::kArchive);
    auto ann = WebPerson::guest(port_);
    // One more than may wait for one user: it is refused before any of them is loaded.
    for (int i = 0; i < kArchiveOfAddress + 1; ++i) ann.say({{"t", "watch"}, {"game", game}});
    bool loaded = false;
    const auto refused = ann.expect_where("error", [&](const nlohmann::json& message) {
        loaded |= message["t"] == "game";
        return message["t"] == "error";
    });
    EXPECT_EQ(refused["code"], "server.busy");
    EXPECT_EQ(refused["game"], game);
    EXPECT_FALSE(loaded);
    EXPECT_EQ(answer("GET /api/me", "203.0.113.7"), "HTTP/1.1 200");
    release();
    for (int i = 0; i < kArchiveOfAddress; ++i) EXPECT_EQ(ann.expect("game")["ply"], 4);
    // In memory it waits for nobody.
    EXPECT_EQ(ann.watch(game)["ply"], 4);
}

TEST_F(LanesTest, DownloadsLeaveAThreadToSearches) {
    // While the database answers nobody, whoever asks it holds a thread.
    constexpr int kReaders = 7;
    std::latch held(kReaders);
    std::vector<std::thread> readers;
    for (int i = 0; i < kReaders; ++i)
        readers.emplace_back([&] {
            store().read([&](store::Database&) {
                held.count_down();
                over_.wait();
            });
        });
    held.wait();
    std::vector<RawConnection> downloads;
    for (int i = 0; i < 2; ++i) {
        downloads.push_back(send_request("GET /api/games/download", "203.0.113.7"));
        EXPECT_TRUE(downloads.back().hears("200 OK"));
    }
    auto& runtime = dynamic_cast<net::AsioRuntime&>(server_->platform().services().runtime);
    for (int i = 0; i < 20; ++i) {
        std::promise<void> searched;
        boost::asio::post(runtime.workers(Lane::kArchive), [&] { searched.set_value(); });
        searched.get_future().wait();
        std::this_thread::sleep_for(5ms);  // for a download that would take the thread
    }
    release();
    for (auto& reader : readers) reader.join();
    for (auto& download : downloads) EXPECT_TRUE(download.ends_within(kLong));
}

TEST_F(LanesTest, TheQueueOfSearchesHasAnEnd) {
    occupy(Lane::kArchive);
    std::vector<RawConnection> searches;
    for (int i = 0; i < kArchiveInAll + 1; ++i)
        searches.push_back(send_request("GET /api/explorer?spec=quoridor", "203.0.113." + std::to_string(i)));
    EXPECT_EQ(answers(searches, 1), (Counts{{"503", 1}}));
    EXPECT_EQ(answer("GET /api/me", "198.51.100.1"), "HTTP/1.1 200");
    release();
    EXPECT_EQ(answers(searches, kArchiveInAll + 1), (Counts{{"200", kArchiveInAll}, {"503", 1}}));
}

TEST_F(LanesTest, PasswordsThatWaitDelayNobodyElse) {
    occupy(Lane::kPassword);
    std::vector<RawConnection> logins;
    for (int i = 0; i < kPasswordsOfAddress + 1; ++i)
        logins.push_back(send_request("POST /api/login", "203.0.113.7",
                                      R"({"name":"ann)" + std::to_string(i) + R"(","password":"a guess"})"));
    EXPECT_EQ(answers(logins, 1), (Counts{{"429", 1}}));
    EXPECT_EQ(answer("GET /api/me", "203.0.113.7"), "HTTP/1.1 200");
    EXPECT_EQ(answer("GET /api/games", "203.0.113.7"), "HTTP/1.1 200");
    EXPECT_EQ(answer("POST /api/guest", "203.0.113.7", "{}"), "HTTP/1.1 200");
    EXPECT_EQ(answers(logins, 1), (Counts{{"429", 1}})) << "a password was looked at before";
    release();
    EXPECT_EQ(answers(logins, kPasswordsOfAddress + 1), (Counts{{"403", kPasswordsOfAddress}, {"429", 1}}));
}

TEST(Lanes, EveryRouteThatHashesOrSearchesHasItsOwn) {
    const auto lane = [](const char* method, const char* target) {
        http::ApiRequest request;
        request.method = method;
        request.target = target;
        return http::Api::lane_of(request);
    };
    for (const auto* target : {"/api/register", "/api/login", "/api/me/password", "/api/me/delete"})
        EXPECT_EQ(lane("POST", target), Lane::kPassword) << target;
    for (const auto* target :
         {"/api/games", "/api/games?player=ann", "/api/games/download", "/api/games/0123456789ab",
          "/api/games/0123456789ab/record", "/api/explorer", "/api/me/export", "/api/users/ann",
          "/api/users/ann/ratings", "/api/leaderboard"})
        EXPECT_EQ(lane("GET", target), Lane::kArchive) << target;
    for (const auto* target :
         {"/api/me", "/api/tv", "/api/live", "/health", "/metrics", "/api/nothing", "/ws"})
        EXPECT_EQ(lane("GET", target), Lane::kQuick) << target;

    using http::Pages;
    for (const auto* target : {"/card.png", "/game/0123456789ab/card.png?v=2",
                               "/challenge/0123456789ab/card.png", "/rules/quoridor/card.png"})
        EXPECT_EQ(Pages::lane_of(target), Lane::kPicture) << target;
    for (const auto* target :
         {"/game/0123456789ab", "/user/ann", "/tournament/x", "/challenge/x", "/sitemap.xml"})
        EXPECT_EQ(Pages::lane_of(target), Lane::kArchive) << target;
    for (const auto* target : {"/", "/?x", "/index.html", "/play", "/rules", "/rules/quoridor", "/rules/fr",
                               "/rules/fr/quoridor", "/robots.txt"})
        EXPECT_EQ(Pages::lane_of(target), Lane::kQuick) << target;
    for (const auto* target :
         {"", "x", "//", "/game", "/game/", "/game/x/y", "/assets/a.js", "/rules/x/y/z.png"})
        EXPECT_FALSE(Pages::lane_of(target)) << target;
}

}  // namespace
}  // namespace stockade::server
