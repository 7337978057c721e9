#include "server/model/game.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace stockade::server::model {
namespace {

constexpr TimePoint kStart{1000s};

std::vector<Person> people(int count) {
    std::vector<Person> result;
    for (int i = 0; i < count; ++i) {
        Person person;
        person.user = UserId(100 + i);
        person.name = "p" + std::to_string(i);
        person.kind = "account";
        result.push_back(person);
    }
    return result;
}

Game begin(const std::string& spec, const std::string& clock, bool rated = false) {
    Setup setup;
    setup.id = GameId(7);
    setup.spec = spec;
    setup.clock = *parse_time_control(clock);
    setup.rated = rated;
    setup.created = kStart;
    setup.secret.fill(3);
    auto game = Game::begin(setup, people(games::parse_spec(spec)->players()));
    EXPECT_TRUE(game.ok());
    return *game;
}

/// Plays the turns from the start, 1 s each.
TimePoint play(Game& game, const std::vector<std::string>& turns, TimePoint now = kStart) {
    for (const auto& turn : turns) {
        now += 1s;
        const auto played = game.turn(game.to_move(), turn, now, 0ms, "");
        EXPECT_TRUE(played.ok()) << turn << ": " << (played.ok() ? "" : played.error().message);
    }
    return now;
}

TEST(TimeControls, AreReadAndWritten) {
    for (const std::string text : {"300+3", "5+0", "10800+180", "1d", "14d", "none"}) {
        const auto control = parse_time_control(text);
        ASSERT_TRUE(control.ok()) << text;
        EXPECT_EQ(control->text(), text);
    }
    for (const std::string text : {"", "300", "+3", "300+", "4+0", "-5+0", "10801+0", "60+181", "0d", "15d",
                                   "d", "1.5d", "300+3x", "99999999999+0", "NONE"})
        EXPECT_FALSE(parse_time_control(text).ok()) << text;
}

TEST(Clocks, FirstTurnsAreFreeThenTimeRunsAndIncrementsCount) {
    auto game = begin("quoridor", "60+2");
    TimePoint now = play(game, {"e2", "e8"});
    EXPECT_EQ(game.clocks().left(0, now), 1min);
    EXPECT_EQ(game.clocks().left(1, now), 1min);
    EXPECT_EQ(game.clocks().left(0, now + 5s), 55s);
    now = play(game, {"e3"}, now + 4s);  // 5 s in all
    EXPECT_EQ(game.clocks().left(0, now), 57s);
    EXPECT_EQ(*game.clocks().deadline(), now + 1min);
    EXPECT_EQ(game.times().back(), 5s);
}

TEST(Clocks, AFirstTurnShowsTheWholeTime) {
    const auto game = begin("quoridor", "60+2");
    EXPECT_EQ(game.clocks().left(0, kStart + 5s), 1min);
}

TEST(Clocks, NobodyHasLessThanNothing) {
    auto game = begin("quoridor", "60+2");
    const TimePoint now = play(game, {"e2", "e8"});
    ASSERT_TRUE(game.turn(0, "e3", now + 60400ms, 300ms, "").ok());
    EXPECT_EQ(game.clocks().left(0, now + 60400ms), 2s);
}

TEST(Clocks, RunFromWhenATurnIsTold) {
    Clocks clocks(*parse_time_control("60+0"), 2);
    clocks.run(0, kStart, false);
    clocks.told(kStart + 700ms);
    EXPECT_EQ(clocks.left(0, kStart + 1s), 59700ms);
    clocks.told(kStart + 100ms);  // late news gives no time
    EXPECT_EQ(clocks.left(0, kStart + 1s), 59700ms);
}

TEST(Clocks, LagIsGivenBackFromAQuota) {
    auto game = begin("quoridor", "60+0");
    TimePoint now = play(game, {"e2", "e8"});
    const auto turn = [&](const std::string& text, Milliseconds lag) {
        now += 1s;
        const int player = game.to_move();
        const Milliseconds before = game.clocks().left(player, now - 1s);
        EXPECT_TRUE(game.turn(player, text, now, lag, "").ok());
        return before - game.clocks().left(player, now);
    };
    EXPECT_EQ(turn("e3", 200ms), 800ms);
    EXPECT_EQ(turn("e7", 0ms), 1s);
    EXPECT_EQ(turn("e4", 5s), 500ms);  // at most 500 a turn; 1000 - 200 + 100 + 100 were there
    EXPECT_EQ(turn("e6", 0ms), 1s);
    EXPECT_EQ(turn("e3", 5s), 500ms);
    EXPECT_EQ(turn("e7", 0ms), 1s);
    EXPECT_EQ(turn("e4", 5s), 1s - 100ms);  // the rest of the quota
}

TEST(Games, TimeEndsThemAndAnUnplayedGameIsAborted) {
    auto game = begin("quoridor", "60+0");
    EXPECT_TRUE(game.flag(kStart + kFirstTurn - 1ms, 0ms).empty());
    auto copy = game;
    ASSERT_EQ(copy.flag(kStart + kFirstTurn, 0ms).size(), 1u);
    EXPECT_EQ(copy.finish().reason, "aborted");
    EXPECT_EQ(copy.finish().result, "*");
    const TimePoint now = play(game, {"e2", "e8"});
    EXPECT_TRUE(game.flag(now + 59999ms, 0ms).empty());
    EXPECT_TRUE(game.flag(now + 1min, 300ms).empty());  // a turn may be on its way
    ASSERT_EQ(game.flag(now + 60300ms, 300ms).size(), 1u);
    EXPECT_EQ(game.finish().result, "0-1");
    EXPECT_EQ(game.finish().reason, "time");
    EXPECT_EQ(game.to_move(), -1);
    EXPECT_FALSE(game.turn(0, "e3", now + 61s, 0ms, "").ok());
}

TEST(Games, OnlyTheRightTurnIsPlayed) {
    auto game = begin("quoridor", "60+0");
    EXPECT_FALSE(game.turn(1, "e8", kStart, 0ms, "").ok());
    EXPECT_FALSE(game.turn(0, "e5", kStart, 0ms, "").ok());
    EXPECT_FALSE(game.turn(0, "nonsense", kStart, 0ms, "").ok());
    EXPECT_EQ(game.seq(), 0);
    ASSERT_TRUE(game.turn(0, "e2", kStart, 0ms, "abc").ok());
    EXPECT_NE(game.entry_of(0, "abc"), nullptr);
    EXPECT_EQ(game.entry_of(1, "abc"), nullptr);
    EXPECT_EQ(game.entry_of(0, ""), nullptr);
}

TEST(Games, DrawsNeedEveryone) {
    auto game = begin("quoridor:players=3", "60+0");
    EXPECT_FALSE(game.offer_draw(0, kStart).ok());  // too early
    const TimePoint now = play(game, {game.session().turns(1)[0]});
    play(game, {game.session().turns(1)[0]}, now);
    play(game, {game.session().turns(1)[0]}, now + 1s);
    EXPECT_TRUE(game.offer_draw(0, now)->empty());
    EXPECT_TRUE(game.offer_draw(2, now)->empty());
    EXPECT_EQ(game.draw_offers(), (std::vector<int>{0, 2}));
    EXPECT_TRUE(game.decline()->empty());
    EXPECT_TRUE(game.offer_draw(0, now)->empty());
    EXPECT_TRUE(game.offer_draw(1, now)->empty());
    EXPECT_EQ(game.offer_draw(2, now)->size(), 1u);
    EXPECT_EQ(game.finish().result, "1/3-1/3-1/3");
    EXPECT_EQ(game.finish().reason, "agreement");
}

TEST(Games, NobodyIsNoPlayer) {
    auto seated = people(2);
    seated[1] = {};
    seated[1].level = 3;
    const auto game = *Game::begin(begin("quoridor", "none").setup(), seated);
    EXPECT_EQ(game.player_of(seated[0].user), 0);
    EXPECT_EQ(game.player_of(UserId()), -1) << "an engine has no user, nor has somebody who watches";
}

TEST(Games, EnginesAgreeToNoDraw) {
    auto seated = people(2);
    seated[1] = {};
    seated[1].level = 3;
    auto game = *Game::begin(begin("quoridor", "60+0").setup(), seated);
    const TimePoint now = play(game, {"e2", "e8", "e3"});
    const auto offered = game.offer_draw(0, now);
    ASSERT_FALSE(offered.ok());
    EXPECT_EQ(offered.error().code, "server.engine-draw");
    EXPECT_FALSE(game.over());
    EXPECT_TRUE(game.draw_offers().empty());
}

TEST(Games, ARematchNeedsEveryoneWhoIsAPerson) {
    auto game = begin("quoridor", "60+0");
    EXPECT_FALSE(game.offer_rematch(0).ok()) << "the game goes on";
    ASSERT_TRUE(game.abort(kStart).ok());
    EXPECT_FALSE(*game.offer_rematch(0));
    EXPECT_FALSE(*game.offer_rematch(0)) << "twice the same";
    EXPECT_EQ(game.rematch_offers(), std::vector<int>{0});
    EXPECT_TRUE(*game.offer_rematch(1));
    auto seated = people(2);
    seated[1] = {};
    seated[1].level = 3;
    auto alone = *Game::begin(begin("quoridor", "60+0").setup(), seated);
    ASSERT_TRUE(alone.abort(kStart).ok());
    EXPECT_TRUE(*alone.offer_rematch(0));
}

TEST(Games, AnOfferEndsWhenItsMakerPlaysOn) {
    auto game = begin("quoridor", "60+0");
    play(game, {"e2"});
    EXPECT_FALSE(game.offer_draw(0, kStart).ok()) << "the other one has not played";
    game = begin("quoridor", "60+0");
    const TimePoint now = play(game, {"e2", "e8"});
    EXPECT_TRUE(game.offer_draw(0, now)->empty());
    play(game, {"e3"}, now);
    EXPECT_TRUE(game.draw_offers().empty());
    EXPECT_TRUE(game.offer_draw(1, now)->empty());  // alone again
}

TEST(Games, TakebacksGoBackToTheAskersTurn) {
    auto game = begin("quoridor", "60+0");
    TimePoint now = play(game, {"e2", "e8", "e3", "e7"});
    EXPECT_TRUE(game.request_takeback(0, now)->empty());
    EXPECT_EQ(game.request_takeback(1, now)->size(), 1u);
    EXPECT_EQ(game.ply(), 2);
    EXPECT_EQ(game.to_move(), 0);
    EXPECT_EQ(game.seq(), 5);
    EXPECT_EQ(game.times().size(), 2u);
    auto rated = begin("quoridor", "60+0", true);
    play(rated, {"e2", "e8"});
    EXPECT_FALSE(rated.request_takeback(0, now).ok());
}

TEST(Games, AreTakenBackOnlySoOften) {
    auto seated = people(2);
    seated[1] = {};
    seated[1].kind = "engine";
    auto game = *Game::begin(begin("quoridor-mini:repetition=0", "none").setup(), seated);
    TimePoint now = kStart;
    for (int i = 0; i < kMaxTakebacks; ++i) {
        now = play(game, {"c2"}, now);
        ASSERT_EQ(game.request_takeback(0, now)->size(), 1u) << i;
    }
    play(game, {"c2"}, now);
    const auto refused = game.request_takeback(0, now);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, "server.takebacks-full");
    EXPECT_TRUE(game.takeback_offers().empty());
    // Nor after a restart; what was stored without that limit comes back.
    auto entries = game.entries();
    auto again = *Game::replay(game.setup(), entries, now, now);
    EXPECT_FALSE(again.request_takeback(0, now).ok());
    Entry takeback;
    takeback.kind = Entry::Kind::kTakeback;
    takeback.seq = again.seq() + 1;
    takeback.text = "1";
    takeback.at = now;
    entries.push_back(takeback);
    EXPECT_EQ(Game::replay(game.setup(), entries, now, now)->ply(), 0);
}

