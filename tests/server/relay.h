#pragma once

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/time.h"

namespace stockade::server {

/// A bad network between clients and one server, as a proxy on loopback. Of what clients say on a WebSocket
/// it repeats messages at once or after the next one, lets neighbours change places, and cuts connections,
/// some in the middle of a message. What the server says, and requests without a socket, pass as they are.
/// Before a server of another kind, such as PostgreSQL, everything does. It can also fall silent.
class Relay {
public:
    struct Counts {
        std::atomic<int> messages{0}, repeats{0}, late_repeats{0}, swaps{0}, cuts{0};
    };

    Relay(int to, std::uint64_t seed, Counts& counts)
        : to_(to), random_(seed), counts_(counts), listener_(new_socket()) {
        auto here = loopback(0);
        socklen_t size = sizeof here;
        if (bind(listener_, address_of(here), size) || listen(listener_, 512) ||
            getsockname(listener_, address_of(here), &size))
            throw std::runtime_error("cannot listen on loopback");
        port_ = ntohs(here.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    /// Before a server that speaks anything.
    explicit Relay(int to) : Relay(to, 0, no_counts()) { first_stage_ = Connection::kAnything; }
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;
    ~Relay() {
        stopping_ = true;
        thread_.join();
        close(listener_);
    }

    int port() const { return port_; }
    /// Until it is told to, everything passes as it is.
    void make_trouble(bool on) { trouble_ = on; }
    /// As when the machine behind has stopped: connections are taken and stay, but nothing passes.
    void fall_silent(bool on) { silent_ = on; }

private:
    static constexpr Milliseconds kLongestHold = 300ms;  // for a neighbour to come

    struct Connection {
        enum Stage { kHead, kMessages, kAnything };
        int client = -1;
        int server = -1;
        Stage stage = kHead;
        std::string unread;    // of what the client said
        std::string held;      // until its neighbour has gone first
        std::string repeated;  // goes again after the next one
        TimePoint held_since;
        bool over = false;
    };

    static Counts& no_counts() {
        static Counts counts;
        return counts;
    }
    static int new_socket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
    static sockaddr_in loopback(int port) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        return address;
    }
    static sockaddr* address_of(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

    void run() {
        while (!stopping_) {
            std::vector<pollfd> watched{{listener_, POLLIN, 0}};
            for (const auto& connection : connections_) {
                // What is negative is not watched.
                watched.push_back({silent_ ? -1 : connection.client, POLLIN, 0});
                watched.push_back({silent_ ? -1 : connection.server, POLLIN, 0});
            }
            poll(watched.data(), watched.size(), 20);
            std::size_t next = 1;
            for (auto& connection : connections_) {
                if (watched[next++].revents) hear_client(connection);
                if (watched[next++].revents) hear_server(connection);
                if (!connection.held.empty() && time_now() - connection.held_since > kLongestHold)
                    release(connection);
            }
            connections_.remove_if([](const Connection& connection) {
                if (!connection.over) return false;
                close(connection.client);
                close(connection.server);
                return true;
            });
            if (watched[0].revents) accept_one();
        }
        for (const auto& connection : connections_) {
            close(connection.client);
            close(connection.server);
        }
    }

    void accept_one() {
        Connection made;
        made.stage = first_stage_;
        made.client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        made.server = new_socket();
        auto there = loopback(to_);
        if (made.client >= 0 && connect(made.server, address_of(there), sizeof there) == 0) {
            connections_.push_back(std::move(made));
        } else {
            close(made.client);
            close(made.server);
        }
    }

    /// Appends what has come; says whether the other side is still there.
    static bool read_more(int socket, std::string& text) {
        std::array<char, 16384> part{};
        const auto count = recv(socket, part.data(), part.size(), 0);
        if (count <= 0) return false;
        text.append(part.data(), static_cast<std::size_t>(count));
        return true;
    }
    static void send_all(Connection& connection, int to, std::string_view text) {
        while (!text.empty()) {
            const auto count = send(to, text.data(), text.size(), MSG_NOSIGNAL);
            if (count <= 0) {
                connection.over = true;
                return;
            }
            text.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    static void hear_server(Connection& connection) {
        std::string text;
        if (!read_more(connection.server, text)) connection.over = true;
        send_all(connection, connection.client, text);
    }

    void hear_client(Connection& connection) {
        auto& unread = connection.unread;
        if (!read_more(connection.client, unread)) connection.over = true;
        if (connection.stage == Connection::kHead) {
            const auto end = unread.find("\r\n\r\n");
            if (end == unread.npos) return;
            const auto head = unread.substr(0, end + 4);
            connection.stage =
                head.find("Upgrade: websocket") == head.npos ? Connection::kAnything : Connection::kMessages;
            send_all(connection, connection.server, head);
            unread.erase(0, head.size());
        }
        if (connection.stage == Connection::kAnything) {
            send_all(connection, connection.server, unread);
            unread.clear();
        }
        for (std::size_t size = 0; !connection.over && (size = frame_size(unread)) > 0;) {
            pass(connection, unread.substr(0, size));
            unread.erase(0, size);
        }
    }

    /// Of the first frame of RFC 6455 in a text; 0 while it is not all there.
    static std::size_t frame_size(std::string_view text) {
        const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
        if (text.size() < 2) return 0;
        std::size_t length = byte(1) & 0x7fu;
        const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
        const std::size_t mask = byte(1) & 0x80u ? 4 : 0;
        if (text.size() < 2 + wide) return 0;
        if (wide) length = 0;
        for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte(2 + i);
        const auto size = 2 + wide + mask + length;
        return text.size() < size ? 0 : size;
    }

    void pass(Connection& connection, const std::string& frame) {
        constexpr char kWholeText = static_cast<char>(0x81);
        const auto send_on = [&](std::string_view text) { send_all(connection, connection.server, text); };
        if (frame[0] != kWholeText || !trouble_) {
            release(connection);
            return send_on(frame);
        }
        ++counts_.messages;
        const auto luck = random_.below(1000);
        if (luck < 5) {
            ++counts_.cuts;
            send_on(
                std::string_view(frame).substr(0, random_.below(static_cast<std::uint32_t>(frame.size()))));
            connection.over = true;
        } else if (!connection.held.empty()) {
            ++counts_.swaps;
            send_on(frame);
            release(connection);
        } else if (luck < 205) {
            connection.held = frame;
            connection.held_since = time_now();
        } else {
            send_on(frame);
            if (!connection.repeated.empty()) {
                ++counts_.late_repeats;
                send_on(std::exchange(connection.repeated, {}));
            } else if (luck < 405) {
                ++counts_.repeats;
                send_on(frame);
            } else if (luck < 605) {
                connection.repeated = frame;
            }
        }
    }
    static void release(Connection& connection) {
        send_all(connection, connection.server, std::exchange(connection.held, {}));
    }

    const int to_;
    Random random_;
    Counts& counts_;
    const int listener_;
    int port_ = 0;
    std::list<Connection> connections_;
    std::atomic<bool> stopping_{false}, trouble_{false}, silent_{false};
    std::atomic<Connection::Stage> first_stage_{Connection::kHead};
    std::thread thread_;
};

}  // namespace stockade::server
