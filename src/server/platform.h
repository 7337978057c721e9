// Platform: everything that the server does for its clients, behind sockets and requests. Knows no sockets
// itself.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/analysis/analyses.h"
#include "server/auth/limiter.h"
#include "server/auth/secrets.h"
#include "server/net/address.h"
#include "server/nodes.h"
#include "server/room/arenas.h"
#include "server/room/lobby.h"
#include "server/room/rooms.h"
#include "server/room/services.h"
#include "server/store/archive.h"

namespace stockade::server {

/// How long connections may take, in milliseconds. docs/server.md tells; tests are less patient.
struct Patience {
    Ms request = 10'000;  ///< from the first byte of a request to its last; a handshake as well
    Ms idle = 30'000;     ///< between requests
    Ms answer = 30'000;   ///< for each part of an answer to go out
    Ms goodbye = 1'000;   ///< for the other side to end a connection that we ended
    Ms silence = 60'000;  ///< on a socket without a message or an answer to a ping
    Ms stop = 20'000;     ///< for everything to end in order
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
    auth::Cost password_cost = auth::Cost::kNormal;
    Patience patience;
};

struct Limits {
    auth::Limiter requests{{100, 20}};          ///< of an address
    auth::Limiter changes{{30, 2}};             ///< of an address
    auth::Limiter new_users{{10, 0.05}};        ///< of an address
    auth::Limiter guesses{{10, 0.1}};           ///< of passwords, of an address
    auth::Limiter guesses_here{{5, 0.05}};      ///< of an address for one name; of a known device
    auth::Limiter guesses_of_name{{50, 0.05}};  ///< wherever they come from, but for known devices
    auth::Limiter messages{{60, 15}};           ///< of a user on all sockets
    auth::Limiter chats{{8, 0.5}};              ///< of a user
    auth::Limiter seeks{{10, 0.5}};             ///< of a user
    auth::Limiter watches{{60, 2}};             ///< of a user, or of a socket of nobody's
    auth::Limiter analyses{{10, 0.02}};         ///< of an address
};

class Platform {
public:
    Platform(const Settings& settings, store::Store& store, room::Runtime& runtime);
    ~Platform();

    /// Takes up the games that were going on.
    Status start();
    /// Ends all activity of its own; what is in the store's queue is still stored. Sockets stay open.
    void stop();
    /// After what was stored has been told.
    void close();
    bool stopping() const { return stopping_; }

    // --- sockets ---
    /// Calls back once the client is welcomed.
    void connected(const room::ClientPtr& client, const std::function<void()>& welcomed);
    void disconnected(const room::ClientPtr& client);
    void receive(const room::ClientPtr& client, std::string_view text, Ms at);
    void resync(const room::ClientPtr& client);
    /// Whether it is worth sending games again to a client that was too slow.
    bool plays(const room::Client& client) const;

    // --- of what lives here ---
    void perform(const room::ClientPtr& client, msg::Request& request, Ms at);
    /// The client follows nothing any more.
    void left(const room::ClientPtr& client);

    // --- everywhere, for the API; may wait for the database ---
    std::vector<Id> running_of(Id user);
    /// Running games, the strongest first.
    std::vector<store::Brief> live(const std::string& type, std::size_t limit);
    room::Arenas::Playing playing(Id tournament);
    void standings_changed(Id tournament);
    void forget_person(Id user);
    void set_mute(Id user, Id muted, bool on);
    /// Ends connections that came with something that is worth nothing any more.
    void revoke(const room::Revocation& revocation);
    /// The same for all connections here, by the database: what was revoked while they were being made, or
    /// while this server heard nothing of the others.
    void check_logins(std::vector<room::Revocation> logins);
    Nodes* nodes() { return nodes_.get(); }

    const Settings& settings() const { return settings_; }
    store::Store& store() { return services_.store; }
    room::Services& services() { return services_; }
    room::Rooms& rooms() { return rooms_; }
    room::Lobby& lobby() { return lobby_; }
    room::Arenas& arenas() { return arenas_; }
    analysis::Analyses& analyses() { return analyses_; }
    Limits& limits() { return limits_; }
    std::atomic<std::int64_t>& sockets() { return sockets_; }
    std::atomic<std::uint64_t>& requests() { return requests_; }
    std::atomic<std::uint64_t>& dropped() { return dropped_; }
    /// In Prometheus's text format.
    std::string metrics() const;

private:
    /// Calls every second, until the end.
    void every_second(const std::function<void(Ms now)>& work);
    void start_threads();
    void beat(Ms now);
    void tend(Ms now);

    Settings settings_;
    room::Engines engines_;
    room::Services services_;
    room::Rooms rooms_;
    room::Lobby lobby_;
    room::Arenas arenas_;
    analysis::Analyses analyses_;
    Limits limits_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::int64_t> sockets_{0};
    std::atomic<std::uint64_t> requests_{0}, messages_{0}, dropped_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::thread heart_;  // says that this server lives, and does nothing else: it must not be late
    std::thread keeper_;
    Ms lobby_told_ = 0, swept_ = 0, checked_ = 0, forgot_ = 0;  // for the keeper alone
    std::unique_ptr<Nodes> nodes_;                              // nothing: this server is alone
};

}  // namespace stockade::server
