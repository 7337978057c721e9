// Connections that are slow, silent, oversized or too many: the server lets go of them, and of nobody else.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "support/raw_connection.h"
#include "support/server_fixture.h"

namespace stockade::server {
namespace {

using support::comes;
using support::frame;
using support::kPatience;
using support::Opcode;
using support::RawConnection;

/// Nothing ends for want of time, however slow the machine: what ends a connection is something else.
constexpr Patience kUnhurried{.request = 2 * kPatience, .idle = 2 * kPatience, .silence = 2 * kPatience};

class SheddingTest : public support::ServerFixture {
protected:
    SheddingTest() {
        settings_.limits = true;
        settings_.patience = {
            .request = 300ms, .idle = 1500ms, .answer = 1s, .goodbye = 300ms, .silence = 600ms};
    }
    void restart(const Patience& patience) {
        settings_.patience = patience;
        start();
    }

    /// How many pings the bytes from a server hold. Their text is a time in milliseconds, of 13 digits.
    static int pings_in(std::string_view heard) {
        int count = 0;
        for (auto at = heard.find("\x89\x0d"); at != heard.npos; at = heard.find("\x89\x0d", at + 1)) ++count;
        return count;
    }
    /// Whether the server comes to have so many sockets.
    bool sockets_become(int count) {
        return comes([&] { return server_->platform().sockets() == count; });
    }

    /// The server answers what is said with a status, and ends the connection.
    void expect_end_with(int status, const std::vector<std::string>& said) const {
        RawConnection connection(port_);
        for (const auto& part : said) connection.send(part);
        EXPECT_TRUE(connection.ends_within(kPatience)) << status;
        EXPECT_EQ(connection.heard.rfind("HTTP/1.1 " + std::to_string(status), 0), 0u) << connection.heard;
    }
};

TEST_F(SheddingTest, AConnectionThatSaysNothing) {
    const TimePoint begun = time_now();
    RawConnection silent(port_);
    EXPECT_TRUE(silent.ends_within(kPatience));
    EXPECT_GE(time_now() - begun, settings_.patience.idle);
}

TEST_F(SheddingTest, ARequestByteByByte) {
    RawConnection slow(port_);
    const auto begun = time_now();
    bool ended = false;
    for (int i = 0; !ended && time_now() < begun + kPatience; ++i) {
        slow.send(i < 16 ? std::string(1, "GET / HTTP/1.1\r\n"[i]) : "a");
        ended = slow.ends_within(20ms);
    }
    EXPECT_TRUE(ended);
    EXPECT_GE(time_now() - begun, settings_.patience.request);
}

TEST_F(SheddingTest, ABodyThatDoesNotCome) {
    const TimePoint begun = time_now();
    RawConnection slow(port_);
    slow.send("POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{");
    EXPECT_TRUE(slow.ends_within(kPatience));
    EXPECT_GE(time_now() - begun, settings_.patience.request);
    EXPECT_EQ(slow.heard, "");
}

TEST_F(SheddingTest, TooLongARequest) {
    expect_end_with(431, {"GET / HTTP/1.1\r\nX: " + std::string(20'000, 'a')});
    expect_end_with(
        413, {"POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 16385\r\n\r\n"});
    const std::string chunk = std::string(0x2000, ' ') + "\r\n2000\r\n";
    expect_end_with(
        413, {"POST /api/guest HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2000\r\n", chunk, chunk, chunk});
    expect_end_with(400, {"\x16\x03\x01 this is something else\r\n\r\n"});
}

TEST_F(SheddingTest, TooManyOfOneAddress) {
    restart(kUnhurried);
    std::vector<RawConnection> many;
    for (int i = 0; i < 200; ++i) many.emplace_back(port_);
    RawConnection next(port_);
    EXPECT_TRUE(next.ends_within(kPatience));
    many.clear();
    EXPECT_TRUE(comes([&] {
        RawConnection again(port_);
        again.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        again.ends_within(kPatience);
        return again.heard.rfind("HTTP/1.1 200", 0) == 0;
    }));
}

TEST_F(SheddingTest, ASocketThatReadsNothingAndAnswersNoPing) {
    restart({.request = 300ms, .idle = 1500ms, .answer = 1s, .goodbye = 300ms, .silence = 3s});
    RawConnection dead(port_);
    dead.upgrade();
    // A client that answers pings stays, although it says nothing else.
    std::optional<RawConnection> living(std::in_place, port_);
    living->upgrade();
    EXPECT_TRUE(sockets_become(2));
    int answered = 0;
    const auto answer_pings = [&] {
        ASSERT_FALSE(living->ends_within(20ms));
        for (int asked = pings_in(living->heard); answered < asked; ++answered)
            living->send(frame(Opcode::kPong, true, ""));
    };
    const TimePoint until = time_now() + kPatience;
    while (server_->platform().sockets() == 2 && time_now() < until) ASSERT_NO_FATAL_FAILURE(answer_pings());
    // The server still pings it after the other one is gone.
    for (const int then = answered; answered < then + 2 && time_now() < until;)
        ASSERT_NO_FATAL_FAILURE(answer_pings());
    EXPECT_EQ(server_->platform().sockets(), 1);
    living.reset();
    EXPECT_TRUE(sockets_become(0));
}

TEST_F(SheddingTest, TooLongAFrame) {
    restart(kUnhurried);
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, true, std::string(4097, ' ')).substr(0, 100));
    EXPECT_TRUE(client.ends_within(kPatience));
    // At the header, not for want of the rest: it is told so, 1009.
    EXPECT_NE(client.heard.find("\x88\x02\x03\xf1"), client.heard.npos);
}

TEST_F(SheddingTest, TooLongAMessageInFragments) {
    restart(kUnhurried);
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, false, std::string(2000, ' ')));
    client.send(frame(Opcode::kContinuation, false, std::string(2000, ' ')));
    // So much is taken: a ping after it is answered.
    client.send(frame(Opcode::kPing, true, "so far"));
    EXPECT_TRUE(client.hears("so far"));
    client.send(frame(Opcode::kContinuation, false, std::string(97, ' ')));
    EXPECT_TRUE(client.ends_within(kPatience));
    EXPECT_NE(client.heard.find("\x88\x02\x03\xf1"), client.heard.npos);
}

TEST_F(SheddingTest, AMessageThatNeverEnds) {
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, false, "{"));
    bool ended = false;
    // The pong is a sign of life: it is not for silence that the connection ends.
    for (int i = 0; i < 100 && !ended; ++i) {
        client.send(frame(Opcode::kPong, true, "") + frame(Opcode::kContinuation, false, " "));
        ended = client.ends_within(20ms);
    }
    EXPECT_TRUE(ended);
    EXPECT_TRUE(sockets_become(0));
}

