#include "server/store/people.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "games/game.h"
#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

bool name_taken(Database& database, const std::string& key, UserId except) {
    int count = 0;
    database << "select count(*) from users where name_key = :key and id <> :id", into(count), use(key),
        use(except);
    return count > 0;
}

/// The user of whom `condition` is true for a value.
template <class Value>
std::optional<User> read_user(Database& database, const std::string& condition, const Value& value) {
    User user;
    database << "select id, name, kind, password, created, seen from users where " + condition, into(user.id),
        into(user.name), into(user.kind), into(user.password), into(user.created), into(user.seen),
        use(value);
    return database.got_data() ? std::optional(user) : std::nullopt;
}

}  // namespace

std::string name_key(std::string name) {
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
}

std::optional<User> find_user(Database& database, UserId id) { return read_user(database, "id = :id", id); }

std::optional<User> find_user(Database& database, const std::string& name) {
    return read_user(database, "name_key = :key and kind <> 'deleted'", name_key(name));
}

bool insert_user(Database& database, const User& user) {
    const auto key = name_key(user.name);
    if (name_taken(database, key, {})) return false;
    database << "insert into users (id, name, name_key, kind, password, created, seen) values (:id, :name, "
                ":key, :kind, "
                ":password, :created, :seen)",
        use(user.id), use(user.name), use(key), use(user.kind), use(user.password), use(user.created),
        use(user.seen);
    return true;
}

bool promote_guest(Database& database, UserId id, const std::string& name, const std::string& password) {
    const auto key = name_key(name);
    if (name_taken(database, key, id)) return false;
    soci::statement statement =
        (database.prepare << "update users set name = :name, name_key = :key, kind = 'account', password = "
                             ":password where id = :id and kind = 'guest'",
         use(name), use(key), use(password), use(id));
    statement.execute(true);
    return statement.get_affected_rows() == 1;
}

void set_password(Database& database, UserId id, const std::string& password) {
    database << "update users set password = :password where id = :id", use(password), use(id);
}

void set_kind(Database& database, UserId id, const std::string& kind) {
    database << "update users set kind = :kind where id = :id", use(kind), use(id);
}

void delete_user(Database& database, UserId id) {
    const std::string key = "#" + id_text(id);  // no name begins like this
    database << "update users set name = 'deleted', name_key = :key, kind = 'deleted', password = '' where "
                "id = :id",
        use(key), use(id);
    for (const char* statement :
         {"delete from sessions where user_id = :id", "delete from ratings where user_id = :id",
          "delete from rating_history where user_id = :id", "delete from chat where user_id = :id",
          "delete from mutes where user_id = :id", "delete from reports where user_id = :id",
          "update challenges set closed = 1 where user_id = :id", "delete from entrants where user_id = :id"})
        database << statement, use(id);
}

bool has_rated_games(Database& database, UserId id) {
    int count = 0;
    database << "select count(*) from players join games on games.id = players.game where players.user_id = "
                ":id and "
                "games.rated = 1",
        into(count), use(id);
    return count > 0;
}

void insert_login(Database& database, const Login& login) {
    database << "insert into sessions (hash, id, user_id, label, created, seen, expires) values (:hash, :id, "
                ":user, "
                ":label, :created, :seen, :expires)",
        use(login.hash), use(login.id), use(login.user), use(login.label), use(login.created),
        use(login.seen), use(login.expires);
}

std::optional<Login> find_login(Database& database, const std::string& hash, TimePoint now) {
    Login login;
    database << "select hash, id, user_id, label, created, seen, expires from sessions where hash = :hash "
                "and expires > "
                ":now",
        into(login.hash), into(login.id), into(login.user), into(login.label), into(login.created),
        into(login.seen), into(login.expires), use(hash), use(now);
    return database.got_data() ? std::optional(login) : std::nullopt;
}

void renew_login(Database& database, const Login& login, TimePoint now, TimePoint expires) {
    database << "update sessions set seen = :now, expires = :expires where hash = :hash", use(now),
        use(expires), use(login.hash);
    database << "update users set seen = :now where id = :id", use(now), use(login.user);
}

void delete_login(Database& database, const std::string& hash) {
    database << "delete from sessions where hash = :hash", use(hash);
}

bool delete_token(Database& database, UserId user, LoginId token) {
    int count = 0;
    database << "select count(*) from sessions where user_id = :user and id = :id and label <> ''",
        into(count), use(user), use(token);
    database << "delete from sessions where user_id = :user and id = :id and label <> ''", use(user),
        use(token);
    return count > 0;
}

void delete_other_logins(Database& database, UserId user, const std::string& kept_hash) {
    database << "delete from sessions where user_id = :user and hash <> :hash", use(user), use(kept_hash);
}

std::set<LoginId> valid_logins(Database& database, const std::vector<LoginId>& logins, TimePoint now) {
    constexpr std::size_t kAtOnce = 500;
    std::set<LoginId> result;
    for (std::size_t begin = 0; begin < logins.size(); begin += kAtOnce) {
        std::string list;
        for (std::size_t i = begin; i < std::min(begin + kAtOnce, logins.size()); ++i)
            list += (list.empty() ? "" : ", ") + std::to_string(logins[i].value());
        LoginId id;
        for (const LoginId found : rows(
                 (database.prepare << "select id from sessions where expires > :now and id in (" + list + ")",
                  into(id), use(now)),
                 [&] { return id; }))
            result.insert(found);
    }
    return result;
}

