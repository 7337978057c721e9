// The tables of nodes and leases, for several servers on one PostgreSQL database: heartbeats of nodes, leases
// on games and on the lobby, and the fence that refuses writes of all but the owner. Time is the database's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/store/store.h"

namespace stockade::server::store {

/// The lobby and the tournaments, owned as one resource beside the games. No id of a game is so small.
inline constexpr ResourceId kLobby{1};
/// A node that did not beat for so long is declared gone, for ever.
inline constexpr Milliseconds kNodeLife = 5s;

struct Node {
    NodeId id;  ///< of one run of one process
    std::string name;
    friend bool operator==(const Node&, const Node&) = default;
};

struct Lease {
    Fence fence;
    /// When the owner before last beat; kNever: there was none. Live clocks stand still from then on.
    TimePoint ran_until;
};

/// Begins to live. The seal tells which secret of the bus it has.
void join_nodes(Database& database, const Node& node, const std::string& seal);
/// The name of a living node with another seal: who could not talk to it must not share its database.
std::optional<std::string> find_stranger(Database& database, const std::string& seal);
/// A process starts under a name. The node that had the name before is declared gone, so that a restarted
/// server need not wait for its former life.
void take_name(Database& database, const std::string& name);
/// False once others have declared the node gone.
bool beat_node(Database& database, NodeId node);
/// Goes by itself: others need not wait for it.
void leave_nodes(Database& database, NodeId node);
/// Declares those gone that did not beat, and lists the others by id.
std::vector<Node> live_nodes(Database& database);

/// Grants the lease of a game that is being inserted.
void grant_lease(Database& database, ResourceId resource, NodeId node);
/// The living owner; nothing where there is none.
std::optional<Lease> owner_of(Database& database, ResourceId resource);
/// The lease of the living owner, or, where there is none, a new one for `node`. Nothing where there is no
/// such game.
std::optional<Lease> take_lease(Database& database, ResourceId resource, NodeId node);
/// Running games that nobody alive owns.
std::vector<GameId> orphans(Database& database);
/// Running games that a node owns.
std::vector<GameId> owned_games(Database& database, NodeId node);
/// To be called in the transaction of every write for a resource: throws where the lease is not held any
/// more, and otherwise keeps it from being taken until the transaction ends. No fence, no check.
void hold_lease(Database& database, ResourceId resource, const Fence& fence);

/// Forgets nodes that are gone for a day.
void delete_gone_nodes(Database& database);

}  // namespace stockade::server::store
