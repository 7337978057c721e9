// Sockets: the WebSocket connections. A socket passes messages to the platform and sends the messages of
// rooms from a queue of limited length.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_set>

#include "server/net/stream.h"
#include "server/platform/platform.h"

namespace stockade::server::ws {

class Socket;

/// All that are open, for pings and for the end.
class Sockets {
public:
    explicit Sockets(Platform& platform) : platform_(platform) {}

    using Request = boost::beast::http::request<boost::beast::http::string_body>;
    /// Takes a connection over whose request asked for it; its place is given up with it. `login` is what the
    /// person came with, `address` by which limits count who is nobody.
    void accept(net::Stream stream, Request request, std::optional<model::Person> person, LoginId login,
                std::set<UserId> mutes, std::string address, std::shared_ptr<void> place);

    /// Sixty times in the longest silence that is suffered: each socket is looked after every 15th time.
    void tend();
    /// Each sends what it still has to, says goodbye, and ends.
    void close_all();
    std::size_t size() const;

private:
    friend class Socket;
    void remove(const std::shared_ptr<Socket>& socket);

    Platform& platform_;
    mutable std::mutex mutex_;
    std::unordered_set<std::shared_ptr<Socket>> all_;
    std::uint64_t round_ = 0;
};

}  // namespace stockade::server::ws
