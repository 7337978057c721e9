// Listener: takes connections and speaks HTTP on them: the page, the API, and the way to a WebSocket.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <memory>

#include "base/result.h"
#include "server/net/api.h"
#include "server/net/asio_runtime.h"
#include "server/net/socket.h"
#include "server/site.h"

namespace stockade::server::net {

class Listener {
public:
    /// With a context everything is spoken over TLS.
    Listener(AsioRuntime& runtime, Platform& platform, Api& api, Sockets& sockets, const Site* site,
             TlsContext* tls);

    /// Tells the port.
    Result<std::uint16_t> open(const std::string& address, std::uint16_t port);
    /// No further connections.
    void close();

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace stockade::server::net
