// Challenges that wait to be accepted, and tournaments with their entrants.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/model/game.h"
#include "server/store/store.h"

namespace stockade::server::store {

struct Challenge {
    ChallengeId id;
    UserId user;
    UserId to;  ///< 0: anybody who has the link
    std::string spec;
    std::string clock;
    bool rated = false;
    int seat = 0;                ///< of who made it; 0: any
    std::vector<UserId> joined;  ///< who made it comes first
    std::vector<int> engines;    ///< levels
    GameId game;                 ///< once it has begun
    TimePoint created;
    bool closed = false;
    std::chrono::seconds delay{};  ///< by which watchers see the game later
};

void insert_challenge(Database& database, const Challenge& challenge);
std::optional<Challenge> find_challenge(Database& database, ChallengeId id);
/// Stores who has joined, the game, and whether the challenge is closed.
void update_challenge(Database& database, const Challenge& challenge);
/// Open ones that somebody made, and then those that others made for them, without those they muted; newest
/// first, but those of guests last: one person may be as many guests as they like.
std::vector<Challenge> challenges_of(Database& database, UserId user);

/// Open ones are closed when they are this old: they count against who made them.
inline constexpr Milliseconds kChallengeLife = Days(14);
void close_old_challenges(Database& database, TimePoint now);

struct Tournament {
    TournamentId id;
    UserId user;
    std::string name;
    std::string spec;
    std::string clock;
    bool rated = false;
    TimePoint starts;
    TimePoint ends;
    int entrants = 0;
};

struct Entrant {
    model::Person person;
    int points = 0;
    int games = 0;
    int wins = 0;
    int streak = 0;
    bool active = false;
};

void insert_tournament(Database& database, const Tournament& tournament);
std::optional<Tournament> find_tournament(Database& database, TournamentId id);
/// Those that end after a time, soonest start first.
std::vector<Tournament> tournaments_after(Database& database, TimePoint ended_after);
/// The last hundred of them, for lists.
std::vector<Tournament> latest_tournaments(Database& database, TimePoint ended_after);
void set_entrant(Database& database, TournamentId tournament, UserId user, bool active, TimePoint now);
/// Makes no row for a user who has not joined, because the caps are checked only when somebody joins.
void deactivate_entrant(Database& database, TournamentId tournament, UserId user);
std::vector<Entrant> entrants_of(Database& database, TournamentId tournament);
/// Somebody in a running game of a tournament.
struct TournamentSeat {
    TournamentId tournament;
    UserId user;
    GameId game;
};
std::vector<TournamentSeat> tournament_seats(Database& database);
/// Adds a finished game; the points of the game in twelfths.
void score_entrant(Database& database, TournamentId tournament, UserId user, int points);

}  // namespace stockade::server::store
