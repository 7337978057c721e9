#include "record/json.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "record/sample_games.h"

namespace stockade::record {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::random_game;
using testing::read_all;
using testing::turn_texts;

const std::string kFull =
    R"({"tags":{"Game":"quoridor","Zebra":"kept","Apple":"kept \"too\"","Result":"1-0"},"comment":"To begin with",)"
    R"("turns":["e2",{"turn":"e8","before":"now","glyphs":["!?","$14"],"eval":-1.25,"win":0.5,"clock":"1:02:03.4",)"
    R"("comment":"Zoë","variations":[["d9",{"turn":"e3","variations":[["f1"]]}],["f9"]]},"e3"]})";

TEST(Json, KeepsEverythingInOrder) {
    const auto record = from_json(kFull);
    ASSERT_TRUE(record.ok()) << record.error().message;
    EXPECT_EQ(to_json(*record), kFull);
    EXPECT_EQ(record->comment, "To begin with");
    EXPECT_THAT(turn_texts(*record), ElementsAre("e2", "e8", "e3"));
    const Turn& turn = record->turns[1];
    EXPECT_EQ(turn.before, "now");
    EXPECT_THAT(turn.glyphs, ElementsAre(5, 14));
    EXPECT_EQ(turn.eval, -1.25);
    EXPECT_EQ(turn.win, 0.5);
    EXPECT_EQ(turn.clock, 1h + 2min + 3s + 400ms);
    EXPECT_EQ(turn.comment, "Zoë");
    ASSERT_EQ(turn.variations.size(), 2u);
    EXPECT_EQ(turn.variations[0][1].variations[0][0].text, "f1");
}

TEST(Json, ReadsGamesOneAfterAnother) {
    std::string file = "\n";
    std::vector<Record> written;
    for (const auto& game : testing::every_game()) {
        written.push_back(from_session(random_game(game, 4, 20)));
        file += to_json(written.back()) + "\n";
    }
    const auto read = read_all<JsonReader>(file);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(*read, written);
    const auto spread = read_all<JsonReader>(
        "{\n  \"turns\": [\n    \"e2\"\n  ]\n}\r\n{\"turns\":[]} {\"comment\":\"} \\\" {\"}");
    ASSERT_TRUE(spread.ok()) << spread.error().message;
    ASSERT_EQ(spread->size(), 3u);
    EXPECT_EQ(spread->at(0).result(), "*");
    EXPECT_EQ(spread->at(2).comment, "} \" {");
    EXPECT_TRUE(read_all<JsonReader>("")->empty());
}

TEST(Json, TranslatesAnotherNotation) {
    const auto record =
        from_json(R"({"tags":{"Notation":"glendenning"},"turns":["e8","e2","e7","e3","e7h","e2h"]})");
    ASSERT_TRUE(record.ok()) << record.error().message;
    EXPECT_THAT(turn_texts(*record), ElementsAre("e2", "e8", "e3", "e7", "e2h", "e7h"));
}

TEST(Json, SaysWhereAndWhatItExpected) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"[]", "game 1, line 1, column 1: expected '{' at the start of a game"},
        {"{\"turns\":[]}\n {\"turns\":[",
         "game 2, line 2, column 2: the game that begins here is not complete"},
        {"{\"turns\":[\"e2\",]}", "game 1, line 1, column 1: byte 16: unexpected ']'"},
        {"{\"turns\":[3]}", "turn 1: turn: expected a text or an object, found a number"},
        {"{\"turns\":[\"e2\",\"e 8\"]}",
         "turn 2: expected a turn such as e2, e3h, d4-d6/e5h or 3:e2,e3,e4, found 'e 8'"},
        {"{\"turns\":[\"1-0\"]}", "found '1-0'"},
        {"{\"turns\":[{\"comment\":\"x\"}]}", "turn 1: the name 'turn' is missing"},
        {"{\"turns\":{}}", "turns: expected a list, found an object"},
        {"{\"moves\":[]}", "unknown name 'moves', expected tags, comment or turns"},
        {"{\"tags\":{\"Event\":3}}", "tag Event: expected a text, found a number"},
        {"{\"tags\":{\"an event\":\"x\"}}",
         "tags: expected a name of letters, digits and _, found 'an event'"},
        {"{\"tags\":{\"Result\":\"won\"}}", "tag Result: expected a result"},
        {"{\"turns\":[{\"turn\":\"e2\",\"eval\":\"x\"}]}", "turn 1: eval: expected a number, found a text"},
        {"{\"turns\":[{\"turn\":\"e2\",\"eval\":1e999}]}", "game 1, line 1, column 1: "},
        {"{\"turns\":[{\"turn\":\"e2\",\"win\":2}]}", "turn 1: win: expected a number from 0 to 1, found 2"},
        {"{\"turns\":[{\"turn\":\"e2\",\"clock\":\"59\"}]}", "turn 1: clock: expected h:mm:ss"},
        {"{\"turns\":[{\"turn\":\"e2\",\"glyphs\":[\"!!!\"]}]}", "turn 1: glyphs: expected one of"},
        {"{\"turns\":[{\"turn\":\"e2\",\"variations\":[[]]}]}",
         "turn 1: variations: expected a turn in each"},
        {"{\"turns\":[{\"turn\":\"e2\",\"variations\":[[\"!\"]]}]}",
         "turn 1: turn 1 of a variation: expected a turn"},
        {"{\"turns\":[{\"turn\":\"e2\",\"note\":\"x\"}]}",
         "turn 1: unknown name 'note', expected turn, before,"},
    };
    for (const auto& [text, message] : cases)
        EXPECT_THAT(error_of<JsonReader>(text), HasSubstr(message)) << text;
}

TEST(Json, RefusesWhatIsTooLarge) {
    EXPECT_THAT(error_of<JsonReader>("{\"comment\":\"" + std::string(kMaxGameBytes, 'x') + "\"}"),
                HasSubstr("longer than 4 MiB"));
    std::string deep = "{\"turns\":";
    for (int i = 0; i < 2000; ++i) deep += "[{\"turn\":\"e2\",\"variations\":[";
    EXPECT_THAT(from_json(deep).error().message, HasSubstr("nested at most 32 deep"));
    std::string names = "{\"tags\":{";
    for (std::size_t i = 0; i <= kMaxTags; ++i) names += fmt::format("\"T{}\":\"\",", i);
    EXPECT_THAT(from_json(names + "\"X\":\"\"}}").error().message, HasSubstr("at most 1000 names"));
}

}  // namespace
}  // namespace stockade::record
