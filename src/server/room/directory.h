// The directory of connected users: their sockets on this server, and the other servers on which they are
// connected. Thread-safe.
#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include "server/room/runtime.h"

namespace stockade::server::room {

/// The logins of a user that are no longer valid: one or all.
struct Revocation {
    UserId user;
    LoginId login;  ///< 0: all
};

class Directory {
public:
    void add(const ClientPtr& client);
    void remove(const ClientPtr& client);
    void send(UserId user, const msg::Text& message);
    bool online(UserId user) const;
    /// Whether one user has muted another; applies to all open sockets.
    void set_mute(UserId user, UserId muted, bool on);
    std::size_t people() const;
    /// Ends the connections that came with it, here.
    void revoke(const Revocation& revocation);
    /// Everybody's who is connected here.
    std::vector<Revocation> logins() const;

    // --- several servers ---
    /// `announce` receives who connects and disconnects here, one after another; `forward` gets messages to
    /// people elsewhere. Neither may call back.
    using Announce = std::function<void(UserId user, bool here)>;
    using Forward = std::function<void(NodeId node, UserId user, const msg::Text& message)>;
    void connect(Announce announce, Forward forward);
    /// Sends only to the user's sockets on this server.
    void send_here(UserId user, const msg::Text& message);
    void note_elsewhere(NodeId node, UserId user, bool there);
    void forget_node(NodeId node);
    std::vector<UserId> people_here() const;

private:
    mutable std::mutex mutex_;
    std::unordered_map<UserId, std::vector<ClientPtr>> clients_;
    std::unordered_map<UserId, std::set<NodeId>> elsewhere_;  // a user's nodes
    Announce announce_;
    Forward forward_;
};

}  // namespace stockade::server::room