TEST(Games, EndWithinSoManyTurns) {
    const auto code = [](const std::string& spec) {
        const auto fits = check_length(*games::parse_spec(spec));
        return fits.ok() ? std::string() : fits.error().code;
    };
    for (const std::string game : {"quoridor", "quoridor4fun", "blockade", "pinko"}) {
        EXPECT_EQ(code(game), "") << game;
        EXPECT_EQ(code(game + ":max-turns=" + std::to_string(kMaxTurns)), "") << game;
        EXPECT_EQ(code(game + ":max-turns=" + std::to_string(kMaxTurns + 1)), "server.max-turns") << game;
        EXPECT_EQ(code(game + ":max-turns=0"), "server.max-turns") << game;
    }
    EXPECT_EQ(code("wallgo"), "") << "a wall with each turn";
    EXPECT_EQ(check_length(*games::parse_spec("quoridor:max-turns=0,repetition=0")).error().message,
              "max-turns: expected 1 to 1000 in an online game, got 0");
}

TEST(Games, WhoLeavesCanBeClaimedAgainst) {
    auto game = begin("quoridor", "600+0");
    const TimePoint now = play(game, {"e2", "e8"});
    game.set_here(0, true, now);
    game.set_here(1, true, now);
    EXPECT_FALSE(game.claim(1, now + 100s).ok());
    game.set_here(0, false, now);
    EXPECT_FALSE(game.claim(1, now + kClaimAfter - 1ms).ok());
    EXPECT_FALSE(game.claim(0, now + kClaimAfter).ok());
    EXPECT_EQ(game.claim(1, now + kClaimAfter)->size(), 1u);
    EXPECT_EQ(game.finish().result, "0-1");
    EXPECT_EQ(game.finish().reason, "left");
}

