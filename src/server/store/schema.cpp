// The tables, as a list of versions: a released version is never edited, changes are a new one. The
// statements are understood by both databases once @binary, the order of bytes, is put into their words. No
// column is null: 0 and '' stand for "none".
#include <soci/soci.h>

#include <array>
#include <vector>

#include "server/store/store.h"

namespace stockade::server::store {
namespace {

using Version = std::vector<const char*>;

const std::vector<Version>& versions() {
    static const std::vector<Version> kVersions{
        {
            // name_key is the name in lower case.
            R"(create table users (
                id bigint primary key, name text not null, name_key text not null unique,
                kind text not null, password text not null, created bigint not null, seen bigint not null))",
            // Only hashes of tokens are kept. label is empty for cookies.
            R"(create table sessions (
                hash text primary key, id bigint not null unique, user_id bigint not null, label text not null,
                created bigint not null, seen bigint not null, expires bigint not null))",
            "create index sessions_user on sessions (user_id)",
            R"(create table ratings (
                user_id bigint not null, type text not null, rating double precision not null,
                deviation double precision not null, volatility double precision not null, games int not null,
                updated bigint not null, primary key (user_id, type)))",
            "create index ratings_best on ratings (type, rating)",
            R"(create table rating_history (
                user_id bigint not null, type text not null, at bigint not null, game bigint not null,
                rating double precision not null, primary key (user_id, type, at, game)))",
            // type is empty where the spec has unusual options; ended is 0 while the game goes on.
            R"(create table games (
                id bigint primary key, spec text not null, type text not null, clock text not null,
                rated int not null, created bigint not null, ended bigint not null, secret text not null,
                position text not null, result text not null, reason text not null, plies int not null,
                opening text @binary not null, tournament bigint not null))",
            "create index games_ended on games (ended, id)",
            "create index games_type on games (type, ended, id)",
            "create index games_opening on games (type, opening)",
            // user_id is 0 for engines, which have a level; points in twelfths, -1 while the game goes on.
            R"(create table players (
                game bigint not null, player int not null, user_id bigint not null, level int not null,
                rating int not null, provisional int not null, change int not null, points int not null,
                ended bigint not null, primary key (game, player)))",
            "create index players_user on players (user_id, ended, game)",
            R"(create table turns (
                game bigint not null, seq int not null, kind int not null, player int not null, text text not null,
                spent bigint not null, time_left bigint not null, at bigint not null, client text not null,
                primary key (game, seq)))",
            R"(create table chat (
                game bigint not null, n int not null, user_id bigint not null, room text not null,
                text text not null, at bigint not null, primary key (game, n)))",
            R"(create table mutes (
                user_id bigint not null, muted bigint not null, primary key (user_id, muted)))",
            R"(create table reports (
                id bigint primary key, user_id bigint not null, about bigint not null, game bigint not null,
                text text not null, at bigint not null))",
            // joined and engines are lists of numbers with spaces between them.
            R"(create table challenges (
                id bigint primary key, user_id bigint not null, to_user bigint not null, spec text not null,
                clock text not null, rated int not null, seat int not null, joined text not null,
                engines text not null, game bigint not null, created bigint not null, closed int not null))",
            "create index challenges_user on challenges (user_id, closed)",
            "create index challenges_to on challenges (to_user, closed)",
            // The turns played in a position (by its key), and the points that they brought, in twelfths.
            R"(create table openings (
                type text not null, position bigint not null, turn text not null, games bigint not null,
                points0 bigint not null, points1 bigint not null, points2 bigint not null,
                points3 bigint not null, primary key (type, position, turn)))",
            R"(create table tournaments (
                id bigint primary key, user_id bigint not null, name text not null, spec text not null,
                clock text not null, rated int not null, starts bigint not null, ends bigint not null))",
            "create index tournaments_ends on tournaments (ends)",
            R"(create table entrants (
                tournament bigint not null, user_id bigint not null, points int not null, games int not null,
                wins int not null, streak int not null, active int not null, joined bigint not null,
                primary key (tournament, user_id)))",
            // When a server was last known to run: clocks stop while it does not.
            "create table heartbeats (node text primary key, at bigint not null)",
        },
        {
            // Servers that share the database, each run of a process a node of its own; beat is when it was
            // last known to live.
            R"(create table nodes (
                id bigint primary key, name text not null, beat bigint not null, gone int not null))",
            // The owner of a game or of the lobby. The epoch grows with every owner; ran_until is when the
            // owner before last beat.
            R"(create table leases (
                thing bigint primary key, node bigint not null, epoch bigint not null, ran_until bigint not null))",
            "create index leases_node on leases (node)",
        },
        {
            // Seconds by which watchers see a game later.
            "alter table games add column delay int not null default 0",
            "alter table challenges add column delay int not null default 0",
        },
        {
            // Games to be analysed, in the order in which they were asked for. state is waiting, running (on
            // a node), done or failed; result is what was found, as JSON, or why it failed.
            R"(create table analyses (
                game bigint primary key, asked bigint not null, state text not null, node bigint not null,
                result text not null))",
            "create index analyses_state on analyses (state, asked, game)",
        },
        {
            // Searches of the archive walk one of these from its end, and stop after a page.
            "create index games_result on games (result, ended, id)",
            "create index games_rated on games (rated, ended, id)",
            "create index games_type_result on games (type, result, ended, id)",
        },
        {
            // The user who asked for an analysis; 0 if that is not known any more.
            "alter table analyses add column user_id bigint not null default 0",
            "create index analyses_user on analyses (user_id, state)",
        },
        {
            // Which secret of the bus a node has, as its fingerprint.
            "alter table nodes add column seal text not null default ''",
        },
        {
            // How many reports somebody made lately.
            "create index reports_user on reports (user_id, at)",
        },
        {
            // How many people were online in each hour of the week, from Monday 0:00 UTC: the mean of so many
            // weeks, recent ones counting more.
            R"(create table attendance (
                hour int primary key, weeks int not null, people double precision not null))",
        },
        {
            // Deleting an account keeps the only writer busy, so its queries need indexes.
            "create index chat_user on chat (user_id)",
            "create index entrants_user on entrants (user_id)",
        },
        {
            // As the code calls it.
            "alter table leases rename column thing to resource",
        },
        {
            // Deletions that run every hour, on the one writer that everybody waits for.
            "create index sessions_expires on sessions (expires)",
            "create index challenges_created on challenges (closed, created)",
            // Openings are looked for in all types of games at once, too.
            "drop index games_opening",
            "create index games_opening on games (opening, id)",
        },
    };
    return kVersions;
}

