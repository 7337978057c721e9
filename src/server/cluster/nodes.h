// Nodes: this server as one of several equal nodes on one database and one bus. One node owns each game, and
// one the lobby with the tournaments, by a lease. Connects the parts of this folder: each message goes to the
// part that handles it. docs/server.md gives the reasons.
#pragma once

#include <atomic>

#include "server/cluster/cluster.h"
#include "server/cluster/leases.h"
#include "server/cluster/membership.h"
#include "server/cluster/peers.h"
#include "server/cluster/presence.h"
#include "server/cluster/proxies.h"
#include "server/cluster/questions.h"
#include "server/cluster/routing.h"

namespace stockade::server::cluster {

class Nodes final : public Cluster {
public:
    static Result<std::unique_ptr<Cluster>> join(room::Host& host, const Settings& settings);
    ~Nodes() override;

    NodeId self() const override { return membership_.self(); }
    Figures figures() const override;

    void beat(TimePoint) override { membership_.beat(); }
    void tend(TimePoint) override;
    void forget_old(store::Database& database) override { store::delete_gone_nodes(database); }
    void leave() override { membership_.leave(); }
    void close() override;
    bool owns_lobby() const override { return leases_.own_lobby(); }

    void connected(const room::ClientPtr& client,
                   std::function<void(const std::vector<GameId>& games)> welcome) override;
    void disconnected(const room::ClientPtr& client) override;
    void request(const room::ClientPtr& client, msg::Request request, TimePoint at) override;
    void resync(const room::ClientPtr& client, GameId game) override;
    bool plays(const room::Client& client) const override;

    std::vector<GameId> running_of(UserId user) override;
    std::vector<store::Brief> live(const std::string& type, std::size_t limit) override;
    room::Arenas::Playing playing(TournamentId tournament) override;
    std::optional<nlohmann::json> inspect(GameId game, UserId user) override {
        return questions_.inspect(game, user);
    }
    void standings_changed(TournamentId tournament) override;
    void forget_person(UserId user) override;
    void set_mute(UserId user, UserId muted, bool on) override;
    void revoke(const room::Revocation& revocation) override;

    store::Fence place() override;
    bool begun(const model::Setup& setup, NodeId node) override;
    std::size_t running() const override { return running_; }
    room::Guard lobby_lease() const override { return leases_.lobby(); }
    bool keeps_playing() const override { return false; }

private:
    Nodes(room::Host& host, std::shared_ptr<room::Strand> strand, std::unique_ptr<Peers> peers,
          std::string name, std::string fingerprint);
    void take(NodeId from, Message message);
    void reborn();
    /// Sends a message to all other nodes. May be called by any thread.
    void announce(Message message);

    room::Host& host_;
    const std::shared_ptr<room::Strand> strand_;
    const std::unique_ptr<Peers> peers_;
    Membership membership_;
    Leases leases_;
    Proxies proxies_;
    Routing routing_;
    Presence presence_;
    Questions questions_;
    std::atomic<std::size_t> running_{0};
    bool first_life_ = true;  // for the strand alone
};

}  // namespace stockade::server::cluster