TEST(Games, PremovesFollowTheBoard) {
    auto game = begin("quoridor", "600+0");
    TimePoint now = play(game, {"e2", "e8"});
    ASSERT_TRUE(game.set_premoves(1, 2, {{"e3", "e7", "e4", "e6"}, {"*", "d8"}}).ok());
    EXPECT_FALSE(game.set_premoves(1, 1, {{"e3"}}).ok());
    now = play(game, {"e3"}, now);
    EXPECT_EQ(game.take_premove(), "e7");
    now = play(game, {"e7", "e4"}, now);
    EXPECT_EQ(game.take_premove(), "e6");
    now = play(game, {"e6"}, now);
    ASSERT_TRUE(game.set_premoves(1, game.ply(), {{"e9", "x"}, {"*", "d6"}}).ok());
    now = play(game, {"d4"}, now);
    EXPECT_EQ(game.take_premove(), "d6");
    EXPECT_EQ(game.take_premove(), "d6");  // until it is played
}

TEST(Games, APremoveThatIsOnlyExpectedPlaysNothing) {
    auto game = begin("quoridor", "600+0");
    const TimePoint now = play(game, {"e2", "e8"});
    ASSERT_TRUE(game.set_premoves(1, 2, {{"e3"}}).ok());
    play(game, {"e3"}, now);
    EXPECT_EQ(game.take_premove(), std::nullopt);
}

