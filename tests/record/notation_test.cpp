#include "record/notation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "record/sample_games.h"
#include "record/text_reader.h"
#include "record/text_writer.h"

namespace stockade::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::random_game;
using testing::read_all;
using testing::turn_texts;

std::string translated(std::string_view turn, Notation from, Notation to, int rows = 9) {
    const auto text = translate_turn(turn, from, to, rows);
    return text ? *text : "error: " + text.error().message;
}

TEST(Notation, GlendenningNumbersRowsFromPlayerTwo) {
    const auto read = read_all<TextReader>("[Notation \"glendenning\"]\n\n1. e8 e2 2. e7 e3 3. e7h e2h *");
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_THAT(turn_texts(read->at(0)), ElementsAre("e2", "e8", "e3", "e7", "e2h", "e7h"));
    EXPECT_FALSE(read->at(0).tags.has("Notation"));
    EXPECT_TRUE(to_session(read->at(0)).ok());
    // A vertical wall between columns e and f that spans rows 3 and 4 as player 2 counts them.
    EXPECT_EQ(translated("e3v", Notation::kGlendenning, Notation::kModern), "e6v");
    EXPECT_EQ(translated("e9", Notation::kGlendenning, Notation::kModern), "e1");
}

std::vector<std::string> guessed(std::string_view text, std::optional<Notation> told = std::nullopt) {
    std::istringstream in{std::string(text)};
    const auto read = TextReader(in, told).next();
    return read && *read ? turn_texts(**read) : std::vector<std::string>{read ? "" : read.error().message};
}

TEST(Notation, IsGuessedFromTheFirstPawnMove) {
    EXPECT_THAT(guessed("1. e8 e2 2. e7 e3 3. e7h e2h"), ElementsAre("e2", "e8", "e3", "e7", "e2h", "e7h"));
    EXPECT_THAT(guessed("1. e7h e2h 2. d9"), ElementsAre("e2h", "e7h", "d1"));
    EXPECT_THAT(guessed("1. e7h e2"), ElementsAre("e2h", "e8")) << "player 2's pawn tells it too";
    EXPECT_THAT(guessed("1. e2 e8 2. e3 e7"), ElementsAre("e2", "e8", "e3", "e7"));
    EXPECT_THAT(guessed("1. e7h e2h"), ElementsAre("e7h", "e2h")) << "walls fit both, so they are modern";
    EXPECT_THAT(guessed("[Game \"quoridor-mini\"]\n\n1. c4 c2"), ElementsAre("c2", "c4"));
    EXPECT_THAT(guessed("[Game \"quoridor:size=3\"]\n\n1. b2"), ElementsAre("b2"));
    EXPECT_THAT(guessed("[Game \"pinko\"]\n\n1. e10 f2"), ElementsAre("e2", "f10"));
    EXPECT_THAT(guessed("[Game \"quoridor:players=4\"]\n\n1. e8"), ElementsAre("e8"));
    EXPECT_THAT(guessed("[Position \"quoridor; pawns e7 e3\"]\n\n1. e8 e2"), ElementsAre("e8", "e2"))
        << "positions are modern";
    EXPECT_THAT(guessed("[Notation \"modern\"]\n\n1. e8"), ElementsAre("e8"));
}

TEST(Notation, MayBeTold) {
    EXPECT_THAT(guessed("1. e7h e2h", Notation::kGlendenning), ElementsAre("e2h", "e7h"));
    EXPECT_THAT(guessed("1. e8", Notation::kModern), ElementsAre("e8"));
    EXPECT_THAT(guessed("[Notation \"glendenning\"]\n\n1. e8", Notation::kGlendenning), ElementsAre("e2"));
    EXPECT_THAT(
        guessed("[Notation \"glendenning\"]\n\n1. e8", Notation::kModern),
        ElementsAre(HasSubstr("tag Notation says glendenning, but the file was to be read as modern")));
}

TEST(Notation, WhatIsWrittenIsNotGuessedOtherwise) {
    Record unchecked;
    unchecked.turns.push_back({});
    unchecked.turns[0].text = "e8";  // no legal turn, but it must come back as it is
    EXPECT_THAT(guessed(*to_text(unchecked)), ElementsAre("e8"));
}

TEST(Notation, TranslatesWhatAPersonTypesAndReads) {
    const auto spec = games::parse_spec("quoridor");
    const auto names = Translator::create(*spec, Notation::kGlendenning);
    ASSERT_TRUE(names.ok());
    EXPECT_EQ(*names->modern("E8"), "e2");
    EXPECT_EQ(*names->modern("e7h"), "e2h");
    EXPECT_EQ(*names->modern("--"), "--");
    EXPECT_FALSE(names->modern("e10").ok());
    EXPECT_FALSE(names->modern("e9h").ok());
    EXPECT_EQ(names->renamed("e3h: crosses e3v, which stands; go to d9 or (f9)"),
              "e6h: crosses e6v, which stands; go to d1 or (f1)");
    EXPECT_EQ(names->renamed("level 4, 10 walls, z1, e10"), "level 4, 10 walls, z1, e10");
    EXPECT_EQ(Translator().renamed("e3h"), "e3h");
    EXPECT_EQ(*Translator().modern("D4-D6/E5H"), "d4-d6/e5h");
    EXPECT_FALSE(Translator::create(*games::parse_spec("wallgo"), Notation::kGlendenning).ok());
}

