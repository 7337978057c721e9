#include "server/http/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "games/family.h"
#include "server/card/describe.h"
#include "server/http/line.h"
#include "server/msg/text.h"
#include "server/store/games.h"

namespace stockade::server::http {
namespace {

using net::Lane;

constexpr int kMinute = 60, kDay = 24 * 3600;  // in seconds
constexpr int kListedGames = 1000;
constexpr Milliseconds kListEvery = 10min;

struct Section {
    std::string_view name, title, description;
};
constexpr std::array<Section, 4> kSections{{
    {"play", "Play the computer or a friend",
     "Ten opponents from beginner to expert, or a friend on the same device: Quoridor, Wall Go, Territoires, "
     "Blockade "
     "and Pinko Pallino in the browser."},
    {"online", "Play people online",
     "Quick games, games over days, tournaments and ratings. No account is needed to play."},
    {"analyse", "Analyse games with the engine",
     "Set up any position, see the best turns and have whole games reviewed, in the browser."},
    {"learn", "Learn Quoridor and its family",
     "A guided first game and short lessons for every game of the family."},
}};
constexpr std::string_view kSiteTitle = "Stockade: Quoridor and its family";
constexpr std::string_view kSiteDescription =
    "Play Quoridor, Wall Go, Territoires, Blockade and Pinko Pallino against people or the computer, analyse "
    "games and "
    "learn. Free, no account, no ads.";

std::string titled(std::string_view text) { return fmt::format("{} – Stockade", text); }

std::string date_of(TimePoint at) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(at);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 24> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

/// JSON-LD of a page with something on it.
json subject_of(const Head& head, json about) {
    json subject{{"@context", "https://schema.org"}, {"@type", "WebPage"},  {"name", head.title},
                 {"description", head.description},  {"url", head.address}, {"about", std::move(about)}};
    if (!head.picture.empty())
        subject["primaryImageOfPage"] = {{"@type", "ImageObject"},
                                         {"url", head.picture},
                                         {"width", draw::kCardWidth},
                                         {"height", draw::kCardHeight}};
    return subject;
}

json game_subject(std::string_view name, int players) {
    return {{"@type", "Game"},
            {"name", name},
            {"numberOfPlayers", {{"@type", "QuantitativeValue"}, {"value", players}}}};
}

/// A page or a file, or only that it is as it was.
Reply cached(const ApiRequest& request, int status, std::string type, std::string body, std::string lasts) {
    Reply reply;
    reply.status = status;
    reply.type.clear();
    const auto tag = content_tag(body);
    for (auto& header : page_headers())
        reply.headers.emplace_back(std::string(header.name), std::move(header.value));
    reply.headers.emplace_back("Cache-Control", std::move(lasts));
    reply.headers.emplace_back("ETag", tag);
    if (status == 200 && request.if_none_match.find(tag) != std::string::npos) {
        reply.status = 304;
        return reply;
    }
    reply.headers.emplace_back("Content-Type", std::move(type));
    reply.body = std::move(body);
    return reply;
}
constexpr auto kHtml = "text/html; charset=utf-8";
constexpr auto kAskAgain = "no-cache";

Reply moved(std::string where) {
    Reply reply;
    reply.status = 301;
    reply.type.clear();
    for (auto& header : page_headers())
        reply.headers.emplace_back(std::string(header.name), std::move(header.value));
    reply.headers.emplace_back("Location", std::move(where));
    reply.headers.emplace_back("Cache-Control", "public, max-age=86400");
    return reply;
}

}  // namespace

Reply reply_of(Response response) {
    Reply reply;
    reply.status = response.status;
    reply.type.clear();
    for (auto& header : response.headers)
        reply.headers.emplace_back(std::string(header.name), std::move(header.value));
    if (!response.own_body.empty())
        reply.body = std::move(response.own_body);
    else
        reply.fixed = response.body;
    reply.length = response.length;
    return reply;
}

const std::vector<Pages::Route>& Pages::routes() {
    static const std::vector<Route> kRoutes{
        {"/", &Pages::home},
        {"/index.html", &Pages::home},
        {"/play", &Pages::section},
        {"/online", &Pages::section},
        {"/analyse", &Pages::analyse, Lane::kArchive},
        {"/learn", &Pages::section},
        {"/game/*", &Pages::game, Lane::kArchive},
        {"/challenge/*", &Pages::challenge, Lane::kArchive},
        {"/user/*", &Pages::user, Lane::kArchive},
        {"/tournament/*", &Pages::tournament, Lane::kArchive},
        {"/card.png", &Pages::site_card, Lane::kPicture},
        {"/game/*/card.png", &Pages::game_card, Lane::kPicture},
        {"/analyse/card.png", &Pages::analyse_card, Lane::kPicture},
        {"/challenge/*/card.png", &Pages::challenge_card, Lane::kPicture},
        {"/rules/*/card.png", &Pages::rules_card, Lane::kPicture},
        {"/rules", &Pages::rules},
        {"/rules/*", &Pages::rules_of},
        {"/rules/images/*", &Pages::figure},
        {"/rules/*/*", &Pages::rules_in},
        {"/robots.txt", &Pages::robots},
        {"/sitemap.xml", &Pages::sitemap, Lane::kArchive},
    };
    return kRoutes;
}

const Pages::Route* Pages::route_of(std::string_view path) {
    if (path.empty() || path[0] != '/') return nullptr;
    const auto asked = split_path(path);
    // An empty part is no name.
    if (asked.size() > 1 && std::find(asked.begin(), asked.end(), "") != asked.end()) return nullptr;
    for (const auto& route : routes())
        if (path_fits(route.pattern, asked)) return &route;
    return nullptr;
}

std::optional<Lane> Pages::lane_of(std::string_view target) {
    const auto* route = route_of(target.substr(0, target.find_first_of("?#")));
    return route ? std::optional(route->lane) : std::nullopt;
}

std::string Pages::origin_of(const ApiRequest& request) const {
    const auto& settings = platform_.settings();
    if (!settings.origins.empty()) return settings.origins[0];
    const bool secure = settings.secure_cookies || !settings.tls_certificate.empty();
    // The reader's word: nothing but a name and a port may come from it.
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
               c == '-' || c == ':' || c == '[' || c == ']';
    };
    const auto& host = request.host;
    const bool good = !host.empty() && host.size() <= 255 && std::all_of(host.begin(), host.end(), allowed);
    return (secure ? "https://" : "http://") + (good ? host : "localhost");
}

