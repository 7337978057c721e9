// What rooms, the lobby and tournaments share.
#pragma once

#include <atomic>
#include <string>

#include "server/room/directory.h"
#include "server/room/engines.h"
#include "server/room/runtime.h"
#include "server/store/store.h"

namespace stockade::server::room {

class Rooms;
class Arenas;

/// Counted for /metrics.
struct Counters {
    std::atomic<std::uint64_t> turns{0}, refusals{0}, duplicates{0}, resyncs{0}, games_begun{0},
        games_ended{0}, chats{0}, lost_rooms{0};
};

struct Services {
    store::Store& store;
    Runtime& runtime;
    Engines& engines;
    Directory directory;
    Counters counters;
    std::atomic<bool> stopping{false};  ///< nothing new is begun; what is being stored is still told
    std::string node = "one";           ///< this server among several on one database
    Rooms* rooms = nullptr;
    Arenas* arenas = nullptr;
};

}  // namespace stockade::server::room
