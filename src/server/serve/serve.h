// The whole server: database, games, network. Runs until it is told to stop.
#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "server/http/site.h"
#include "server/platform/platform.h"

namespace stockade::server {

class Server {
public:
    /// Opens the database and takes up its games. `site` may be missing: then there is only the API.
    static Result<std::unique_ptr<Server>> start(const Settings& settings, const http::Site* site);
    ~Server();

    std::uint16_t port() const;
    Platform& platform();
    /// Ends in order: what was accepted is stored and told, then connections are closed. Waits for it.
    void stop();

private:
    struct Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Serves until SIGINT or SIGTERM. `on_ready` receives the port once connections are taken.
Status serve(const Settings& settings, const http::Site* site,
             const std::function<void(std::uint16_t port)>& on_ready);

}  // namespace stockade::server
