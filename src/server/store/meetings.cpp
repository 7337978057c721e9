#include "server/store/meetings.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "games/spec.h"
#include "server/model/glicko2.h"
#include "server/store/games.h"
#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

constexpr int kStreakForDouble = 2;  // wins in a row before a win counts double

std::string number_text(int number) { return std::to_string(number); }
std::string number_text(UserId user) { return std::to_string(user.value()); }

template <class T>
std::string list_text(const std::vector<T>& values) {
    std::string text;
    for (const T value : values) text += (text.empty() ? "" : " ") + number_text(value);
    return text;
}

template <class T>
std::vector<T> parse_list(const std::string& text) {
    std::istringstream in(text);
    std::vector<T> values;
    for (Int number = 0; in >> number;) values.push_back(T(number));
    return values;
}

/// `rest` follows the columns and names the values.
template <class... Values>
std::vector<Challenge> read_challenges(Database& database, const std::string& rest, const Values&... values) {
    Challenge row;
    int rated = 0;
    int closed = 0;
    std::string joined;
    std::string engines;
    auto prepared =
        (database.prepare << "select id, user_id, to_user, spec, clock, rated, seat, joined, engines, game, "
                             "created, closed, delay from challenges " +
                                 rest,
         into(row.id), into(row.user), into(row.to), into(row.spec), into(row.clock), into(rated),
         into(row.seat), into(joined), into(engines), into(row.game), into(row.created), into(closed),
         into(row.delay));
    ((prepared, use(values)), ...);
    return rows(prepared, [&] {
        row.rated = rated;
        row.closed = closed;
        row.joined = parse_list<UserId>(joined);
        row.engines = parse_list<int>(engines);
        return row;
    });
}

template <class Value>
std::vector<Tournament> read_tournaments(Database& database, const std::string& rest, Value value) {
    Tournament row;
    int rated = 0;
    return rows((database.prepare << "select id, user_id, name, spec, clock, rated, starts, ends, (select "
                                     "count(*) from entrants where tournament = tournaments.id) from "
                                     "tournaments " +
                                         rest,
                 into(row.id), into(row.user), into(row.name), into(row.spec), into(row.clock), into(rated),
                 into(row.starts), into(row.ends), into(row.entrants), use(value)),
                [&] {
                    row.rated = rated;
                    return row;
                });
}

}  // namespace

void insert_challenge(Database& database, const Challenge& challenge) {
    const int rated = challenge.rated;
    const auto joined = list_text(challenge.joined);
    const auto engines = list_text(challenge.engines);
    const int closed = challenge.closed;
    database << "insert into challenges (id, user_id, to_user, spec, clock, rated, seat, joined, engines, "
                "game, created, "
                "closed, delay) values (:id, :user, :to, :spec, :clock, :rated, :seat, :joined, :engines, "
                ":game, :created, "
                ":closed, :delay)",
        use(challenge.id), use(challenge.user), use(challenge.to), use(challenge.spec), use(challenge.clock),
        use(rated), use(challenge.seat), use(joined), use(engines), use(challenge.game),
        use(challenge.created), use(closed), use(challenge.delay);
}

std::optional<Challenge> find_challenge(Database& database, ChallengeId id) {
    return first(read_challenges(database, "where id = :id", id));
}

void update_challenge(Database& database, const Challenge& challenge) {
    const auto joined = list_text(challenge.joined);
    const int closed = challenge.closed;
    database << "update challenges set joined = :joined, game = :game, closed = :closed where id = :id",
        use(joined), use(challenge.game), use(closed), use(challenge.id);
}

void close_old_challenges(Database& database, TimePoint now) {
    const TimePoint oldest = now - kChallengeLife;
    database << "update challenges set closed = 1 where closed = 0 and created <= :oldest", use(oldest);
}

std::vector<Challenge> challenges_of(Database& database, UserId user) {
    auto own = read_challenges(database,
                               "where user_id = :user and closed = 0 order by created desc limit 50", user);
    auto others =
        read_challenges(database,
                        "where to_user = :to and closed = 0 and not exists (select 1 from mutes "
                        "where mutes.user_id = :me and "
                        "muted = challenges.user_id) order by (select case kind when 'guest' then "
                        "1 else 0 end from users where users.id = challenges.user_id), created desc "
                        "limit 50",
                        user, user);
    own.insert(own.end(), others.begin(), others.end());
    return own;
}