TEST_F(SheddingTest, EmptyFragmentsAreNoSignOfLife) {
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, false, ""));
    bool ended = false;
    for (int i = 0; i < 100 && !ended; ++i) {
        client.send(frame(Opcode::kContinuation, false, ""));
        ended = client.ends_within(20ms);
    }
    EXPECT_TRUE(ended);
}

TEST_F(SheddingTest, FloodsThatAreNoMessages) {
    restart(kUnhurried);
    RawConnection pings(port_);
    pings.upgrade();
    for (int i = 0; i < 200; ++i) pings.send(frame(Opcode::kPing, true, ""));
    EXPECT_TRUE(pings.ends_within(kPatience));

    // Bytes are counted over a quarter of that silence: time enough for a slow machine to take too many.
    restart({.request = 300ms, .idle = 1500ms, .answer = 1s, .goodbye = 300ms, .silence = 8s});
    RawConnection fragments(port_);
    fragments.upgrade();
    fragments.send(frame(Opcode::kText, false, ""));
    std::string many;
    for (int i = 0; i < 1000; ++i) many += frame(Opcode::kContinuation, false, "");
    std::size_t sent = 0;
    // Kept alive by pongs, so that only the amount can end it.
    const auto alive = frame(Opcode::kPong, true, "");
    bool ended = false;
    const TimePoint until = time_now() + kPatience;
    for (int i = 0; !ended && time_now() < until; ++i) {
        if (fragments.send(i % 50 ? many : many + alive)) sent += many.size();
        ended = fragments.ends_within(0ms);
    }
    EXPECT_TRUE(ended);
    EXPECT_GT(sent, 1u << 20);
}

}  // namespace
}  // namespace stockade::server
