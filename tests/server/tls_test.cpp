// The whole server over TLS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>

#include "support/certificate.h"
#include "support/command.h"
#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

namespace asio = boost::asio;
using support::json;
using support::kPatience;
using support::RawConnection;
using support::WebPerson;
using testing::HasSubstr;

class TlsTest : public support::ServerFixture {
protected:
    TlsTest() {
        const auto made = support::make_certificate("IP:127.0.0.1");
        settings_.patience.request = 500ms;
        settings_.tls_certificate = scratch_.put("certificate.pem", made.certificate);
        settings_.tls_key = scratch_.put("key.pem", made.key);
    }

    client::Url url(const std::string& host = "127.0.0.1") const {
        return {host, std::to_string(server_->port()), true, settings_.tls_certificate};
    }

    /// Whether a handshake succeeds for a client that knows no version above this one.
    bool handshake(int newest) const {
        asio::io_context context;
        asio::ssl::context tls(asio::ssl::context::tls_client);
        SSL_CTX_set_min_proto_version(tls.native_handle(), 0);
        SSL_CTX_set_max_proto_version(tls.native_handle(), newest);
        SSL_CTX_set_cipher_list(tls.native_handle(), "ALL:@SECLEVEL=0");
        asio::ssl::stream<asio::ip::tcp::socket> stream(context, tls);
        stream.next_layer().connect({asio::ip::make_address("127.0.0.1"), server_->port()});
        boost::system::error_code problem;
        stream.handshake(asio::ssl::stream_base::client, problem);
        return !problem;
    }

    std::string refusal(const std::string& certificate, const std::string& key) const {
        auto settings = settings_;
        settings.tls_certificate = certificate;
        settings.tls_key = key;
        const auto started = Server::start(settings, nullptr);
        return started ? "" : started.error().message;
    }
};

TEST_F(TlsTest, AccountsAndAGame) {
    WebPerson ann(url());
    ann.post("/api/register", {{"name", "ann"}, {"password", "long enough"}});
    EXPECT_EQ(ann.status, 200) << ann.body;
    WebPerson again(url());
    EXPECT_EQ(again.post("/api/login", {{"name", "ann"}, {"password", "long enough"}})["user"]["name"],
              "ann");
    again.connect();
    WebPerson bob(url());
    bob.post("/api/guest", json::object());
    bob.connect();
    const auto game = support::pair(again, bob, "quoridor-mini", "600+5");
    again.turn(game, 0, "c2");
    EXPECT_EQ(bob.turn_at(1)["turn"], "c2");
    bob.turn(game, 1, "d5");
    EXPECT_EQ(again.turn_at(2)["turn"], "d5");
    again.socket().close();
}

TEST_F(TlsTest, CookiesAreForTlsOnly) {
    const auto answer =
        client::call(url(), "POST", "/api/guest", "{}", {{"Content-Type", "application/json"}});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_THAT(answer->headers.at("set-cookie"), HasSubstr("; Secure"));
}

TEST_F(TlsTest, ClientsCheckWhomTheyTalkTo) {
    EXPECT_TRUE(client::call(url(), "GET", "/health", "", {}).ok());
    auto unknown = url();
    unknown.authorities.clear();
    EXPECT_FALSE(client::call(unknown, "GET", "/health", "", {}).ok());
    EXPECT_FALSE(client::WebSocket::connect(unknown, {}).ok());
    // The certificate is trusted, but for another name.
    EXPECT_FALSE(client::call(url("localhost"), "GET", "/health", "", {}).ok());
    unknown.authorities = scratch_.put("empty.pem", "");
    const auto refused = client::call(unknown, "GET", "/health", "", {});
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("--ca"));
}

TEST_F(TlsTest, OldVersionsAreRefused) {
    EXPECT_FALSE(handshake(TLS1_1_VERSION));
    EXPECT_TRUE(handshake(TLS1_2_VERSION));
    EXPECT_TRUE(handshake(TLS1_3_VERSION));
}

TEST_F(TlsTest, WhoSpeaksNoTlsIsLetGo) {
    RawConnection plain(server_->port());
    plain.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(plain.ends_within(kPatience));
    EXPECT_EQ(plain.heard.find("HTTP/1.1 200"), plain.heard.npos);
    const TimePoint begun = time_now();
    RawConnection silent(server_->port());
    EXPECT_TRUE(silent.ends_within(kPatience));
    EXPECT_GE(time_now() - begun, settings_.patience.request);
    RawConnection half(server_->port());
    half.send("\x16\x03\x01");
    EXPECT_TRUE(half.ends_within(kPatience));
    EXPECT_EQ(client::call(url(), "GET", "/health", "", {})->status, 200);
}

TEST_F(TlsTest, OneConnectionTooManyIsToldSo) {
    constexpr int kMaxOfAddress = 200;
    settings_.limits = true;
    settings_.patience.request = 10min;  // however slow the machine: none of them ends by itself
    start();
    std::vector<std::unique_ptr<RawConnection>> open;
    for (int i = 0; i < kMaxOfAddress; ++i) open.push_back(std::make_unique<RawConnection>(port_));
    const auto answer = client::call(url(), "GET", "/health", "", {});
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_EQ(answer->status, 429);
    EXPECT_THAT(answer->body, HasSubstr("expected at most 200 connections of one address"));
}

TEST_F(TlsTest, BadFilesAreExplained) {
    const auto other = support::make_certificate("IP:127.0.0.1");
    const auto& certificate = settings_.tls_certificate;
    const auto& key = settings_.tls_key;
    const auto missing = scratch_.path("missing.pem");
    EXPECT_EQ(refusal(certificate, ""), "--tls-certificate and --tls-key: expected both or none");
    EXPECT_EQ(refusal("", key), "--tls-certificate and --tls-key: expected both or none");
    EXPECT_EQ(refusal(missing, key),
              "--tls-certificate: cannot read '" + missing + "': No such file or directory");
    EXPECT_EQ(refusal(certificate, missing),
              "--tls-key: cannot read '" + missing + "': No such file or directory");
    EXPECT_EQ(refusal(scratch_.path().string(), key),
              "--tls-certificate: cannot read '" + scratch_.path().string() + "': Is a directory");
    EXPECT_EQ(refusal(key, key), "--tls-certificate: expected certificates in PEM in '" + key + "'");
    EXPECT_EQ(refusal(certificate, certificate),
              "--tls-key: expected a private key in PEM without a password in '" + certificate + "'");
    const auto stranger = scratch_.put("other.pem", other.key);
    EXPECT_EQ(refusal(certificate, stranger), "--tls-key: the key in '" + stranger +
                                                  "' does not belong to the certificate in '" + certificate +
                                                  "'");
    const auto run = support::run_command(
        cli::add_serve, "serve",
        {"--no-page", "--database", settings_.database, "--tls-certificate", missing, "--tls-key", key});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err,
              "stockade: --tls-certificate: cannot read '" + missing + "': No such file or directory\n");
}

}  // namespace
}  // namespace stockade::server
