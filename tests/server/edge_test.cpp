// What strangers and their browsers meet first: who is calling, through which proxies, from which page, with
// which cookie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/serve.h"
#include "support/raw_connection.h"
#include "support/scratch_folder.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::RawConnection;
using support::WebPerson;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Lines = std::vector<std::string>;

class EdgeTest : public testing::Test {
protected:
    EdgeTest() {
        settings_.port = 0;
        settings_.database = "sqlite://" + scratch_.path("games.db");
        settings_.password_cost = auth::Cost::kMinimal;
    }
    void start() {
        auto started = Server::start(settings_, nullptr);
        ASSERT_TRUE(started.ok()) << started.error().message;
        server_ = std::move(*started);
    }
    void start_behind_proxy() {
        settings_.trusted_proxies = net::loopback_networks();
        start();
    }
    std::string here() const { return "127.0.0.1:" + std::to_string(server_->port()); }

    /// The whole answer to one request with these header lines.
    std::string ask(const std::string& request, const Lines& headers, const std::string& body = "") const {
        RawConnection connection(server_->port());
        std::string text = request + " HTTP/1.1\r\nHost: " + here() + "\r\nConnection: close\r\n";
        for (const auto& line : headers) text += line + "\r\n";
        if (!body.empty())
            text +=
                "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
        EXPECT_TRUE(connection.send(text + "\r\n" + body));
        EXPECT_TRUE(connection.ends_within(10'000)) << request;
        return connection.heard;
    }
    static int status_of(const std::string& answer) {
        return answer.size() > 12 ? std::atoi(answer.c_str() + 9) : 0;
    }
    int status(const std::string& request, const Lines& headers, const std::string& body = "") const {
        return status_of(ask(request, headers, body));
    }

    /// The first line of the answer to the wish for a socket, which stays open.
    std::string upgrade(RawConnection& connection, const Lines& headers) const {
        std::string text = "GET /ws HTTP/1.1\r\nHost: " + here() +
                           "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        for (const auto& line : headers) text += line + "\r\n";
        EXPECT_TRUE(connection.send(text + "\r\n"));
        for (int i = 0; i < 500 && connection.heard.find("\r\n") == connection.heard.npos; ++i)
            if (connection.ends_within(20)) break;
        return connection.heard.substr(0, connection.heard.find("\r\n"));
    }

    support::ScratchFolder scratch_;
    Settings settings_;
    std::unique_ptr<Server> server_;
};

// --- proxies ---

TEST_F(EdgeTest, BehindAProxySocketsCountForTheirCallers) {
    start_behind_proxy();
    // More than one address may have, all of them by the same proxy.
    std::vector<RawConnection> open;
    for (int i = 0; i < 200; ++i) {
        open.emplace_back(server_->port());
        ASSERT_THAT(upgrade(open.back(), {"X-Forwarded-For: 203.0.113.7"}), HasSubstr("101")) << i;
    }
    RawConnection next(server_->port());
    EXPECT_THAT(upgrade(next, {"X-Forwarded-For: 203.0.113.7"}), HasSubstr("429"));
    EXPECT_EQ(status("GET /api/me", {"X-Forwarded-For: 203.0.113.7"}), 429);
    RawConnection other(server_->port());
    EXPECT_THAT(upgrade(other, {"X-Forwarded-For: 203.0.113.8"}), HasSubstr("101"));
    EXPECT_EQ(status("GET /api/me", {"X-Forwarded-For: 203.0.113.8"}), 200);
}

TEST_F(EdgeTest, BehindAProxyIpv6CallersCountByTheirNetwork) {
    start_behind_proxy();
    std::vector<RawConnection> open;
    for (int i = 0; i < 200; ++i) {
        open.emplace_back(server_->port());
        ASSERT_THAT(upgrade(open.back(), {"X-Forwarded-For: 2001:db8:1:2::" + std::to_string(i)}),
                    HasSubstr("101"))
            << i;
    }
    RawConnection next(server_->port());
    EXPECT_THAT(upgrade(next, {"X-Forwarded-For: 2001:db8:1:2:ffff::1"}), HasSubstr("429"));
    RawConnection other(server_->port());
    EXPECT_THAT(upgrade(other, {"X-Forwarded-For: 2001:db8:1:3::1"}), HasSubstr("101"));
}

TEST_F(EdgeTest, WhatAClientWritesIntoForwardedForIsNotBelieved) {
    start_behind_proxy();
    // The proxy's own line comes last, or its own address at the end of the line.
    bool refused = false, refused_too = false;
    for (int i = 0; i < 150; ++i) {
        const auto made_up = "X-Forwarded-For: 10.0.0." + std::to_string(i);
        refused |= status("GET /api/me", {made_up, "X-Forwarded-For: 203.0.113.7"}) == 429;
        refused_too |= status("GET /api/me", {made_up + ", 203.0.113.9"}) == 429;
    }
    EXPECT_TRUE(refused);
    EXPECT_TRUE(refused_too);
    EXPECT_EQ(status("GET /api/me", {"X-Forwarded-For: 203.0.113.8"}), 200);
}

TEST_F(EdgeTest, MetricsAreForThisMachineOnly) {
    start_behind_proxy();
    EXPECT_EQ(status("GET /metrics", {}), 200);
    for (const Lines& headers :
         {Lines{"X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 203.0.113.7"},
          Lines{"X-Forwarded-For: 203.0.113.7"}, Lines{"X-Forwarded-For: 127.0.0.1, 203.0.113.7"},
          Lines{"X-Forwarded-For: 127.0.0.1"}, Lines{"X-Forwarded-For:"}, Lines{"Forwarded: for=127.0.0.1"},
          Lines{"Via: 1.1 proxy"}, Lines{"X-Real-IP: 127.0.0.1"}})
        EXPECT_EQ(status("GET /metrics", headers), 403) << headers[0];
}

TEST_F(EdgeTest, WithoutATrustedProxyForwardedForIsIgnored) {
    start();
    bool refused = false;
    for (int i = 0; i < 150 && !refused; ++i)
        refused = status("GET /api/me", {"X-Forwarded-For: 10.0.0." + std::to_string(i)}) == 429;
    EXPECT_TRUE(refused);
    // Somebody's proxy that the server was not told about is no way to the figures either.
    EXPECT_EQ(status("GET /metrics", {"X-Forwarded-For: 203.0.113.7"}), 403);
}

// --- pages of others ---

TEST_F(EdgeTest, AnOriginThatOnlyBeginsLikeOursIsAnother) {
    settings_.limits = false;
    settings_.origins = {"https://play.example.org"};
    start();
    for (const auto& origin :
         {"http://" + here(), "https://" + here(), std::string("https://play.example.org")}) {
        EXPECT_EQ(status("POST /api/guest", {"Origin: " + origin}, "{}"), 200) << origin;
        RawConnection socket(server_->port());
        EXPECT_THAT(upgrade(socket, {"Origin: " + origin}), HasSubstr("101")) << origin;
    }
    for (const auto& origin :
         {"http://" + here() + ".evil.example", "http://" + here() + "/", "http://" + here() + "0",
          "http://evil.example/" + here(), "http://" + here().substr(0, here().size() - 1),
          "http://x" + here(), "http://x@" + here(), "ftp://" + here(), here(), std::string("null"),
          std::string("http://"), std::string("https://play.example.org.evil.example"),
          std::string("https://play.example.org:8443"), std::string("http://play.example.org"),
          std::string("https://PLAY.example.org")}) {
        EXPECT_EQ(status("POST /api/guest", {"Origin: " + origin}, "{}"), 403) << origin;
        RawConnection socket(server_->port());
        EXPECT_THAT(upgrade(socket, {"Origin: " + origin}), HasSubstr("403")) << origin;
    }
}

// --- cookies ---

/// The attributes of the session's cookie in an answer, each with a semicolon before it.
std::string session_cookie(const std::string& answer) {
    const auto begin = answer.find("Set-Cookie: stockade=");
    if (begin == answer.npos) return {};
    const auto line = answer.substr(begin, answer.find("\r\n", begin) - begin);
    return line.substr(line.find(';')) + ";";
}

TEST_F(EdgeTest, NoScriptAndNoOtherPageGetsTheSessionCookie) {
    settings_.limits = false;
    start();
    const auto guest = ask("POST /api/guest", {}, "{}");
    const auto account = ask("POST /api/register", {}, R"({"name":"ann","password":"long enough"})");
    const auto again = ask("POST /api/login", {}, R"({"name":"ann","password":"long enough"})");
    const auto gone = ask("POST /api/logout", {}, "{}");
    for (const auto& answer : {guest, account, again, gone}) {
        EXPECT_THAT(session_cookie(answer), HasSubstr("; HttpOnly;"));
        EXPECT_THAT(session_cookie(answer), HasSubstr("; SameSite=Lax;"));
        EXPECT_THAT(session_cookie(answer), HasSubstr("; Path=/;"));
        EXPECT_THAT(session_cookie(answer), Not(HasSubstr("Domain")));
        // Over plain HTTP a browser would not send it back.
        EXPECT_THAT(session_cookie(answer), Not(HasSubstr("Secure")));
    }
    EXPECT_THAT(session_cookie(gone), HasSubstr("; Max-Age=0;"));
}

TEST_F(EdgeTest, SecureCookiesAreForTlsOnly) {
    settings_.secure_cookies = true;
    start();
    EXPECT_THAT(session_cookie(ask("POST /api/guest", {}, "{}")), HasSubstr("; Secure;"));
}

}  // namespace
}  // namespace stockade::server
