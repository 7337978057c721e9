// Settings: the configuration that a server gets at its start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/analysis/analyses.h"
#include "server/auth/secrets.h"
#include "server/bus/bus.h"
#include "server/net/address.h"
#include "server/store/store.h"

namespace stockade::server {

/// How long connections may take. docs/server.md tells; tests are less patient.
struct Patience {
    Milliseconds request = 10s;   ///< from the first byte of a request to its last; a handshake as well
    Milliseconds idle = 30s;      ///< between requests
    Milliseconds answer = 30s;    ///< for each part of an answer to go out
    Milliseconds goodbye = 1s;    ///< for the other side to end a connection that we ended
    Milliseconds silence = 1min;  ///< on a socket without a message or an answer to a ping
    Milliseconds stop = 20s;      ///< for everything to end in order
};

struct Settings {
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;  ///< 0: any free one
    std::string database = "sqlite://stockade.db";
    store::Timeouts timeouts;       ///< of the database
    std::string site = "Stockade";  ///< named in records
    int threads = 2;                ///< for the network
    int engine_threads = 1;
    analysis::Settings analyses;
    std::vector<std::string> origins;  ///< besides the server's own
    std::string tls_certificate;       ///< file in PEM; empty: no TLS
    std::string tls_key;               ///< file in PEM
    bool secure_cookies = false;       ///< only sent over TLS; implied by a certificate
    net::Networks trusted_proxies;     ///< whose X-Forwarded-For is believed; empty: there is no proxy
    bool limits = true;                ///< off for load tests
    bus::Address bus;                  ///< one of several servers; without a URL: the only one
    std::string bus_secret;            ///< what the servers on the bus know and nobody else: see seal.h
    std::string node;                  ///< its name among them; empty: drawn
    /// The addresses that may read /metrics.
    net::Networks metrics_readers = net::loopback_networks();
    auth::Cost password_cost = auth::Cost::kNormal;
    Patience patience;
};

}  // namespace stockade::server
