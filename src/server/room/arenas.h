// Arena tournaments: while one runs, players who are present and free are paired again and again.
// Thread-safe.
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
    /// The standings changed: the next tick sends them.
    void standings_changed(TournamentId tournament);
    /// Notes a player who was in a game of a tournament when this server started.
    void game_goes_on(TournamentId tournament, UserId user, GameId game);
    void game_ended(TournamentId tournament, const std::vector<UserId>& users);
    /// Reads from the database who plays, because games begin and end on other servers too.
    void read_playing();
    /// Another server does this now.
    void clear();
    /// Pairs who is free, and tells the standings where they changed. Every second or so, on a thread that
    /// may block.
    void tick(TimePoint now);

    /// The running game of each player of a tournament.
    using Playing = std::map<UserId, GameId>;
    Playing playing(TournamentId tournament) const;
    /// A tournament as docs/api.md has it, without and with a page of its standings: from a place on, and
    /// where `user` stands.
    static msg::json describe(const store::Tournament& tournament, TimePoint now);
    static msg::json standings(const store::Tournament& tournament,
                               const std::vector<store::Entrant>& entrants, const Playing& playing,
                               TimePoint now, std::size_t from, UserId user);

private:
    void tell(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
              TimePoint now);
    void pair(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
              TimePoint now);

    Services& services_;
    mutable std::mutex mutex_;
    std::map<ClientPtr, std::map<TournamentId, std::size_t>>
        followers_;  // which tournaments, and from which place on
    std::map<TournamentId, Playing> playing_;
    std::map<TournamentId, std::map<UserId, UserId>> met_last_;  // each entrant's last opponent
    std::set<TournamentId> changed_;
};

}  // namespace stockade::server::room
