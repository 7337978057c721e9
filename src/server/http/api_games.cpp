// Games, the archive and the opening explorer.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "base/numbers.h"
#include "base/time_json.h"
#include "record/formats.h"
#include "server/http/api.h"
#include "server/msg/fields.h"
#include "server/platform/attendance.h"
#include "server/store/analyses.h"
#include "server/store/attendance.h"
#include "server/store/games.h"

namespace stockade::server::http {
namespace {

constexpr int kMaxLimit = 100;
constexpr int kDefaultLimit = 20;
constexpr int kDownloadPage = 50;
constexpr std::size_t kMaxExplorerTurns = 40;
constexpr std::size_t kMaxLive = 50;

json brief_json(const store::Brief& brief) {
    auto players = json::array();
    auto changes = json::array();
    for (const auto& person : brief.players) {
        players.push_back(msg::user_json(person));
        changes.push_back(person.change);
    }
    return {{"game", id_text(brief.id)},
            {"spec", brief.spec},
            {"clock", brief.clock},
            {"rated", brief.rated},
            {"created", brief.created},
            {"ended", brief.ended != kNever ? json(brief.ended) : json()},
            {"players", players},
            {"result", brief.result},
            {"reason", brief.reason},
            {"changes", brief.rated && brief.ended != kNever && brief.reason != "aborted" ? changes : json()},
            {"plies", brief.plies},
            {"opening", brief.opening},
            {"tournament", brief.tournament ? json(id_text(brief.tournament)) : json()}};
}

Int number(const std::string& name, const std::string& text, Int min, Int max) {
    if (const auto value = read_number<Int>(text, min, max)) return *value;
    throw Failure{400, error<"server.number-range">("field"_a = name, "least"_a = min, "most"_a = max)};
}

TimePoint time(const std::string& name, const std::string& text) {
    return TimePoint(Milliseconds(number(name, text, 0, INT64_MAX)));
}

/// Turns are separated by spaces, or by commas where no turn holds one.
std::vector<std::string> turns_of(const std::string& text) {
    std::vector<std::string> turns;
    const char separator = text.find(' ') != text.npos ? ' ' : ',';
    // A single turn of a dice game has commas of its own.
    if (separator == ',' && text.find(':') != text.npos) return {text};
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find(separator, begin), text.size());
        if (end > begin) turns.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return turns;
}

std::string_view type_of(record::Format format) {
    return format == record::Format::kJson ? "application/x-ndjson" : "text/plain; charset=utf-8";
}

GameId need_id(const std::string& text) {
    const auto id = parse_id<GameId>(text);
    if (!id) throw Failure{404, error<"server.no-game">()};
    return *id;
}

}  // namespace

std::optional<model::Game> Api::load(GameId id) {
    return platform_.store().read(
        [&](store::Database& database) { return store::replayed_game(database, id); });
}

model::Game Api::need_game(const Call& call) {
    auto game = load(need_id(call.parts[0]));
    if (!game) throw Failure{404, error<"server.no-game">()};
    if (call.who && game->player_of(call.who->user.id) >= 0) return std::move(*game);
    auto late = model::delayed(*game, time_now());
    return late ? std::move(*late) : std::move(*game);
}

json Api::game(Call& call) {
    const GameId id = need_id(call.parts[0]);
    const UserId user = call.who ? call.who->user.id : UserId();
    json result;
    if (const auto room = platform_.rooms().peek(id)) {
        // The room knows who is there and what is offered.
        auto promise = std::make_shared<std::promise<json>>();
        auto future = promise->get_future();
        room->inspect(user, [promise](const model::Game& game, int watchers) {
            promise->set_value(msg::game_json(game, watchers, time_now(), std::nullopt, {}));
        });
        if (future.wait_for(5s) != std::future_status::ready)
            throw Failure{503, error<"server.game-silent">()};
        result = future.get();
    } else if (const auto seen = platform_.cluster().inspect(id, user)) {
        result = *seen;
    } else {
        result = msg::game_json(need_game(call), 0, time_now(), std::nullopt, {});
    }
    result.erase("t");
    return result;
}

