// What other sites and search engines see: heads, pictures, rules, lists. Nobody learns more from them than a
// stranger may.
#include "server/http/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "server/http/head.h"
#include "support/server_fixture.h"
#include "support/web_person.h"

namespace stockade::server {
namespace {

using support::json;
using support::WebPerson;
using testing::HasSubstr;
using testing::Not;

constexpr auto kIndex = R"(<!doctype html><html><head>
<title>Stockade</title>
<meta
    name="description"
    content="old" />
<script src="./first.js"></script>
<script type="module" src="./assets/index-1.js"></script>
</head><body><noscript>Stockade needs JavaScript.</noscript></body></html>)";

class PagesTest : public support::ServerFixture {
protected:
    PagesTest() {
        page_.put("index.html", kIndex);
        page_.put("assets/index-1.js", "let a;");
        settings_.origins = {"https://play.example.org"};
    }
    void SetUp() override { start_with_page(); }
    void start_with_page() {
        server_.reset();
        auto site = http::Site::load(page_.path().string());
        ASSERT_TRUE(site.ok());
        site_ = std::make_unique<http::Site>(std::move(*site));
        auto started = Server::start(settings_, site_.get());
        ASSERT_TRUE(started.ok()) << started.error().message;
        server_ = std::move(*started);
        port_ = server_->port();
        pages_ = std::make_unique<http::Pages>(server_->platform(), site_.get());
    }
    http::Reply ask(const std::string& target, const std::string& tag = "") {
        http::ApiRequest request;
        request.method = "GET";
        request.target = target;
        request.host = "localhost:8080";
        request.address = "192.0.2.1";
        request.if_none_match = tag;
        return pages_->respond(request);
    }
    static std::string header(const http::Reply& reply, const std::string& wanted) {
        for (const auto& [name, value] : reply.headers)
            if (name == wanted) return value;
        return {};
    }
    /// What a tag of the head says.
    static std::string meta(const std::string& page, const std::string& name) {
        std::smatch found;
        const std::regex tag("<meta (?:name|property)=\"" + name + "\" content=\"([^\"]*)\">");
        return std::regex_search(page, found, tag) ? found[1].str() : "";
    }
    static json subject(const std::string& page) {
        std::smatch found;
        const std::regex tag("<script type=\"application/ld\\+json\">(.*?)</script>");
        return std::regex_search(page, found, tag) ? json::parse(found[1].str()) : json();
    }
    static std::string code_of(const http::Reply& reply) { return json::parse(reply.body)["code"]; }

