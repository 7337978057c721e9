// Leases: the games that this node owns, and the lobby if this node owns it. Takes over resources without an
// owner, and loads a game before its first request is performed.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/cluster/membership.h"
#include "server/room/host.h"
#include "server/store/leases.h"

namespace stockade::server::cluster {

class Leases {
public:
    Leases(room::Host& host, Membership& membership, std::shared_ptr<room::Strand> strand)
        : host_(host), membership_(membership), strand_(std::move(strand)) {}

    // --- from any thread ---
    bool own_lobby() const { return static_cast<bool>(lobby_epoch_.load()); }
    room::Guard lobby() const { return {store::kLobby, {membership_.self(), lobby_epoch_}}; }
    std::uint64_t taken_over() const { return taken_over_; }
    /// Every second, on a thread that may wait for the database.
    void tend();

    // --- on the strand ---
    /// A new life: nothing is owned.
    void clear();
    enum class State {
        kOwned,
        kMoved,   ///< another node owns it, or none
        kBusy,    ///< too many wait for games that are over
        kFailed,  ///< it could not be found out, or the game could not be loaded
    };
    /// Tells whether the resource is owned here and can be used: at once, or after it has been loaded for
    /// somebody whom limits count by `who`. Calls for one resource are answered in their order.
    void with(ResourceId resource, const std::string& who, std::function<void(State)> use);
    /// Loads a game whose lease this node should hold.
    void open(ResourceId resource, const std::string& who = {});

private:
    bool loaded(ResourceId resource) const;
    void take_over();
    void open_owned();
    void load(ResourceId resource, const store::Lease& owner, NodeId self);
    void tell_opened(ResourceId resource, State state, const store::Fence& fence, NodeId self);
    void opened(ResourceId resource, State state, const store::Fence& fence);

    room::Host& host_;
    Membership& membership_;
    const std::shared_ptr<room::Strand> strand_;
    std::atomic<Epoch> lobby_epoch_{Epoch()};
    std::atomic<std::uint64_t> taken_over_{0};
    int rounds_ = 0;  // for the thread that tends alone
    // The callbacks that wait for a resource to be loaded. Used only on the strand.
    std::unordered_map<ResourceId, std::vector<std::function<void(State)>>> opening_;
};

}  // namespace stockade::server::cluster
