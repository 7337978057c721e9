#include <gmock/gmock.h>

#include "record/qf_code.h"
#include "record/sample_games.h"

namespace stockade::record {
namespace {

using ::testing::HasSubstr;
using testing::random_game;
using testing::read_all;

std::string encoded(const QfCode& code) {
    const auto text = encode_qf(code);
    return text ? *text : "error: " + text.error().message;
}

std::string problem(std::string_view code) {
    const auto decoded = decode_qf(code);
    return decoded ? "no error" : decoded.error().message;
}

/// A code from its bits, spaces left out, filled up with 0.
std::string from_bits(std::string_view bits) {
    constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string digits;
    for (const char c : bits)
        if (c != ' ') digits += c;
    while (digits.size() % 6) digits += '0';
    std::string code;
    for (std::size_t i = 0; i < digits.size(); i += 6)
        code += kAlphabet[std::stoul(digits.substr(i, 6), nullptr, 2)];
    return code;
}

TEST(QfCode, ReadsAPosition) {
    const auto code = decode_qf("j7EUwGwOwCQ");
    ASSERT_TRUE(code.ok()) << code.error().message;
    ASSERT_TRUE(code->state);
    EXPECT_FALSE(code->turns);
    EXPECT_EQ(code->state->position(), "quoridor; pawns e4 e6; hand 9 9; walls d3h e6h; turn 1");
    ASSERT_EQ(code->state->walls.size(), 2u);
    EXPECT_EQ(code->state->walls[0].owner, 0);
    EXPECT_EQ(code->state->walls[1].owner, 1);
    EXPECT_EQ(code->state->turn, 9);
    EXPECT_EQ(code->state->last_mover, 1);
    EXPECT_EQ(code->state->last_wall, (games::Square{4, 5}));
    EXPECT_EQ(encoded(*code), "j7EUwGwOwCQ");
}

TEST(QfCode, ASessionReachesThatPosition) {
    auto session = games::Session::create("quoridor");
    ASSERT_TRUE(session.ok());
    for (const auto* turn : {"e2", "e8", "e3", "e7", "e4", "e6", "d3h", "e6h"})
        ASSERT_TRUE(session->play(turn).ok());
    const auto state = qf_state(*session);
    ASSERT_TRUE(state.ok());
    EXPECT_EQ(encoded({*state, std::nullopt}), "j7EUwGwOwCQ");
}

TEST(QfCode, SurvivesARecord) {
    for (const std::string code : {"j7EUwGwOwCQ", "QEBAQ", "QuBAQEk6yVqpfcBgTio6WQr0JiSJKLLMYLb1vyYmBmRk"}) {
        const auto records = read_all<QfReader>("# codes\n" + code + "\r\n");
        ASSERT_TRUE(records.ok()) << records.error().message;
        ASSERT_EQ(records->size(), 1u);
        const auto checked = check(records->at(0));
        EXPECT_TRUE(checked.ok()) << code << ": " << checked.error().message;
        const auto again = qf_from_record(records->at(0));
        ASSERT_TRUE(again.ok()) << again.error().message;
        EXPECT_EQ(encoded(*again), code);
    }
}

TEST(QfCode, SomeCodesShowWhatIsNotLegal) {
    // Both have a box of walls around the pawns.
    for (const std::string code : {"lB8klDRh2KqwlZXYEg", "yzoAAIBQMBJSskqrh5dHVBA"}) {
        const auto decoded = decode_qf(code);
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        EXPECT_EQ(encoded(*decoded), code);
        const auto checked = check(record_from_qf(*decoded));
        ASSERT_FALSE(checked.ok());
        EXPECT_THAT(checked.error().message,
                    ::testing::AnyOf(HasSubstr("has no path"), HasSubstr("shut in")));
    }
    const auto decoded = decode_qf("yzoAAIBQMBJSskqrh5dHVBA");
    EXPECT_EQ(decoded->state->position(), "quoridor; pawns e3 e7; hand 10 10; walls -; turn 1");
    EXPECT_EQ(decoded->state->turn, 5);
    EXPECT_THAT(*decoded->turns, ::testing::ElementsAre("e4", "e6", "e3h", "e6h", "c3h", "c6h", "b5v", "f5v",
                                                        "b3v", "f3v", "e5", "e4"));
}

TEST(QfCode, PublishedGameEndsOnTheGoal) {
    const auto records = read_all<QfReader>("QuBAQEk6yVqpfcBgTio6WQr0JiSJKLLMYLb1vyYmBmRk");
    ASSERT_TRUE(records.ok());
    const auto session = to_session(records->at(0));
    ASSERT_TRUE(session.ok()) << session.error().message;
    EXPECT_EQ(session->ply(), 46u);
    EXPECT_EQ(session->verdict()->message, "Player 2 wins by reaching the goal");
}

TEST(QfCode, WholeGamesComeBack) {
    int jumps = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const auto session = random_game("quoridor", seed);
        const auto code = qf_code(session);
        ASSERT_TRUE(code.ok());
        const auto decoded = decode_qf(encoded(*code));
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        EXPECT_FALSE(decoded->state);
        ASSERT_TRUE(decoded->turns);
        EXPECT_EQ(*decoded->turns, session.history());
        const auto replayed = to_session(record_from_qf(*decoded));
        ASSERT_TRUE(replayed.ok());
        EXPECT_EQ(replayed->position(), session.position());

        std::array<games::Square, 2> pawns{games::Square{4, 0}, games::Square{4, 8}};
        for (std::size_t i = 0; i < session.ply(); ++i)
            if (const auto to = games::parse_cell(session.history()[i])) {
                jumps += std::abs(to->col - pawns[i % 2].col) + std::abs(to->row - pawns[i % 2].row) == 2;
                pawns[i % 2] = *to;
            }
    }
    EXPECT_GT(jumps, 10) << "the games must show jumps to prove anything";
}

TEST(QfCode, PositionsComeBack) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto session = random_game("quoridor", seed, 40);
        const auto whole = session.history();
        while (session.ply() > 25 || session.ply() + 1 > whole.size()) session.undo();
        const auto state = qf_state(session);
        ASSERT_TRUE(state.ok());
        const QfCode code{*state,
                          std::vector<std::string>(whole.begin() + static_cast<std::ptrdiff_t>(session.ply()),
                                                   whole.end())};
        const std::string text = encoded(code);
        const auto decoded = decode_qf(text);
        ASSERT_TRUE(decoded.ok()) << decoded.error().message;
        const auto start = games::Session::from_position(decoded->state->position());
        ASSERT_TRUE(start.ok()) << start.error().message;
        EXPECT_EQ(start->position(), session.position());
        EXPECT_EQ(*decoded->turns, *code.turns);
        // Through a record: the owners of the walls and the last wall come back too.
        const Record record = record_from_qf(*decoded);
        EXPECT_TRUE(check(record).ok());
        EXPECT_EQ(encoded(*qf_from_record(record)), text);
        // Without those tags the counts still add up.
        Record bare = record;
        for (const auto* tag : {"Walls1", "Walls2", "LastWall"}) bare.tags.remove(tag);
        const auto guessed = qf_from_record(bare);
        ASSERT_TRUE(guessed.ok());
        EXPECT_EQ(games::Session::from_position(guessed->state->position())->position(), session.position());
    }
}

