// Api: the answers to HTTP requests under /api, /health and /metrics. Runs on threads that may wait for the
// database; knows no sockets. docs/api.md lists the routes.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/net/lane.h"
#include "server/platform/platform.h"
#include "server/store/archive.h"
#include "server/store/meetings.h"
#include "server/store/people.h"

namespace stockade::server::http {

using nlohmann::json;

inline constexpr std::string_view kCookie = "stockade";
inline constexpr std::string_view kDeviceCookie = "stockade_device";  ///< see auth/device.h

struct ApiRequest {
    std::string method;
    std::string target;
    std::string body;
    std::string content_type;
    std::string origin;
    std::string host;
    std::string cookie;         ///< the whole header
    std::string authorization;  ///< the whole header
    std::string if_none_match;  ///< the whole header
    std::string address;        ///< of who asks, as limits count it: see Address::limit_key()
    bool metrics = false;       ///< may read /metrics
};

struct Reply {
    int status = 200;
    std::string body;
    std::string type = "application/json";
    std::vector<std::pair<std::string, std::string>> headers;
    /// Where the body does not fit into memory: gives the next part, false after the last.
    std::function<bool(std::string& part)> stream;
    /// Of the page's files, which stay where they are; `length` also where nothing is sent.
    std::string_view fixed;
    std::size_t length = 0;
};

/// One with a body and nothing else.
Reply plain(int status, std::string body, std::string type = "application/json");

/// `{"error": text, "code": ..., "args": {...}}`, and how long to wait where there is a time.
Reply error_reply(int status, const Message& why, Milliseconds wait = 0ms);

/// Thrown by handlers, answered by error_reply().
struct Failure {
    int status;
    Message why;
    Milliseconds wait{};
};

/// The reply of `work`. A Failure, or any other exception, becomes an error with a code.
Reply guarded_reply(Platform& platform, const ApiRequest& request, const std::function<Reply()>& work);

/// The decoded parameters after the ? of an address, by name.
using Query = std::map<std::string, std::string, std::less<>>;

/// The user and login that a cookie or token belongs to.
struct Identity {
    store::User user;
    store::Login login;
};

class Api {
public:
    explicit Api(Platform& platform) : platform_(platform) {}

    Reply respond(const ApiRequest& request);
    /// Where to call respond().
    static net::Lane lane_of(const ApiRequest& request);
    /// Also used for the upgrade to a socket. Empty without a valid cookie or token.
    std::optional<Identity> identify(const ApiRequest& request);
    /// Counts the request, and refuses it where its address makes too many.
    std::optional<Reply> too_often(const ApiRequest& request);
    /// Method and pattern of every route, with * for the variable parts. Used by tests that try them all.
    static std::vector<std::pair<std::string_view, std::string_view>> addresses();
    /// Whether a browser's page may talk to us.
    bool origin_allowed(const std::string& origin, const std::string& host) const;

private:
    struct Call {
        const ApiRequest& request;
        std::vector<std::string> parts;  // what stood for each * of the route
        Query query;
        std::optional<Identity> who;
        std::vector<std::pair<std::string, std::string>> headers;
    };
    using Handler = json (Api::*)(Call&);
    using Streamer = Reply (Api::*)(Call&);
    struct Route {
        std::string_view method;
        std::string_view pattern;
        Handler handler;
        Streamer streamer;
        net::Lane lane = net::Lane::kQuick;
    };
    static const std::vector<Route>& routes();
    /// The first that fits; nothing where there is none.
    static const Route* route_of(std::string_view method, const std::vector<std::string_view>& path);
    Reply dispatch(const ApiRequest& request);
    void check_change(const ApiRequest& request) const;
    static const Identity& need(const Call& call);
    /// Refuses what an address does too often.
    void throttle(const Call& call, auth::Limiter& limiter);
    /// Waits until the work is committed; refuses where it is not.
    void write(store::Store::Work work);

    // --- people ---
    json me(Call& call);
    json guest(Call& call);
    json register_account(Call& call);
    json login(Call& call);
    json logout(Call& call);
    json change_password(Call& call);
    json delete_me(Call& call);
    Reply export_me(Call& call);
    json become_bot(Call& call);
    json tokens(Call& call);
    json new_token(Call& call);
    json delete_token(Call& call);
    json mute(Call& call);
    json report(Call& call);
    json profile(Call& call);
    json rating_history(Call& call);
    json leaderboard(Call& call);
    /// A new session, after `first` in the same transaction; nothing is stored where that says false.
    bool sign_in(Call& call, const store::User& user, const std::function<bool(store::Database&)>& first);
    /// Before a password is compared. `user` is whose it would be; nothing where there is nobody of that
    /// name.
    void throttle_guess(const Call& call, const std::string& name, const store::User* user);
    void set_cookie(Call& call, std::string_view name, std::string_view value, Milliseconds life) const;

    // --- games ---
    json game(Call& call);
    Reply record(Call& call);
    json analysis(Call& call);
    json request_analysis(Call& call);
    json list_games(Call& call);
    Reply download(Call& call);
    json explorer(Call& call);
    json live(Call& call);
    json tv(Call& call);
    json attendance(Call& call);
    store::Search search_of(Call& call);
    std::optional<model::Game> load(GameId id);
    /// The same game as the caller may see it.
    model::Game need_game(const Call& call);

    // --- meeting ---
    json new_challenge(Call& call);
    json challenge(Call& call);
    json accept(Call& call);
    json cancel(Call& call);
    json challenges(Call& call);
    json describe(const store::Challenge& challenge);
    GameId begin(const store::Challenge& challenge, const room::Rooms::Along& along);
    json tournaments(Call& call);
    json new_tournament(Call& call);
    json tournament(Call& call);
    json join(Call& call);
    json leave(Call& call);

    // --- about itself ---
    Reply openapi(Call& call);

    Platform& platform_;
};

/// How long a login lasts that is not used.
inline constexpr Milliseconds kCookieLife = Days(90);

/// Refuses fields that nobody has asked for.
void expect_no_more(msg::Fields& fields);
/// Refuses a body other than `{}`.
void expect_no_fields(const std::string& body);
/// A user as docs/api.md has it, without a rating.
json user_json(const store::User& user);
json rating_json(const store::RatingRow& row);
/// The parts between the slashes of a path, which begins with a slash.
std::vector<std::string_view> split_path(std::string_view path);
/// Whether a path is one of a pattern, in which * is anything between two slashes.
bool path_fits(std::string_view pattern, const std::vector<std::string_view>& path);
/// Of a header of cookies; empty: there is none of that name.
std::string_view cookie_value(std::string_view header, std::string_view name);
/// `%20` and `+` decoded; nothing when malformed.
std::optional<std::string> decode(std::string_view text);
/// Texts that a database takes; an error where something is none.
Result<Query> query_of(std::string_view target);

}  // namespace stockade::server::http
