#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

#include "support/patience.h"

namespace stockade::support {

/// A TCP connection on which a test says exactly what it likes, and when.
class RawConnection {
public:
    explicit RawConnection(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{2, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    RawConnection(RawConnection&& other) noexcept
        : heard(std::move(other.heard)), socket_(std::exchange(other.socket_, -1)) {}
    RawConnection(const RawConnection&) = delete;
    RawConnection& operator=(const RawConnection&) = delete;
    RawConnection& operator=(RawConnection&&) = delete;
    ~RawConnection() {
        if (socket_ >= 0) ::close(socket_);
    }

    /// False once the other side does not take it any more.
    bool send(std::string_view text) const {
        return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
    }

    /// Reads for so long, or until the other side ends the connection: says whether it did.
    bool ends_within(Milliseconds patience) {
        const auto until = time_now() + patience;
        for (;;) {
            pollfd ready{socket_, POLLIN, 0};
            const auto left = until - time_now();
            if (left < 0ms || ::poll(&ready, 1, static_cast<int>(number_of(left))) <= 0) return false;
            char buffer[4096];
            const auto count = ::recv(socket_, buffer, sizeof buffer, 0);
            if (count <= 0) return true;
            heard.append(buffer, static_cast<std::size_t>(count));
        }
    }

    /// Reads until that has been heard; false when the connection ends before.
    bool hears(std::string_view text) {
        const auto until = time_now() + kPatience;
        while (heard.find(text) == heard.npos)
            if (time_now() > until || ends_within(5ms)) return heard.find(text) != heard.npos;
        return true;
    }

    /// Asks for a WebSocket, and waits for the answer.
    void upgrade() {
        ASSERT_TRUE(
            send("GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"));
        ASSERT_TRUE(hears("\r\n\r\n"));
        ASSERT_EQ(heard.rfind("HTTP/1.1 101", 0), 0u) << heard;
    }

    std::string heard;

private:
    int socket_;
};

enum class Opcode : unsigned char {
    kContinuation = 0,
    kText = 1,
    kBinary = 2,
    kClose = 8,
    kPing = 9,
    kPong = 10
};

/// A frame as clients send it: masked, with a mask of zeros.
inline std::string frame(Opcode opcode, bool last, const std::string& payload) {
    std::string text{static_cast<char>((last ? 0x80 : 0) | static_cast<unsigned char>(opcode))};
    const auto size = payload.size();
    if (size < 126) {
        text += static_cast<char>(0x80 | size);
    } else {
        text += static_cast<char>(0x80 | 126);
        text += static_cast<char>(size >> 8 & 255);
        text += static_cast<char>(size & 255);
    }
    return text + std::string(4, '\0') + payload;
}

}  // namespace stockade::support