TEST(QfCode, EveryDirectionHasItsNumber) {
    const std::string start = "01 0000000001 0";
    const std::vector<std::string> expected = {"e2", "f2", "f1", "off", "off", "off", "d1", "d2"};
    for (std::size_t direction = 0; direction < 8; ++direction) {
        const std::string bits = {static_cast<char>('0' + (direction >> 2 & 1)),
                                  static_cast<char>('0' + (direction >> 1 & 1)),
                                  static_cast<char>('0' + (direction & 1))};
        const auto code = decode_qf(from_bits(start + bits));
        EXPECT_EQ(code ? code->turns->at(0) : "off", expected[direction]);
    }
    EXPECT_THAT(problem(from_bits(start + "100")),
                HasSubstr("turn 1 of the record: direction 4 leads off the board from e1"));
}

TEST(QfCode, SaysWhatIsWrong) {
    const std::string pawns = "10 0000100 1001100";  // e1, e9
    const std::string rest = "1 0 0000000001";       // Black moved last, a pawn; turn 1
    const std::string none = "0000 0000 0000 0000";
    EXPECT_EQ(problem(from_bits(pawns + none + rest)), "no error");
    EXPECT_THAT(problem(""), HasSubstr("too short: it ends at bit 0, in the first flag"));
    EXPECT_THAT(problem("j7E*wGwOwCQ"),
                HasSubstr("character 4: expected a letter, a digit, + or /, found '*'"));
    EXPECT_THAT(problem("j7EUwGwOwCQ="), HasSubstr("character 12"));
    EXPECT_THAT(problem("j7EUwGwOwC"),
                HasSubstr("too short: it ends at bit 60, in the turn number, which needs bits 53 to 62"));
    EXPECT_THAT(problem("j7EUw"), HasSubstr("too short"));
    EXPECT_THAT(problem("j"), HasSubstr("in White's cell, which needs bits 3 to 9"));
    EXPECT_THAT(problem("AAAA"), HasSubstr("neither a position nor a record"));
    EXPECT_THAT(problem("j7EUwGwOwCQA"), HasSubstr("too long: 1 characters are left over"));
    EXPECT_THAT(problem("j7EUwGwOwCR"), HasSubstr("the 4 bits of filling at the end are not 0"));
    EXPECT_THAT(problem(from_bits("10 1010001 1001100" + none + rest)),
                HasSubstr("White's cell: expected 0 to 80, got 81"));
    EXPECT_THAT(problem(from_bits("10 0000100 0000100" + none + rest)), HasSubstr("both pawns are on e1"));
    EXPECT_THAT(problem(from_bits(pawns + "0001 000100 0001 000100 0000 0000" + rest)),
                HasSubstr("White's vertical walls: e1v crosses e1h"));
    EXPECT_THAT(problem(from_bits(pawns + "0001 000100 0000 0001 000101 0000" + rest)),
                HasSubstr("Black's horizontal walls: f1h overlaps e1h"));
    EXPECT_THAT(problem(from_bits(pawns + none + "1 1 000000 0000000001")),
                HasSubstr("the last wall: there is no wall at a1"));
    EXPECT_THAT(problem(from_bits(pawns + none + "1 0 0000000000")),
                HasSubstr("the turn number: expected 1 to 1023, got 0"));
    EXPECT_THAT(problem(from_bits("01 0000000010 0000")), HasSubstr("in turn 2 of the record"));
    std::string eleven = "1011";
    for (const auto* wall : {"000000", "000010", "000100", "000110", "001000", "001010", "001100", "001110",
                             "010000", "010010", "010100"})
        eleven += wall;
    EXPECT_THAT(problem(from_bits(pawns + eleven + "0000 0000 0000" + rest)),
                HasSubstr("White has placed 11 walls, expected at most 10"));
}

TEST(QfCode, OtherGamesRefuse) {
    for (const std::string game :
         {"quoridor-kid", "quoridor:players=3", "pinko", "blockade", "quoridor:walls=8"}) {
        const auto session = random_game(game, 1, 4);
        for (const auto& message : {qf_code(session).error().message, qf_state(session).error().message,
                                    qf_from_record(from_session(session)).error().message})
            EXPECT_THAT(
                message,
                HasSubstr("QF codes are for two-player quoridor on 9x9 with ten walls each, this game is " +
                          game));
    }
}

TEST(QfReader, NamesTheLine) {
    const auto records = read_all<QfReader>("QEBAQ\n\n# next\nQEB-Q\n");
    ASSERT_FALSE(records.ok());
    EXPECT_THAT(records.error().message, HasSubstr("game 2, line 4: character 4"));
}

}  // namespace
}  // namespace stockade::record
