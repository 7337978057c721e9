// Connections that are slow, silent, oversized or too many: the server lets go of them, and of nobody else.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/raw_connection.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::frame;
using support::Opcode;
using support::RawConnection;
using support::WebPerson;

constexpr Ms kLong = 3000;  // far more than any patience below

void sleep(Ms time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

class SheddingTest : public support::ServerFixture {
protected:
    SheddingTest() {
        settings_.limits = true;
        settings_.patience = {.request = 300, .idle = 1500, .answer = 1000, .goodbye = 300, .silence = 600};
    }
    void restart(const Patience& patience) {
        settings_.patience = patience;
        start();
    }

    /// Whether the server comes to have so many sockets.
    bool sockets_become(int count) {
        for (const Ms until = now_ms() + kLong; now_ms() < until; sleep(10))
            if (server_->platform().sockets() == count) return true;
        return false;
    }

    /// The server answers what is said with a status, and ends the connection.
    void expect_end_with(int status, const std::vector<std::string>& said) const {
        RawConnection connection(port_);
        for (const auto& part : said) connection.send(part);
        EXPECT_TRUE(connection.ends_within(kLong)) << status;
        EXPECT_EQ(connection.heard.rfind("HTTP/1.1 " + std::to_string(status), 0), 0u) << connection.heard;
    }
};

TEST_F(SheddingTest, AConnectionThatSaysNothing) {
    RawConnection silent(port_);
    EXPECT_FALSE(silent.ends_within(300));
    EXPECT_TRUE(silent.ends_within(kLong));
}

TEST_F(SheddingTest, ARequestByteByByte) {
    RawConnection slow(port_);
    const auto begun = now_ms();
    bool ended = false;
    for (int i = 0; !ended && now_ms() < begun + kLong; ++i) {
        slow.send(i < 16 ? std::string(1, "GET / HTTP/1.1\r\n"[i]) : "a");
        ended = slow.ends_within(20);
    }
    EXPECT_TRUE(ended);
    EXPECT_GE(now_ms() - begun, 290);
}

TEST_F(SheddingTest, ABodyThatDoesNotCome) {
    RawConnection slow(port_);
    slow.send("POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{");
    EXPECT_FALSE(slow.ends_within(200));
    EXPECT_TRUE(slow.ends_within(kLong));
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
    std::vector<RawConnection> many;
    for (int i = 0; i < 200; ++i) many.emplace_back(port_);
    RawConnection next(port_);
    EXPECT_TRUE(next.ends_within(200));
    many.clear();
    bool taken = false;
    for (int i = 0; i < 50 && !taken; ++i) taken = !RawConnection(port_).ends_within(50);
    EXPECT_TRUE(taken);
}

TEST_F(SheddingTest, ASocketThatReadsNothingAndAnswersNoPing) {
    RawConnection dead(port_);
    dead.upgrade();
    // Who answers pings stays, however silent.
    WebPerson listening(port_);
    listening.connect();
    EXPECT_TRUE(sockets_become(2));
    EXPECT_TRUE(listening.silent("anything", 1500));
    EXPECT_TRUE(sockets_become(1));
    listening.say({{"t", "ping"}, {"at", 1}});
    listening.expect("pong");
    listening.cut();
    EXPECT_TRUE(sockets_become(0));
}

TEST_F(SheddingTest, TooLongAFrame) {
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, true, std::string(4097, ' ')).substr(0, 100));
    EXPECT_TRUE(client.ends_within(400));  // at the header, not for want of the rest
    // It is told so: 1009.
    EXPECT_NE(client.heard.find("\x88\x02\x03\xf1"), client.heard.npos);
}

TEST_F(SheddingTest, TooLongAMessageInFragments) {
    RawConnection client(port_);
    client.upgrade();
    client.send(frame(Opcode::kText, false, std::string(2000, ' ')));
    client.send(frame(Opcode::kContinuation, false, std::string(2000, ' ')));
    EXPECT_FALSE(client.ends_within(20));
    client.send(frame(Opcode::kContinuation, false, std::string(97, ' ')));
    EXPECT_TRUE(client.ends_within(100));
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
        ended = client.ends_within(20);
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
        ended = client.ends_within(20);
    }
    EXPECT_TRUE(ended);
}

TEST_F(SheddingTest, FloodsThatAreNoMessages) {
    RawConnection pings(port_);
    pings.upgrade();
    for (int i = 0; i < 200; ++i) pings.send(frame(Opcode::kPing, true, ""));
    EXPECT_TRUE(pings.ends_within(300));

    // Bytes are counted over a quarter of that silence: time enough for a slow machine to take too many.
    restart({.request = 300, .idle = 1500, .answer = 1000, .goodbye = 300, .silence = 8000});
    RawConnection fragments(port_);
    fragments.upgrade();
    fragments.send(frame(Opcode::kText, false, ""));
    std::string many;
    for (int i = 0; i < 1000; ++i) many += frame(Opcode::kContinuation, false, "");
    std::size_t sent = 0;
    // Kept alive by pongs, so that only the amount can end it.
    const auto alive = frame(Opcode::kPong, true, "");
    bool ended = false;
    const Ms until = now_ms() + 10 * kLong;
    for (int i = 0; !ended && now_ms() < until; ++i) {
        if (fragments.send(i % 50 ? many : many + alive)) sent += many.size();
        ended = fragments.ends_within(0);
    }
    EXPECT_TRUE(ended);
    EXPECT_GT(sent, 1u << 20);
}

}  // namespace
}  // namespace stockade::server