    support::ScratchFolder page_;
    std::unique_ptr<http::Site> site_;
    std::unique_ptr<http::Pages> pages_;
};

TEST_F(PagesTest, EveryPageHasAHeadOfItsOwn) {
    std::set<std::string> titles;
    for (const std::string path :
         {"/", "/play", "/online", "/analyse", "/learn", "/rules", "/rules/quoridor", "/rules/quoridor4fun",
          "/rules/territoires", "/rules/blockade", "/rules/pinko"}) {
        const auto reply = ask(path);
        EXPECT_EQ(reply.status, 200) << path;
        EXPECT_EQ(header(reply, "Content-Type"), "text/html; charset=utf-8") << path;
        std::smatch title;
        ASSERT_TRUE(std::regex_search(reply.body, title, std::regex("<title>([^<]+)</title>"))) << path;
        EXPECT_TRUE(titles.insert(title[1]).second) << path << " has the title of another";
        EXPECT_EQ(meta(reply.body, "og:title"), title[1]) << path;
        EXPECT_GT(meta(reply.body, "description").size(), 40u) << path;
        EXPECT_EQ(meta(reply.body, "og:url"), "https://play.example.org" + path);
        EXPECT_THAT(meta(reply.body, "og:image"), testing::StartsWith("https://play.example.org/")) << path;
        EXPECT_EQ(meta(reply.body, "twitter:card"), "summary_large_image") << path;
        EXPECT_EQ(subject(reply.body)["url"], "https://play.example.org" + path);
        EXPECT_EQ(subject(reply.body)["@context"], "https://schema.org") << path;
        EXPECT_EQ(ask(path, header(reply, "ETag")).status, 304) << path;
    }
    const auto home = ask("/").body;
    EXPECT_THAT(home, HasSubstr("src=\"./assets/index-1.js\""));
    EXPECT_THAT(home, Not(HasSubstr("content=\"old\"")));
    EXPECT_THAT(home, HasSubstr("<meta name=\"server\" content=\"stockade\">"))
        << "the page may ask for more";
}

TEST_F(PagesTest, AGameIsShownUnderAnAddressOfItsOwn) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    const auto game = support::pair(ann, bob, "quoridor", "300+3");
    ann.turn(game, 0, "e2");
    bob.turn_at(1);
    bob.turn(game, 1, "e8");
    ann.turn_at(2);
    const auto running = ask("/game/" + game);
    EXPECT_EQ(running.status, 200);
    EXPECT_THAT(running.body, HasSubstr("<title>ann – bob, Quoridor – Stockade</title>"));
    EXPECT_THAT(running.body, HasSubstr("src=\"../first.js\"")) << "files are found from below";
    EXPECT_EQ(meta(running.body, "robots"), "noindex") << "before its end";
    EXPECT_EQ(meta(running.body, "og:image"), "https://play.example.org/game/" + game + "/card.png?v=2");
    EXPECT_EQ(subject(running.body)["contributor"][0]["name"], "ann");

    const auto picture = ask("/game/" + game + "/card.png?v=2");
    EXPECT_EQ(picture.status, 200);
    EXPECT_EQ(header(picture, "Content-Type"), "image/png");
    EXPECT_TRUE(picture.body.starts_with("\x89PNG"));
    EXPECT_EQ(header(picture, "Cache-Control"), "public, max-age=60");
    EXPECT_EQ(header(picture, "Cross-Origin-Resource-Policy"), "cross-origin");
    EXPECT_EQ(ask("/game/" + game + "/card.png", header(picture, "ETag")).status, 304);
    const auto drawn = server_->platform().cards().figures().drawn;
    EXPECT_EQ(ask("/game/" + game + "/card.png").body, picture.body);
    EXPECT_EQ(server_->platform().cards().figures().drawn, drawn) << "was kept";

    bob.act(game, "resign");
    ann.expect("end");
    const auto over = ask("/game/" + game);
    EXPECT_THAT(over.body, HasSubstr("<title>ann 1 – 0 bob, Quoridor – Stockade</title>"));
    EXPECT_EQ(meta(over.body, "robots"), "");
    EXPECT_THAT(meta(over.body, "description"), HasSubstr("ann wins by resignation after 2 turns."));
    const auto after = ask("/game/" + game + "/card.png");
    EXPECT_NE(header(after, "ETag"), header(picture, "ETag")) << "the game has changed";
    EXPECT_EQ(header(after, "Cache-Control"), "public, max-age=86400");
    EXPECT_THAT(ask("/sitemap.xml").body, HasSubstr("<loc>https://play.example.org/game/" + game + "</loc>"));
}

