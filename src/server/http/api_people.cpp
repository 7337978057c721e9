// Guests, accounts, tokens, profiles.
#include <fmt/format.h>
#include <sodium.h>

#include <deque>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "base/time_json.h"
#include "games/spec.h"
#include "server/auth/device.h"
#include "server/auth/names.h"
#include "server/http/api.h"
#include "server/msg/fields.h"
#include "server/store/caps.h"
#include "server/store/games.h"

namespace stockade::server::http {
namespace {

constexpr std::size_t kMinPassword = 8;
constexpr std::size_t kMaxPassword = 200;
constexpr Milliseconds kForEver = Days(100 * 365);
constexpr int kExportPage = 1000;    // rows that are read at once
constexpr int kRatingPoints = 5000;  // of one line of ratings

void check_name(const std::string& name) {
    bool fits = name.size() >= 2 && name.size() <= 20;
    for (const char c : name)
        fits &= (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                c == '-';
    if (!fits) throw Failure{400, error<"server.name-form">()};
    if (auth::reserved_name(name)) throw Failure{409, error<"server.name-reserved">()};
}

void check_password(const std::string& password) {
    if (password.size() < kMinPassword || password.size() > kMaxPassword)
        throw Failure{400,
                      error<"server.password-length">("least"_a = kMinPassword, "most"_a = kMaxPassword)};
}

std::string checked_type(const std::string& text) {
    const auto spec = games::parse_spec(text);
    if (!spec) throw Failure{400, spec.error()};
    auto type = model::rating_type(*spec);
    if (type.empty()) throw Failure{400, error<"server.type-options">()};
    return type;
}

std::string text_of(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

/// An object to which more can be added.
std::string open_text(const json& object) {
    auto text = text_of(object);
    text.pop_back();
    return text;
}

/// A piece of a file that is written part by part: adds its next part, and says whether there is more.
using Step = std::function<bool(store::Database& database, std::string& part)>;

Step words(std::string text) {
    return [text = std::move(text)](store::Database&, std::string& part) {
        part += text;
        return false;
    };
}

/// The items of a JSON list. `read` gives those after a row, `write` makes an item of one.
template <class Row, class Read, class Write>
Step pages(Read read, Write write) {
    return [read, write, last = std::optional<Row>()](store::Database& database, std::string& part) mutable {
        const auto rows = read(database, last.value_or(Row()));
        for (const auto& row : rows) {
            part += last ? ",\n" : "\n";
            part += text_of(write(row));
            last = row;
        }
        return rows.size() == static_cast<std::size_t>(kExportPage);
    };
}

}  // namespace

void Api::set_cookie(Call& call, std::string_view name, std::string_view value, Milliseconds life) const {
    const auto& settings = platform_.settings();
    const bool secure = settings.secure_cookies || !settings.tls_certificate.empty();
    call.headers.emplace_back("Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{}",
                                                        name, value, life / 1s, secure ? "; Secure" : ""));
}

void Api::throttle_guess(const Call& call, const std::string& name, const store::User* user) {
    if (!platform_.settings().limits) return;
    auto& limits = platform_.limits();
    const TimePoint now = time_now();
    const auto device = cookie_value(call.request.cookie, kDeviceCookie);
    Milliseconds wait{};
    if (user && auth::device_known(device, user->id, user->password, now)) {
        wait = limits.guesses_here.take(device, now);
    } else {
        const auto key = store::name_key(name);
        wait = limits.guesses.take(call.request.address, now);
        if (wait == 0ms) wait = limits.guesses_here.take(call.request.address + " " + key, now);
        if (wait == 0ms) wait = limits.guesses_of_name.take(key, now);
    }
    if (wait > 0ms) throw Failure{429, error<"server.too-many-attempts">(), wait};
}

bool Api::sign_in(Call& call, const store::User& user, const std::function<bool(store::Database&)>& first) {
    const auto token = auth::new_token();
    const TimePoint now = time_now();
    const store::Login login{auth::token_hash(token), new_id<LoginId>(), user.id, "", now, now,
                             now + kCookieLife};
    // A new session for every signing in, and the old one is worth nothing from here on.
    const auto old = call.who && call.who->login.label.empty() ? call.who->login.hash : std::string();
    bool agreed = false;
    write([&](store::Database& database) {
        agreed = first(database);
        if (!agreed) return;
        store::insert_login(database, login);
        if (!old.empty()) store::delete_login(database, old);
    });
    if (!agreed) return false;
    if (!old.empty()) platform_.cluster().revoke({call.who->user.id, call.who->login.id});
    set_cookie(call, kCookie, token, kCookieLife);
    if (!user.password.empty())
        set_cookie(call, kDeviceCookie, auth::device_cookie(user.id, user.password, now), auth::kDeviceLife);
    return true;
}

json Api::me(Call& call) {
    if (!call.who)
        return {{"user", nullptr},
                {"ratings", json::object()},
                {"games", json::array()},
                {"muted", json::array()}};
    const UserId id = call.who->user.id;
    auto ratings = json::object();
    auto muted = json::array();
    platform_.store().read([&](store::Database& database) {
        for (const auto& row : store::ratings_of(database, id)) ratings[row.type] = rating_json(row);
        for (const auto& [muted_id, name] : store::mutes_of(database, id)) muted.push_back(name);
    });
    auto games = json::array();
    for (const GameId game : platform_.cluster().running_of(id)) games.push_back(id_text(game));
    return {{"user", user_json(call.who->user)}, {"ratings", ratings}, {"games", games}, {"muted", muted}};
}

json Api::guest(Call& call) {
    expect_no_fields(call.request.body);
    if (call.who) return {{"user", user_json(call.who->user)}};
    if (platform_.settings().limits)
        if (const Milliseconds wait = platform_.limits().new_users.take(call.request.address, time_now());
            wait > 0ms)
            throw Failure{429, error<"server.too-many-guests">(), wait};
    store::User user;
    user.id = new_id<UserId>();
    user.kind = "guest";
    user.created = user.seen = time_now();
    bool made = false;
    // Names are few: a taken one is drawn again.
    for (int attempt = 0; attempt < 20 && !made; ++attempt) {
        user.name = fmt::format("Guest-{}", 1000 + randombytes_uniform(attempt < 5 ? 9000 : 1'000'000'000));
        made = sign_in(call, user,
                       [&](store::Database& database) { return store::insert_user(database, user); });
    }
    if (!made) throw Failure{500, error<"server.internal">()};
    return {{"user", user_json(user)}};
}

json Api::register_account(Call& call) {
    msg::Fields fields(call.request.body);
    const auto name = fields.text("name", 100);
    const auto password = fields.text("password", 1000);
    expect_no_more(fields);
    check_name(name);
    check_password(password);
    if (call.who && call.who->user.kind != "guest") throw Failure{409, error<"server.signed-in">()};
    if (platform_.settings().limits)
        if (const Milliseconds wait = platform_.limits().new_users.take(call.request.address, time_now());
            wait > 0ms)
            throw Failure{429, error<"server.too-many-accounts">(), wait};
    const auto hash = auth::hash_password(password, platform_.settings().password_cost);
    if (hash.empty()) throw Failure{503, error<"server.busy">()};
    store::User user;
    user.id = call.who ? call.who->user.id : new_id<UserId>();
    user.name = name;
    user.kind = "account";
    user.password = hash;
    user.created = user.seen = time_now();
    const bool made = sign_in(call, user, [&](store::Database& database) {
        return call.who ? store::promote_guest(database, user.id, name, hash)
                        : store::insert_user(database, user);
    });
    if (!made) throw Failure{409, error<"server.name-taken">()};
    return {{"user", user_json(user)}};
}

json Api::login(Call& call) {
    msg::Fields fields(call.request.body);
    const auto name = fields.text("name", 100);
    const auto password = fields.text("password", 1000);
    expect_no_more(fields);
    const auto user =
        platform_.store().read([&](store::Database& database) { return store::find_user(database, name); });
    throttle_guess(call, name, user ? &*user : nullptr);
    if (!auth::password_fits(user ? user->password : "", password, platform_.settings().password_cost))
        throw Failure{403, error<"server.wrong-login">()};
    sign_in(call, *user, [](store::Database&) { return true; });
    return {{"user", user_json(*user)}};
}

json Api::logout(Call& call) {
    expect_no_fields(call.request.body);
    if (call.who && call.who->login.label.empty()) {
        write([&](store::Database& database) { store::delete_login(database, call.who->login.hash); });
        platform_.cluster().revoke({call.who->user.id, call.who->login.id});
    }
    set_cookie(call, kCookie, "", 0ms);
    return json::object();
}

json Api::change_password(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto old = fields.text("old", 1000);
    const auto fresh = fields.text("new", 1000);
    expect_no_more(fields);
    check_password(fresh);
    throttle_guess(call, who.user.name, &who.user);
    if (!auth::password_fits(who.user.password, old, platform_.settings().password_cost))
        throw Failure{403, error<"server.wrong-password">()};
    const auto hash = auth::hash_password(fresh, platform_.settings().password_cost);
    if (hash.empty()) throw Failure{503, error<"server.busy">()};
    auto user = who.user;
    user.password = hash;
    sign_in(call, user, [&](store::Database& database) {
        store::set_password(database, who.user.id, hash);
        store::delete_other_logins(database, who.user.id, who.login.hash);
        return true;
    });
    platform_.cluster().revoke({who.user.id, LoginId()});
    return json::object();
}

json Api::delete_me(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto password = fields.text_or("password", 1000, "");
    expect_no_more(fields);
    if (who.user.kind != "guest") {
        throttle_guess(call, who.user.name, &who.user);
        if (!auth::password_fits(who.user.password, password, platform_.settings().password_cost))
            throw Failure{403, error<"server.wrong-password">()};
    }
    bool playing = false;
    write([&](store::Database& database) {
        // No game begins between the question and the answer.
        store::one_at_a_time(database);
        playing = !store::running_games_of(database, who.user.id).empty();
        if (!playing) store::delete_user(database, who.user.id);
    });
    if (playing) throw Failure{409, error<"server.games-running">()};
    platform_.cluster().revoke({who.user.id, LoginId()});
    platform_.cluster().forget_person(who.user.id);
    set_cookie(call, kCookie, "", 0ms);
    set_cookie(call, kDeviceCookie, "", 0ms);
    return json::object();
}

Reply Api::export_me(Call& call) {
    const auto& who = need(call);
    const UserId user = who.user.id;
    json head{{"user", user_json(who.user)}, {"created", who.user.created}, {"seen", who.user.seen}};
    std::vector<store::RatingRow> ratings;
    platform_.store().read([&](store::Database& database) {
        ratings = store::ratings_of(database, user);
        auto& muted = head["muted"] = json::array();
        for (const auto& [id, name] : store::mutes_of(database, user)) muted.push_back(name);
        auto& tokens = head["tokens"] = json::array();
        for (const auto& token : store::tokens_of(database, user))
            tokens.push_back({{"label", token.label}, {"created", token.created}, {"seen", token.seen}});
    });
    // Lists that grow with what somebody does are written page by page: neither side holds all of it.
    std::deque<Step> steps{words(open_text(head) + ",\"ratings\":{")};
    for (std::size_t i = 0; i < ratings.size(); ++i) {
        const auto& row = ratings[i];
        steps.push_back(words((i ? "," : "") + json(row.type).dump() + ":" + open_text(rating_json(row)) +
                              ",\"history\":["));
        steps.push_back(pages<store::RatingPoint>(
            [user, type = row.type](store::Database& database, const store::RatingPoint& after) {
                return store::rating_points(database, user, type, after, kExportPage);
            },
            [](const store::RatingPoint& point) {
                return json{point.at, point.rating};
            }));
        steps.push_back(words("]}"));
    }
    steps.push_back(words("},\"chat\":["));
    steps.push_back(pages<store::Said>(
        [user](store::Database& database, const store::Said& after) {
            return store::chat_of(database, user, after, kExportPage);
        },
        [](const store::Said& line) {
            return json{{"game", id_text(line.game)}, {"text", line.text}, {"at", line.at}};
        }));
    steps.push_back(words("],\"games\":["));
    steps.push_back(pages<store::Brief>(
        [user](store::Database& database, const store::Brief& after) {
            store::Search search;
            search.player = user;
            search.limit = kExportPage;
            search.after_ended = after.ended;
            search.after_id = after.id;
            return store::search_games(database, search);
        },
        [](const store::Brief& brief) { return json(id_text(brief.id)); }));
    steps.push_back(words("]}\n"));
    Reply reply;
    reply.headers.emplace_back("Content-Disposition", "attachment; filename=\"stockade.json\"");
    reply.stream = [this, steps = std::move(steps)](std::string& part) mutable {
        if (steps.empty()) return false;
        const bool more =
            platform_.store().read([&](store::Database& database) { return steps.front()(database, part); });
        if (!more) steps.pop_front();
        return true;
    };
    return reply;
}

json Api::become_bot(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    if (who.user.kind == "bot") return {{"user", user_json(who.user)}};
    if (who.user.kind != "account") throw Failure{403, error<"server.guest-bot">()};
    bool rated = false;
    write([&](store::Database& database) {
        rated = store::has_rated_games(database, who.user.id);
        if (!rated) store::set_kind(database, who.user.id, "bot");
    });
    if (rated) throw Failure{409, error<"server.bot-rated">()};
    auto user = who.user;
    user.kind = "bot";
    return {{"user", user_json(user)}};
}

json Api::tokens(Call& call) {
    const auto& who = need(call);
    auto list = json::array();
    for (const auto& token : platform_.store().read(
             [&](store::Database& database) { return store::tokens_of(database, who.user.id); }))
        list.push_back({{"token", id_text(token.id)},
                        {"label", token.label},
                        {"created", token.created},
                        {"seen", token.seen}});
    return {{"tokens", list}};
}

json Api::new_token(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto label = fields.text("label", 40);
    expect_no_more(fields);
    if (label.empty()) throw Failure{400, error<"server.label-empty">()};
    if (who.user.kind == "guest") throw Failure{403, error<"server.guest-token">()};
    const auto token = auth::new_token();
    const TimePoint now = time_now();
    const store::Login login{auth::token_hash(token), new_id<LoginId>(), who.user.id, label, now, now,
                             now + kForEver};
    bool full = false;
    write([&](store::Database& database) {
        full = store::tokens_of(database, who.user.id).size() >= store::kMaxTokensEach;
        if (!full) store::insert_login(database, login);
    });
    if (full) throw Failure{409, error<"server.tokens-full">("count"_a = store::kMaxTokensEach)};
    return {{"token", id_text(login.id)}, {"secret", token}};
}

json Api::delete_token(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    const auto id = parse_id<LoginId>(call.parts[0]);
    bool found = false;
    if (id)
        write([&](store::Database& database) { found = store::delete_token(database, who.user.id, *id); });
    if (!found) throw Failure{404, error<"server.no-token">()};
    platform_.cluster().revoke({who.user.id, *id});
    return json::object();
}

json Api::mute(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto name = fields.text("name", 100);
    const bool on = fields.flag_or("on", true);
    expect_no_more(fields);
    const auto user =
        platform_.store().read([&](store::Database& database) { return store::find_user(database, name); });
    if (!user) throw Failure{404, error<"server.nobody">()};
    std::optional<Message> refused;
    write([&](store::Database& database) {
        store::one_at_a_time(database);
        refused = on && !store::mutes(database, who.user.id, user->id)
                      ? store::refuse_mute(database, who.user.id)
                      : std::nullopt;
        if (!refused) store::set_mute(database, who.user.id, user->id, on);
    });
    if (refused) throw Failure{409, *refused};
    platform_.cluster().set_mute(who.user.id, user->id, on);
    return json::object();
}

json Api::report(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto name = fields.text("name", 100);
    const GameId game = fields.id_or_none<GameId>("game");
    const auto text = fields.text("text", 1000);
    expect_no_more(fields);
    const auto user =
        platform_.store().read([&](store::Database& database) { return store::find_user(database, name); });
    if (!user) throw Failure{404, error<"server.nobody">()};
    std::optional<Message> refused;
    write([&](store::Database& database) {
        store::one_at_a_time(database);
        const TimePoint now = time_now();
        refused = store::refuse_report(database, who.user.id, now);
        if (!refused) store::insert_report(database, who.user.id, user->id, game, text, now);
    });
    if (refused) throw Failure{429, *refused};
    return json::object();
}

json Api::profile(Call& call) {
    json result;
    UserId id;
    platform_.store().read([&](store::Database& database) {
        const auto user = store::find_user(database, call.parts[0]);
        if (!user) throw Failure{404, error<"server.nobody">()};
        auto ratings = json::object();
        for (const auto& row : store::ratings_of(database, user->id)) ratings[row.type] = rating_json(row);
        const auto tally = store::tally_of(database, user->id);
        id = user->id;
        result = {{"user", user_json(*user)}, {"created", user->created},
                  {"seen", user->seen},       {"online", platform_.services().directory.online(user->id)},
                  {"ratings", ratings},       {"games", tally.games},
                  {"wins", tally.wins},       {"losses", tally.losses},
                  {"draws", tally.draws}};
    });
    auto playing = json::array();
    for (const GameId game : platform_.cluster().running_of(id)) playing.push_back(id_text(game));
    result["playing"] = playing;
    return result;
}

json Api::rating_history(Call& call) {
    const auto type = checked_type(call.query["type"]);
    auto points = json::array();
    platform_.store().read([&](store::Database& database) {
        const auto user = store::find_user(database, call.parts[0]);
        if (!user) throw Failure{404, error<"server.nobody">()};
        for (const auto& point : store::latest_rating_points(database, user->id, type, kRatingPoints))
            points.push_back({point.at, point.rating});
    });
    return {{"points", points}};
}

json Api::leaderboard(Call& call) {
    const auto type = checked_type(call.query["type"]);
    auto users = json::array();
    for (const auto& ranked : platform_.store().read(
             [&](store::Database& database) { return store::leaderboard(database, type, 100); })) {
        auto user = user_json(ranked.user);
        user["rating"] = ranked.rating.shown();
        user["provisional"] = ranked.rating.provisional();
        users.push_back(user);
    }
    return {{"users", users}};
}

}  // namespace stockade::server::http