TEST(Games, ATakebackForgetsPremoves) {
    auto game = begin("quoridor", "600+0");
    TimePoint now = play(game, {"e2", "e8"});
    ASSERT_TRUE(game.set_premoves(1, 2, {{"e3", "e7"}}).ok());
    ASSERT_TRUE(game.request_takeback(0, now).ok());
    ASSERT_EQ(game.request_takeback(1, now)->size(), 1u);
    // The line would come true on the new way to the same board.
    play(game, {"e2", "e8", "e3"}, now);
    EXPECT_EQ(game.take_premove(), std::nullopt);
}

TEST(Games, WithoutAClockTheyEndWhenNobodyPlaysForLong) {
    for (const bool engine : {false, true}) {
        const auto setup = begin("quoridor", "none").setup();
        auto seated = people(2);
        if (engine) {
            seated[1] = {};
            seated[1].level = 3;
        }
        auto game = *Game::begin(setup, seated);
        const Milliseconds idle = engine ? kIdleWithEngine : kIdle;
        EXPECT_TRUE(game.flag(kStart + idle - 1ms, 0ms).empty());
        const TimePoint now = play(game, {"e2", "e8", "e3"});
        EXPECT_TRUE(game.flag(now + idle - 1ms, 0ms).empty());
        // However often the server was started meanwhile.
        auto later = *Game::replay(game.setup(), game.entries(), now + 1ms, now + idle / 2);
        EXPECT_EQ(*later.ends_at(0ms), now + idle);
        ASSERT_EQ(later.flag(now + idle, 0ms).size(), 1u);
        EXPECT_EQ(later.finish().reason, "aborted");
        EXPECT_EQ(later.finish().result, "*");
        EXPECT_EQ(later.ends_at(0ms), std::nullopt);
    }
}