TEST_F(PagesTest, AGameInAnAddressHasACardOfItsOwn) {
    const std::string line = "?start=quoridor&turns=e2_e8_e3h";
    const auto page = ask("/analyse" + line + "&review=1");
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(meta(page.body, "og:title"), "Quoridor: Player 2 to move – Stockade");
    EXPECT_THAT(meta(page.body, "description"), HasSubstr("A game of Quoridor, after 3 turns."));
    EXPECT_EQ(meta(page.body, "robots"), "noindex") << "there is no end of them";
    const auto escaped = std::regex_replace(line, std::regex("&"), "&amp;");
    EXPECT_EQ(meta(page.body, "og:url"), "https://play.example.org/analyse" + escaped);
    EXPECT_EQ(meta(page.body, "og:image"), "https://play.example.org/analyse/card.png" + escaped);
    EXPECT_THAT(page.body, HasSubstr("src=\"./first.js\""));

    const auto picture = ask("/analyse/card.png" + line);
    EXPECT_EQ(picture.status, 200);
    EXPECT_TRUE(picture.body.starts_with("\x89PNG"));
    EXPECT_EQ(header(picture, "Cross-Origin-Resource-Policy"), "cross-origin");
    EXPECT_EQ(ask("/analyse/card.png" + line, header(picture, "ETag")).status, 304);
    for (const auto* other : {"?start=quoridor&turns=e2_e8", "?start=quoridor&turns=e2_e8_e3h&ply=1",
                              "?start=quoridor:players=4", "?start=pinko"})
        EXPECT_NE(ask(std::string("/analyse/card.png") + other).body, picture.body) << other;
    // A position, and a game that is over.
    EXPECT_EQ(
        meta(ask("/analyse?start=quoridor%3B+pawns+e3+e7%3B+hand+9+9%3B+walls+-%3B+turn+2").body, "og:title"),
        "Quoridor: Player 2 to move – Stockade");
    EXPECT_EQ(meta(ask("/analyse?start=quoridor-mini&turns=c2_c4_c3_c2_c4_c1").body, "og:title"),
              "Quoridor Mini: Player 2 wins by reaching the goal – Stockade");
    // Without a game it is the page as ever.
    for (const auto* none : {"/analyse?", "/analyse?turns=e2", "/analyse?start=", "/analyse?x=%C3%A9"})
        EXPECT_EQ(meta(ask(none).body, "og:url"), "https://play.example.org/analyse") << none;
}

TEST_F(PagesTest, WhatIsNoGameInAnAddressIsRefused) {
    const auto long_turns = [](int count) {
        std::string text = "e2";
        for (int i = 1; i < count; ++i) text += "_e2";
        return text;
    };
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"?start=chess", "server.at-field"},
        {"?start=quoridor%3B+pawns+e1", "server.at-field"},
        {"?start=quoridor:size=99", "server.at-field"},
        {"?start=%3Cscript%3Ealert(1)%3C/script%3E", "server.at-field"},
        {"?start=quoridor&turns=e2_e9", "record.json-turn"},
        {"?start=quoridor&turns=e2_%3Cb%3E", "record.json-turn"},
        {"?start=quoridor&turns=e2&ply=2", "server.number-range"},
        {"?start=quoridor&turns=e2&ply=-1", "server.number-range"},
        {"?start=quoridor&turns=e2&ply=1e0", "server.number-range"},
        {"?start=quoridor&turns=e2&ply=99999999999999999999", "server.number-range"},
        {"?start=quoridor&turns=" + long_turns(1334), "server.text-long"},
        {"?start=" + std::string(2001, 'q'), "server.text-long"},
        {"?start=quoridor%00", "server.at-field"},
        {"?start=quoridor&turns=e2%0A", "server.at-field"},
        {"?start=quoridor&turns=%E2%80%AEe2", "server.at-field"},
        {"?start=quoridor&turns=%FF", "server.at-field"},
        {"?start=quoridor&turns=%zz", "server.percent-form"},
        {"?start=quoridor&%zz=1", "server.percent-form"},
    };
    for (const auto& [query, code] : wrong) {
        const auto card = ask("/analyse/card.png" + query);
        EXPECT_EQ(card.status, 400) << query;
        EXPECT_EQ(code_of(card), code) << query;
        const auto page = ask("/analyse" + query);
        EXPECT_EQ(page.status, 400) << query;
        EXPECT_EQ(meta(page.body, "robots"), "noindex") << query;
        EXPECT_THAT(page.body, HasSubstr("assets/index-1.js")) << "the page tells people in their language";
        EXPECT_THAT(page.body, Not(HasSubstr("<b>"))) << query;
        EXPECT_THAT(page.body, Not(HasSubstr("<script>"))) << query;
    }
    EXPECT_EQ(code_of(ask("/analyse/card.png")), "server.field-missing");
    // As long as may be.
    std::string to_and_fro = "e2_e8";
    for (int i = 2; i + 1 < 1333; i += 2) to_and_fro += i % 4 ? "_e1_e9" : "_e2_e8";
    EXPECT_EQ(ask("/analyse?start=quoridor:repetition=0,max-turns=0&turns=" + to_and_fro).status, 200);
}