Reply Api::record(Call& call) {
    const auto name = call.query.count("format") ? call.query["format"] : "record";
    const auto format = record::parse_format(name);
    if (!format) throw Failure{400, error<"server.record-format">()};
    const auto record = store::game_record(need_game(call), platform_.settings().site);
    if (!record) throw Failure{500, record.error()};
    const auto text = record::to_format(*record, *format);
    if (!text) throw Failure{409, text.error()};
    Reply reply;
    reply.body = *text;
    reply.type = type_of(*format);
    return reply;
}

json Api::analysis(Call& call) {
    const GameId id = need_id(call.parts[0]);
    const auto found =
        platform_.store().read([&](store::Database& database) { return store::analysis_of(database, id); });
    json result = json::parse(found.result.empty() ? "{}" : found.result, nullptr, false);
    // Earlier versions stored the reason of a failure as an English sentence.
    if (!result.is_object()) result = {{"reason", found.result}};
    result["state"] = found.state == "none" && !platform_.analyses().on() ? "off" : found.state;
    if (found.place) result["place"] = found.place;
    return result;
}

json Api::request_analysis(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    if (const auto finished = fields.finish(); !finished) throw Failure{400, finished.error()};
    const GameId id = need_id(call.parts[0]);
    const auto game = load(id);
    if (!game) throw Failure{404, error<"server.no-game">()};
    if (!game->over()) throw Failure{409, error<"server.analysis-early">()};
    if (game->ply() == 0) throw Failure{409, error<"server.analysis-empty">()};
    if (game->ply() > analysis::kMaxTurns)
        throw Failure{409, error<"server.analysis-long">("most"_a = analysis::kMaxTurns)};
    const auto found =
        platform_.store().read([&](store::Database& database) { return store::analysis_of(database, id); });
    if (found.state == "none" || found.state == "failed") {
        if (!platform_.analyses().on()) throw Failure{409, error<"server.analysis-off">()};
        const Milliseconds wait = platform_.settings().limits
                                      ? platform_.limits().analyses.take(call.request.address, time_now())
                                      : 0ms;
        if (wait > 0ms) throw Failure{429, error<"server.analysis-often">(), wait};
        if (const auto asked = platform_.analyses().request(id, who.user.id); !asked)
            throw Failure{platform_.store().trouble().empty() ? 409 : 503, asked.error()};
    }
    return analysis(call);
}

store::Search Api::search_of(Call& call) {
    store::Search search;
    search.limit = kDefaultLimit;
    for (const auto& [name, value] : call.query) {
        if (name == "player" || name == "opponent") {
            const auto user = platform_.store().read(
                [&, &who = value](store::Database& database) { return store::find_user(database, who); });
            if (!user) throw Failure{404, error<"server.nobody">()};
            (name == "player" ? search.player : search.opponent) = user->id;
        } else if (name == "type") {
            const auto spec = games::parse_spec(value);
            if (!spec) throw Failure{400, spec.error()};
            search.type = spec->str();
        } else if (name == "result") {
            if (value != "win" && value != "loss" && value != "draw" && !record::is_result(value))
                throw Failure{400, error<"server.result-search">()};
            search.result = value;
        } else if (name == "opening") {
            for (const auto& turn : turns_of(value))
                search.opening += (search.opening.empty() ? "" : " ") + turn;
        } else if (name == "rated") {
            if (value != "true" && value != "false") throw Failure{400, error<"server.rated-search">()};
            search.rated = value == "true";
        } else if (name == "since") {
            search.since = time(name, value);
        } else if (name == "until") {
            search.until = time(name, value);
        } else if (name == "limit") {
            search.limit = static_cast<int>(number(name, value, 1, kMaxLimit));
        } else if (name == "cursor") {
            const auto dash = value.find('-');
            const auto id = dash == value.npos ? std::nullopt : parse_id<GameId>(value.substr(dash + 1));
            if (!id) throw Failure{400, error<"server.cursor">()};
            search.after_ended = time(name, value.substr(0, dash));
            search.after_id = *id;
        } else if (name != "format") {
            throw Failure{400, error<"server.unknown-field">("field"_a = name.substr(0, 40))};
        }
    }
    if (!search.player && (search.result == "win" || search.result == "loss" || search.result == "draw"))
        throw Failure{400, error<"server.result-player">()};
    return search;
}

