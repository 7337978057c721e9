#include "server/store/archive.h"

#include <ctime>
#include <deque>

#include "server/store/games.h"
#include "server/store/rows.h"

namespace stockade::server::store {
namespace {

using soci::into;
using soci::use;

/// Conditions and their values, which must stay where they are until the statement has run.
class Where {
public:
    explicit Where(soci::statement& statement) : statement_(statement) {}
    void add(const std::string& condition) { text_ += (text_.empty() ? " where " : " and ") + condition; }
    template <class Kind>
    void add(const std::string& condition, StrongId<Kind> id) {
        add(condition, id.value());
    }
    void add(const std::string& condition, TimePoint time) { add(condition, number_of(time)); }
    void add(const std::string& condition, Int value) {
        add(condition);
        numbers_.push_back(value);
        statement_.exchange(use(numbers_.back()));
    }
    /// Goes on where the condition before left a bracket open.
    void add_or(const std::string& condition, Int value) {
        text_ += " or " + condition;
        numbers_.push_back(value);
        statement_.exchange(use(numbers_.back()));
    }
    void add(const std::string& condition, const std::string& value) {
        add(condition);
        texts_.push_back(value);
        statement_.exchange(use(texts_.back()));
    }
    const std::string& text() const { return text_; }

private:
    soci::statement& statement_;
    std::string text_;
    std::deque<Int> numbers_;
    std::deque<std::string> texts_;
};

std::vector<Brief> with_players(Database& database, std::vector<Brief> games) {
    std::vector<GameId> ids;
    ids.reserve(games.size());
    for (const auto& brief : games) ids.push_back(brief.id);
    auto players = players_of(database, ids);
    for (std::size_t i = 0; i < games.size(); ++i) games[i].players = std::move(players[i]);
    return games;
}

/// The games that begin so, where they are few.
std::optional<std::vector<GameId>> few_that_begin(Database& database, const std::string& from,
                                                  const std::string& to) {
    GameId id;
    const int enough = kFewGames;
    auto found = rows((database.prepare << "select id from games where opening >= :from and opening < :to "
                                           "limit :enough",
                       into(id), use(from), use(to), use(enough)),
                      [&] { return id; });
    return found.size() < kFewGames ? std::optional(std::move(found)) : std::nullopt;
}

std::string date_text(TimePoint at) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts);
    return text.data();
}

std::string termination_of(const std::string& reason) {
    if (reason == "goal") return "normal";
    if (reason == "time") return "time forfeit";
    return reason.empty() ? "unterminated" : reason;
}

}  // namespace