void insert_tournament(Database& database, const Tournament& tournament) {
    const int rated = tournament.rated;
    database << "insert into tournaments (id, user_id, name, spec, clock, rated, starts, ends) values (:id, "
                ":user, :name, "
                ":spec, :clock, :rated, :starts, :ends)",
        use(tournament.id), use(tournament.user), use(tournament.name), use(tournament.spec),
        use(tournament.clock), use(rated), use(tournament.starts), use(tournament.ends);
}

std::optional<Tournament> find_tournament(Database& database, TournamentId id) {
    return first(read_tournaments(database, "where id = :id", id));
}

std::vector<Tournament> tournaments_after(Database& database, TimePoint ended_after) {
    return read_tournaments(database, "where ends > :after order by starts", ended_after);
}

std::vector<Tournament> latest_tournaments(Database& database, TimePoint ended_after) {
    auto latest =
        read_tournaments(database, "where ends > :after order by starts desc limit 100", ended_after);
    std::reverse(latest.begin(), latest.end());
    return latest;
}

void set_entrant(Database& database, TournamentId tournament, UserId user, bool active, TimePoint now) {
    const int on = active;
    database
        << "insert into entrants (tournament, user_id, points, games, wins, streak, active, joined) values "
           "(:tournament, :user, 0, 0, 0, 0, :active, :joined) on conflict (tournament, user_id) do update "
           "set "
           "active = excluded.active",
        use(tournament), use(user), use(on), use(now);
}

void deactivate_entrant(Database& database, TournamentId tournament, UserId user) {
    database << "update entrants set active = 0 where tournament = :tournament and user_id = :user",
        use(tournament), use(user);
}

std::vector<Entrant> entrants_of(Database& database, TournamentId tournament) {
    const auto found = find_tournament(database, tournament);
    if (!found) return {};
    const auto spec = games::parse_spec(found->spec);
    const std::string type = spec ? model::rating_type(*spec) : std::string();
    Entrant row;
    int active = 0;
    double rating = 0;
    double deviation = 0;
    return rows(
        (database.prepare
             << "select users.id, users.name, users.kind, points, entrants.games, wins, streak, active, "
                "coalesce(ratings.rating, 1500.0), coalesce(ratings.deviation, 350.0) from entrants join "
                "users on users.id = entrants.user_id left join ratings on ratings.user_id = users.id and "
                "ratings.type = :type where tournament = :id order by points desc, wins desc, joined",
         into(row.person.user), into(row.person.name), into(row.person.kind), into(row.points),
         into(row.games), into(row.wins), into(row.streak), into(active), into(rating), into(deviation),
         use(type), use(tournament)),
        [&] {
            row.active = active;
            row.person.rating = static_cast<int>(std::lround(rating));
            row.person.provisional = deviation > model::kProvisionalDeviation;
            return row;
        });
}

std::vector<TournamentSeat> tournament_seats(Database& database) {
    TournamentSeat row;
    return rows((database.prepare
                     << "select tournament, user_id, games.id from games join players on game = games.id "
                        "where games.ended = 0 and tournament <> 0",
                 into(row.tournament), into(row.user), into(row.game)),
                [&] { return row; });
}

void score_entrant(Database& database, TournamentId tournament, UserId user, int points) {
    int streak = 0;
    database << "select streak from entrants where tournament = :tournament and user_id = :user",
        into(streak), use(tournament), use(user);
    if (!database.got_data()) return;
    const bool win = points == games::kWholePoint;
    const int gained = win ? (streak >= kStreakForDouble ? 4 : 2) : points > 0 ? 1 : 0;
    const int won = win;
    streak = win ? streak + 1 : 0;
    database << "update entrants set points = points + :gained, games = games + 1, wins = wins + :won, "
                "streak = :streak "
                "where tournament = :tournament and user_id = :user",
        use(gained), use(won), use(streak), use(tournament), use(user);
}

}  // namespace stockade::server::store
