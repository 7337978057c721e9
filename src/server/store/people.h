// Users, their sessions and ratings, and the people they have muted. Functions over a borrowed connection:
// those that change rows run on the writer.
#pragma once

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/model/glicko2.h"
#include "server/store/store.h"

namespace stockade::server::store {

struct User {
    UserId id;
    std::string name;
    std::string kind;      ///< guest, account, bot, deleted
    std::string password;  ///< hash; empty for guests
    TimePoint created;
    TimePoint seen;
};

/// A name without regard to case, by which it is unique.
std::string name_key(std::string name);
std::optional<User> find_user(Database& database, UserId id);
/// Without regard to case; deleted users have no name to be found by.
std::optional<User> find_user(Database& database, const std::string& name);
/// False where the name is taken.
bool insert_user(Database& database, const User& user);
/// Gives a guest a name and a password. False where the name is taken.
bool promote_guest(Database& database, UserId id, const std::string& name, const std::string& password);
void set_password(Database& database, UserId id, const std::string& password);
void set_kind(Database& database, UserId id, const std::string& kind);
/// Forgets everything but the games and that somebody played them.
void delete_user(Database& database, UserId id);
bool has_rated_games(Database& database, UserId id);

/// A way to sign in: a cookie, or a program's token, which has a label.
struct Login {
    std::string hash;
    LoginId id;
    UserId user;
    std::string label;
    TimePoint created;
    TimePoint seen;
    TimePoint expires;
};

void insert_login(Database& database, const Login& login);
std::optional<Login> find_login(Database& database, const std::string& hash, TimePoint now);
/// Notes that somebody was there.
void renew_login(Database& database, const Login& login, TimePoint now, TimePoint expires);
void delete_login(Database& database, const std::string& hash);
bool delete_token(Database& database, UserId user, LoginId token);
void delete_other_logins(Database& database, UserId user, const std::string& kept_hash);
/// Which of some logins are still worth something.
std::set<LoginId> valid_logins(Database& database, const std::vector<LoginId>& logins, TimePoint now);
std::vector<Login> tokens_of(Database& database, UserId user);
void delete_expired(Database& database, TimePoint now);

struct RatingRow {
    std::string type;
    model::Rating value;
    int games = 0;
    TimePoint updated;

    int shown() const { return static_cast<int>(std::lround(value.rating)); }
    bool provisional() const { return value.deviation > model::kProvisionalDeviation; }
};

std::vector<RatingRow> ratings_of(Database& database, UserId user);
/// The starting rating where somebody has none.
RatingRow rating_of(Database& database, UserId user, const std::string& type);
void put_rating(Database& database, UserId user, const RatingRow& row, GameId game);
struct RatingPoint {
    TimePoint at;
    int rating = 0;
    GameId game;
};
/// The last so many, oldest first.
std::vector<RatingPoint> latest_rating_points(Database& database, UserId user, const std::string& type,
                                              int limit);
/// Page by page: at most `limit` of those after a point, oldest first.
std::vector<RatingPoint> rating_points(Database& database, UserId user, const std::string& type,
                                       const RatingPoint& after, int limit);
struct Ranked {
    User user;
    RatingRow rating;
};
std::vector<Ranked> leaderboard(Database& database, const std::string& type, int limit);

struct Tally {
    int games = 0, wins = 0, losses = 0, draws = 0;
};
Tally tally_of(Database& database, UserId user);

void set_mute(Database& database, UserId user, UserId muted, bool on);
/// Whether somebody has muted another.
bool mutes(Database& database, UserId user, UserId other);
std::vector<std::pair<UserId, std::string>> mutes_of(Database& database, UserId user);
void insert_report(Database& database, UserId user, UserId about, GameId game, const std::string& text,
                   TimePoint at);

}  // namespace stockade::server::store
