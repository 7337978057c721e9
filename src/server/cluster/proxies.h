// Proxies: the clients of all nodes, as the owner of a game or the lobby sees them. For a room, a proxy and a
// socket are the same. Belongs to the strand.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "server/cluster/leases.h"
#include "server/cluster/peers.h"
#include "server/room/host.h"

namespace stockade::server::cluster {

class Proxies {
public:
    Proxies(room::Host& host, Peers& peers, Leases& leases, std::shared_ptr<room::Strand> strand)
        : host_(host), peers_(peers), leases_(leases), strand_(std::move(strand)) {}

    /// Performs what a client of a node requests, once its resource is loaded.
    void take(NodeId from, Forward message);
    void client_gone(NodeId node, ClientId client);
    void node_gone(NodeId node);
    void set_mute(UserId user, UserId muted, bool on);
    /// A new life: nobody is known.
    void clear();

private:
    class Proxy;
    void perform(NodeId from, Forward& message, Leases::State state);

    room::Host& host_;
    Peers& peers_;
    Leases& leases_;
    const std::shared_ptr<room::Strand> strand_;
    std::map<std::pair<NodeId, ClientId>, std::shared_ptr<Proxy>>
        proxies_;  // by node and the client's number there
};

}  // namespace stockade::server::cluster