json Api::list_games(Call& call) {
    const auto search = search_of(call);
    const auto games = platform_.store().read(
        [&](store::Database& database) { return store::search_games(database, search); });
    auto list = json::array();
    for (const auto& brief : games) list.push_back(brief_json(brief));
    const bool more = static_cast<int>(games.size()) == search.limit;
    return {
        {"games", list},
        {"next", more ? json(fmt::format("{}-{}", number_of(games.back().ended), id_text(games.back().id)))
                      : json()}};
}

Reply Api::download(Call& call) {
    const auto name = call.query.count("format") ? call.query["format"] : "record";
    const auto format = record::parse_format(name);
    if (!format || (*format != record::Format::kRecord && *format != record::Format::kJson))
        throw Failure{400, error<"server.download-format">()};
    auto search = search_of(call);
    // Page by page, so that neither side holds the whole archive.
    search.limit = kDownloadPage;
    Reply reply;
    reply.type = type_of(*format);
    reply.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"stockade.{}\"",
                                                                  name == "json" ? "jsonl" : "record"));
    reply.stream = [this, search, format = *format, over = false](std::string& part) mutable {
        if (over) return false;
        const auto page = platform_.store().read(
            [&](store::Database& database) { return store::search_games(database, search); });
        for (const auto& brief : page) {
            const auto game = load(brief.id);
            if (!game) continue;
            const auto record = store::game_record(*game, platform_.settings().site);
            const auto text =
                record ? record::to_format(*record, format) : Result<std::string>(record.error());
            if (!text) continue;
            part += *text;
            if (format == record::Format::kJson && (part.empty() || part.back() != '\n')) part += '\n';
        }
        over = static_cast<int>(page.size()) < search.limit;
        if (!page.empty()) {
            search.after_ended = page.back().ended;
            search.after_id = page.back().id;
        }
        return true;
    };
    return reply;
}

json Api::explorer(Call& call) {
    for (const auto& [name, value] : call.query)
        if (name != "spec" && name != "turns")
            throw Failure{400, error<"server.unknown-field">("field"_a = name.substr(0, 40))};
    auto session = games::Session::create(call.query.count("spec") ? call.query["spec"] : "quoridor");
    if (!session) throw Failure{400, session.error()};
    const auto type = model::rating_type(session->spec());
    if (type.empty()) throw Failure{400, error<"server.explorer-options">()};
    const auto turns = turns_of(call.query["turns"]);
    if (turns.size() > kMaxExplorerTurns)
        throw Failure{400, error<"server.explorer-turns">("most"_a = kMaxExplorerTurns)};
    for (const auto& turn : turns)
        if (const auto played = session->play(turn); !played)
            throw Failure{400, error<"server.at-field">("field"_a = "turns", "problem"_a = played.error())};
    const auto found = platform_.store().read(
        [&](store::Database& database) { return store::explore(database, type, session->key()); });
    auto list = json::array();
    Int games = 0;
    for (const auto& row : found) {
        auto points = json::array();
        for (int i = 0; i < session->players(); ++i)
            points.push_back(static_cast<double>(row.points[static_cast<std::size_t>(i)]) /
                             games::kWholePoint);
        list.push_back({{"turn", row.turn}, {"games", row.games}, {"points", points}});
        games += row.games;
    }
    return {{"games", games}, {"turns", list}};
}

json Api::live(Call& call) {
    auto list = json::array();
    for (const auto& brief : platform_.cluster().live(call.query["type"], kMaxLive))
        list.push_back(brief_json(brief));
    return {{"games", list}};
}

json Api::tv(Call&) {
    const auto best = platform_.cluster().live("", 1);
    return {{"game", best.empty() ? json() : json(id_text(best[0].id))}};
}

json Api::attendance(Call&) {
    const auto week =
        platform_.store().read([](store::Database& database) { return store::attendance(database); });
    auto hours = json::array();
    for (const auto& hour : week)
        hours.push_back(hour.weeks ? json(std::round(hour.people * 10) / 10) : json());
    return {{"hours", hours}, {"now", HourCount::of_week(time_now())}};
}

}  // namespace stockade::server::http
