// The services that rooms, the lobby and tournaments share.
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

/// Something owned under whose lease a game is begun; nothing for a server that is alone.
struct Guard {
    ResourceId resource;
    store::Fence fence;
};

/// Decides which server owns a game (cluster/cluster.h).
class Placement {
public:
    virtual ~Placement() = default;
    /// Under which fence a new game is stored, and so where it shall live.
    virtual store::Fence place() = 0;
    /// A game was begun that lives there. Says whether that is here.
    virtual bool begun(const model::Setup& setup, NodeId node) = 0;
    /// Games that are going on everywhere.
    virtual std::size_t running() const = 0;
    /// The lease of the lobby and the tournaments.
    virtual Guard lobby_lease() const = 0;
    /// Whether all games of tournaments begin and end here, so that who plays need not be read from the
    /// database.
    virtual bool keeps_playing() const = 0;
};

struct Services {
    store::Store& store;
    Runtime& runtime;
    Engines& engines;
    Directory directory;
    Counters counters;
    std::atomic<bool> stopping{false};  ///< nothing new is begun; what is being stored is still told
    std::string node = "one";           ///< under which a server that is alone notes that it runs
    Rooms* rooms = nullptr;
    Arenas* arenas = nullptr;
    Placement* placement = nullptr;  ///< set before anything is begun or loaded
};

}  // namespace stockade::server::room
