#include "server/store/analyses.h"

#include <soci/soci.h>

#include <algorithm>

#include "server/store/id_columns.h"
#include "server/store/time_columns.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

// A server that is alone is not among the nodes, and has another id each time it starts.
const std::string kFree =
    "(state = 'waiting' or (state = 'running' and node <> :node and not exists (select 1 from nodes where "
    "nodes.id = analyses.node and gone = 0)))";

}  // namespace

void request_analysis(Database& database, GameId game, UserId user, TimePoint now) {
    TimePoint last;
    database << "select coalesce(max(asked), 0) from analyses where user_id = :user and state in ('waiting', "
                "'running')",
        into(last), use(user);
    const TimePoint asked = last != kNever ? std::max(now, last + kAnalysisShare) : now;
    database << "insert into analyses (game, asked, state, node, result, user_id) values (:game, :asked, "
                "'waiting', 0, '', :user) on conflict (game) do update set asked = excluded.asked, state = "
                "'waiting', result = '', user_id = excluded.user_id where analyses.state = 'failed'",
        use(game), use(asked), use(user);
}

Analysis analysis_of(Database& database, GameId game) {
    Analysis analysis;
    TimePoint asked;
    database << "select state, asked, result from analyses where game = :game", into(analysis.state),
        into(asked), into(analysis.result), use(game);
    if (!database.got_data()) return {};
    if (analysis.state == "waiting")
        database << "select count(*) from analyses where state = 'waiting' and (asked < :asked or (asked = "
                    ":same and game <= :game))",
            into(analysis.place), use(asked), use(asked), use(game);
    return analysis;
}

Int count_waiting_analyses(Database& database) {
    Int count = 0;
    database << "select count(*) from analyses where state = 'waiting'", into(count);
    return count;
}

std::optional<GameId> next_analysis(Database& database, NodeId node) {
    GameId game;
    database << "select game from analyses where " + kFree + " order by asked, game limit 1", into(game),
        use(node);
    return database.got_data() ? std::optional(game) : std::nullopt;
}

bool claim_analysis(Database& database, GameId game, NodeId node) {
    soci::statement statement =
        (database.prepare << "update analyses set state = 'running', node = :mine where game = :game and " +
                                 kFree,
         use(node), use(game), use(node));
    statement.execute(true);
    return statement.get_affected_rows() == 1;
}

void finish_analysis(Database& database, GameId game, NodeId node, bool done, const std::string& result) {
    const std::string state = done ? "done" : "failed";
    database
        << "update analyses set state = :state, result = :result where game = :game and node = :node and "
           "state = 'running'",
        use(state), use(result), use(game), use(node);
}

}  // namespace stockade::server::store