Reply Pages::respond(const ApiRequest& request) {
    platform_.requests().fetch_add(1, std::memory_order_relaxed);
    return guarded_reply(platform_, request, [&] { return dispatch(request); });
}

Reply Pages::dispatch(const ApiRequest& request) {
    if (platform_.stopping()) throw Failure{503, error<"server.stopping">()};
    if (request.method != "GET") throw Failure{405, error<"server.method">()};
    const auto path = std::string_view(request.target).substr(0, request.target.find_first_of("?#"));
    const auto* route = route_of(path);
    if (!route) throw Failure{404, error<"server.no-route">()};
    // Cheap pages are not counted, like the files of the page.
    if (platform_.settings().limits && route->lane != Lane::kQuick)
        if (const Milliseconds wait = platform_.limits().requests.take(request.address, time_now());
            wait > 0ms)
            throw Failure{429, error<"server.too-many-requests">(), wait};
    Call call{request, {}, origin_of(request)};
    const auto pattern = split_path(route->pattern), asked = split_path(path);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != "*") continue;
        const auto text = decode(asked[i]);
        if (!text || msg::text_problem(*text))
            throw Failure{400, error<"server.percent-form">("field"_a = "address")};
        call.parts.push_back(*text);
    }
    return (this->*route->handler)(call);
}

// --- the page under addresses of its own ---

