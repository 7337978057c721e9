// Presence: the users connected to each node. Messages to a user are sent to all nodes on which the user is
// connected.
#pragma once

#include <memory>

#include "server/cluster/membership.h"
#include "server/cluster/peers.h"
#include "server/room/directory.h"

namespace stockade::server::cluster {

class Presence {
public:
    Presence(room::Directory& directory, Peers& peers, Membership& membership,
             std::shared_ptr<room::Strand> strand)
        : directory_(directory), peers_(peers), membership_(membership), strand_(std::move(strand)) {}

    /// Begins to tell the other nodes who comes and goes; ends with stop().
    void start();
    void stop();

    // --- on the strand ---
    /// Tells a node that knows nothing yet who is here.
    void introduce(NodeId node);
    void here(NodeId node, const Here& message);
    void tell_user(const TellUser& message) { directory_.send_here(message.user, message.text); }

private:
    room::Directory& directory_;
    Peers& peers_;
    Membership& membership_;
    const std::shared_ptr<room::Strand> strand_;
};

}  // namespace stockade::server::cluster
