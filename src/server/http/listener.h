// Listener: accepts connections and speaks HTTP on them. It serves the page and the API, and hands requests
// for a WebSocket over to the sockets.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "base/result.h"
#include "server/http/api.h"
#include "server/http/pages.h"
#include "server/http/site.h"
#include "server/net/asio_runtime.h"
#include "server/net/stream.h"

namespace stockade::server::http {

/// A request that wants to become a WebSocket, and who makes it.
struct Upgrade {
    boost::beast::http::request<boost::beast::http::string_body> request;
    std::optional<model::Person> person;
    LoginId login;  ///< what the person came with
    std::set<UserId> mutes;
    std::string address;          ///< as limits count it
    std::shared_ptr<void> place;  ///< in the counts of connections; given up with the connection
};
using OnUpgrade = std::function<void(net::Stream stream, Upgrade upgrade)>;

class Listener {
public:
    /// With a context everything is spoken over TLS.
    Listener(net::AsioRuntime& runtime, Platform& platform, Api& api, Pages& pages, OnUpgrade on_upgrade,
             const Site* site, net::TlsContext* tls);

    /// Tells the port.
    Result<std::uint16_t> open(const std::string& address, std::uint16_t port);
    /// No further connections.
    void close();

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace stockade::server::http