TEST_F(PagesTest, AGameThatWasCalledOffIsNotListed) {
    auto ann = WebPerson::guest(port_);
    auto bob = WebPerson::guest(port_);
    const auto game = support::pair(ann, bob, "quoridor", "300+3");
    ann.act(game, "abort");
    bob.expect("end");
    const auto page = ask("/game/" + game).body;
    EXPECT_THAT(meta(page, "description"), HasSubstr("Aborted"));
    EXPECT_EQ(meta(page, "robots"), "noindex");
}

TEST_F(PagesTest, AGameWithADelayIsShownToNobodyBeforeItsTime) {
    auto ann = WebPerson::account(port_, "ann");
    auto bob = WebPerson::account(port_, "bob");
    ann.say({{"t", "seek"}, {"spec", "quoridor"}, {"clock", "300+3"}, {"delay", 300}, {"seat", "1"}});
    const auto seek = ann.expect("seeking");
    bob.say({{"t", "take"}, {"seek", seek["seek"]}});
    const std::string game = ann.expect("start")["game"];
    ann.watch(game);
    const auto before = ask("/game/" + game + "/card.png");
    const auto page = ask("/game/" + game);
    ann.turn(game, 0, "e2");
    ann.turn_at(1);
    EXPECT_EQ(ask("/game/" + game + "/card.png").body, before.body);
    EXPECT_EQ(ask("/game/" + game).body, page.body) << "not even that something happened";

    // Not to the players either: what one reader is told another may be shown, by whoever keeps pictures.
    http::ApiRequest request;
    request.method = "GET";
    request.target = "/game/" + game + "/card.png";
    request.cookie = ann.cookie;
    EXPECT_EQ(pages_->respond(request).body, before.body);

    bob.act(game, "resign");
    ann.expect("end");
    EXPECT_NE(ask("/game/" + game + "/card.png").body, before.body) << "the end is told at once";
}

TEST_F(PagesTest, WhatIsNotThereIsSaid) {
    const std::string no_game = "0123456789ab";
    for (const std::string& path :
         {"/game/" + no_game, std::string("/game/x"), std::string("/game/%3Cscript%3E"),
          "/challenge/" + no_game, std::string("/user/nobody-here"), "/tournament/" + no_game}) {
        const auto reply = ask(path);
        EXPECT_EQ(reply.status, 404) << path;
        EXPECT_EQ(meta(reply.body, "robots"), "noindex") << path;
        EXPECT_THAT(reply.body, HasSubstr("assets/index-1.js")) << "the page tells people in their language";
        EXPECT_EQ(header(reply, "Cache-Control"), "no-store");
    }
    EXPECT_EQ(ask("/game/%zz").status, 400);
    EXPECT_EQ(code_of(ask("/game/%zz")), "server.percent-form");
    EXPECT_EQ(ask("/game/" + no_game + "/card.png").status, 404);
    EXPECT_EQ(code_of(ask("/game/" + no_game + "/card.png")), "server.no-game");
    EXPECT_EQ(code_of(ask("/game/..%2f..%2fetc/card.png")), "server.no-game");
    EXPECT_EQ(code_of(ask("/challenge/x/card.png")), "server.no-challenge");
    EXPECT_EQ(code_of(ask("/rules/chess/card.png")), "server.no-rules");
    EXPECT_EQ(ask("/rules/chess").status, 404);
    EXPECT_EQ(ask("/rules/images/none.svg").status, 404);
    for (const auto* path :
         {"/rules/xx", "/rules/xx/quoridor", "/rules/en/chess", "/rules/quoridor/quoridor"})
        EXPECT_EQ(ask(path).status, 404) << path;
    EXPECT_EQ(header(ask("/rules/en"), "Location"), "https://play.example.org/rules");
    EXPECT_EQ(header(ask("/rules/en/pinko"), "Location"), "https://play.example.org/rules/pinko");
    EXPECT_EQ(ask("/rules/wallgo").status, 301);
    EXPECT_EQ(header(ask("/rules/quoridor-kid"), "Location"), "https://play.example.org/rules/quoridor");

    http::ApiRequest post;
    post.method = "POST";
    post.target = "/card.png";
    EXPECT_EQ(pages_->respond(post).status, 405);
}

