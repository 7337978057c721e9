// Whole games reviewed by the engine, of every kind, and what is written about them.
#include "engine/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <thread>

#include "../record/sample_games.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::engine {
namespace {

using record::Record;
using testing::HasSubstr;

Effort nodes(std::uint64_t count) {
    Effort effort;
    effort.nodes = count;
    return effort;
}

Record record_of(std::string_view spec, const std::vector<std::string>& turns) {
    Record record;
    record.tags.set("Game", spec);
    record.tags.set("Result", "*");
    for (const auto& turn : turns) {
        record.turns.emplace_back();
        record.turns.back().text = turn;
    }
    return record;
}

GameAnalysis analysed(const Record& record, std::uint64_t effort = 300, int lines = 1) {
    Engine engine;
    Options options;
    options.hash_megabytes = 8;
    options.lines = lines;
    engine.set_options(options);
    auto game = Analyst(engine, nodes(effort)).analyse(record);
    EXPECT_TRUE(game.ok()) << game.error().message;
    return game ? std::move(*game) : GameAnalysis{};
}

void expect_sound(const GameAnalysis& game, const Record& record, int sides) {
    ASSERT_EQ(game.turns.size(), record.turns.size());
    EXPECT_EQ(game.course.size(), sides == 2 ? record.turns.size() + 1 : 0);
    for (const double chance : game.course) EXPECT_TRUE(chance >= 0 && chance <= 1) << chance;
    std::vector<std::array<int, kLabels>> labels(game.players.size());
    for (std::size_t i = 0; i < game.turns.size(); ++i) {
        const ReviewedTurn& turn = game.turns[i];
        EXPECT_EQ(turn.text, record.turns[i].text);
        ASSERT_FALSE(turn.lines.empty());
        EXPECT_TRUE(turn.before >= 0 && turn.before <= 1) << turn.before;
        EXPECT_TRUE(turn.after >= 0 && turn.after <= 1) << turn.after;
        const bool best = turn.lines[0].turns[0] == turn.text;
        EXPECT_EQ(best, turn.label == Label::kBest);
        EXPECT_EQ(turn.label, best ? Label::kBest : label_of_loss(turn.loss));
        EXPECT_NEAR(turn.loss, best ? 0 : std::max(0.0, 100 * (turn.before - turn.after)), 1e-9);
        EXPECT_EQ(turn.accuracy, turn_accuracy(turn.loss));
        ++labels[static_cast<std::size_t>(turn.player)][static_cast<std::size_t>(turn.label)];
    }
    for (std::size_t i = 0; i < game.players.size(); ++i) {
        EXPECT_EQ(game.players[i].labels, labels[i]);
        const double accuracy = game.players[i].accuracy.value_or(0);
        EXPECT_TRUE(accuracy >= 0 && accuracy <= 100) << accuracy;
    }
}

TEST(Analysis, EveryGame) {
    for (const auto& spec : record::testing::every_game()) {
        SCOPED_TRACE(spec);
        const auto session = record::testing::random_game(spec, 7, 24);
        const Record record = record::from_session(session);
        const auto game = analysed(record, 100);
        expect_sound(game, record, sides(session.spec()));

        const Record written = annotated(record, game);
        const auto legal = record::check(written);
        EXPECT_TRUE(legal.ok()) << (legal ? "" : legal.error().message);
        const auto text = record::to_text(written);
        ASSERT_TRUE(text.ok());
        std::istringstream in(*text);
        const auto again = record::TextReader(in).next();
        ASSERT_TRUE(again.ok()) << again.error().message;
        ASSERT_TRUE(*again);
        EXPECT_EQ(**again, written);
    }
}

TEST(Analysis, SeesABlunderAndWhatWasBetter) {
    // Player 1 turns away one step before the goal, and player 2 goes home.
    Record record = record_of("quoridor", {"d8", "e1"});
    record.tags.set("Position", "quoridor; pawns e8 e2; hand 0 0; walls -; turn 1");
    const auto game = analysed(record);
    ASSERT_EQ(game.turns.size(), 2u);
    EXPECT_EQ(game.turns[0].label, Label::kBlunder);
    EXPECT_EQ(game.turns[0].before, 1);
    EXPECT_EQ(game.turns[0].after, 0);
    EXPECT_EQ(game.turns[0].loss, 100);
    EXPECT_EQ(game.turns[0].lines[0].turns, (std::vector<std::string>{"e9"}));
    EXPECT_EQ(game.turns[1].label, Label::kBest);
    EXPECT_EQ(game.course, (std::vector<double>{1, 0, 0}));
    EXPECT_EQ(game.players[1].accuracy, 100);

    const Record written = annotated(record, game);
    EXPECT_EQ(written.turns[0].glyphs, (std::vector<std::uint8_t>{4}));
    EXPECT_EQ(written.turns[0].comment, "Blunder. e9 was best.");
    EXPECT_EQ(written.turns[0].win, 0.0);
    ASSERT_EQ(written.turns[0].variations.size(), 1u);
    EXPECT_EQ(written.turns[0].variations[0][0].text, "e9");
    EXPECT_EQ(written.turns[1].win, 1.0);
    EXPECT_EQ(written.tags.get("Annotator"), "Stockade");
    EXPECT_EQ(written.tags.get("Accuracy2"), "100.0");
}

TEST(Analysis, PlayerTwoFirst) {
    Record record = record_of("quoridor", {"d2", "e9"});
    record.tags.set("Position", "quoridor; pawns e8 e2; hand 0 0; walls -; turn 2");
    const auto game = analysed(record);
    EXPECT_EQ(game.turns[0].player, 1);
    EXPECT_EQ(game.turns[0].label, Label::kBlunder);
    EXPECT_EQ(game.course, (std::vector<double>{0, 1, 1}));
}

TEST(Analysis, LabelsATurnForItsRoll) {
    // Player 1 is two steps from the goal and has rolled 2, player 2 is one step from it.
    Record record = record_of("quoridor4fun", {"2:b7,a7"});
    record.tags.set("Position", "quoridor4fun; pawns c7 e2; hand 0 0; walls -; turn 1");
    const auto game = analysed(record, 2000);
    ASSERT_EQ(game.turns.size(), 1u);
    EXPECT_EQ(game.turns[0].lines[0].turns[0], "2:c8,c9");
    EXPECT_EQ(game.turns[0].loss, 100);
    EXPECT_EQ(game.turns[0].label, Label::kBlunder);
    // Before the roll: a 1 loses, all else wins. After the turn every roll of player 2 wins.
    EXPECT_EQ(game.course, (std::vector<double>{0.75, 0}));
}

TEST(Analysis, PartnersAreOneSide) {
    const auto session = record::testing::random_game("quoridor:players=4,teams=on,size=5", 3, 200);
    ASSERT_TRUE(session.outcome().over);
    const auto game = analysed(record::from_session(session), 100);
    const bool first_won = session.outcome().shares[0] > 0;
    EXPECT_EQ(game.course.back(), first_won ? 1 : 0);
    EXPECT_EQ(game.turns.back().after, 1);
}

TEST(Analysis, ManyPlayersAreLabelledByTheirOwnChance) {
    Record record = record_of("quoridor:players=3", {"d8", "a5"});
    record.tags.set("Position", "quoridor:players=3; pawns e8 a6 e2; hand 0 0 0; walls -; turn 1");
    const auto game = analysed(record, 2000);
    EXPECT_EQ(game.turns[0].label, Label::kBlunder);
    EXPECT_EQ(game.turns[0].before, 1);
    EXPECT_EQ(game.turns[0].after, 0);  // player 3 goes home first
    EXPECT_TRUE(game.players[0].accuracy);
    EXPECT_FALSE(game.players[2].accuracy);
}

TEST(Analysis, TellsOfSeveralLines) {
    const auto game = analysed(record_of("quoridor", {"e2", "e8"}), 500, 3);
    for (const auto& turn : game.turns) EXPECT_EQ(turn.lines.size(), 3u);
}

TEST(Analysis, AGameWithoutTurns) {
    const auto game = analysed(record_of("wallgo", {}));
    EXPECT_TRUE(game.turns.empty());
    EXPECT_EQ(game.course.size(), 1u);
    EXPECT_FALSE(game.players[0].accuracy);
}

TEST(Analysis, TwiceSaysItOnce) {
    Record record = record_of("quoridor", {"d8", "e1"});
    record.tags.set("Position", "quoridor; pawns e8 e2; hand 0 0; walls -; turn 1");
    record.turns[0].comment = "Oh no.";
    record.turns[0].glyphs = {2, 14};
    const auto game = analysed(record);
    const Record once = annotated(record, game);
    EXPECT_EQ(once.turns[0].comment, "Blunder. e9 was best. Oh no.");
    EXPECT_EQ(once.turns[0].glyphs, (std::vector<std::uint8_t>{4, 14}));
    EXPECT_EQ(annotated(once, game), once);
}

TEST(Analysis, TellsTheTurnsLabelledSoFar) {
    for (const auto& record : {record_of("quoridor-mini", {"c2", "c4", "c3"}),
                               record_of("quoridor:players=3,size=5", {"c2", "b3", "c4"})}) {
        Engine engine;
        std::vector<GameAnalysis> heard;
        const auto game = Analyst(engine, nodes(50)).analyse(record, 1, [&](const GameAnalysis& so_far) {
            heard.push_back(so_far);
        });
        ASSERT_TRUE(game.ok()) << game.error().message;
        ASSERT_EQ(heard.size(), record.turns.size());
        for (std::size_t i = 0; i < heard.size(); ++i) {
            ASSERT_EQ(heard[i].turns.size(), i + 1);
            EXPECT_EQ(heard[i].turns[i].loss, game->turns[i].loss);
            EXPECT_EQ(heard[i].turns[i].label, game->turns[i].label);
        }
    }
}

TEST(Analysis, RefusesWhatDoesNotReplay) {
    Engine engine;
    const auto game = Analyst(engine, nodes(10)).analyse(record_of("quoridor", {"e2", "e7"}), 3);
    ASSERT_FALSE(game);
    EXPECT_THAT(game.error().message, HasSubstr("game 3, turn 2 (e7)"));
}

TEST(Analysis, StopsAtOnce) {
    Engine engine;
    Analyst analyst(engine, Effort{});  // without a limit it would think for ever
    std::thread impatient([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        analyst.stop();
    });
    const auto game = analyst.analyse(record_of("quoridor", {"e2"}));
    impatient.join();
    ASSERT_FALSE(game);
    EXPECT_EQ(game.error().message, "the analysis was stopped");
}

}  // namespace
}  // namespace stockade::engine
