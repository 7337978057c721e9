#include "server/store/leases.h"

#include <stdexcept>

#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

// clock_timestamp() goes on within a transaction, now() does not.
const std::string kNow = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";

}  // namespace

void take_name(Database& database, const std::string& name) {
    database << "update nodes set gone = 1 where name = :name", use(name);
}

void join_nodes(Database& database, const Node& node, const std::string& seal) {
    database << "insert into nodes (id, name, beat, gone, seal) values (:id, :name, " + kNow + ", 0, :seal)",
        use(node.id), use(node.name), use(seal);
}

std::optional<std::string> find_stranger(Database& database, const std::string& seal) {
    std::string name;
    database << "select name from nodes where gone = 0 and seal <> :seal and beat >= " + kNow +
                    " - :life order by id limit 1",
        into(name), use(seal), use(kNodeLife);
    return database.got_data() ? std::optional(name) : std::nullopt;
}

bool beat_node(Database& database, NodeId node) {
    soci::statement statement =
        (database.prepare << "update nodes set beat = " + kNow + " where id = :id and gone = 0", use(node));
    statement.execute(true);
    return statement.get_affected_rows() == 1;
}

void leave_nodes(Database& database, NodeId node) {
    database << "update nodes set beat = " + kNow + ", gone = 1 where id = :id and gone = 0", use(node);
}

std::vector<Node> live_nodes(Database& database) {
    database << "update nodes set gone = 1 where gone = 0 and beat < " + kNow + " - :life", use(kNodeLife);
    Node node;
    return rows((database.prepare << "select id, name from nodes where gone = 0 order by id", into(node.id),
                 into(node.name)),
                [&] { return node; });
}

void grant_lease(Database& database, ResourceId resource, NodeId node) {
    database << "insert into leases (resource, node, epoch, ran_until) values (:resource, :node, 1, 0)",
        use(resource), use(node);
}

std::optional<Lease> owner_of(Database& database, ResourceId resource) {
    Lease lease;
    database << "select node, epoch, ran_until from leases join nodes on nodes.id = node where resource = "
                ":resource and "
                "gone = 0",
        into(lease.fence.node), into(lease.fence.epoch), into(lease.ran_until), use(resource);
    return database.got_data() ? std::optional(lease) : std::nullopt;
}

std::optional<Lease> take_lease(Database& database, ResourceId resource, NodeId node) {
    if (resource != kLobby) {
        GameId id;
        database << "select id from games where id = :id", into(id), use(resource);
        if (!database.got_data()) return std::nullopt;
    }
    database
        << "insert into leases (resource, node, epoch, ran_until) values (:resource, 0, 0, 0) on conflict "
           "(resource) do nothing",
        use(resource);
    Lease lease;
    // Waits for another node that takes it at the same time, and for writes under the old lease that are not
    // yet committed.
    database << "select node, epoch, ran_until from leases where resource = :resource for update",
        into(lease.fence.node), into(lease.fence.epoch), into(lease.ran_until), use(resource);
    int gone = 1;
    TimePoint beat;
    database << "select gone, beat from nodes where id = :id", into(gone), into(beat), use(lease.fence.node);
    if (!gone) return lease;
    lease = {{node, Epoch(lease.fence.epoch.value() + 1)}, beat};
    database
        << "update leases set node = :node, epoch = :epoch, ran_until = :beat where resource = :resource",
        use(lease.fence.node), use(lease.fence.epoch), use(lease.ran_until), use(resource);
    return lease;
}

std::vector<GameId> orphans(Database& database) {
    GameId id;
    return rows((database.prepare
                     << "select games.id from games left join leases on resource = games.id left join nodes "
                        "on nodes.id = node and gone = 0 where ended = 0 and nodes.id is null",
                 into(id)),
                [&] { return id; });
}

std::vector<GameId> owned_games(Database& database, NodeId node) {
    GameId id;
    return rows((database.prepare << "select resource from leases join games on games.id = resource where "
                                     "node = :node and ended = 0",
                 into(id), use(node)),
                [&] { return id; });
}

void hold_lease(Database& database, ResourceId resource, const Fence& fence) {
    if (!fence.node) return;
    Epoch epoch;
    database << "select epoch from leases where resource = :resource and node = :node and epoch = :epoch for "
                "share",
        into(epoch), use(resource), use(fence.node), use(fence.epoch);
    if (!database.got_data()) throw std::runtime_error("the lease is lost");
}

void delete_gone_nodes(Database& database) {
    constexpr Milliseconds kForgotten = 24h;
    database << "delete from nodes where gone = 1 and beat < " + kNow + " - :day", use(kForgotten);
}

}  // namespace stockade::server::store