Reply Pages::page(const Call& call, Head head, std::string_view up, int status) const {
    const auto index = site_ ? site_->file("index.html") : std::nullopt;
    if (!index) return reply_of(error_response(404, "There is no page here, only the API."));
    if (head.picture.empty() && status == 200) head.picture = call.origin + "/card.png";
    return cached(call.request, status, kHtml, with_head(*index, head, up),
                  status == 200 ? kAskAgain : "no-store");
}

Reply Pages::missing(const Call& call, const Message& why, std::string_view up, int status) const {
    Head head;
    head.title = titled("Not found");
    head.description = why.message;
    head.listed = false;
    return page(call, head, up, status);
}

Reply Pages::home(const Call& call) {
    Head head;
    head.title = kSiteTitle;
    head.description = kSiteDescription;
    head.address = call.origin + "/";
    head.subject = script_json({{"@context", "https://schema.org"},
                                {"@type", "WebApplication"},
                                {"name", "Stockade"},
                                {"url", head.address},
                                {"description", head.description},
                                {"image", call.origin + "/card.png"},
                                {"applicationCategory", "GameApplication"},
                                {"operatingSystem", "Any"},
                                {"isAccessibleForFree", true},
                                {"offers", {{"@type", "Offer"}, {"price", "0"}, {"priceCurrency", "EUR"}}}});
    return page(call, head, "");
}

Reply Pages::section(const Call& call) {
    const auto path = call.request.target.substr(1, call.request.target.find_first_of("?#") - 1);
    const auto found = std::find_if(kSections.begin(), kSections.end(),
                                    [&](const Section& section) { return section.name == path; });
    Head head;
    head.title = titled(found->title);
    head.description = found->description;
    head.address = fmt::format("{}/{}", call.origin, found->name);
    head.picture = call.origin + "/card.png";
    head.subject = script_json(subject_of(head, game_subject("Quoridor", 2)));
    return page(call, head, "");
}

Reply Pages::analyse(const Call& call) {
    const auto query = query_of(call.request.target);
    if (!query) return missing(call, query.error(), "", 400);
    const auto line = line_of(*query);
    if (!line) return missing(call, line.error(), "", 400);
    if (!*line) return section(call);
    const auto& session = **line;
    const auto title = card::game_title(session.spec());
    Head head;
    head.title = titled(fmt::format("{}: {}", title, card::status_of(session)));
    head.description =
        fmt::format("A game of {}, {}. See the best turns and play on, in the browser.", title,
                    session.ply() ? "after " + card::turns_words(session.ply()) : "from this position");
    head.address = call.origin + "/analyse" + line_query(*query);
    head.picture = call.origin + "/analyse/card.png" + line_query(*query);
    head.kind = "article";
    head.listed = false;
    head.subject = script_json(subject_of(head, game_subject(title, session.players())));
    return page(call, head, "");
}

std::optional<model::Game> Pages::shown(const std::string& text) const {
    const auto id = parse_id<GameId>(text);
    if (!id) return std::nullopt;
    auto game = platform_.store().read(
        [&](store::Database& database) { return store::replayed_game(database, *id); });
    if (!game) return std::nullopt;
    // The same rule as in GET /api/games/ID for somebody who does not play in it.
    auto late = model::delayed(*game, time_now());
    return late ? std::move(late) : std::move(game);
}

Reply Pages::game(const Call& call) {
    const auto game = shown(call.parts[0]);
    if (!game) return missing(call, error<"server.no-game">());
    const auto id = id_text(game->setup().id);
    const auto title = card::game_title(game->session().spec());
    Head head;
    head.title = titled(fmt::format("{}, {}", card::players_line(*game), title));
    head.description =
        fmt::format("{}. {}, {}, {}.", card::status_of(*game), title, card::clock_words(game->setup().clock),
                    game->setup().rated ? "rated" : "casual");
    head.address = fmt::format("{}/game/{}", call.origin, id);
    // The address changes with each turn, so that sites that cache pictures by their address ask again.
    head.picture = fmt::format("{}/card.png?v={}", head.address, game->seq());
    head.kind = "article";
    head.listed = game->over() && game->finish().reason != "aborted";
    auto subject = subject_of(head, game_subject(title, game->players()));
    subject["dateCreated"] = date_of(game->setup().created);
    auto people = json::array();
    for (const auto& person : game->setup().players)
        if (!person.engine()) people.push_back({{"@type", "Person"}, {"name", person.name}});
    subject["contributor"] = std::move(people);
    head.subject = script_json(subject);
    return page(call, head, "../");
}

