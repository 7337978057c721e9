// Serves a site over HTTP until a signal ends it. Knows sockets, and of the site only that it answers
// requests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "games/result.h"
#include "server/site.h"

namespace stockade::server {

struct Listen {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0: any free one
};

/// Answers requests until SIGINT or SIGTERM. `on_ready` is told the port once connections are taken.
Status serve(const Site& site, const Listen& listen, const std::function<void(std::uint16_t port)>& on_ready);

}  // namespace stockade::server
