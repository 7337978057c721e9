#include "server/store/caps.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/server.h"
#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;
using Kind = model::TimeControl::Kind;

bool with_engine(const model::Setup& setup) {
    return std::any_of(setup.players.begin(), setup.players.end(),
                       [](const model::Person& person) { return person.engine(); });
}

int count_ended(Database& database, UserId user, TimePoint since) {
    int count = 0;
    database << "select count(*) from players where user_id = :user and ended > :since", into(count),
        use(user), use(since);
    return count;
}

std::optional<Message> refuse_person(Database& database, const model::Setup& setup,
                                     const model::Person& person, TimePoint now) {
    int deleted = 0;
    database << "select count(*) from users where id = :user and kind = 'deleted'", into(deleted),
        use(person.user);
    if (deleted) return error<"server.nobody">();
    if (const int ended = count_ended(database, person.user, now - 1h); ended >= kMaxGamesAnHour)
        return error<"server.games-an-hour">("name"_a = person.name, "count"_a = ended);
    const auto running = count_running(database, person.user);
    const auto& name = person.name;
    if (with_engine(setup) && running.engines >= kMaxEngineGamesEach)
        return error<"server.engine-games-full">("name"_a = name, "count"_a = running.engines);
    if (setup.tournament) {
        if (running.arena < kMaxArenaGamesEach) return std::nullopt;
        return error<"server.arena-games-full">("name"_a = name, "count"_a = running.arena);
    }
    switch (setup.clock.kind) {
        case Kind::kLive:
            if (running.live < kMaxLiveGamesEach) return std::nullopt;
            return error<"server.live-games-full">("name"_a = name, "count"_a = running.live);
        case Kind::kDays:
            if (running.days < kMaxDaysGamesEach) return std::nullopt;
            return error<"server.days-games-full">("name"_a = name, "count"_a = running.days);
        default:
            if (running.clockless < kMaxClocklessGamesEach) return std::nullopt;
            return error<"server.clockless-games-full">("name"_a = name, "count"_a = running.clockless);
    }
}

/// Games with engines in which somebody played lately.
int count_engine_games(Database& database, NodeId node, TimePoint now) {
    int count = 0;
    const TimePoint since = now - kEngineBusy;
    std::string of_node;
    if (node)
        of_node = fmt::format(
            " and exists (select 1 from leases where resource = players.game and leases.node = {})",
            node.value());
    database
        << "select count(distinct game) from players where user_id = 0 and ended = 0 and coalesce((select at "
           "from turns where turns.game = players.game order by seq desc limit 1), (select created from "
           "games "
           "where id = players.game)) > :since" +
               of_node,
        into(count), use(since);
    return count;
}

}  // namespace

RunningGames count_running(Database& database, UserId user) {
    RunningGames running;
    std::string clock;
    TournamentId tournament;
    int engines = 0;
    soci::statement statement =
        (database.prepare
             << "select clock, tournament, (select count(*) from players as others where others.game = "
                "games.id and others.user_id = 0) from players join games on games.id = players.game "
                "where players.user_id = :user and players.ended = 0",
         into(clock), into(tournament), into(engines), use(user));
    statement.execute();
    while (statement.fetch()) {
        running.engines += engines > 0;
        const auto control = model::parse_time_control(clock);
        const auto kind = control ? control->kind : Kind::kNone;
        ++(tournament            ? running.arena
           : kind == Kind::kLive ? running.live
           : kind == Kind::kDays ? running.days
                                 : running.clockless);
    }
    return running;
}

std::optional<Message> refuse_game(Database& database, const model::Setup& setup, NodeId node,
                                   TimePoint now) {
    for (const auto& person : setup.players)
        if (!person.engine())
            if (auto why = refuse_person(database, setup, person, now)) return why;
    if (with_engine(setup) && count_engine_games(database, node, now) >= kMaxEngineGames)
        return error<"server.engines-busy">();
    return std::nullopt;
}

std::optional<Message> refuse_challenge(Database& database, const Challenge& challenge) {
    int open = 0;
    int to_one = 0;
    database << "select count(*), coalesce(sum(case when to_user = :to then 1 else 0 end), 0) from "
                "challenges where "
                "user_id = :user and closed = 0",
        into(open), into(to_one), use(challenge.to), use(challenge.user);
    if (open >= kMaxChallengesEach) return error<"server.challenges-full">("count"_a = open);
    if (challenge.to && to_one >= kMaxChallengesToOne)
        return error<"server.challenges-to-one">("count"_a = to_one);
    return std::nullopt;
}

std::optional<Message> refuse_analysis(Database& database, UserId user) {
    int waiting = 0;
    database << "select count(*) from analyses where user_id = :user and state = 'waiting'", into(waiting),
        use(user);
    if (waiting >= kMaxAnalysesEach) return error<"server.analyses-full">("count"_a = waiting);
    return std::nullopt;
}

std::optional<Message> refuse_mute(Database& database, UserId user) {
    int muted = 0;
    database << "select count(*) from mutes where user_id = :user", into(muted), use(user);
    if (muted >= kMaxMutesEach) return error<"server.mutes-full">("count"_a = muted);
    return std::nullopt;
}

std::optional<Message> refuse_report(Database& database, UserId user, TimePoint now) {
    int reports = 0;
    const TimePoint yesterday = now - Days(1);
    database << "select count(*) from reports where user_id = :user and at > :yesterday", into(reports),
        use(user), use(yesterday);
    if (reports >= kMaxReportsADay) return error<"server.reports-today">("count"_a = reports);
    return std::nullopt;
}

std::optional<Message> refuse_tournament(Database& database, const Tournament& tournament, TimePoint now) {
    int own = 0;
    int all = 0;
    const TimePoint yesterday = now - Days(1);
    database << "select coalesce(sum(case when user_id = :user then 1 else 0 end), 0), coalesce(sum(case "
                "when ends > "
                ":now then 1 else 0 end), 0) from tournaments where ends > :yesterday",
        into(own), into(all), use(tournament.user), use(now), use(yesterday);
    if (own >= kMaxTournamentsEach) return error<"server.tournaments-made">("count"_a = own);
    if (all >= kMaxTournaments) return error<"server.tournaments-full">("count"_a = all);
    return std::nullopt;
}

std::optional<Message> refuse_entrant(Database& database, const Tournament& tournament, UserId user,
                                      TimePoint now) {
    int here = 0;
    int all = 0;
    database << "select count(*), coalesce(sum(case when user_id = :user then 1 else 0 end), 0) from "
                "entrants where "
                "tournament = :tournament",
        into(all), into(here), use(user), use(tournament.id);
    if (!here && all >= kMaxEntrants) return error<"server.entrants-full">("count"_a = all);
    int joined = 0;
    database << "select count(*) from tournaments join entrants on tournament = tournaments.id and "
                "entrants.user_id = :user and active = 1 where ends > :now and tournaments.id <> :this",
        into(joined), use(user), use(now), use(tournament.id);
    if (joined >= kMaxTournamentsJoined) return error<"server.tournaments-joined">("count"_a = joined);
    return std::nullopt;
}

}  // namespace stockade::server::store