TEST(Notation, QtpNamesTheUpperLeftCell) {
    EXPECT_EQ(translated("e1", Notation::kModern, Notation::kQtp), "e9");
    EXPECT_EQ(translated("e3h", Notation::kModern, Notation::kQtp), "e7h");
    EXPECT_EQ(translated("a1v", Notation::kModern, Notation::kQtp), "a9v");
    EXPECT_EQ(translated("h8h", Notation::kModern, Notation::kQtp), "h2h");
    EXPECT_EQ(translated("e3h", Notation::kGlendenning, Notation::kQtp), "e4h");
}

TEST(Notation, EveryTurnComesBack) {
    for (const int rows : {3, 5, 9, 11, 19})
        for (const auto notation : {Notation::kModern, Notation::kGlendenning, Notation::kQtp})
            for (int col = 0; col < rows; ++col)
                for (int row = 0; row < rows; ++row) {
                    std::vector<std::string> turns = {games::cell_name({col, row})};
                    if (col + 1 < rows && row + 1 < rows)
                        for (const auto orientation :
                             {board::Orientation::kHorizontal, board::Orientation::kVertical})
                            turns.push_back(games::wall_name({col, row}, orientation));
                    for (const auto& turn : turns) {
                        const auto there = translated(turn, Notation::kModern, notation, rows);
                        EXPECT_EQ(translated(there, notation, Notation::kModern, rows), turn) << there;
                    }
                }
    EXPECT_EQ(translated("--", Notation::kModern, Notation::kQtp), "--");
}

TEST(Notation, RefusesWhatIsNotOnTheBoard) {
    EXPECT_EQ(translated("e10", Notation::kModern, Notation::kQtp), "error: expected a cell from a1 to i9");
    EXPECT_EQ(translated("j1", Notation::kGlendenning, Notation::kModern),
              "error: expected a cell from a1 to i9");
    EXPECT_EQ(translated("i1h", Notation::kModern, Notation::kQtp),
              "error: expected a wall from a1 to h8 in modern notation");
    EXPECT_EQ(translated("a9h", Notation::kGlendenning, Notation::kModern),
              "error: expected a wall from a1 to h8 in glendenning notation");
    EXPECT_EQ(translated("a1h", Notation::kQtp, Notation::kModern),
              "error: expected a wall from a2 to h9 in qtp notation");
    EXPECT_THAT(translated("d4-d6", Notation::kModern, Notation::kQtp),
                HasSubstr("expected a cell such as e2"));
}

TEST(Notation, WholeGamesComeBackAndStayLegal) {
    for (const std::string game :
         {"quoridor", "quoridor-kid", "quoridor-mini", "quoridor:size=11", "quoridor:size=19", "pinko"})
        for (std::uint64_t seed = 1; seed <= 5; ++seed)
            for (const auto notation : {Notation::kGlendenning, Notation::kQtp}) {
                Record record = from_session(random_game(game, seed));
                record.turns[1].variations.push_back({Turn{}});
                record.turns[1].variations[0][0].text = "c2h";
                const auto text = to_text(record, notation);
                ASSERT_TRUE(text.ok()) << text.error().message;
                EXPECT_THAT(*text, HasSubstr(fmt::format("[Notation \"{}\"]", notation_name(notation))));
                const auto read = read_all<TextReader>(*text);
                ASSERT_TRUE(read.ok()) << read.error().message;
                EXPECT_EQ(read->at(0), record);
                EXPECT_TRUE(to_session(read->at(0)).ok());
            }
}

TEST(Notation, AnotherAnchorWouldBeNoticed) {
    // Read with the rows of walls off by one, a game with walls near both edges is not legal any more.
    const auto record = from_session(random_game("quoridor", 2));
    Record shifted = record;
    ASSERT_TRUE(translate(shifted, Notation::kModern, Notation::kQtp).ok());
    const auto back = translate(shifted, Notation::kGlendenning, Notation::kModern);
    EXPECT_TRUE(!back.ok() || shifted != record);
}

TEST(Notation, DocumentedPositionsAreWrittenThatWay) {
    std::ifstream in(STOCKADE_SOURCE_DIR "/docs/notation.md");
    int positions = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.find("; pawns ") == std::string::npos) continue;
        ++positions;
        const auto session = games::Session::from_position(line);
        ASSERT_TRUE(session.ok()) << line << ": " << session.error().message;
        EXPECT_EQ(session->position(), line);
    }
    EXPECT_EQ(positions, 7);
}

TEST(Notation, OtherGamesRefuse) {
    for (const std::string game :
         {"blockade", "territoires", "wallgo", "quoridor4fun", "quoridor:players=4"}) {
        const auto text = to_text(from_session(random_game(game, 1, 4)), Notation::kGlendenning);
        ASSERT_FALSE(text.ok());
        EXPECT_THAT(
            text.error().message,
            HasSubstr("only two-player quoridor and pinko have other notations, this game is " + game));
    }
}

}  // namespace
}  // namespace stockade::record
