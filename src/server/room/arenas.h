// Arena tournaments: while one runs, whoever is there and free is paired again and again. Safe to use from
// any thread.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "server/room/runtime.h"
#include "server/store/meetings.h"

namespace stockade::server::room {

struct Services;

class Arenas {
public:
    explicit Arenas(Services& services) : services_(services) {}

    void follow(const ClientPtr& client, Id tournament, bool on);
    void gone(const ClientPtr& client);
    /// The standings changed: they are told with the next tick.
    void touch(Id tournament);
    /// A game of a tournament was loaded after a restart.
    void game_goes_on(const Game& game);
    void game_ended(const Game& game);
    /// Pairs who is free, and tells the standings where they changed. Every second or so, on a thread that
    /// may block.
    void tick(Ms now);

    /// A tournament as docs/api.md has it; with standings where `entrants` are given.
    static msg::json describe(const store::Tournament& tournament, Ms now);
    msg::json standings(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
                        Ms now) const;

private:
    void pair(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants, Ms now);

    Services& services_;
    mutable std::mutex mutex_;
    std::map<Id, std::set<ClientPtr>> followers_;
    std::map<Id, std::map<Id, Id>> playing_;   // tournament, user, game
    std::map<Id, std::map<Id, Id>> met_last_;  // tournament, user, the last opponent
    std::set<Id> changed_;
};

}  // namespace stockade::server::room