std::vector<Login> tokens_of(Database& database, UserId user) {
    Login login;
    return rows((database.prepare
                     << "select id, label, created, seen from sessions where user_id = :user and label <> '' "
                        "order by created",
                 into(login.id), into(login.label), into(login.created), into(login.seen), use(user)),
                [&] { return login; });
}

void delete_expired(Database& database, TimePoint now) {
    database << "delete from sessions where expires <= :now", use(now);
}

std::vector<RatingRow> ratings_of(Database& database, UserId user) {
    RatingRow row;
    return rows(
        (database.prepare
             << "select type, rating, deviation, volatility, games, updated from ratings where user_id = "
                ":user order by type",
         into(row.type), into(row.value.rating), into(row.value.deviation), into(row.value.volatility),
         into(row.games), into(row.updated), use(user)),
        [&] { return row; });
}

RatingRow rating_of(Database& database, UserId user, const std::string& type) {
    RatingRow row;
    database << "select rating, deviation, volatility, games, updated from ratings where user_id = :user and "
                "type = :type",
        into(row.value.rating), into(row.value.deviation), into(row.value.volatility), into(row.games),
        into(row.updated), use(user), use(type);
    if (!database.got_data()) row = {};
    row.type = type;
    return row;
}

void put_rating(Database& database, UserId user, const RatingRow& row, GameId game) {
    database << "insert into ratings (user_id, type, rating, deviation, volatility, games, updated) values "
                "(:user, :type, "
                ":rating, :deviation, :volatility, :games, :updated) on conflict (user_id, type) do update "
                "set rating = "
                "excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, games = "
                "excluded.games, updated = excluded.updated",
        use(user), use(row.type), use(row.value.rating), use(row.value.deviation), use(row.value.volatility),
        use(row.games), use(row.updated);
    database << "insert into rating_history (user_id, type, at, game, rating) values (:user, :type, :at, "
                ":game, :rating)",
        use(user), use(row.type), use(row.updated), use(game), use(row.value.rating);
}

std::vector<RatingPoint> latest_rating_points(Database& database, UserId user, const std::string& type,
                                              int limit) {
    RatingPoint point;
    double rating = 0;
    auto points = rows(
        (database.prepare << "select at, rating, game from rating_history where user_id = :user and type = "
                             ":type order by at desc, game desc limit :count",
         into(point.at), into(rating), into(point.game), use(user), use(type), use(limit)),
        [&] {
            point.rating = static_cast<int>(std::lround(rating));
            return point;
        });
    std::reverse(points.begin(), points.end());
    return points;
}

std::vector<RatingPoint> rating_points(Database& database, UserId user, const std::string& type,
                                       const RatingPoint& after, int limit) {
    RatingPoint point;
    double rating = 0;
    return rows(
        (database.prepare << "select at, rating, game from rating_history where user_id = :user and "
                             "type = :type and (at, game) > (:at, :game) order by at, game limit :count",
         into(point.at), into(rating), into(point.game), use(user), use(type), use(after.at), use(after.game),
         use(limit)),
        [&] {
            point.rating = static_cast<int>(std::lround(rating));
            return point;
        });
}

std::vector<Ranked> leaderboard(Database& database, const std::string& type, int limit) {
    Ranked row;
    const double deviation = model::kProvisionalDeviation;
    return rows(
        (database.prepare
             << "select users.id, users.name, users.kind, rating, deviation, games from ratings join users "
                "on users.id = ratings.user_id where type = :type and deviation <= :deviation order by "
                "rating desc limit :count",
         into(row.user.id), into(row.user.name), into(row.user.kind), into(row.rating.value.rating),
         into(row.rating.value.deviation), into(row.rating.games), use(type), use(deviation), use(limit)),
        [&] { return row; });
}

Tally tally_of(Database& database, UserId user) {
    Tally tally;
    int points = 0;
    int players = 0;
    int count = 0;
    soci::statement statement =
        (database.prepare
             << "select points, (select count(*) from players other where other.game = players.game), "
                "count(*) from players where user_id = :user and ended > 0 and points >= 0 group by 1, 2",
         into(points), into(players), into(count), use(user));
    statement.execute();
    while (statement.fetch()) {
        tally.games += count;
        const bool shared_by_all = points * players == games::kWholePoint;
        (points == 0 ? tally.losses : shared_by_all ? tally.draws : tally.wins) += count;
    }
    return tally;
}

void set_mute(Database& database, UserId user, UserId muted, bool on) {
    database << "delete from mutes where user_id = :user and muted = :muted", use(user), use(muted);
    if (on) database << "insert into mutes (user_id, muted) values (:user, :muted)", use(user), use(muted);
}

bool mutes(Database& database, UserId user, UserId other) {
    int count = 0;
    database << "select count(*) from mutes where user_id = :user and muted = :muted", into(count), use(user),
        use(other);
    return count > 0;
}

std::vector<std::pair<UserId, std::string>> mutes_of(Database& database, UserId user) {
    UserId id;
    std::string name;
    return rows((database.prepare
                     << "select users.id, users.name from mutes join users on users.id = mutes.muted where "
                        "mutes.user_id = :user order by users.name",
                 into(id), into(name), use(user)),
                [&] { return std::pair(id, name); });
}

void insert_report(Database& database, UserId user, UserId about, GameId game, const std::string& text,
                   TimePoint at) {
    const auto id = new_id<ReportId>();
    database << "insert into reports (id, user_id, about, game, text, at) values (:id, :user, :about, :game, "
                ":text, :at)",
        use(id), use(user), use(about), use(game), use(text), use(at);
}

}  // namespace stockade::server::store
