// Pictures of links: real PNGs of the right size, kept within bounds, and words for every end of a game.
#include <fontconfig/fontconfig.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "server/auth/secrets.h"
#include "server/card/cards.h"
#include "server/card/describe.h"
#include "server/card/png.h"

namespace stockade::server::card {
namespace {

using testing::HasSubstr;

constexpr TimePoint kStart{1000s};

model::Game game_of(const std::string& spec, const std::vector<std::string>& turns) {
    EXPECT_TRUE(auth::start_sodium());
    model::Setup setup;
    setup.id = GameId(7);
    setup.spec = spec;
    setup.clock = *model::parse_time_control("300+3");
    setup.rated = true;
    setup.created = kStart;
    std::vector<model::Person> people;
    for (const auto* name : {"ann", "bob", "cleo", "dan"}) {
        model::Person person;
        person.user = UserId(static_cast<Int>(people.size()) + 1);
        person.name = name;
        person.kind = "account";
        person.rating = 1500;
        people.push_back(person);
        if (static_cast<int>(people.size()) == games::parse_spec(spec)->players()) break;
    }
    auto game = model::Game::begin(setup, people);
    EXPECT_TRUE(game.ok());
    TimePoint now = kStart;
    for (const auto& turn : turns) {
        now += 1s;
        EXPECT_TRUE(game->turn(game->to_move(), turn, now, 0ms, "c" + std::to_string(number_of(now))).ok())
            << turn;
    }
    return std::move(*game);
}

/// Width and height, as the header of the file says.
std::pair<int, int> size_of(const std::string& png) {
    EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
    const auto number = [&](std::size_t at) {
        int value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(png.at(at + i));
        return value;
    };
    return {number(16), number(20)};
}

/// For whoever wants to look at them: STOCKADE_CARDS names a folder.
void keep(const std::string& name, const std::string& png) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread
    if (const char* folder = std::getenv("STOCKADE_CARDS"))
        std::ofstream(std::string(folder) + "/" + name + ".png", std::ios::binary) << png;
}

std::string drawn(const std::string& name, const draw::Card& card) {
    const auto png = render_png(draw::draw_card(card), draw::kCardWidth, draw::kCardHeight);
    EXPECT_TRUE(png.ok()) << png.error().message;
    keep(name, *png);
    return *png;
}

TEST(Picture, IsAPngOfTheUsualSizeForEveryGame) {
    for (const auto& info : games::all_games()) {
        const auto card = card_of_rules(info);
        ASSERT_TRUE(card.ok()) << info.name;
        const auto png = drawn("rules-" + std::string(info.name), *card);
        EXPECT_EQ(size_of(png), std::pair(1200, 630));
        EXPECT_LT(png.size(), 600'000u) << info.name;
    }
    drawn("site", *card_of_site());
    drawn("challenge", *card_of_challenge("quoridor:players=4", "2d", false, "Guest-4821"));
}

TEST(Picture, HasWordsWithoutAnyFontOfTheMachine) {
    const auto line = [](const std::string& text) {
        return *render_png(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"60\" "
            "font-family=\"Bitter Thin\"><text y=\"40\" font-size=\"30\" fill=\"#fff\">" +
                text + "</text></svg>",
            300, 60);
    };
    EXPECT_NE(line("ann"), line(""));
    EXPECT_NE(line("ann"), line("bob")) << "every letter is the same box";
    EXPECT_NE(line("Иван"), line("Олег"));
    const auto fonts = [](FcSetName set) {
        const FcFontSet* found = FcConfigGetFonts(nullptr, set);
        return found ? found->nfont : 0;
    };
    EXPECT_EQ(fonts(FcSetSystem), 0);
    EXPECT_GT(fonts(FcSetApplication), 0);
}

TEST(Picture, RefusesWhatIsNoSvgOrTooLarge) {
    EXPECT_EQ(render_png("<svg", 100, 100).error().code, "server.picture-failed");
    EXPECT_EQ(render_png(std::string(2u << 20, ' '), 100, 100).error().code, "server.picture-large");
}

TEST(Picture, ShowsTheGameAsItStands) {
    auto game = game_of("quoridor", {"e2", "e8", "a3h", "d6v", "e3", "e7"});
    EXPECT_EQ(status_of(game), "In progress, turn 7");
    EXPECT_EQ(players_line(game), "ann – bob");
    const auto running = drawn("running", card_of(game));
    EXPECT_TRUE(game.resign(1, kStart + 100s).ok());
    EXPECT_EQ(status_of(game), "ann wins by resignation after 6 turns");
    EXPECT_EQ(players_line(game), "ann 1 – 0 bob");
    EXPECT_NE(drawn("over", card_of(game)), running);

    auto four = game_of("quoridor:players=4", {"e2", "b5", "e8", "h5"});
    EXPECT_TRUE(four.resign(3, kStart + 100s).ok());
    EXPECT_THAT(status_of(four), HasSubstr("ann, bob and cleo share the win"));
    EXPECT_EQ(players_line(four), "ann – bob – cleo – dan");
    drawn("four", card_of(four));

    auto drawn_game = game_of("wallgo", {});
    EXPECT_EQ(status_of(drawn_game), "About to begin");
    drawn("wallgo", card_of(drawn_game));
}

TEST(Picture, TellsADrawFromAWin) {
    auto game = game_of("quoridor", {"e2", "e8"});
    EXPECT_TRUE(game.offer_draw(0, kStart + 9s).ok());
    EXPECT_TRUE(game.offer_draw(1, kStart + 9s).ok());
    ASSERT_TRUE(game.over());
    EXPECT_EQ(status_of(game), "Draw by agreement after 2 turns");
    EXPECT_EQ(players_line(game), "ann ½ – ½ bob");
    for (const auto& player : card_of(game).players) {
        EXPECT_EQ(player.score, "½");
        EXPECT_FALSE(player.won) << player.name;
    }
}

TEST(Picture, HostileNamesFit) {
    auto card = card_of(game_of("quoridor", {"e2"}));
    card.players[0].name = std::string(20, 'W');
    card.players[1].name = "\u202e<b>&\U0001F600" + std::string(60, 'x');
    EXPECT_EQ(size_of(drawn("hostile", card)), std::pair(1200, 630));
}

TEST(Cards, KeepsWhatFitsAndForgetsWhatNobodyWantsLongest) {
    const auto svg = [](int number) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><rect width=\"" +
               std::to_string(number) + "\" height=\"10\"/></svg>";
    };
    const auto one = render_png(svg(1), draw::kCardWidth, draw::kCardHeight);
    ASSERT_TRUE(one.ok());
    Cards cards(one->size() * 5 / 2);  // two of them
    const auto key = [&](int number) { return Cards::key_of(svg(number)); };
    EXPECT_NE(key(1), key(2));
    for (const int number : {1, 2}) ASSERT_TRUE(cards.draw(key(number), svg(number)).ok());
    ASSERT_TRUE(cards.find(key(1)));
    EXPECT_EQ(*cards.find(key(1)), *one);
    ASSERT_TRUE(cards.draw(key(3), svg(3)).ok());
    EXPECT_TRUE(cards.find(key(1)));
    EXPECT_FALSE(cards.find(key(2)));
    EXPECT_TRUE(cards.find(key(3)));
    EXPECT_LE(cards.figures().bytes, one->size() * 5 / 2);
    EXPECT_EQ(cards.figures().drawn, 3u);

    Cards tiny(10);
    EXPECT_EQ(**tiny.draw(key(1), svg(1)), *one) << "drawn, and not kept";
    EXPECT_EQ(tiny.figures().bytes, 0u);
}

TEST(Clock, InWords) {
    const auto words = [](const char* clock) { return clock_words(*model::parse_time_control(clock)); };
    EXPECT_EQ(words("300+3"), "5 min + 3 s");
    EXPECT_EQ(words("30+0"), "30 s + 0 s");
    EXPECT_EQ(words("1d"), "1 day a turn");
    EXPECT_EQ(words("2d"), "2 days a turn");
    EXPECT_EQ(words("none"), "no clock");
}

}  // namespace
}  // namespace stockade::server::card
