#include "server/cluster/membership.h"

#include <future>
#include <set>

#include "base/messages/serve.h"
#include "server/log.h"

namespace stockade::server::cluster {

Membership::Membership(room::Services& services, Peers& peers, std::shared_ptr<room::Strand> strand,
                       std::string name, std::string fingerprint, Peers::Take take, Events events)
    : services_(services),
      peers_(peers),
      strand_(std::move(strand)),
      name_(std::move(name)),
      fingerprint_(std::move(fingerprint)),
      take_(std::move(take)),
      events_(std::move(events)) {}

Status Membership::join() {
    const auto id = new_id<NodeId>();
    if (const auto listening = peers_.listen(id); !listening) return listening.error();
    std::optional<std::string> stranger;
    const bool joined = services_.store.write_now([&](store::Database& database) {
        store::take_name(database, name_);
        stranger = store::find_stranger(database, fingerprint_);
        if (!stranger) store::join_nodes(database, {id, name_}, fingerprint_);
    });
    if (!joined) return error<"serve.node-not-entered">();
    if (stranger) return error<"serve.bus-stranger">("name"_a = *stranger);
    std::promise<void> begun;
    strand_->post([&] {
        begin(id);
        begun.set_value();
    });
    begun.get_future().wait();
    log(Level::kInfo, "node joined", {{"node", name_}});
    return Done{};
}

void Membership::begin(NodeId node) {
    for (const auto& [peer, missed] : known_) services_.directory.forget_node(peer);
    known_.clear();
    {
        const std::lock_guard lock(mutex_);
        live_ = {node};
    }
    peers_.begin(node, take_);
    events_.reborn();
}

/// The others have declared us gone, rightly or not: what we owned is theirs.
void Membership::restart() {
    log(Level::kWarning, "node declared gone: begins anew", {{"node", name_}});
    restarts_.fetch_add(1, std::memory_order_relaxed);
    const auto id = new_id<NodeId>();
    if (const auto listening = peers_.listen(id); !listening) {
        log(Level::kError, "bus", {{"why", listening.error().message}});
        return;  // until the next beat
    }
    if (services_.store.write_now([&](store::Database& database) {
            store::join_nodes(database, {id, name_}, fingerprint_);
        }))
        strand_->post([this, id] { begin(id); });
}

void Membership::beat() {
    const NodeId self = this->self();
    bool lives = false;
    std::vector<store::Node> live;
    const bool beaten = services_.store.write_now([&](store::Database& database) {
        lives = store::beat_node(database, self);
        live = store::live_nodes(database);
    });
    if (!beaten) return;
    if (!lives) return restart();
    {
        const std::lock_guard lock(mutex_);
        live_.clear();
        for (const auto& node : live) live_.push_back(node.id);
    }
    strand_->post([this, self, live] {
        if (self == this->self()) view(live);
    });
}

void Membership::view(const std::vector<store::Node>& live) {
    std::set<NodeId> now;
    for (const auto& node : live)
        if (node.id != self()) now.insert(node.id);
    for (const NodeId node : now) {
        meet(node);
        known_[node] = 1;
    }
    // A node that wrote to us may have joined after this list was made, so it may be missing once.
    std::vector<NodeId> gone;
    for (auto& [node, missed] : known_)
        if (!now.count(node) && ++missed > 1) gone.push_back(node);
    for (const NodeId node : gone) {
        log(Level::kInfo, "node is gone", {{"node", id_text(node)}});
        known_.erase(node);
        peers_.drop(node);
        services_.directory.forget_node(node);
        events_.lost(node);
    }
}

void Membership::meet(NodeId node) {
    if (node == self() || peers_.gone(node) || !known_.emplace(node, 0).second) return;
    events_.met(node);
}

void Membership::send_all(const Message& message) {
    for (const auto& [node, missed] : known_) peers_.send(node, message);
}

void Membership::leave() {
    const NodeId self = this->self();
    if (!services_.store.write_now([&](store::Database& database) { store::leave_nodes(database, self); }))
        log(Level::kWarning, "leaving could not be stored: the others wait until this node is silent",
            {{"node", name_}});
}

std::vector<NodeId> Membership::live() const {
    const std::lock_guard lock(mutex_);
    return live_;
}

}  // namespace stockade::server::cluster