std::vector<Brief> search_games(Database& database, const Search& asked) {
    auto search = asked;
    // Games against somebody are that player's games.
    if (!search.player) std::swap(search.player, search.opponent);
    Brief row;
    int rated = 0;
    soci::statement statement(database);
    statement.exchange(into(row.id));
    statement.exchange(into(row.spec));
    statement.exchange(into(row.clock));
    statement.exchange(into(rated));
    statement.exchange(into(row.created));
    statement.exchange(into(row.ended));
    statement.exchange(into(row.result));
    statement.exchange(into(row.reason));
    statement.exchange(into(row.plies));
    statement.exchange(into(row.opening));
    statement.exchange(into(row.tournament));

    std::string query =
        "select g.id, g.spec, g.clock, g.rated, g.created, g.ended, g.result, g.reason, g.plies, g.opening, "
        "g.tournament from games g";
    Where where(statement);
    // The list of one player follows that player's index, others an index of games.
    const std::string by = search.player ? "p" : "g";
    const std::string id = search.player ? "p.game" : "g.id";
    if (search.player) {
        query += " join players p on p.game = g.id";
        where.add("p.user_id = :player", search.player);
    }
    where.add(by + ".ended > :since", std::max(search.since, kNever));
    if (search.until != kNever) where.add(by + ".ended <= :until", search.until);
    if (search.after_id) {
        where.add(by + ".ended <= :ended", search.after_ended);
        where.add("(" + by + ".ended <> :same", search.after_ended);
        where.add_or(id + " < :id)", search.after_id.value());
    }
    if (search.opponent)
        where.add("exists (select 1 from players o where o.game = g.id and o.user_id = :opponent)",
                  search.opponent);
    if (!search.type.empty()) where.add("g.type = :type", search.type);
    if (search.rated) where.add("g.rated = :rated", static_cast<Int>(*search.rated));
    if (search.result == "win" || search.result == "loss" || search.result == "draw") {
        const std::string everyone = "(select count(*) from players a where a.game = g.id)";
        const std::string whole = std::to_string(games::kWholePoint);
        where.add(search.result == "loss"  ? "p.points = 0"
                  : search.result == "win" ? "p.points * " + everyone + " > " + whole
                                           : "p.points * " + everyone + " = " + whole);
    } else if (!search.result.empty()) {
        where.add("g.result = :result", search.result);
    }
    if (!search.opening.empty()) {
        // The space after a turn is the smallest character there is.
        const auto end = search.opening + "!";
        // Games that are rare would be looked for in the whole archive; those that are not fill a page soon.
        const auto few = search.player ? std::nullopt : few_that_begin(database, search.opening, end);
        if (few && few->empty()) return {};
        if (few) {
            std::string list;
            for (const GameId game : *few) list += (list.empty() ? "" : ", ") + std::to_string(game.value());
            where.add("g.id in (" + list + ")");
        } else {
            where.add("g.opening >= :from", search.opening);
            where.add("g.opening < :to", end);
        }
    }
    query += where.text() + " order by " + by + ".ended desc, " + id + " desc limit " +
             std::to_string(search.limit);
    statement.alloc();
    statement.prepare(query);
    statement.define_and_bind();
    return with_players(database, rows(statement, [&] {
                            row.rated = rated;
                            return row;
                        }));
}

std::vector<Brief> running_briefs(Database& database, const std::string& type, int limit, TimePoint now) {
    Brief row;
    row.result = "*";
    int rated = 0;
    // A takeback, kind 1, says in its text how many turns it took back.
    auto games = rows(
        (database.prepare
             << "select g.id, g.spec, g.clock, g.rated, g.created, g.tournament, (select coalesce(sum(case "
                "kind "
                "when 0 then 1 when 1 then -cast(text as int) else 0 end), 0) from turns where game = g.id "
                "and "
                "(g.delay = 0 or at + 1000 * g.delay <= :now)) "
                "from games g where g.ended = 0 and (:any = '' or g.spec = :type) order by (select "
                "sum(rating) / count(*) from players where game = g.id) desc, g.created desc limit :count",
         into(row.id), into(row.spec), into(row.clock), into(rated), into(row.created), into(row.tournament),
         into(row.plies), use(now), use(type), use(type), use(limit)),
        [&] {
            row.rated = rated;
            return row;
        });
    return with_players(database, std::move(games));
}

std::vector<OpeningTurn> explore(Database& database, const std::string& type, std::uint64_t position) {
    OpeningTurn row;
    const Int key = static_cast<Int>(position);
    return rows(
        (database.prepare
             << "select turn, games, points0, points1, points2, points3 from openings where type = :type and "
                "position = :position order by games desc, turn limit 200",
         into(row.turn), into(row.games), into(row.points[0]), into(row.points[1]), into(row.points[2]),
         into(row.points[3]), use(type), use(key)),
        [&] { return row; });
}

Result<record::Record> game_record(const model::Game& game, const std::string& site) {
    const auto& setup = game.setup();
    auto record = record::from_session(game.session());
    auto& tags = record.tags;
    tags.set("Site", site);
    tags.set("Round", id_text(setup.id));
    tags.set("Date", date_text(setup.created));
    for (std::size_t i = 0; i < setup.players.size(); ++i)
        tags.set("Player" + std::to_string(i + 1), setup.players[i].name);
    tags.set("TimeControl", setup.clock.text());
    if (!game.over()) {
        // Someone who knows the seed knows all later rolls.
        tags.remove("Seed");
    }
    tags.set("Result", game.finish().result);
    tags.set("Termination", termination_of(game.finish().reason));
    if (setup.clock.live())
        for (std::size_t i = 0; i < record.turns.size() && i < game.lefts().size(); ++i)
            record.turns[i].clock = game.lefts()[i];
    return record;
}

}  // namespace stockade::server::store
