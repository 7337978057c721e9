// Cluster: the interface to the servers that share a database. single.h is the cluster of a server that is
// alone, nodes.h a cluster of several. Code above this folder does not know which of the two it uses.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/bus/bus.h"
#include "server/room/host.h"
#include "server/store/archive.h"

namespace stockade::server::cluster {

struct Settings {
    std::string database;  ///< its kind: only `postgresql` can be shared
    bus::Address bus;      ///< without a URL: this server is alone
    std::string secret;    ///< what the servers on the bus know and nobody else: see bus/seal.h
    std::string name;      ///< of this server among them; empty: drawn
};

/// For /metrics.
struct Figures {
    std::size_t nodes = 1;
    std::size_t routes = 0;  ///< games and others of which the owner is remembered
    std::uint64_t resent = 0, refused = 0, taken_over = 0, restarts = 0;
};

class Cluster : public room::Placement {
public:
    /// Which run of which server this is just now.
    virtual NodeId self() const = 0;
    virtual Figures figures() const = 0;

    // --- its life ---
    /// Every second, on a thread that does nothing else: says that this server lives.
    virtual void beat(TimePoint now) = 0;
    /// Every second, on another thread, which may wait for the database.
    virtual void tend(TimePoint now) = 0;
    /// Now and then: forgets what nobody needs any more.
    virtual void forget_old(store::Database& database) = 0;
    /// From here to the next start, or until others take over, the clocks of its games stand still.
    virtual void leave() = 0;
    /// Sends what is still to be sent to others; hears nothing any more.
    virtual void close() = 0;
    /// Whether the lobby and the tournaments are this server's to run.
    virtual bool owns_lobby() const = 0;

    // --- clients of this server; from any thread ---
    /// Calls back with the games that the client plays in.
    virtual void connected(const room::ClientPtr& client,
                           std::function<void(const std::vector<GameId>& games)> welcome) = 0;
    virtual void disconnected(const room::ClientPtr& client) = 0;
    /// Something that is about a game, the lobby or a tournament.
    virtual void request(const room::ClientPtr& client, msg::Request request, TimePoint at) = 0;
    /// The whole game again, for a client that was too slow for it.
    virtual void resync(const room::ClientPtr& client, GameId game) = 0;
    /// Whether it is worth sending games again to a client that was too slow.
    virtual bool plays(const room::Client& client) const = 0;

    // --- everywhere; may wait for the database ---
    virtual std::vector<GameId> running_of(UserId user) = 0;
    /// Running games, the strongest first.
    virtual std::vector<store::Brief> live(const std::string& type, std::size_t limit) = 0;
    virtual room::Arenas::Playing playing(TournamentId tournament) = 0;
    /// A game of another server as its owner sees it, for somebody; nothing where there is no such server, or
    /// it does not answer.
    virtual std::optional<nlohmann::json> inspect(GameId game, UserId user) = 0;
    virtual void standings_changed(TournamentId tournament) = 0;
    virtual void forget_person(UserId user) = 0;
    virtual void set_mute(UserId user, UserId muted, bool on) = 0;
    virtual void revoke(const room::Revocation& revocation) = 0;
};

/// Takes up the games of this server, or joins the others.
Result<std::unique_ptr<Cluster>> join(room::Host& host, const Settings& settings);

}  // namespace stockade::server::cluster
