#include "server/http/api.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/message_json.h"
#include "base/messages/server.h"
#include "server/log.h"
#include "server/msg/fields.h"
#include "server/msg/text.h"

namespace stockade::server::http {
namespace {

constexpr Milliseconds kTouchEvery = 1min;

/// A part of an address, decoded, as a text that the database takes.
Result<std::string> text_of(std::string_view what, std::string_view part) {
    const auto text = decode(part);
    if (!text) return error<"server.percent-form">("field"_a = what);
    if (const auto problem = msg::text_problem(*text))
        return error<"server.at-field">("field"_a = what, "problem"_a = *problem);
    return *text;
}

template <class T>
T or_refuse(Result<T> asked) {
    if (!asked) throw Failure{400, asked.error()};
    return std::move(*asked);
}

}  // namespace

Reply plain(int status, std::string body, std::string type) {
    Reply reply;
    reply.status = status;
    reply.body = std::move(body);
    reply.type = std::move(type);
    return reply;
}

Reply error_reply(int status, const Message& why, Milliseconds wait) {
    auto body = json::object();
    add_message(body, "error", why);
    auto reply = plain(status, body.dump(-1, ' ', false, json::error_handler_t::replace));
    if (wait > 0ms)
        reply.headers.emplace_back("Retry-After",
                                   std::to_string(std::chrono::ceil<std::chrono::seconds>(wait).count()));
    return reply;
}

std::vector<std::string_view> split_path(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        path.remove_prefix(1);  // the slash
        const auto end = std::min(path.find('/'), path.size());
        parts.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return parts;
}

bool path_fits(std::string_view pattern, const std::vector<std::string_view>& path) {
    const auto parts = split_path(pattern);
    return std::equal(
        parts.begin(), parts.end(), path.begin(), path.end(),
        [](std::string_view part, std::string_view asked) { return part == "*" || part == asked; });
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
    while (!header.empty()) {
        const auto end = std::min(header.find(';'), header.size());
        auto item = header.substr(0, end);
        header.remove_prefix(std::min(end + 1, header.size()));
        while (!item.empty() && item[0] == ' ') item.remove_prefix(1);
        if (item.size() > name.size() && item.substr(0, name.size()) == name && item[name.size()] == '=')
            return item.substr(name.size() + 1);
    }
    return {};
}

std::optional<std::string> decode(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            result += ' ';
        } else if (text[i] != '%') {
            result += text[i];
        } else {
            if (i + 2 >= text.size() || digit(text[i + 1]) < 0 || digit(text[i + 2]) < 0) return std::nullopt;
            result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
            i += 2;
        }
    }
    return result;
}

