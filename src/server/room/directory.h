// Who is connected, and by which sockets. Safe to use from any thread.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "server/room/runtime.h"

namespace stockade::server::room {

class Directory {
public:
    void add(const ClientPtr& client);
    void remove(const ClientPtr& client);
    void send(Id user, const msg::Text& message);
    bool online(Id user) const;
    /// What one user has hidden of another, on every socket that is open.
    void set_mute(Id user, Id muted, bool on);
    std::size_t sockets(Id user) const;
    std::size_t people() const;

private:
    mutable std::mutex mutex_;
    std::unordered_map<Id, std::vector<ClientPtr>> clients_;
};

}  // namespace stockade::server::room
