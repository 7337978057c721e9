#include "record/record.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "record/json.h"
#include "record/sample_games.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::record {
namespace {

using testing::every_game;
using ::testing::HasSubstr;
using testing::random_game;
using testing::read_all;

class EveryGame : public ::testing::TestWithParam<std::string> {};

void expect_same_game(const games::Session& a, const games::Session& b) {
    EXPECT_EQ(a.spec().str(), b.spec().str());
    EXPECT_EQ(a.history(), b.history());
    EXPECT_EQ(a.movers(), b.movers());
    EXPECT_EQ(a.position(), b.position());
    EXPECT_EQ(a.start_position(), b.start_position());
    EXPECT_EQ(a.key(), b.key());
    EXPECT_EQ(a.seats(), b.seats());
    EXPECT_EQ(a.opening_rolls(), b.opening_rolls());
    EXPECT_EQ(a.outcome(), b.outcome());
    EXPECT_EQ(a.ending(), b.ending());
}

TEST_P(EveryGame, SurvivesTextAndJson) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto session = random_game(GetParam(), seed);
        const Record record = from_session(session);
        const auto text = to_text(record);
        ASSERT_TRUE(text.ok()) << text.error().message;
        SCOPED_TRACE(*text);

        const auto read = read_all<TextReader>(*text);
        ASSERT_TRUE(read.ok()) << read.error().message;
        ASSERT_EQ(read->size(), 1u);
        EXPECT_EQ(read->front(), record);

        const auto parsed = from_json(to_json(record));
        ASSERT_TRUE(parsed.ok()) << parsed.error().message;
        EXPECT_EQ(*parsed, record);

        const auto replayed = to_session(read->front());
        ASSERT_TRUE(replayed.ok()) << replayed.error().message;
        expect_same_game(session, *replayed);
    }
}

TEST_P(EveryGame, GoesOnFromAnyPosition) {
    const auto whole = random_game(GetParam(), 7, 30);
    for (std::size_t kept = 0; kept < whole.ply(); kept += 5) {
        auto session = whole;
        while (session.ply() > kept) session.undo();
        auto later = games::Session::from_position(session.position(), 7);
        ASSERT_TRUE(later.ok()) << later.error().message;
        for (std::size_t i = kept; i < whole.ply(); ++i) ASSERT_TRUE(later->play(whole.history()[i]).ok());
        const Record record = from_session(*later);
        EXPECT_EQ(record.tags.has("Position"), kept > 0 || !whole.starts_from_standard());
        const auto text = to_text(record);
        ASSERT_TRUE(text.ok());
        const auto read = read_all<TextReader>(*text);
        ASSERT_TRUE(read.ok()) << read.error().message << *text;
        const auto replayed = to_session(read->at(0));
        ASSERT_TRUE(replayed.ok()) << replayed.error().message;
        expect_same_game(*later, *replayed);
    }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, ::testing::ValuesIn(every_game()), [](const auto& parameter) {
    std::string name = parameter.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
    return name;
});

Record read_one(const std::string& text) {
    auto records = read_all<TextReader>(text);
    EXPECT_TRUE(records.ok()) << (records.ok() ? "" : records.error().message);
    EXPECT_TRUE(records.ok() && records->size() == 1);
    return records.ok() && !records->empty() ? records->front() : Record{};
}

std::string replay_error(const std::string& text, std::size_t game = 1) {
    const auto session = to_session(read_one(text), game);
    return session ? "no error" : session.error().message;
}

TEST(ToSession, NamesTheTurnThatIsWrong) {
    EXPECT_THAT(replay_error("1. e2 e8 2. e4v e4h *", 3), HasSubstr("game 3, turn 4 (e4h): "));
    EXPECT_THAT(replay_error("1. e2 e8 2. e4v e4h *", 3), HasSubstr("e4v"));
    EXPECT_THAT(replay_error("1. e2 e8 2. e4v e4h *"), ::testing::Not(HasSubstr("e4h: ")));
    EXPECT_THAT(replay_error("1. e3 *"), HasSubstr("game 1, turn 1 (e3): "));
    EXPECT_THAT(replay_error("1. k2 *"), HasSubstr("game 1, turn 1 (k2): "));
    EXPECT_THAT(replay_error("[Game \"blockade\"]\n1. d4-d6 *"),
                HasSubstr("turn 1 (d4-d6): the turn is not complete"));
    EXPECT_THAT(replay_error("[Game \"quoridor-mini\"]\n1. c2 b5 2. c3 a5 3. c4 b5 4. c5 a5 *"),
                HasSubstr("turn 8 (a5): the game is over"));
}

