// Host: the rooms, the lobby, the tournaments and the engines of this server. Performs the requests of
// clients. Knows neither sockets nor other servers.
#pragma once

#include <memory>
#include <vector>

#include "server/room/arenas.h"
#include "server/room/lobby.h"
#include "server/room/rooms.h"
#include "server/room/services.h"

namespace stockade::server::room {

class Host {
public:
    Host(store::Store& store, Runtime& runtime, int engine_threads);

    /// The game that the request is about is in memory, unless there is no such game.
    void perform(const ClientPtr& client, msg::Request& request, TimePoint at);
    /// The client follows nothing any more.
    void left(const ClientPtr& client);
    /// Ends those of the connections whose login is worth nothing any more, by the database: what was revoked
    /// while they were being made, or while this server heard nothing of the others.
    void check_logins(std::vector<Revocation> logins);
    void close_engines() { engines_.close(); }

    Services& services() { return services_; }
    const Services& services() const { return services_; }
    Rooms& rooms() { return rooms_; }
    const Rooms& rooms() const { return rooms_; }
    Lobby& lobby() { return lobby_; }
    const Lobby& lobby() const { return lobby_; }
    Arenas& arenas() { return arenas_; }

private:
    Engines engines_;
    Services services_;
    Rooms rooms_;
    Lobby lobby_;
    Arenas arenas_;
};

}  // namespace stockade::server::room
