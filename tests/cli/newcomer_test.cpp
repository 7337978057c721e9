// What a newcomer meets in the full-screen game: rules, hints, who begins, how it ends.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/play/app.h"
#include "cli/play/menu.h"
#include "cli/play/seats.h"
#include "draw/panel.h"
#include "games/rules_text.h"

namespace stockade::cli {
namespace {

using games::Session;
using K = Key::Kind;

App::Options plain_options() {
    App::Options options;
    options.charset = {false, false};
    return options;
}
App app_of(Session session, std::string_view seats) {
    auto seated = *parse_seats(seats, session.players(), {});
    return App(plain_options(), std::move(session), std::move(seated));
}
App app_with(std::string_view spec, std::string_view seats = "human", std::uint64_t seed = 0) {
    return app_of(*Session::create(spec, seed), seats);
}
App app_at(std::string_view position, std::string_view seats = "human") {
    return app_of(*Session::from_position(position), seats);
}
void type(App& app, std::string_view text) {
    for (const char c : text) app.press({K::kCharacter, static_cast<char32_t>(c)});
}
void press(App& app, std::initializer_list<K> kinds) {
    for (const K kind : kinds) app.press({kind});
}
std::string screen(App& app, Size size = {80, 24}) {
    return draw::to_text(app.frame(size), draw::ColourDepth::kNone);
}
bool shows(App& app, std::string_view text) { return screen(app).find(text) != std::string::npos; }
std::string last_turn(const App& app) {
    const auto history = app.table()->session().history();
    return history.empty() ? "" : history.back();
}

TEST(Newcomer, HelpShowsTheRulesOfTheGameThenTheKeys) {
    for (const auto& game : games::all_games()) {
        auto app = app_with(game.name);
        type(app, "?");
        EXPECT_TRUE(shows(app, "How to play " + std::string(game.title))) << screen(app);
        EXPECT_TRUE(shows(app, "Goal: ")) << screen(app);
        EXPECT_TRUE(shows(app, "Typing: ")) << screen(app);
        EXPECT_TRUE(shows(app, "Any key shows the keys")) << screen(app);
        type(app, " ");
        EXPECT_TRUE(shows(app, "take back the last part")) << screen(app);
        type(app, " ");
        EXPECT_FALSE(shows(app, "take back the last part")) << screen(app);
        type(app, "?");
        press(app, {K::kEscape});
        EXPECT_FALSE(shows(app, "How to play")) << screen(app);
    }
}

TEST(Newcomer, RulesFollowTheOptions) {
    const auto rules = [](std::string_view spec) {
        std::string text;
        for (const auto& paragraph : games::rules_of(*games::parse_spec(spec))) text += paragraph + "\n";
        return text;
    };
    const auto has = [](const std::string& text, std::string_view part) {
        return text.find(part) != text.npos;
    };
    EXPECT_TRUE(has(rules("quoridor"), "Each player has 10 walls."));
    EXPECT_TRUE(has(rules("quoridor:players=3"), "Each player has 6 walls."));
    EXPECT_TRUE(has(rules("quoridor:walls=10+7"), "in their order, 10 and 7 walls."));
    EXPECT_TRUE(has(rules("quoridor:players=4,teams=on"), "wins for its team"));
    EXPECT_FALSE(has(rules("quoridor:edge-diagonal=off"), "the edge"));
    EXPECT_TRUE(has(rules("wallgo:players=3"), "Breakthrough: once a game"));
    EXPECT_FALSE(has(rules("wallgo"), "Breakthrough"));
    EXPECT_TRUE(has(rules("territoires:scoring=largest"), "the largest region that is yours alone"));
    EXPECT_FALSE(has(rules("quoridor:repetition=0,max-turns=0"), "Draw"));
    EXPECT_TRUE(has(rules("blockade:goal=both"), "both of your pawns"));
}

TEST(Newcomer, WallModeNamesTheWallAndItsKeys) {
    auto app = app_with("quoridor");
    type(app, "w");
    EXPECT_TRUE(shows(app, "Wall e1h: arrows move, space turns, Enter places; w: back to the pawn."))
        << screen(app);
    press(app, {K::kUp});
    type(app, " ");
    EXPECT_TRUE(shows(app, "Wall e2v: ")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(last_turn(app), "e2v");
}

TEST(Newcomer, AWallThatIsOwedIsNamedToo) {
    auto app = app_at("wallgo; pawns b2 c3 e4 f6 | f2 e3 c5 b6; walls -; turn 1");
    type(app, "b2-b3");
    press(app, {K::kEnter});
    EXPECT_TRUE(shows(app, ": an arrow chooses the side, Enter places it.")) << screen(app);
    EXPECT_TRUE(shows(app, " Wall b")) << screen(app);
}

TEST(Newcomer, TheDrawIsAnnounced) {
    std::set<bool> begins;
    for (std::uint64_t seed = 0; seed < 16; ++seed) {
        auto territoires = app_with("territoires", "human,random", seed);
        const bool first = territoires.table()->session().seats()[0] == 0;
        EXPECT_TRUE(shows(territoires, first ? "The draw: you begin, as player 1."
                                             : "The draw: player 1 begins, you are player 2."))
            << screen(territoires);
        begins.insert(first);
        auto dice = app_with("quoridor4fun", "human,random", seed);
        const auto& session = dice.table()->session();
        EXPECT_TRUE(
            shows(dice, fmt::format("You rolled {}, your opponent {}: {}", session.opening_rolls().back()[0],
                                    session.opening_rolls().back()[1],
                                    session.seats()[0] == 0 ? "you begin" : "player 1 begins")))
            << screen(dice);
    }
    EXPECT_EQ(begins.size(), 2u);
    // It stays while the others have their first turn.
    std::uint64_t seed = 0;
    while (Session::create("quoridor:first=random", seed)->seats()[0] != 0) ++seed;
    auto second = app_with("quoridor:first=random", "random,human", seed);
    second.tick();
    EXPECT_EQ(second.table()->session().ply(), 1u);
    EXPECT_TRUE(shows(second, "you are player 2.")) << screen(second);
    auto two_people = app_with("territoires:players=3", "human", 3);
    EXPECT_TRUE(shows(two_people, " is player 3.")) << screen(two_people);
    auto fixed = app_with("quoridor");
    EXPECT_FALSE(shows(fixed, "The draw")) << screen(fixed);
}

TEST(Newcomer, TheDrawOfAGameWithAHandicapIsAnnounced) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        auto app = app_with("quoridor:walls=10+7,first=random", "human,random", seed);
        const auto& session = app.table()->session();
        const bool first = session.seats()[0] == 0;
        EXPECT_TRUE(shows(app, first ? "The draw: you begin, as player 1."
                                     : "The draw: player 1 begins, you are player 2."))
            << screen(app);
        // The next game is drawn anew, and the handicap stays with its person.
        type(app, "Ry");
        while (!app.table()->view().over) {
            app.tick();
            type(app, "Ry");
        }
        type(app, "y");
        EXPECT_TRUE(shows(app, "The draw: ")) << screen(app);
        const auto& again = app.table()->session();
        const auto& players = again.view().players;
        EXPECT_EQ(players[again.seats()[0] == 0 ? 0 : 1].walls, 10);
        EXPECT_EQ(players[again.seats()[0] == 0 ? 1 : 0].walls, 7);
    }
    // From a position nothing is drawn.
    auto placed = app_at("quoridor:first=random; pawns e4 e6; hand 10 7; walls -; turn 1", "human,random");
    EXPECT_FALSE(shows(placed, "The draw")) << screen(placed);
}

/// The line of the board on which a row of cells is drawn.
std::size_t line_of_row(App& app, std::string_view number) {
    const std::string text = screen(app);
    return text.find("\n " + std::string(number) + " |");
}

TEST(Newcomer, GlendenningsNotationIsTypedAndShown) {
    auto app = app_with("quoridor");
    EXPECT_LT(line_of_row(app, "9"), line_of_row(app, "1"));
    type(app, "e8");
    press(app, {K::kEnter});
    EXPECT_EQ(last_turn(app), "e2");
    EXPECT_TRUE(shows(app, "  1. e8")) << screen(app);
    EXPECT_GT(line_of_row(app, "9"), line_of_row(app, "1")) << screen(app);
    type(app, "e9");
    press(app, {K::kEnter});
    EXPECT_TRUE(shows(app, "the pawn on e1 cannot go to e9")) << screen(app);
    press(app, {K::kEscape});
    type(app, "e2");
    press(app, {K::kEnter});
    EXPECT_EQ(last_turn(app), "e8");
}

TEST(Newcomer, TheBoardIsTurnedForPlayerTwo) {
    auto first = app_with("quoridor", "human,random");
    EXPECT_LT(line_of_row(first, "9"), line_of_row(first, "1")) << screen(first);
    auto second = app_with("quoridor", "random,human");
    EXPECT_GT(line_of_row(second, "9"), line_of_row(second, "1")) << screen(second);
    EXPECT_FALSE(second.settings().flipped);
    auto both = app_with("quoridor", "human");
    EXPECT_LT(line_of_row(both, "9"), line_of_row(both, "1"));
    // Turned by hand it stays turned, seen from the same chair.
    type(second, "f");
    EXPECT_LT(line_of_row(second, "9"), line_of_row(second, "1"));
    EXPECT_TRUE(second.settings().flipped);
    auto side = app_with("quoridor:players=4", "random,human,random,random");
    EXPECT_FALSE(side.table()->human_is_far());
    auto blockade = app_with("blockade", "random,human");
    EXPECT_TRUE(blockade.table()->human_is_far());
}

TEST(Newcomer, TheEndIsToldToThePersonAndOffersAnotherGame) {
    auto app = app_at("quoridor; pawns a8 e5; hand 10 10; walls -; turn 1", "human,random");
    type(app, "a9");
    press(app, {K::kEnter});
    EXPECT_TRUE(shows(app, " You win. Player 1 wins by reaching the goal.")) << screen(app);
    EXPECT_TRUE(shows(app, "another game?  y the same again")) << screen(app);
    type(app, "y");
    EXPECT_FALSE(app.table()->view().over);
    EXPECT_EQ(app.table()->session().ply(), 0u);
    EXPECT_EQ(app.table()->session().position(), "quoridor; pawns a8 e5; hand 10 10; walls -; turn 1");
    EXPECT_EQ(seats_text(app.table()->seats()), "human,random");

    auto resigning = app_with("quoridor", "human,random");
    type(resigning, "Ry");
    EXPECT_TRUE(shows(resigning, "You lose. Player 2 wins as player 1 resigned.")) << screen(resigning);
    auto two_people = app_with("quoridor", "human");
    type(two_people, "Ry");
    EXPECT_TRUE(shows(two_people, "Player 2 wins as player 1 resigned.")) << screen(two_people);
}

TEST(Newcomer, LevelsAreChosenInTheMenuAndShown) {
    Menu menu("quoridor", "", "");
    menu.press({K::kUp});  // More options
    menu.press({K::kUp});  // seat 2
    EXPECT_EQ(seats_text(menu.seats()), "human,engine:4");
    menu.press({K::kLeft});
    EXPECT_EQ(seats_text(menu.seats()), "human,engine:3");
    std::set<std::string> seen;
    for (int i = 0; i < 12; ++i) {
        menu.press({K::kRight});
        seen.insert(seats_text(menu.seats()));
    }
    EXPECT_EQ(seen.size(), 12u);  // a person, ten levels, the random player
    EXPECT_EQ(seats_text(menu.seats()), "human,engine:3");
    auto app = app_with("quoridor", "human,engine:3");
    EXPECT_TRUE(shows(app, "Player 2 (engine, level 3)")) << screen(app);
}

TEST(Newcomer, EnginesOfAllLevelsPlay) {
    for (const auto* seats : {"engine:1", "engine:4,engine:2"}) {
        auto app = app_with("quoridor-mini:max-turns=6", seats);
        for (int i = 0; i < 100 && app.wait(); ++i) app.tick();
        EXPECT_TRUE(app.table()->view().over) << seats;
    }
}

TEST(Newcomer, CapitalsAreTaken) {
    auto app = app_with("quoridor");
    type(app, "E2");
    press(app, {K::kEnter});
    EXPECT_EQ(last_turn(app), "e2");
}

TEST(Newcomer, APawnThatMustStayIsPlayedByTheCursor) {
    // The pawn on a1 has pawns beside it and nowhere to go; one side of its cell after another is free.
    auto app = app_at("territoires:players=3,pawns=1; pawns a1 | a2 | b1; walls -; turn 1; percee -");
    EXPECT_TRUE(shows(app, "the pawn cannot leave a1: Enter on it, then its wall.")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().turn_so_far(), "a1-a1") << screen(app);
    press(app, {K::kUp, K::kEnter});
    EXPECT_EQ(last_turn(app), "a1-a1/a1h");
}

TEST(Newcomer, ALonePawnMayAlsoStayByTheCursor) {
    auto app = app_at("territoires:players=2,pawns=1; pawns d4 | a2; walls -; turn 1; percee -");
    press(app, {K::kEnter});
    EXPECT_TRUE(shows(app, "Enter again lets it stay")) << screen(app);
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().turn_so_far(), "d4-d4");
    auto moving = app_at("territoires:players=2,pawns=1; pawns d4 | a2; walls -; turn 1; percee -");
    press(moving, {K::kUp, K::kEnter});
    EXPECT_EQ(moving.table()->session().turn_so_far(), "d4-d5") << "no choosing is needed to go";
}

TEST(Newcomer, TheRollingDieDoesNotCountActions) {
    auto app = app_with("quoridor4fun:first=1");
    EXPECT_TRUE(app.table()->view().roll_due);
    EXPECT_FALSE(shows(app, " of ")) << screen(app);
    EXPECT_TRUE(shows(app, "the die rolls")) << screen(app);
    for (int i = 0; i < 50 && app.wait(); ++i) app.tick();
    const int roll = *app.table()->view().roll;
    EXPECT_TRUE(shows(app, fmt::format("{0} of {0} to go", roll))) << screen(app);
}

TEST(Newcomer, TheDieCannotBeTyped) {
    auto app = app_with("quoridor4fun:first=1");
    type(app, "4:e2,e3,e4,e5");
    press(app, {K::kEnter});
    EXPECT_EQ(app.table()->session().ply(), 0u);
    EXPECT_TRUE(app.table()->view().roll_due);
}

}  // namespace
}  // namespace stockade::cli
