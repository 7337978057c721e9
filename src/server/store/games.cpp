#include "server/store/games.h"

#include <algorithm>
#include <cmath>

#include "server/store/meetings.h"
#include "server/store/people.h"
#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

std::string joined(const std::vector<std::string>& turns) {
    std::string text;
    for (const auto& turn : turns) text += (text.empty() ? "" : " ") + turn;
    return text;
}

/// Everyone against everyone else, as games of one rating period. Games of teams are never rated.
std::vector<int> rate(Database& database, const Finished& finished) {
    const std::size_t count = finished.users.size();
    std::vector<RatingRow> before;
    for (const UserId user : finished.users) {
        before.push_back(rating_of(database, user, finished.type));
        auto& row = before.back();
        if (row.updated != kNever) row.value = model::rested(row.value, finished.ended - row.updated);
    }
    std::vector<int> changes;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<model::GameResult> results;
        for (std::size_t j = 0; j < count; ++j) {
            if (i == j) continue;
            const double score = finished.points[i] > finished.points[j]    ? 1
                                 : finished.points[i] == finished.points[j] ? 0.5
                                                                            : 0;
            results.push_back({before[j].value, score});
        }
        RatingRow after = before[i];
        after.value = model::rated(before[i].value, results);
        ++after.games;
        after.updated = finished.ended;
        changes.push_back(after.shown() - before[i].shown());
        put_rating(database, finished.users[i], after, finished.game);
    }
    return changes;
}

void count_openings(Database& database, const Finished& finished) {
    std::array<Int, games::kMaxPlayers> points{};
    for (std::size_t i = 0; i < finished.points.size(); ++i) points[i] = finished.points[i];
    Int position = 0;
    std::string turn;
    soci::statement statement =
        (database.prepare
             << "insert into openings (type, position, turn, games, points0, points1, points2, points3) "
                "values (:type, :position, :turn, 1, :p0, :p1, :p2, :p3) on conflict (type, position, turn) "
                "do update set games = openings.games + 1, points0 = openings.points0 + excluded.points0, "
                "points1 = openings.points1 + excluded.points1, points2 = openings.points2 + "
                "excluded.points2, points3 = openings.points3 + excluded.points3",
         use(finished.type), use(position), use(turn), use(points[0]), use(points[1]), use(points[2]),
         use(points[3]));
    for (std::size_t i = 0; i < finished.turns.size(); ++i) {
        position = static_cast<Int>(finished.positions[i]);
        turn = finished.turns[i];
        statement.execute(true);
    }
}

}  // namespace

void insert_game(Database& database, const model::Setup& setup) {
    const auto spec = games::parse_spec(setup.spec);
    const std::string type = spec && setup.position.empty() ? model::rating_type(*spec) : std::string();
    const std::string clock = setup.clock.text();
    const int rated = setup.rated;
    const std::string secret = auth::hex(setup.secret);
    database
        << "insert into games (id, spec, type, clock, rated, created, ended, secret, position, result, "
           "reason, plies, "
           "opening, tournament, delay) values (:id, :spec, :type, :clock, :rated, :created, 0, :secret, "
           ":position, '*', "
           "'', 0, '', :tournament, :delay)",
        use(setup.id), use(setup.spec), use(type), use(clock), use(rated), use(setup.created), use(secret),
        use(setup.position), use(setup.tournament), use(setup.delay);
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        const auto& person = setup.players[i];
        const int player = static_cast<int>(i);
        const int provisional = person.provisional;
        database << "insert into players (game, player, user_id, level, rating, provisional, change, points, "
                    "ended) values "
                    "(:game, :player, :user, :level, :rating, :provisional, 0, -1, 0)",
            use(setup.id), use(player), use(person.user), use(person.level), use(person.rating),
            use(provisional);
    }
}