// Numbers of PostgreSQL's advisory locks, our own choice.
constexpr int kMigrationLock = 730'001;
constexpr int kSerialLock = 730'002;

void migrate_alone(Database& database) {
    database << "create table if not exists schema_version (version int primary key)";
    int version = 0;
    database << "select coalesce(max(version), 0) from schema_version", soci::into(version);
    const auto& all = versions();
    const std::string binary = database.get_backend_name() == "sqlite3" ? "collate binary" : "collate \"C\"";
    for (int next = version + 1; next <= static_cast<int>(all.size()); ++next) {
        soci::transaction transaction(database);
        for (std::string statement : all[static_cast<std::size_t>(next - 1)]) {
            constexpr std::string_view kMark = "@binary";
            for (auto at = statement.find(kMark); at != statement.npos; at = statement.find(kMark))
                statement.replace(at, kMark.size(), binary);
            database << statement;
        }
        database << "insert into schema_version (version) values (:version)", soci::use(next);
        transaction.commit();
    }
    if (version > static_cast<int>(all.size()))
        throw soci::soci_error("the database is of version " + std::to_string(version) +
                               ", newer than this program knows (" + std::to_string(all.size()) + ")");
}

}  // namespace

void migrate(Database& database) {
    // Of several servers that start at once, one makes the tables.
    const bool shared = database.get_backend_name() == "postgresql";
    if (shared) database << "select pg_advisory_lock(" + std::to_string(kMigrationLock) + ")";
    migrate_alone(database);
    if (shared) database << "select pg_advisory_unlock(" + std::to_string(kMigrationLock) + ")";
}

void one_at_a_time(Database& database) {
    if (database.get_backend_name() == "postgresql")
        database << "select pg_advisory_xact_lock(" + std::to_string(kSerialLock) + ")";
}

}  // namespace stockade::server::store
