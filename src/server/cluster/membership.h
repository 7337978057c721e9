// Membership: registers this node in the database, renews its heartbeat, and notices when other nodes start
// or end. A node that the others have declared gone starts again under another id.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/cluster/peers.h"
#include "server/room/services.h"
#include "server/store/leases.h"

namespace stockade::server::cluster {

class Membership {
public:
    /// All are called on the strand.
    struct Events {
        std::function<void()> reborn;           ///< a new life: nothing is owned, nobody is known
        std::function<void(NodeId node)> met;   ///< before anything else is sent to that node
        std::function<void(NodeId node)> lost;  ///< the node is gone
    };
    Membership(room::Services& services, Peers& peers, std::shared_ptr<room::Strand> strand, std::string name,
               std::string fingerprint, Peers::Take take, Events events);

    /// Enters this node; refuses where a node with another secret lives.
    Status join();
    /// Says that this node lives, and finds who else does. How long it takes does not depend on how much
    /// there is to own.
    void beat();
    /// The others need not wait for this node.
    void leave();

    // --- from any thread ---
    NodeId self() const { return peers_.self(); }
    const std::string& name() const { return name_; }
    /// The ids of all live nodes, this one included, in order.
    std::vector<NodeId> live() const;
    std::uint64_t restarts() const { return restarts_; }

    // --- on the strand ---
    /// Before anything is sent to a node, or taken from it.
    void meet(NodeId node);
    void send_all(const Message& message);

private:
    void begin(NodeId node);
    void restart();
    void view(const std::vector<store::Node>& live);

    room::Services& services_;
    Peers& peers_;
    const std::shared_ptr<room::Strand> strand_;
    const std::string name_;
    const std::string fingerprint_;
    const Peers::Take take_;
    const Events events_;
    std::atomic<std::uint64_t> restarts_{0};
    mutable std::mutex mutex_;
    std::vector<NodeId> live_;
    std::map<NodeId, int> known_;  // the others, and in how many lists each was missing; for the strand alone
};

}  // namespace stockade::server::cluster