std::optional<StoredGame> load_game(Database& database, GameId id) {
    StoredGame game;
    auto& setup = game.setup;
    std::string clock;
    std::string secret;
    int rated = 0;
    database
        << "select id, spec, clock, rated, created, secret, position, tournament, delay from games where "
           "id = :id",
        into(setup.id), into(setup.spec), into(clock), into(rated), into(setup.created), into(secret),
        into(setup.position), into(setup.tournament), into(setup.delay), use(id);
    if (!database.got_data()) return std::nullopt;
    const auto control = model::parse_time_control(clock);
    const auto parsed = auth::parse_dice_secret(secret);
    if (!control || !parsed) return std::nullopt;
    setup.clock = *control;
    setup.secret = *parsed;
    setup.rated = rated;
    setup.players = players_of(database, {id})[0];
    model::Entry entry;
    int kind = 0;
    game.entries = rows(
        (database.prepare
             << "select seq, kind, player, text, spent, time_left, at, client from turns where game = :game "
                "order by seq",
         into(entry.seq), into(kind), into(entry.player), into(entry.text), into(entry.spent),
         into(entry.left), into(entry.at), into(entry.client), use(id)),
        [&] {
            entry.kind = static_cast<model::Entry::Kind>(kind);
            return entry;
        });
    return game;
}

std::optional<model::Game> replayed_game(Database& database, GameId id) {
    auto stored = load_game(database, id);
    if (!stored) return std::nullopt;
    const TimePoint now = time_now();
    auto game = model::Game::replay(std::move(stored->setup), stored->entries, now, now);
    if (!game) return std::nullopt;
    return std::move(*game);
}

std::vector<std::vector<model::Person>> players_of(Database& database, const std::vector<GameId>& games) {
    std::vector<std::vector<model::Person>> result;
    GameId game;
    model::Person person;
    int provisional = 0;
    const soci::statement statement =
        (database.prepare
             << "select user_id, coalesce(users.name, ''), coalesce(users.kind, ''), level, rating, "
                "provisional, change from players left join users on users.id = user_id where game = :game "
                "order by player",
         into(person.user), into(person.name), into(person.kind), into(person.level), into(person.rating),
         into(provisional), into(person.change), use(game));
    for (const GameId id : games) {
        game = id;
        result.push_back(rows(statement, [&] {
            person.provisional = provisional;
            return person.user ? person : engine_person(person.level);
        }));
    }
    return result;
}

std::vector<GameId> running_games(Database& database) {
    GameId id;
    return rows((database.prepare << "select id from games where ended = 0", into(id)), [&] { return id; });
}

bool game_over(Database& database, GameId id) {
    int running = 0;
    database << "select count(*) from games where id = :id and ended = 0", into(running), use(id);
    return running == 0;
}

Int count_running_games(Database& database) {
    Int count = 0;
    database << "select count(*) from games where ended = 0", into(count);
    return count;
}

std::vector<GameId> running_games_of(Database& database, UserId user) {
    GameId id;
    return rows(
        (database.prepare << "select game from players where user_id = :user and ended = 0 order by game",
         into(id), use(user)),
        [&] { return id; });
}

Finished finished(const model::Game& game) {
    Finished result;
    const auto& setup = game.setup();
    const auto& session = game.session();
    result.game = setup.id;
    result.type = setup.position.empty() ? model::rating_type(session.spec()) : std::string();
    result.rated = setup.rated;
    result.tournament = setup.tournament;
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        result.users.push_back(setup.players[i].user);
        if (game.finish().outcome.over) result.points.push_back(game.finish().outcome.shares[i]);
    }
    result.result = game.finish().result;
    result.reason = game.finish().reason;
    result.ended = game.entries().back().at;
    result.plies = game.ply();
    result.turns = session.history();
    result.positions = session.earlier_keys();
    const auto kept = std::min(kOpeningTurns, result.turns.size());
    result.turns.resize(kept);
    result.positions.resize(kept);
    return result;
}