TEST_F(PagesTest, ChallengesUsersAndTournaments) {
    auto ann = WebPerson::account(port_, "ann");
    const std::string challenge =
        ann.post("/api/challenges", {{"spec", "quoridor-mini"}, {"clock", "300+3"}})["challenge"];
    const auto page = ask("/challenge/" + challenge);
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(meta(page.body, "og:title"), "ann challenges you to a game: Quoridor Mini – Stockade");
    EXPECT_EQ(meta(page.body, "robots"), "noindex");
    EXPECT_TRUE(ask("/challenge/" + challenge + "/card.png").body.starts_with("\x89PNG"));

    EXPECT_THAT(meta(ask("/user/ann").body, "description"), HasSubstr("ann on Stockade: 0 games"));
    EXPECT_EQ(subject(ask("/user/ann").body)["@type"], "ProfilePage");
    EXPECT_EQ(meta(ask("/user/ann").body, "robots"), "");
    WebPerson guest(port_);
    const std::string guests_name = guest.post("/api/guest", json::object())["user"]["name"];
    EXPECT_EQ(meta(ask("/user/" + guests_name).body, "robots"), "noindex");

    const std::string name = "</script><b>\"Cup\"</b>";
    const auto made = ann.post("/api/tournaments", {{"name", name},
                                                    {"spec", "quoridor"},
                                                    {"clock", "60+2"},
                                                    {"rated", false},
                                                    {"starts_in", 5},
                                                    {"minutes", 30}});
    ASSERT_EQ(ann.status, 200) << ann.body;
    const auto arena = ask("/tournament/" + made["tournament"].get<std::string>());
    EXPECT_THAT(arena.body, Not(HasSubstr("<b>")));
    EXPECT_EQ(meta(arena.body, "og:title"), "&lt;/script&gt;&lt;b&gt;&quot;Cup&quot;&lt;/b&gt; – Stockade");
    EXPECT_EQ(subject(arena.body)["name"], name) << "and its JSON is whole";
}

TEST_F(PagesTest, RulesAreReadWithoutScripts) {
    const auto page = ask("/rules/quoridor").body;
    EXPECT_THAT(page, HasSubstr("<h1>Quoridor</h1>"));
    EXPECT_THAT(page, HasSubstr("<table>"));
    EXPECT_THAT(page, HasSubstr("href=\"../play\""));
    EXPECT_THAT(page, Not(HasSubstr("<script src")));
    EXPECT_THAT(page, HasSubstr("<li><a href=\"pinko\">"));
    EXPECT_THAT(page, Not(HasSubstr("<li><a href=\"quoridor\">"))) << "the other ones";
    EXPECT_THAT(ask("/rules/pinko").body, HasSubstr("href=\"quoridor\""))
        << "links lead to pages, not to files";
    EXPECT_THAT(page, Not(HasSubstr("notation\""))) << "what is not here is not linked to";
    // Every figure is there.
    int figures = 0;
    for (const std::string path : {"quoridor", "quoridor4fun", "territoires", "blockade", "pinko"}) {
        const auto text = ask("/rules/" + path).body;
        const std::regex image("<img src=\"(images/[^\"]+)\"");
        for (auto it = std::sregex_iterator(text.begin(), text.end(), image); it != std::sregex_iterator();
             ++it) {
            const auto figure = ask("/rules/" + (*it)[1].str());
            EXPECT_EQ(figure.status, 200) << (*it)[1];
            EXPECT_EQ(header(figure, "Content-Type"), "image/svg+xml");
            ++figures;
        }
        EXPECT_THAT(text, Not(HasSubstr(".md\""))) << path;
        EXPECT_TRUE(ask("/rules/" + path + "/card.png").body.starts_with("\x89PNG")) << path;
    }
    EXPECT_EQ(figures, 16);
}