std::optional<store::Challenge> Pages::find_challenge(const std::string& text) const {
    const auto id = parse_id<ChallengeId>(text);
    if (!id) return std::nullopt;
    return platform_.store().read(
        [&](store::Database& database) { return store::find_challenge(database, *id); });
}

std::string Pages::name_of(UserId id) const {
    const auto found =
        platform_.store().read([&](store::Database& database) { return store::find_user(database, id); });
    return found && found->kind != "deleted" ? found->name : "";
}

Reply Pages::challenge(const Call& call) {
    const auto challenge = find_challenge(call.parts[0]);
    const auto drawn = challenge ? card::card_of_challenge(challenge->spec, challenge->clock,
                                                           challenge->rated, name_of(challenge->user))
                                 : Result<draw::Card>(error<"server.no-challenge">());
    if (!drawn) return missing(call, error<"server.no-challenge">());
    Head head;
    head.title = fmt::format("{}: {} – Stockade", drawn->headline, drawn->title);
    head.description = challenge->closed || challenge->game
                           ? "This challenge is over."
                           : fmt::format("{}, {}. Open the link to play: no account is needed.", drawn->title,
                                         drawn->subtitle);
    head.address = fmt::format("{}/challenge/{}", call.origin, id_text(challenge->id));
    head.picture = head.address + "/card.png";
    head.listed = false;
    return page(call, head, "../");
}

Reply Pages::user(const Call& call) {
    const auto found = platform_.store().read([&](store::Database& database) {
        auto user = store::find_user(database, call.parts[0]);
        return user ? std::optional(std::pair(*user, store::tally_of(database, user->id))) : std::nullopt;
    });
    if (!found) return missing(call, error<"server.nobody">());
    const auto& [user, tally] = *found;
    Head head;
    head.title = titled(user.name);
    head.description =
        fmt::format("{} on Stockade: {} {}, {} won, {} drawn, {} lost.", user.name, tally.games,
                    tally.games == 1 ? "game" : "games", tally.wins, tally.draws, tally.losses);
    head.address = fmt::format("{}/user/{}", call.origin, user.name);
    head.picture = call.origin + "/card.png";
    head.kind = "profile";
    head.listed = user.kind != "guest";
    auto subject = subject_of(head, {{"@type", "Person"}, {"name", user.name}});
    subject["@type"] = "ProfilePage";
    head.subject = script_json(subject);
    return page(call, head, "../");
}

Reply Pages::tournament(const Call& call) {
    const auto id = parse_id<TournamentId>(call.parts[0]);
    const auto found = id ? platform_.store().read([&](store::Database& database) {
        return store::find_tournament(database, *id);
    })
                          : std::nullopt;
    if (!found) return missing(call, error<"server.no-tournament">());
    const auto spec = games::parse_spec(found->spec);
    const auto clock = model::parse_time_control(found->clock);
    const auto title = spec ? card::game_title(*spec) : found->spec;
    Head head;
    head.title = titled(found->name);
    head.description =
        fmt::format("A tournament of {} with {}, {} minutes long.", title,
                    clock ? card::clock_words(*clock) : found->clock, (found->ends - found->starts) / 1min);
    head.address = fmt::format("{}/tournament/{}", call.origin, id_text(found->id));
    head.picture = call.origin + "/card.png";
    head.subject = script_json({{"@context", "https://schema.org"},
                                {"@type", "Event"},
                                {"name", found->name},
                                {"description", head.description},
                                {"url", head.address},
                                {"startDate", date_of(found->starts)},
                                {"endDate", date_of(found->ends)},
                                {"eventAttendanceMode", "https://schema.org/OnlineEventAttendanceMode"},
                                {"location", {{"@type", "VirtualLocation"}, {"url", head.address}}}});
    return page(call, head, "../");
}

