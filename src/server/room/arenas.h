// Arena tournaments: while one runs, whoever is there and free is paired again and again. Safe to use from
// any thread.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "server/msg/requests.h"
#include "server/room/runtime.h"
#include "server/store/meetings.h"

namespace stockade::server::room {

struct Services;

inline constexpr std::size_t kStandingsPerPage = 50;
inline constexpr std::size_t kMaxArenasFollowed = 10;  ///< by one client

class Arenas {
public:
    explicit Arenas(Services& services) : services_(services) {}

    void follow(const ClientPtr& client, const msg::FollowArena& wish);
    void gone(const ClientPtr& client);
    /// The standings changed: they are told with the next tick.
    void standings_changed(Id tournament);
    /// Somebody was in a game of a tournament when this server began.
    void game_goes_on(Id tournament, Id user, Id game);
    void game_ended(Id tournament, const std::vector<Id>& users);
    /// Who plays according to the database, where games begin and end on other servers too.
    void read_playing();
    /// Another server does this now.
    void clear();
    /// Pairs who is free, and tells the standings where they changed. Every second or so, on a thread that
    /// may block.
    void tick(Ms now);

    /// Who plays in which game of a tournament.
    using Playing = std::map<Id, Id>;
    Playing playing(Id tournament) const;
    /// A tournament as docs/api.md has it, without and with a page of its standings: from a place on, and
    /// where `user` stands.
    static msg::json describe(const store::Tournament& tournament, Ms now);
    static msg::json standings(const store::Tournament& tournament,
                               const std::vector<store::Entrant>& entrants, const Playing& playing, Ms now,
                               std::size_t from, Id user);

private:
    void tell(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants, Ms now);
    void pair(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants, Ms now);

    Services& services_;
    mutable std::mutex mutex_;
    std::map<ClientPtr, std::map<Id, std::size_t>> followers_;  // which tournaments, and from which place on
    std::map<Id, Playing> playing_;
    std::map<Id, std::map<Id, Id>> met_last_;  // tournament, user, the last opponent
    std::set<Id> changed_;
};

}  // namespace stockade::server::room
