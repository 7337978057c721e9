// Routing: forwards each request of this node's clients to the node that owns the game, lobby or tournament.
// Remembers which resources each client follows, and joins the client again when their owner changes. Belongs
// to the strand.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/cluster/membership.h"
#include "server/cluster/peers.h"

namespace stockade::server::cluster {

inline constexpr std::size_t kFewRoutes = 1000;

class Routing {
public:
    Routing(room::Services& services, Peers& peers, Membership& membership,
            std::shared_ptr<room::Strand> strand)
        : services_(services), peers_(peers), membership_(membership), strand_(std::move(strand)) {}

    // --- our own clients ---
    void connected(const room::ClientPtr& client);
    void disconnected(const room::ClientPtr& client);
    void request(ClientId client, msg::Request request, TimePoint at);

    // --- what other nodes say ---
    void tell(const Tell& message);
    void moved(NodeId node, Moved message);
    void seek_answered(const SeekAnswered& message);
    void seek_ended(const SeekEnded& message);
    /// Forgets the seeks of people who have begun a game.
    void forget_seeks(const std::vector<UserId>& users);
    void node_gone(NodeId node);
    /// A new life: all clients have to be joined again.
    void restart();
    /// Owners that are remembered.
    std::size_t known() const { return known_; }

private:
    struct Local {
        room::ClientPtr client;
        std::map<GameId, std::optional<msg::Turn>> games;  // the last turn it played there
        bool lobby = false;
        std::map<TournamentId, msg::FollowArena> arenas;
        std::vector<std::pair<SeekId, msg::Seek>> seeks;  // made or joined; ids, 0 until answered
        std::set<NodeId> known_to;                        // nodes
    };
    /// The owner of a resource, and the messages that wait until it is known.
    struct Destination {
        NodeId node;  // 0: being looked up
        std::vector<Forward> waiting;
    };

    static void note(Local& local, const msg::Request& request);
    void route(Forward message);
    void look_up(ResourceId resource);
    void found(ResourceId resource, bool failed, const std::optional<store::Lease>& lease);
    void deliver(NodeId node, Forward message);
    void rejoin(ClientId client, ResourceId resource);
    void refuse(const Forward& message, const stockade::Message& why);
    /// Owners of games that nobody here follows.
    void forget_unused();

    room::Services& services_;
    Peers& peers_;
    Membership& membership_;
    const std::shared_ptr<room::Strand> strand_;
    std::unordered_map<ClientId, Local> locals_;
    std::unordered_map<ResourceId, Destination> routes_;
    std::size_t most_routes_ = kFewRoutes;  // with more of them, those that nobody needs are forgotten
    std::atomic<std::size_t> known_{0};
};

}  // namespace stockade::server::cluster