TEST(Dice, ThatAreRatedCannotBeCalledOff) {
    auto rated = begin("quoridor4fun", "600+0", true);
    for (int i = 0; i < 2; ++i) {
        const auto refused = rated.abort(kStart);
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().message, "rated dice are thrown: the game can be resigned, not aborted");
        if (i == 0) play(rated, {rated.session().turns(1)[0]});
    }
    // Nor by waiting until the time for the first turn is over.
    auto unplayed = begin("quoridor4fun", "600+0", true);
    ASSERT_EQ(unplayed.flag(kStart + kFirstTurn, 0ms).size(), 1u);
    EXPECT_EQ(unplayed.finish().reason, "time");
    EXPECT_EQ(unplayed.finish().result, "0-1");
    for (auto game : {begin("quoridor4fun", "600+0"), begin("quoridor", "600+0", true)})
        EXPECT_TRUE(game.abort(kStart).ok());
}

TEST(Dice, AreThoseOfTheSecret) {
    auto game = begin("quoridor4fun", "600+0");
    const auto seed = auth::dice_seed(game.setup().secret);
    auto session = games::Session::create("quoridor4fun", seed);
    ASSERT_TRUE(session.ok());
    EXPECT_EQ(game.session().seats(), session->seats());
    EXPECT_EQ(game.session().opening_rolls(), session->opening_rolls());
    TimePoint now = kStart;
    for (int i = 0; i < 12 && !game.over(); ++i) {
        session->roll();
        const auto rolled = session->turn_so_far();  // nothing where a turn is skipped
        EXPECT_EQ(game.roll() ? std::to_string(game.roll()) : "", rolled);
        const auto whole = game.session().turns(1)[0];
        auto rest = whole;
        if (!rolled.empty()) {
            // A turn with another roll is refused, one without is completed.
            const auto other = std::to_string(game.roll() % 4 + 1) + whole.substr(1);
            EXPECT_FALSE(game.turn(game.to_move(), other, now, 0ms, "").ok());
            ASSERT_NE(whole.find(':'), whole.npos);
            rest = whole.substr(whole.find(':') + 1);
        }
        ASSERT_TRUE(game.turn(game.to_move(), rest, now += 10ms, 0ms, "").ok());
        ASSERT_TRUE(session->play(whole).ok());
        // What is stored is the turn with its roll, and after the last turn the end.
        const auto& entries = game.entries();
        EXPECT_EQ(entries[entries.size() - (game.over() ? 2 : 1)].text, session->history().back());
    }
}