// --- cards ---

Reply Pages::picture(const Call& call, const draw::Card& card, int seconds) {
    const auto svg = draw::draw_card(card);
    const auto key = card::Cards::key_of(svg);
    Reply reply;
    reply.type.clear();
    for (auto& header : page_headers()) {
        // Other sites show it.
        if (header.name == "Cross-Origin-Resource-Policy") header.value = "cross-origin";
        reply.headers.emplace_back(std::string(header.name), std::move(header.value));
    }
    reply.headers.emplace_back("Cache-Control", fmt::format("public, max-age={}", seconds));
    reply.headers.emplace_back("ETag", "\"" + key + "\"");
    if (call.request.if_none_match.find(key) != std::string::npos) {
        reply.status = 304;
        return reply;
    }
    auto png = platform_.cards().find(key);
    if (!png) {
        if (platform_.settings().limits)
            if (const Milliseconds wait = platform_.limits().cards.take(call.request.address, time_now());
                wait > 0ms)
                throw Failure{429, error<"server.pictures-often">(), wait};
        auto drawn = platform_.cards().draw(key, svg);
        if (!drawn) throw Failure{500, drawn.error()};
        png = std::move(*drawn);
    }
    reply.headers.emplace_back("Content-Type", "image/png");
    reply.body = *png;
    return reply;
}

Reply Pages::site_card(const Call& call) {
    const auto card = card::card_of_site();
    if (!card) throw Failure{500, card.error()};
    return picture(call, *card, kDay);
}

Reply Pages::game_card(const Call& call) {
    const auto game = shown(call.parts[0]);
    if (!game) throw Failure{404, error<"server.no-game">()};
    return picture(call, card::card_of(*game), game->over() ? kDay : kMinute);
}

Reply Pages::analyse_card(const Call& call) {
    const auto query = query_of(call.request.target);
    if (!query) throw Failure{400, query.error()};
    const auto line = line_of(*query);
    if (!line) throw Failure{400, line.error()};
    if (!*line) throw Failure{400, error<"server.field-missing">("field"_a = "start")};
    return picture(call, card::card_of(**line), kDay);
}

Reply Pages::challenge_card(const Call& call) {
    const auto challenge = find_challenge(call.parts[0]);
    if (!challenge) throw Failure{404, error<"server.no-challenge">()};
    const auto card = card::card_of_challenge(challenge->spec, challenge->clock, challenge->rated,
                                              name_of(challenge->user));
    if (!card) throw Failure{404, error<"server.no-challenge">()};
    return picture(call, *card, kDay);
}

Reply Pages::rules_card(const Call& call) {
    const auto* info =
        rules_.book(RulesPages::kEnglish)->find(call.parts[0]) ? games::find_game(call.parts[0]) : nullptr;
    if (!info) throw Failure{404, error<"server.no-rules">()};
    const auto card = card::card_of_rules(*info);
    if (!card) throw Failure{500, card.error()};
    return picture(call, *card, kDay);
}

// --- plain pages and lists ---

Reply Pages::rules(const Call& call) { return rules_index(call, *rules_.book(RulesPages::kEnglish)); }

Reply Pages::rules_of(const Call& call) {
    const auto& name = call.parts[0];
    if (name == RulesPages::kEnglish) return moved(call.origin + "/rules");
    if (const auto* book = rules_.book(name)) return rules_index(call, *book);
    return rules_page(call, *rules_.book(RulesPages::kEnglish), name);
}

Reply Pages::rules_in(const Call& call) {
    const auto &language = call.parts[0], &name = call.parts[1];
    const auto* book = rules_.book(language);
    if (!book) return reply_of(error_response(404, error<"server.no-rules">().message));
    if (language == RulesPages::kEnglish && book->find(name))
        return moved(call.origin + RulesPages::path_of(language, name));
    return rules_page(call, *book, name);
}