Result<Query> query_of(std::string_view target) {
    Query query;
    const auto mark = std::min(target.find('?'), target.size());
    auto rest = target.substr(std::min(mark + 1, target.size()));
    while (!rest.empty()) {
        const auto end = std::min(rest.find('&'), rest.size());
        const auto item = rest.substr(0, end);
        const auto equals = std::min(item.find('='), item.size());
        const auto name = text_of("address", item.substr(0, equals));
        if (!name) return name.error();
        const auto value =
            text_of(name->empty() ? "address" : *name, item.substr(std::min(equals + 1, item.size())));
        if (!value) return value.error();
        query[*name] = *value;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return query;
}

void expect_no_more(msg::Fields& fields) {
    if (const auto finished = fields.finish(); !finished) throw Failure{400, finished.error()};
}

void expect_no_fields(const std::string& body) {
    if (const auto finished = msg::Fields(body).finish(); !finished) throw Failure{400, finished.error()};
}

json user_json(const store::User& user) { return {{"name", user.name}, {"kind", user.kind}}; }

json rating_json(const store::RatingRow& row) {
    return {{"rating", row.shown()},
            {"deviation", std::lround(row.value.deviation)},
            {"games", row.games},
            {"provisional", row.provisional()}};
}

const std::vector<Api::Route>& Api::routes() {
    static const std::vector<Route> kRoutes{
        {"GET", "/api/me", &Api::me, nullptr},
        {"POST", "/api/guest", &Api::guest, nullptr},
        {"POST", "/api/register", &Api::register_account, nullptr, net::Lane::kPassword},
        {"POST", "/api/login", &Api::login, nullptr, net::Lane::kPassword},
        {"POST", "/api/logout", &Api::logout, nullptr},
        {"POST", "/api/me/password", &Api::change_password, nullptr, net::Lane::kPassword},
        {"POST", "/api/me/delete", &Api::delete_me, nullptr, net::Lane::kPassword},
        {"GET", "/api/me/export", nullptr, &Api::export_me, net::Lane::kArchive},
        {"POST", "/api/me/bot", &Api::become_bot, nullptr},
        {"GET", "/api/me/tokens", &Api::tokens, nullptr},
        {"POST", "/api/me/tokens", &Api::new_token, nullptr},
        {"POST", "/api/me/tokens/*/delete", &Api::delete_token, nullptr},
        {"POST", "/api/mute", &Api::mute, nullptr},
        {"POST", "/api/reports", &Api::report, nullptr},
        {"GET", "/api/users/*", &Api::profile, nullptr, net::Lane::kArchive},
        {"GET", "/api/users/*/ratings", &Api::rating_history, nullptr, net::Lane::kArchive},
        {"GET", "/api/leaderboard", &Api::leaderboard, nullptr, net::Lane::kArchive},
        {"GET", "/api/games/download", nullptr, &Api::download, net::Lane::kArchive},
        {"GET", "/api/games/*", &Api::game, nullptr, net::Lane::kArchive},
        {"GET", "/api/games/*/record", nullptr, &Api::record, net::Lane::kArchive},
        {"GET", "/api/games/*/analysis", &Api::analysis, nullptr, net::Lane::kArchive},
        {"POST", "/api/games/*/analysis", &Api::request_analysis, nullptr, net::Lane::kArchive},
        {"GET", "/api/games", &Api::list_games, nullptr, net::Lane::kArchive},
        {"GET", "/api/explorer", &Api::explorer, nullptr, net::Lane::kArchive},
        {"GET", "/api/live", &Api::live, nullptr},
        {"GET", "/api/tv", &Api::tv, nullptr},
        {"GET", "/api/attendance", &Api::attendance, nullptr},
        {"POST", "/api/challenges", &Api::new_challenge, nullptr},
        {"GET", "/api/challenges", &Api::challenges, nullptr},
        {"GET", "/api/challenges/*", &Api::challenge, nullptr},
        {"POST", "/api/challenges/*/accept", &Api::accept, nullptr},
        {"POST", "/api/challenges/*/cancel", &Api::cancel, nullptr},
        {"GET", "/api/tournaments", &Api::tournaments, nullptr},
        {"POST", "/api/tournaments", &Api::new_tournament, nullptr},
        {"GET", "/api/tournaments/*", &Api::tournament, nullptr},
        {"POST", "/api/tournaments/*/join", &Api::join, nullptr},
        {"POST", "/api/tournaments/*/leave", &Api::leave, nullptr},
        {"GET", "/api/openapi.json", nullptr, &Api::openapi},
    };
    return kRoutes;
}

const Api::Route* Api::route_of(std::string_view method, const std::vector<std::string_view>& path) {
    for (const auto& route : routes())
        if (route.method == method && path_fits(route.pattern, path)) return &route;
    return nullptr;
}

net::Lane Api::lane_of(const ApiRequest& request) {
    const auto path = std::string_view(request.target).substr(0, request.target.find('?'));
    const auto* route = route_of(request.method, split_path(path));
    return route ? route->lane : net::Lane::kQuick;
}

std::vector<std::pair<std::string_view, std::string_view>> Api::addresses() {
    std::vector<std::pair<std::string_view, std::string_view>> result;
    for (const auto& route : routes()) result.emplace_back(route.method, route.pattern);
    return result;
}

bool Api::origin_allowed(const std::string& origin, const std::string& host) const {
    if (origin.empty()) return true;  // not a browser's page
    if (!host.empty() && (origin == "http://" + host || origin == "https://" + host)) return true;
    const auto& known = platform_.settings().origins;
    return std::find(known.begin(), known.end(), origin) != known.end();
}

std::optional<Identity> Api::identify(const ApiRequest& request) {
    constexpr std::string_view kBearer = "Bearer ";
    std::string_view token;
    if (request.authorization.rfind(kBearer, 0) == 0)
        token = std::string_view(request.authorization).substr(kBearer.size());
    else
        token = cookie_value(request.cookie, kCookie);
    if (token.empty() || token.size() > 100) return std::nullopt;
    const auto hash = auth::token_hash(token);
    const TimePoint now = time_now();
    auto identity = platform_.store().read([&](store::Database& database) -> std::optional<Identity> {
        auto login = store::find_login(database, hash, now);
        if (!login) return std::nullopt;
        auto user = store::find_user(database, login->user);
        if (!user || user->kind == "deleted") return std::nullopt;
        return Identity{std::move(*user), std::move(*login)};
    });
    if (identity && now - identity->login.seen > kTouchEvery)
        platform_.store().upkeep([login = identity->login, now](store::Database& database) {
            // Tokens of programs do not expire.
            store::renew_login(database, login, now, login.label.empty() ? now + kCookieLife : login.expires);
        });
    return identity;
}

std::optional<Reply> Api::too_often(const ApiRequest& request) {
    if (!platform_.settings().limits) return std::nullopt;
    const TimePoint now = time_now();
    auto& limits = platform_.limits();
    Milliseconds wait = limits.requests.take(request.address, now);
    if (wait == 0ms && request.method != "GET") wait = limits.changes.take(request.address, now);
    if (wait == 0ms) return std::nullopt;
    return error_reply(429, error<"server.too-many-requests">(), wait);
}

void Api::check_change(const ApiRequest& request) const {
    if (request.content_type.substr(0, request.content_type.find(';')) != "application/json")
        throw Failure{415, error<"server.content-type">()};
    if (!origin_allowed(request.origin, request.host)) throw Failure{403, error<"server.origin">()};
}

const Identity& Api::need(const Call& call) {
    if (!call.who) throw Failure{401, error<"server.sign-in">()};
    return *call.who;
}

void Api::throttle(const Call& call, auth::Limiter& limiter) {
    if (!platform_.settings().limits) return;
    if (const Milliseconds wait = limiter.take(call.request.address, time_now()); wait > 0ms)
        throw Failure{429, error<"server.too-many-requests">(), wait};
}

void Api::write(store::Store::Work work) {
    if (!platform_.store().write_now(std::move(work))) throw Failure{503, error<"server.not-stored-later">()};
}

Reply guarded_reply(Platform& platform, const ApiRequest& request, const std::function<Reply()>& work) {
    try {
        return work();
    } catch (const Failure& failure) {
        return error_reply(failure.status, failure.why, failure.wait);
    } catch (const std::exception& problem) {
        log(Level::kError, "request failed",
            {{"route", request.target.substr(0, request.target.find('?'))}, {"why", reason(problem)}});
        if (!platform.store().trouble().empty()) return error_reply(503, error<"server.database-away">());
        return error_reply(500, error<"server.internal">());
    }
}

Reply Api::respond(const ApiRequest& request) {
    platform_.requests().fetch_add(1, std::memory_order_relaxed);
    return guarded_reply(platform_, request, [&] { return dispatch(request); });
}

Reply Api::dispatch(const ApiRequest& request) {
    if (platform_.stopping()) return error_reply(503, error<"server.stopping">());
    const auto path = request.target.substr(0, request.target.find('?'));
    if (path == "/health") {
        if (platform_.store().trouble().empty()) return plain(200, R"({"status":"ok"})");
        // The log tells why; strangers need not know.
        json body{{"status", "failing"}};
        add_message(body, "error", error<"server.database-away">());
        return plain(503, body.dump());
    }
    if (path == "/metrics") {
        if (!request.metrics) throw Failure{403, error<"server.metrics-elsewhere">()};
        return plain(200, platform_.metrics(), "text/plain; version=0.0.4");
    }
    if (auto often = too_often(request)) return std::move(*often);

    const auto asked = split_path(path);
    const auto* found = route_of(request.method, asked);
    if (!found) {
        if (std::any_of(routes().begin(), routes().end(),
                        [&](const Route& route) { return path_fits(route.pattern, asked); }))
            throw Failure{405, error<"server.method">()};
        throw Failure{404, error<"server.no-route">()};
    }
    const Route& route = *found;
    Call call{request, {}, {}, {}, {}};
    const auto pattern = split_path(route.pattern);
    for (std::size_t i = 0; i < pattern.size(); ++i)
        if (pattern[i] == "*") call.parts.push_back(or_refuse(text_of("address", asked[i])));
    if (request.method != "GET") check_change(request);
    call.query = or_refuse(query_of(request.target));
    call.who = identify(request);
    if (route.streamer) {
        auto reply = (this->*route.streamer)(call);
        for (auto& header : call.headers) reply.headers.push_back(std::move(header));
        return reply;
    }
    Reply reply;
    reply.body = (this->*route.handler)(call).dump(-1, ' ', false, json::error_handler_t::replace);
    reply.headers = std::move(call.headers);
    return reply;
}

}  // namespace stockade::server::http