/// The languages of messages/ that have a folder in docs/rules.
std::vector<std::string> translations() {
    std::vector<std::string> tags;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(STOCKADE_SOURCE_DIR) / "docs/rules"))
        if (entry.is_directory()) tags.push_back(entry.path().filename().string());
    return tags;
}

/// What a message says.
std::string word(const std::string& language, const std::string& id) {
    std::ifstream file(std::string(STOCKADE_SOURCE_DIR) + "/messages/" + language + ".json");
    return json::parse(file).at(id);
}

TEST_F(PagesTest, RulesAreReadInEveryLanguage) {
    const auto link = [](const std::string& language, const std::string& path) {
        return "<link rel=\"alternate\" hreflang=\"" + language + "\" href=\"https://play.example.org" +
               path + "\">";
    };
    const auto map = ask("/sitemap.xml").body;
    const auto english = ask("/rules/pinko").body;
    EXPECT_THAT(english, HasSubstr("<html lang=\"en\">"));
    EXPECT_THAT(english, HasSubstr(link("en", "/rules/pinko")));
    EXPECT_THAT(english, HasSubstr(link("x-default", "/rules/pinko")));
    for (const auto& language : translations()) {
        const auto folder = "/rules/" + language;
        EXPECT_THAT(english, HasSubstr(link(language, folder + "/pinko")));
        EXPECT_THAT(english, HasSubstr("href=\"../rules/" + language + "/pinko\">"))
            << "a choice of language";
        EXPECT_THAT(english, Not(HasSubstr(">" + language + "</a>"))) << "it has a name of its own";
        for (const std::string& path : {folder, folder + "/pinko"}) {
            const auto reply = ask(path);
            ASSERT_EQ(reply.status, 200) << path;
            const auto& page = reply.body;
            EXPECT_THAT(page, HasSubstr("<html lang=\"" + language + "\">"));
            EXPECT_EQ(meta(page, "og:url"), "https://play.example.org" + path);
            EXPECT_EQ(subject(page)["inLanguage"], language);
            EXPECT_THAT(page, HasSubstr(link("x-default", path == folder ? "/rules" : "/rules/pinko")));
            EXPECT_THAT(page, HasSubstr(link(language, path)));
            EXPECT_THAT(page, HasSubstr(">" + word(language, "page.lesson.rulebook.lessons") + "</a>"));
            EXPECT_THAT(page, HasSubstr("aria-current=\"page\""));
            EXPECT_THAT(page, Not(HasSubstr("{game}")));
            EXPECT_THAT(page, Not(HasSubstr("Learn"))) << path;
            EXPECT_THAT(map, HasSubstr("<loc>https://play.example.org" + path + "</loc>"));
        }
        const auto page = ask(folder + "/quoridor").body;
        EXPECT_THAT(page, HasSubstr("<img src=\"../images/quoridor-start.svg\""));
        EXPECT_THAT(page, HasSubstr("href=\"../../play\""));
        EXPECT_THAT(page, HasSubstr("href=\"blockade\""));
        EXPECT_THAT(page, Not(HasSubstr("notation\"")));
        EXPECT_EQ(header(ask(folder + "/wallgo"), "Location"),
                  "https://play.example.org" + folder + "/territoires");
        EXPECT_EQ(ask(folder + "/chess").status, 404);
    }
}