// Whatever happened, the entries alone bring back position, clocks and result.
TEST(Games, ReplayToTheSamePositionAndClocks) {
    for (const std::string spec :
         {"quoridor-mini", "quoridor:players=4", "quoridor4fun", "wallgo", "blockade", "pinko"}) {
        Random random(5);
        auto game = begin(spec, "300+2");
        TimePoint now = kStart;
        for (int i = 0; i < 120 && !game.over(); ++i) {
            now += Milliseconds(random.below(3000));
            if (random.below(8) == 0 && game.ply() > 4) {
                for (int player = 0; player < game.players(); ++player)
                    (void)game.request_takeback(player, now);
                continue;
            }
            const auto turns = game.session().turns(200);
            ASSERT_TRUE(game.turn(game.to_move(),
                                  turns[random.below(static_cast<std::uint32_t>(turns.size()))], now,
                                  Milliseconds(random.below(600)), std::to_string(i))
                            .ok());
            const TimePoint later = now + 1500ms;
            const auto again = Game::replay(game.setup(), game.entries(), later, later + 50s);
            ASSERT_TRUE(again.ok()) << (again.ok() ? "" : again.error().message);
            EXPECT_EQ(again->session().position(), game.session().position());
            EXPECT_EQ(again->session().history(), game.session().history());
            EXPECT_EQ(again->roll(), game.roll());
            EXPECT_EQ(again->finish().result, game.finish().result);
            EXPECT_EQ(again->times(), game.times());
            // The server was down for 50 s: nobody's clock ran.
            for (int player = 0; player < game.players(); ++player)
                EXPECT_EQ(again->clocks().left(player, later + 50s), game.clocks().left(player, later));
        }
    }
}

TEST(Delay, ShowsWatchersWhatIsOldEnough) {
    auto plain = begin("quoridor", "60+2");
    play(plain, {"e2", "e8"});
    EXPECT_FALSE(delayed(plain, kStart + 5s)) << "all of it is shown";

    auto setup = plain.setup();
    setup.delay = 10s;
    auto game = *Game::replay(setup, {}, kStart, kStart);
    game.set_here(0, true, kStart);
    play(game, {"e2", "e8", "e3"});  // at 1, 2 and 3 s
    ASSERT_TRUE(game.offer_draw(0, kStart + 3s).ok());
    EXPECT_EQ(delayed(game, kStart + 10999ms)->ply(), 0);
    EXPECT_EQ(delayed(game, kStart + 11s)->ply(), 1);
    const auto late = delayed(game, kStart + 12500ms);
    EXPECT_EQ(late->ply(), 2);
    EXPECT_EQ(late->seq(), 2);
    EXPECT_EQ(late->to_move(), 0);
    EXPECT_TRUE(late->here(0));
    EXPECT_FALSE(late->here(1));
    EXPECT_TRUE(late->draw_offers().empty());
    // The clock shows what it showed ten seconds ago: half a second of thinking.
    EXPECT_EQ(late->clocks().left(0, kStart + 12500ms), 59500ms);
    EXPECT_EQ(delayed(game, kStart + 13s)->ply(), 3);

    // Shown step by step it is the same.
    auto shown = *delayed(game, kStart);
    for (const Milliseconds at : {10999ms, 11000ms, 12500ms, 13000ms}) {
        ASSERT_TRUE(shown.follow(game, kStart + at).ok());
        const auto once = *delayed(game, kStart + at);
        EXPECT_EQ(shown.seq(), once.seq());
        EXPECT_EQ(shown.ply(), once.ply());
        EXPECT_EQ(shown.to_move(), once.to_move());
        for (int player = 0; player < 2; ++player)
            EXPECT_EQ(shown.clocks().left(player, kStart + at), once.clocks().left(player, kStart + at));
        EXPECT_EQ(shown.clocks().deadline(), once.clocks().deadline());
    }

    ASSERT_TRUE(game.resign(1, kStart + 13s).ok());
    EXPECT_FALSE(delayed(game, kStart + 13s)) << "the end is told at once";
}

}  // namespace
}  // namespace stockade::server::model