TEST(ToSession, ChecksTags) {
    EXPECT_THAT(replay_error("[Game \"quoridoor\"]\n*"), HasSubstr("did you mean quoridor?"));
    EXPECT_THAT(replay_error("[Seed \"x\"]\n*"), HasSubstr("tag Seed: expected a number, got 'x'"));
    EXPECT_THAT(replay_error("[Seats \"1 1\"]\n*"), HasSubstr("tag Seats: expected the numbers 1 to 2"));
    EXPECT_THAT(replay_error("[OpeningRolls \"3\"]\n*"), HasSubstr("tag OpeningRolls: expected pairs"));
    const std::string dice = "[Game \"quoridor4fun\"]\n[OpeningRolls ";
    EXPECT_THAT(replay_error(dice + "\"9-0\"]\n*"), HasSubstr("expected pairs of rolls from 1 to 4"));
    EXPECT_THAT(replay_error(dice + "\"3-1 2-2\"]\n*"), HasSubstr("expected ties and then one pair"));
    EXPECT_THAT(replay_error(dice + "\"3-1 2-4\"]\n*"), HasSubstr("expected ties and then one pair"));
    EXPECT_THAT(replay_error("[OpeningRolls \"3-1\"]\n*"), HasSubstr("this game has no die"));
    for (const char* number : {"-5", "0", "x", "", "100001"})
        EXPECT_THAT(
            replay_error(fmt::format("[FirstTurn \"{}\"]\n*", number)),
            HasSubstr(fmt::format("tag FirstTurn: expected a number from 1 to 100000, got '{}'", number)));
    EXPECT_THAT(replay_error("[Position \"quoridor; pawns e1\"]\n*"), HasSubstr("tag Position: "));
    EXPECT_THAT(replay_error("[Game \"pinko\"]\n[Position \"quoridor; pawns e1 e9\"]\n*"),
                HasSubstr("tag Position is of the game 'quoridor', tag Game says 'pinko'"));
    EXPECT_THAT(replay_error("1. e2 1-0-0"),
                HasSubstr("tag Result: expected * or 2 shares such as 1-0, got '1-0-0'"));
    EXPECT_THAT(replay_error("1. e2 1-1"), HasSubstr("tag Result: expected"));
    EXPECT_THAT(replay_error("[Game \"quoridor-mini\"]\n1. c2 b5 2. c3 a5 3. c4 b5 4. c5 0-1"),
                HasSubstr("tag Result says 0-1, but the game ends 1-0"));
}

TEST(ToSession, KeepsAResignation) {
    for (const auto& game : every_game()) {
        auto session = random_game(game, 3, 6);
        if (session.outcome().over) continue;
        ASSERT_TRUE(session.resign(1).ok());
        const Record record = from_session(session);
        EXPECT_EQ(record.tags.get("Termination"), "resignation");
        const auto replayed = to_session(record);
        ASSERT_TRUE(replayed.ok()) << replayed.error().message;
        expect_same_game(session, *replayed);
    }
}

TEST(ToSession, TakesAnAdjudicatedResultAsItIs) {
    const auto session = to_session(read_one("[Termination \"time\"]\n1. e2 0-1"));
    ASSERT_TRUE(session.ok());
    EXPECT_FALSE(session->outcome().over);
}

TEST(FromSession, HasOpeningRollsOnlyWhereTheStartWasRolledFor) {
    const auto rolled = games::Session::create("quoridor4fun", 5);
    ASSERT_TRUE(rolled.ok());
    EXPECT_TRUE(from_session(*rolled).tags.has("OpeningRolls"));
    auto placed = games::Session::from_position(
        "quoridor4fun; pawns e3 e7; hand 9 9; walls e4h c5v; turn 1; roll 3; steps 1");
    ASSERT_TRUE(placed.ok()) << placed.error().message;
    const Record record = from_session(*placed);
    EXPECT_TRUE(record.tags.has("Position"));
    EXPECT_FALSE(record.tags.has("OpeningRolls"));
    EXPECT_FALSE(record.tags.has("Seats"));
    EXPECT_TRUE(to_session(record).ok());
}

TEST(Check, PlaysVariations) {
    const auto good = read_one("1. e2 (1. e4h e8 (1... d9 2. c4h d8) 2. e2) (1. d1) e8 2. e3 *");
    EXPECT_TRUE(check(good).ok());
    const auto bad = read_one("1. e2 (1. e4h e8 (1... d9 2. e4v)) e8 *");
    EXPECT_TRUE(to_session(bad).ok());
    const auto checked = check(bad, 2);
    ASSERT_FALSE(checked.ok());
    EXPECT_THAT(checked.error().message, HasSubstr("game 2, turn 3, variation (e4v): "));
}

TEST(Check, PlaysVariationsOfDiceGames) {
    const auto session = random_game("quoridor4fun", 11, 20);
    Record record = from_session(session);
    auto other = session;
    while (other.ply() > 4) other.undo();
    const std::string roll = record.turns[4].text.substr(0, 2);
    Line line;
    for (const auto& turn : other.turns(5000)) {
        if (turn == record.turns[4].text) continue;
        line.emplace_back().text = turn;
        break;
    }
    record.turns[4].variations.push_back(line);
    const auto checked = check(record);
    EXPECT_TRUE(checked.ok()) << checked.error().message;
}

TEST(ResultText, SharesThePoint) {
    using games::shared_between;
    EXPECT_EQ(result_text({}, 2), "*");
    EXPECT_EQ(result_text(shared_between(0b01), 2), "1-0");
    EXPECT_EQ(result_text(shared_between(0b11), 2), "1/2-1/2");
    EXPECT_EQ(result_text(shared_between(0b0001), 4), "1-0-0-0");
    EXPECT_EQ(result_text(shared_between(0b0101), 4), "1/2-0-1/2-0");
    EXPECT_EQ(result_text(shared_between(0b0111), 3), "1/3-1/3-1/3");
    EXPECT_EQ(result_text(shared_between(0b1111), 4), "1/4-1/4-1/4-1/4");
    for (int players = 2; players <= 4; ++players)
        for (unsigned winners = 1; winners < 1u << players; ++winners) {
            const auto text = result_text(shared_between(winners), players);
            EXPECT_TRUE(is_result(text)) << text;
            const auto parsed = parse_result(text, players);
            ASSERT_TRUE(parsed.ok()) << text;
            EXPECT_EQ(*parsed, shared_between(winners));
        }
    for (const auto* text : {"", "1", "1-", "-1", "1-0-0-0-0", "2-0", "1/5-0", "0:1", "**"})
        EXPECT_FALSE(is_result(text));
}

}  // namespace
}  // namespace stockade::record
