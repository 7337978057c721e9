// What strangers and their browsers meet first: who is calling, through which proxies, from which page, with
// which cookie.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <cstdlib>

#include "support/command.h"
#include "support/postgres.h"
#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::RawConnection;
using support::WebPerson;
using testing::HasSubstr;
using testing::Not;

using Lines = std::vector<std::string>;

class EdgeTest : public support::ServerFixture {
protected:
    EdgeTest() {
        settings_.limits = true;
        // However slow the machine: connections below neither speak nor answer pings.
        settings_.patience.idle = settings_.patience.silence = 10min;
    }
    void SetUp() override {}  // each test starts its server itself
    void start_behind_proxy() {
        settings_.trusted_proxies = net::loopback_networks();
        start();
    }
    std::string here() const { return "127.0.0.1:" + std::to_string(server_->port()); }

    /// The whole answer to one request with these header lines.
    std::string send_request(const std::string& request, const Lines& headers,
                             const std::string& body = "") const {
        RawConnection connection(server_->port());
        std::string text = request + " HTTP/1.1\r\nHost: " + here() + "\r\nConnection: close\r\n";
        for (const auto& line : headers) text += line + "\r\n";
        if (!body.empty())
            text +=
                "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
        EXPECT_TRUE(connection.send(text + "\r\n" + body));
        EXPECT_TRUE(connection.ends_within(10s)) << request;
        return connection.heard;
    }
    static int status_of(const std::string& answer) {
        return answer.size() > 12 ? std::atoi(answer.c_str() + 9) : 0;
    }
    /// The code in the body of an answer; empty where the body is no error of the API.
    static std::string code_of(const std::string& answer) {
        const auto body = answer.find("\r\n\r\n");
        if (body == answer.npos) return {};
        const auto error = json::parse(answer.substr(body + 4), nullptr, false);
        if (!error.is_object() || !error.contains("error") || !error.contains("args")) return {};
        return error.value("code", "");
    }
    int status(const std::string& request, const Lines& headers, const std::string& body = "") const {
        return status_of(send_request(request, headers, body));
    }

    /// The first line of the answer to the wish for a socket, which stays open.
    std::string upgrade(RawConnection& connection, const Lines& headers) const {
        std::string text = "GET /ws HTTP/1.1\r\nHost: " + here() +
                           "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        for (const auto& line : headers) text += line + "\r\n";
        EXPECT_TRUE(connection.send(text + "\r\n"));
        for (int i = 0; i < 500 && connection.heard.find("\r\n") == connection.heard.npos; ++i)
            if (connection.ends_within(20ms)) break;
        return connection.heard.substr(0, connection.heard.find("\r\n"));
    }
    /// One that is open, as soon as its address has made few enough requests.
    RawConnection open_socket(const std::string& header) const {
        const TimePoint until = time_now() + support::kPatience;
        for (;;) {
            RawConnection connection(server_->port());
            const auto answer = upgrade(connection, {header});
            const bool often = answer.find("429") != answer.npos && time_now() < until;
            EXPECT_TRUE(often || answer.find("101") != answer.npos) << answer;
            if (!often) return connection;
            connection.ends_within(50ms);
        }
    }
};

// --- proxies ---

TEST_F(EdgeTest, BehindAProxySocketsCountForTheirCallers) {
    start_behind_proxy();
    // More than one address may have, all of them by the same proxy.
    std::vector<RawConnection> open;
    for (int i = 0; i < 200; ++i) {
        open.push_back(open_socket("X-Forwarded-For: 203.0.113.7"));
    }
    RawConnection next(server_->port());
    EXPECT_THAT(upgrade(next, {"X-Forwarded-For: 203.0.113.7"}), HasSubstr("429"));
    EXPECT_TRUE(next.hears("at most 200 connections"));
    EXPECT_EQ(status("GET /api/me", {"X-Forwarded-For: 203.0.113.7"}), 429);
    RawConnection other(server_->port());
    EXPECT_THAT(upgrade(other, {"X-Forwarded-For: 203.0.113.8"}), HasSubstr("101"));
    EXPECT_EQ(status("GET /api/me", {"X-Forwarded-For: 203.0.113.8"}), 200);
}