Reply Pages::rules_index(const Call& call, const RulesPages::Book& book) {
    Head head;
    head.title = titled(book.heading);
    head.description = book.summary;
    head.address = call.origin + RulesPages::path_of(book.language, "");
    head.picture = call.origin + "/card.png";
    head.alternates = alternates(call, "");
    auto subject = subject_of(head, game_subject("Quoridor", 2));
    subject["inLanguage"] = book.language;
    head.subject = script_json(subject);
    return cached(call.request, 200, kHtml, rules_.index(book, head), kAskAgain);
}

Reply Pages::rules_page(const Call& call, const RulesPages::Book& book, const std::string& name) {
    const auto* info = games::find_game(name);
    const auto* found = book.find(name);
    if (!found) {
        // Presets and related games are on the page of the game whose rules they share.
        if (info && info->family && book.find(info->family->name))
            return moved(call.origin + RulesPages::path_of(book.language, info->family->name));
        return reply_of(error_response(404, error<"server.no-rules">().message));
    }
    Head head;
    head.title = titled(found->heading);
    head.description = found->summary;
    head.address = call.origin + RulesPages::path_of(book.language, name);
    head.picture = fmt::format("{}/rules/{}/card.png", call.origin, name);
    head.kind = "article";
    head.alternates = alternates(call, name);
    auto subject = subject_of(head, game_subject(info ? info->title : found->title, 2));
    subject["@type"] = "Article";
    subject["headline"] = head.title;
    subject["image"] = head.picture;
    subject["inLanguage"] = book.language;
    head.subject = script_json(subject);
    return cached(call.request, 200, kHtml, rules_.document(book, *found, head), kAskAgain);
}

std::vector<Alternate> Pages::alternates(const Call& call, std::string_view name) const {
    auto result = rules_.alternates(name);
    for (auto& one : result) one.address.insert(0, call.origin);
    return result;
}

Reply Pages::figure(const Call& call) {
    const auto content = rules_.figure(call.parts[0]);
    if (content.empty()) return reply_of(error_response(404, "There is no such figure."));
    return cached(call.request, 200, "image/svg+xml", std::string(content), "public, max-age=86400");
}

Reply Pages::robots(const Call& call) {
    return cached(
        call.request, 200, "text/plain; charset=utf-8",
        fmt::format(
            "User-agent: *\nDisallow: /api/\nDisallow: /ws\nDisallow: /metrics\n\nSitemap: {}/sitemap.xml\n",
            call.origin),
        "public, max-age=3600");
}

Reply Pages::sitemap(const Call& call) {
    std::vector<Listed> games;
    {
        const std::lock_guard lock(mutex_);
        const TimePoint now = time_now();
        if (listed_at_ == kNever || now - listed_at_ >= kListEvery) {
            store::Search search;
            search.limit = kListedGames;
            const auto found = platform_.store().read(
                [&](store::Database& database) { return store::search_games(database, search); });
            listed_.clear();
            for (const auto& brief : found)
                if (brief.reason != "aborted") listed_.push_back({id_text(brief.id), brief.ended});
            listed_at_ = now;
        }
        games = listed_;
    }
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset "
        "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    const auto add = [&](std::string_view path, const std::string& changed = "") {
        text += fmt::format("<url><loc>{}{}</loc>", html(call.origin), path);
        if (!changed.empty()) text += fmt::format("<lastmod>{}</lastmod>", changed);
        text += "</url>\n";
    };
    if (site_) {
        add("/");
        for (const auto& section : kSections) add(fmt::format("/{}", section.name));
    }
    for (const auto& book : rules_.books()) {
        add(RulesPages::path_of(book.language, ""));
        for (const auto& page : book.pages) add(RulesPages::path_of(book.language, page.name));
    }
    if (site_)
        for (const auto& game : games) add("/game/" + game.game, date_of(game.ended));
    text += "</urlset>\n";
    return cached(call.request, 200, "application/xml; charset=utf-8", std::move(text),
                  "public, max-age=600");
}

}  // namespace stockade::server::http