TEST_F(PagesTest, ChineseRulesHaveNoBlanksWhereLinesEnd) {
    const auto wide = [](char first) {
        const auto byte = static_cast<unsigned char>(first);
        return byte >= 0xe3 && byte <= 0xef;
    };
    const auto text = ask("/rules/zh-Hans/quoridor").body;
    for (auto at = text.find('\n', 3); at != text.npos && at + 1 < text.size(); at = text.find('\n', at + 1))
        EXPECT_FALSE(wide(text[at - 3]) && wide(text[at + 1])) << text.substr(at - 30, 60);
}

TEST_F(PagesTest, RobotsAndSitemap) {
    EXPECT_THAT(ask("/robots.txt").body, HasSubstr("Sitemap: https://play.example.org/sitemap.xml\n"));
    const auto map = ask("/sitemap.xml");
    EXPECT_EQ(header(map, "Content-Type"), "application/xml; charset=utf-8");
    for (const auto* path : {"/", "/play", "/learn", "/rules", "/rules/blockade"})
        EXPECT_THAT(map.body, HasSubstr(std::string("<loc>https://play.example.org") + path + "</loc>"));
}

TEST_F(PagesTest, TheHostOfARequestIsTrustedWithNothingButAName) {
    settings_.origins.clear();
    start_with_page();
    http::ApiRequest request;
    request.method = "GET";
    request.target = "/robots.txt";
    for (const auto& [host, origin] :
         std::map<std::string, std::string>{{"x.example:8080", "http://x.example:8080"},
                                            {"[::1]:8080", "http://[::1]:8080"},
                                            {"x\"><script>", "http://localhost"},
                                            {"x/evil", "http://localhost"},
                                            {"", "http://localhost"}}) {
        request.host = host;
        EXPECT_THAT(pages_->respond(request).body, HasSubstr("Sitemap: " + origin + "/sitemap.xml\n"))
            << host;
    }
}

TEST_F(PagesTest, DrawingIsLimitedAndWhatIsKeptIsNot) {
    settings_.limits = true;
    start_with_page();
    int drawn = 0;
    std::string kept;
    http::Reply last;
    for (int seconds = 1; seconds <= 60 && last.status == 200; ++seconds) {
        store::Challenge challenge;
        challenge.id = new_id<ChallengeId>();
        challenge.spec = "quoridor-mini";
        challenge.clock = "60+" + std::to_string(seconds);
        ASSERT_TRUE(store().write_now(
            [&](store::Database& database) { store::insert_challenge(database, challenge); }));
        last = ask("/challenge/" + id_text(challenge.id) + "/card.png");
        if (last.status == 200) ++drawn;
        kept = kept.empty() ? "/challenge/" + id_text(challenge.id) + "/card.png" : kept;
    }
    EXPECT_GE(drawn, 20);
    EXPECT_EQ(last.status, 429);
    EXPECT_EQ(code_of(ask("/analyse/card.png?start=pinko")), "server.pictures-often");
    EXPECT_EQ(code_of(last), "server.pictures-often");
    EXPECT_NE(header(last, "Retry-After"), "");
    EXPECT_EQ(ask(kept).status, 200);
}

TEST_F(PagesTest, OverTheNetwork) {
    WebPerson stranger(port_);
    stranger.get("/");
    EXPECT_EQ(stranger.status, 200);
    EXPECT_THAT(stranger.body, HasSubstr("og:image"));
    stranger.get("/card.png");
    EXPECT_EQ(stranger.status, 200);
    EXPECT_TRUE(stranger.body.starts_with("\x89PNG"));
    stranger.get("/assets/index-1.js");
    EXPECT_EQ(stranger.body, "let a;");
}

TEST(Head, EscapesWhatPeopleWrite) {
    EXPECT_EQ(http::html("a<b>&\"'\u202e\u2067\n"), "a&lt;b&gt;&amp;&quot;&#39; ");
    EXPECT_EQ(http::script_json({{"a", "</script>&"}}), "{\"a\":\"\\u003c/script\\u003e\\u0026\"}");
}

}  // namespace
}  // namespace stockade::server
