// Pages: HTML and pictures for visitors from other sites and for search engines: the page under real
// addresses with heads of their own, cards (the pictures of links), the rules as plain HTML, robots.txt and
// sitemap.xml. Content is the same for everybody, as a stranger may see it. Runs on threads that may wait for
// the database; knows no sockets.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draw/card.h"
#include "server/http/api.h"
#include "server/http/head.h"
#include "server/http/rules_pages.h"
#include "server/http/site.h"
#include "server/net/lane.h"

namespace stockade::server::http {

class Pages {
public:
    /// Without a site there are cards and rules, and no page around them.
    Pages(Platform& platform, const Site* site) : platform_(platform), site_(site) {}

    /// Where to call respond(); nothing for addresses that are somebody else's.
    static std::optional<net::Lane> lane_of(std::string_view target);
    Reply respond(const ApiRequest& request);

private:
    struct Call {
        const ApiRequest& request;
        std::vector<std::string> parts;  // what stood for each * of the route
        std::string origin;              // of the site, as others write it: https://play.example.org
    };
    using Handler = Reply (Pages::*)(const Call&);
    struct Route {
        std::string_view pattern;
        Handler handler;
        net::Lane lane = net::Lane::kQuick;
    };
    static const std::vector<Route>& routes();
    static const Route* route_of(std::string_view path);
    Reply dispatch(const ApiRequest& request);
    std::string origin_of(const ApiRequest& request) const;

    // --- the page under addresses of its own ---
    Reply home(const Call& call);
    Reply section(const Call& call);
    /// The section, or a game in its address.
    Reply analyse(const Call& call);
    Reply game(const Call& call);
    Reply challenge(const Call& call);
    Reply user(const Call& call);
    Reply tournament(const Call& call);
    Reply page(const Call& call, Head head, std::string_view up, int status = 200) const;
    /// Tells programs that there is nothing, and people in their own language, by the page itself.
    Reply missing(const Call& call, const Message& why, std::string_view up = "../", int status = 404) const;

    // --- cards ---
    Reply site_card(const Call& call);
    Reply game_card(const Call& call);
    Reply analyse_card(const Call& call);
    Reply challenge_card(const Call& call);
    Reply rules_card(const Call& call);
    /// Drawn, unless it is kept or the reader has it. `seconds`: how long it may be used without asking.
    Reply picture(const Call& call, const draw::Card& card, int seconds);

    // --- plain pages and lists ---
    Reply rules(const Call& call);
    /// "/rules/quoridor" in English, or the list of games in a language: "/rules/fr".
    Reply rules_of(const Call& call);
    /// "/rules/fr/quoridor".
    Reply rules_in(const Call& call);
    Reply rules_index(const Call& call, const RulesPages::Book& book);
    Reply rules_page(const Call& call, const RulesPages::Book& book, const std::string& name);
    std::vector<Alternate> alternates(const Call& call, std::string_view name) const;
    Reply figure(const Call& call);
    Reply robots(const Call& call);
    Reply sitemap(const Call& call);

    /// A game as strangers may see it now; nothing where there is none.
    std::optional<model::Game> shown(const std::string& id) const;
    std::optional<store::Challenge> find_challenge(const std::string& id) const;
    std::string name_of(UserId user) const;

    Platform& platform_;
    const Site* site_;
    const RulesPages rules_;

    struct Listed {
        std::string game;
        TimePoint ended;
    };
    std::mutex mutex_;
    std::vector<Listed> listed_;  // games in the sitemap
    TimePoint listed_at_;
};

/// The reply with a response of the site.
Reply reply_of(Response response);

}  // namespace stockade::server::http