void append_entry(Database& database, GameId game, const model::Entry& entry) {
    const int kind = static_cast<int>(entry.kind);
    database << "insert into turns (game, seq, kind, player, text, spent, time_left, at, client) values "
                "(:game, :seq, "
                ":kind, :player, :text, :spent, :left, :at, :client)",
        use(game), use(entry.seq), use(kind), use(entry.player), use(entry.text), use(entry.spent),
        use(entry.left), use(entry.at), use(entry.client);
}

std::vector<int> finish_game(Database& database, const Finished& finished) {
    one_at_a_time(database);
    const auto opening = joined(finished.turns);
    database << "update games set ended = :ended, result = :result, reason = :reason, plies = :plies, "
                "opening = :opening "
                "where id = :id",
        use(finished.ended), use(finished.result), use(finished.reason), use(finished.plies), use(opening),
        use(finished.game);
    const bool counts = !finished.points.empty();
    std::vector<int> changes(finished.users.size(), 0);
    if (counts && finished.rated && !finished.type.empty()) changes = rate(database, finished);
    for (std::size_t i = 0; i < finished.users.size(); ++i) {
        const int player = static_cast<int>(i);
        const int points = counts ? finished.points[i] : -1;
        database << "update players set change = :change, points = :points, ended = :ended where game = "
                    ":game and player = "
                    ":player",
            use(changes[i]), use(points), use(finished.ended), use(finished.game), use(player);
    }
    if (counts && !finished.type.empty()) count_openings(database, finished);
    if (counts && finished.tournament)
        for (std::size_t i = 0; i < finished.users.size(); ++i)
            score_entrant(database, finished.tournament, finished.users[i], finished.points[i]);
    return changes;
}

void insert_chat(Database& database, GameId game, const model::ChatLine& line) {
    database
        << "insert into chat (game, n, user_id, room, text, at) values (:game, :n, :user, :room, :text, :at)",
        use(game), use(line.n), use(line.user), use(line.room), use(line.text), use(line.at);
}

std::vector<model::ChatLine> load_chat(Database& database, GameId game, int limit) {
    model::ChatLine line;
    auto result = rows(
        (database.prepare
             << "select n, user_id, users.name, users.kind, room, text, at from chat join users on users.id "
                "= user_id where game = :game order by n desc limit :count",
         into(line.n), into(line.user), into(line.name), into(line.kind), into(line.room), into(line.text),
         into(line.at), use(game), use(limit)),
        [&] { return line; });
    std::reverse(result.begin(), result.end());
    return result;
}

std::vector<Said> chat_of(Database& database, UserId user, const Said& after, int limit) {
    Said row;
    return rows((database.prepare << "select game, n, text, at from chat where user_id = :user and (game, n) "
                                     "> (:game, :n) order by game, n limit :count",
                 into(row.game), into(row.n), into(row.text), into(row.at), use(user), use(after.game),
                 use(after.n), use(limit)),
                [&] { return row; });
}

std::optional<model::Person> person_of(Database& database, UserId id, const std::string& type) {
    const auto user = find_user(database, id);
    if (!user) return std::nullopt;
    model::Person person;
    person.user = id;
    person.name = user->name;
    person.kind = user->kind;
    if (!type.empty() && user->kind != "guest") {
        const auto row = rating_of(database, id, type);
        person.rating = row.shown();
        person.provisional = row.provisional();
    }
    return person;
}

model::Person engine_person(int level) {
    model::Person person;
    person.name = "Stockade " + std::to_string(level);
    person.kind = "engine";
    person.level = level;
    return person;
}

void beat(Database& database, const std::string& node, TimePoint now) {
    database << "insert into heartbeats (node, at) values (:node, :at) on conflict (node) do update set at = "
                "excluded.at",
        use(node), use(now);
}

TimePoint last_beat(Database& database, const std::string& node) {
    TimePoint at;
    database << "select at from heartbeats where node = :node", into(at), use(node);
    return database.got_data() ? at : kNever;
}

}  // namespace stockade::server::store
