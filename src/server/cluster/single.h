// Single: the cluster of a server that is alone. It owns every game, so it needs no leases.
#pragma once

#include "server/cluster/cluster.h"

namespace stockade::server::cluster {

class Single final : public Cluster {
public:
    /// Takes up the games that were going on.
    static Result<std::unique_ptr<Cluster>> start(room::Host& host);
    explicit Single(room::Host& host);

    NodeId self() const override { return self_; }
    Figures figures() const override { return {}; }

    void beat(TimePoint now) override;
    void tend(TimePoint) override {}
    void forget_old(store::Database&) override {}
    void leave() override;
    void close() override {}
    bool owns_lobby() const override { return true; }

    void connected(const room::ClientPtr& client,
                   std::function<void(const std::vector<GameId>& games)> welcome) override;
    void disconnected(const room::ClientPtr& client) override { host_.left(client); }
    void request(const room::ClientPtr& client, msg::Request request, TimePoint at) override;
    void resync(const room::ClientPtr& client, GameId game) override;
    bool plays(const room::Client& client) const override;

    std::vector<GameId> running_of(UserId user) override { return host_.rooms().running_of(user); }
    std::vector<store::Brief> live(const std::string& type, std::size_t limit) override;
    room::Arenas::Playing playing(TournamentId tournament) override {
        return host_.arenas().playing(tournament);
    }
    std::optional<nlohmann::json> inspect(GameId game, UserId user) override;
    void standings_changed(TournamentId tournament) override { host_.arenas().standings_changed(tournament); }
    void forget_person(UserId user) override { host_.rooms().forget_person(user); }
    void set_mute(UserId user, UserId muted, bool on) override;
    void revoke(const room::Revocation& revocation) override;

    store::Fence place() override { return {}; }
    bool begun(const model::Setup&, NodeId) override { return true; }
    std::size_t running() const override { return host_.rooms().running(); }
    room::Guard lobby_lease() const override { return {}; }
    bool keeps_playing() const override { return true; }

private:
    room::Host& host_;
    const NodeId self_ = new_id<NodeId>();
};

}  // namespace stockade::server::cluster