TEST_F(EdgeTest, BehindAProxyIpv6CallersCountByTheirNetwork) {
    start_behind_proxy();
    std::vector<RawConnection> open;
    for (int i = 0; i < 200; ++i) {
        open.push_back(open_socket("X-Forwarded-For: 2001:db8:1:2::" + std::to_string(i)));
    }
    RawConnection next(server_->port());
    EXPECT_THAT(upgrade(next, {"X-Forwarded-For: 2001:db8:1:2:ffff::1"}), HasSubstr("429"));
    EXPECT_TRUE(next.hears("at most 200 connections"));
    RawConnection other(server_->port());
    EXPECT_THAT(upgrade(other, {"X-Forwarded-For: 2001:db8:1:3::1"}), HasSubstr("101"));
}

TEST_F(EdgeTest, WhatAClientWritesIntoForwardedForIsNotBelieved) {
    start_behind_proxy();
    // The proxy's own line comes last, or its own address at the end of the line.
    // Ten new guests of one address are allowed at once, then one every 20 seconds.
    bool refused = false, refused_too = false;
    for (int i = 0; i < 15; ++i) {
        const auto made_up = "X-Forwarded-For: 10.0.0." + std::to_string(i);
        refused |= status("POST /api/guest", {made_up, "X-Forwarded-For: 203.0.113.7"}, "{}") == 429;
        refused_too |= status("POST /api/guest", {made_up + ", 203.0.113.9"}, "{}") == 429;
    }
    EXPECT_TRUE(refused);
    EXPECT_TRUE(refused_too);
    EXPECT_EQ(status("POST /api/guest", {"X-Forwarded-For: 203.0.113.8"}, "{}"), 200);
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

TEST_F(EdgeTest, MetricsAreForTheReadersThatTheServerWasTold) {
    settings_.metrics_readers = {*net::Network::parse("10.0.0.0/8")};
    start();
    EXPECT_EQ(status("GET /metrics", {}), 403);
    settings_.metrics_readers.push_back(*net::Network::parse("127.0.0.0/8"));
    start();
    EXPECT_EQ(status("GET /metrics", {}), 200);
    EXPECT_EQ(status("GET /metrics", {"X-Forwarded-For: 10.0.0.7"}), 403);
}

TEST_F(EdgeTest, WithoutATrustedProxyForwardedForIsIgnored) {
    start();
    bool refused = false;
    for (int i = 0; i < 15 && !refused; ++i)
        refused = status("POST /api/guest", {"X-Forwarded-For: 10.0.0." + std::to_string(i)}, "{}") == 429;
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
    const auto guest = send_request("POST /api/guest", {}, "{}");
    const auto account = send_request("POST /api/register", {}, R"({"name":"ann","password":"long enough"})");
    const auto again = send_request("POST /api/login", {}, R"({"name":"ann","password":"long enough"})");
    const auto gone = send_request("POST /api/logout", {}, "{}");
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
    EXPECT_THAT(session_cookie(send_request("POST /api/guest", {}, "{}")), HasSubstr("; Secure;"));
}

// --- what a browser is told ---

TEST_F(EdgeTest, BrowsersStayWithTlsWhereThereIsTls) {
    settings_.secure_cookies = true;
    start();
    for (const auto* request : {"GET /api/me", "GET /health", "GET /", "GET /api/nothing"})
        EXPECT_THAT(send_request(request, {}), HasSubstr("Strict-Transport-Security: max-age=31536000\r\n"))
            << request;
}

TEST_F(EdgeTest, BrowsersAreNotTiedToATlsThatIsNotThere) {
    start();
    EXPECT_THAT(send_request("GET /api/me", {}), Not(HasSubstr("Strict-Transport-Security")));
}

// --- upgrades ---

TEST_F(EdgeTest, AnUpgradeThatFailsIsAnswered) {
    settings_.limits = false;
    start();
    const auto guest = send_request("POST /api/guest", {}, "{}");
    const auto begin = guest.find("stockade=");
    const auto cookie = "Cookie: " + guest.substr(begin, guest.find(';', begin) - begin);
    RawConnection before(server_->port());
    EXPECT_THAT(upgrade(before, {cookie}), HasSubstr("101"));
    // The database does not answer what it is asked.
    ASSERT_TRUE(server_->platform().store().write_now(
        [](store::Database& database) { database << "alter table sessions rename to hidden"; }));
    RawConnection during(server_->port());
    EXPECT_THAT(upgrade(during, {cookie}), HasSubstr("500"));
    EXPECT_TRUE(during.ends_within(10s));
    EXPECT_EQ(code_of(during.heard), "server.internal");
    ASSERT_TRUE(server_->platform().store().write_now(
        [](store::Database& database) { database << "alter table hidden rename to sessions"; }));
    RawConnection after(server_->port());
    EXPECT_THAT(upgrade(after, {cookie}), HasSubstr("101"));
}

TEST_F(EdgeTest, AConnectionTooManyIsAnswered) {
    start();
    std::vector<RawConnection> many;
    for (int i = 0; i < 200; ++i) many.emplace_back(server_->port());
    RawConnection next(server_->port());
    EXPECT_THAT(upgrade(next, {}), HasSubstr("429"));
    EXPECT_TRUE(next.ends_within(10s));
    EXPECT_EQ(code_of(next.heard), "server.connections-of-address");
    EXPECT_THAT(next.heard, HasSubstr("expected at most 200 connections of one address"));
}

// --- errors ---

TEST_F(EdgeTest, EveryRefusalOfTheApiHasACode) {
    settings_.limits = false;
    start();
    const auto code = [&](const std::string& request, const Lines& headers, const std::string& body = "") {
        const auto answer = send_request(request, headers, body);
        return std::to_string(status_of(answer)) + " " + code_of(answer);
    };
    const auto upgrade_with = [&](const std::string& header) {
        RawConnection connection(server_->port());
        upgrade(connection, {header});
        EXPECT_TRUE(connection.ends_within(support::kPatience)) << header;
        return std::to_string(status_of(connection.heard)) + " " + code_of(connection.heard);
    };
    EXPECT_EQ(upgrade_with("Authorization: Bearer no-such-token"), "401 server.token-invalid");
    EXPECT_EQ(upgrade_with("Origin: https://elsewhere.example"), "403 server.origin");
    EXPECT_EQ(code("GET /ws", {}), "404 server.no-route");
    EXPECT_EQ(code("GET /api/nothing", {}), "404 server.no-route");
    EXPECT_EQ(code("DELETE /api/tv", {}), "405 server.method");
    EXPECT_EQ(code("GET /metrics", {"Via: 1.1 proxy"}), "403 server.metrics-elsewhere");
    EXPECT_EQ(code("GET /api/me/tokens", {}), "401 server.sign-in");
    EXPECT_EQ(code("POST /api/guest", {}), "415 server.content-type");
    EXPECT_EQ(code("POST /api/guest", {}, "[]"), "400 server.expected-object");
    EXPECT_EQ(code("GET /" + std::string(20'000, 'a'), {}), "431 server.headers-long");
    EXPECT_EQ(code("POST /api/guest", {}, std::string(16'385, ' ')), "413 server.body-long");
    EXPECT_EQ(code("GET / and more", {}), "400 server.request-form");
}

// --- texts ---

/// SQLite takes any bytes, PostgreSQL does not: both are asked.
class EdgeTextTest : public EdgeTest, public testing::WithParamInterface<std::string> {
protected:
    void SetUp() override {
        if (GetParam() == "postgresql") {
            static support::Postgres postgres;
            ASSERT_TRUE(postgres.started()) << postgres.why();
            settings_.database = postgres.url();
        }
        settings_.limits = false;
        start();
    }
};

TEST_P(EdgeTextTest, BytesThatAreNoUtf8AreRefusedEverywhere) {
    const auto account = send_request("POST /api/register", {}, R"({"name":"ann","password":"long enough"})");
    const auto begin = account.find("stockade=");
    const auto cookie = "Cookie: " + account.substr(begin, account.find(';', begin) - begin);
    for (const std::string bad : {"%ff", "%c3%28", "%ed%a0%80", "%00", "a%00b", "%e2%80%ae", "\xff"})
        for (const auto& target :
             {"/api/users/" + bad, "/api/users/" + bad + "/ratings?type=quoridor",
              "/api/users/ann/ratings?type=" + bad, "/api/games?player=" + bad, "/api/games?opponent=" + bad,
              "/api/games?type=" + bad, "/api/games?result=" + bad, "/api/games?opening=" + bad,
              "/api/games?cursor=" + bad, "/api/games?" + bad + "=1", "/api/games/download?player=" + bad,
              "/api/games/" + bad, "/api/games/" + bad + "/record", "/api/explorer?spec=" + bad,
              "/api/explorer?turns=" + bad, "/api/live?type=" + bad, "/api/leaderboard?type=" + bad,
              "/api/challenges/" + bad, "/api/tournaments/" + bad})
            EXPECT_EQ(status("GET " + target, {cookie}), 400) << target;
    EXPECT_THAT(send_request("GET /api/games?player=ab%ff", {}),
                HasSubstr("player: expected UTF-8, got the byte 0xff at 2"));
    for (const std::string bad : {"\xff", "\xc3(", "\\u0000", "\xe2\x80\xae", "\\u2066"}) {
        const std::vector<std::pair<std::string, std::string>> posts{
            {"/api/register", R"({"name":"@","password":"long enough"})"},
            {"/api/login", R"({"name":"@","password":"long enough"})"},
            {"/api/login", R"({"name":"ann","password":"@"})"},
            {"/api/me/tokens", R"({"label":"@"})"},
            {"/api/mute", R"({"name":"@"})"},
            {"/api/reports", R"({"name":"ann","text":"@"})"},
            {"/api/challenges", R"({"spec":"quoridor","clock":"60+0","to":"@"})"},
            {"/api/tournaments",
             R"({"name":"@","spec":"quoridor-mini","clock":"60+0","starts_in":0,"minutes":5})"}};
        for (auto [target, body] : posts) {
            body.replace(body.find('@'), 1, bad);
            EXPECT_EQ(status("POST " + target, {cookie}, body), 400) << target << ' ' << body;
        }
    }
    // What is text is taken.
    EXPECT_EQ(status("POST /api/me/tokens", {cookie}, "{\"label\":\"caf\xc3\xa9\"}"), 200);
    EXPECT_EQ(status("GET /api/users/caf%c3%a9", {}), 404);
}

INSTANTIATE_TEST_SUITE_P(Databases, EdgeTextTest, testing::Values("sqlite", "postgresql"),
                         [](const auto& test) { return test.param; });

TEST_F(EdgeTest, NamesOfPeopleInChargeCannotBeRegistered) {
    settings_.limits = false;
    start();
    for (const std::string name : {"admin", "Adm1n", "moderator", "Bob_Admin"})
        EXPECT_EQ(status("POST /api/register", {}, R"({"name":")" + name + R"(","password":"long enough"})"),
                  409)
            << name;
    EXPECT_EQ(status("POST /api/register", {}, R"({"name":"badminton","password":"long enough"})"), 200);
}

// --- the password of the database ---

TEST_F(EdgeTest, TheDatabaseMayBeNamedInAFile) {
    const auto serve = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"--no-page", "--log", "off"});
        return support::run_command(cli::add_serve, "serve", arguments).err;
    };
    // The server is told of another kind of database, so that it refuses at once.
    EXPECT_THAT(serve({"--database-file", scratch_.put("a", "in-a-file://x\n")}),
                HasSubstr("got 'in-a-file'"));
    EXPECT_THAT(serve({"--database-file", scratch_.path("missing")}),
                HasSubstr("--database-file: cannot read '" + scratch_.path("missing") + "': No such file"));
    for (const auto* text : {"", "\n", "mysql://one\nmysql://two\n"})
        EXPECT_THAT(serve({"--database-file", scratch_.put("b", text)}),
                    HasSubstr("--database-file: expected one line with the address of a database"))
            << text;
    setenv("STOCKADE_DATABASE", "in-a-variable://x", 1);
    EXPECT_THAT(serve({}), HasSubstr("got 'in-a-variable'"));
    // Programs that the server starts do not inherit it.
    EXPECT_EQ(getenv("STOCKADE_DATABASE"), nullptr);
    EXPECT_THAT(serve({"--database", "mysql://a", "--database-file", scratch_.path("a")}),
                HasSubstr("excludes"));
}

}  // namespace
}  // namespace stockade::server
