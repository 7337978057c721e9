// Messages between nodes: each kind comes back as it was written, and nothing else is taken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/cluster/messages.h"
#include "server/msg/fields.h"

namespace stockade::server::cluster {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr GameId kGame(0x123456789abcde);
constexpr SeekId kSeek(0x2222222222222);
constexpr TournamentId kArena(0x3333333333333);
constexpr ClientId kClient(7);
constexpr UserId kAnn(5);
constexpr UserId kBob(6);

std::vector<msg::Request> all_requests() {
    return {msg::FollowLobby{true, kSeek},
            msg::FollowLobby{false, SeekId()},
            msg::Seek{{"quoridor", "300+3", true, 2, 60s}, true},
            msg::Seek{{"no such game", "none", false, -1, 0s}, false},
            msg::Unseek{kSeek},
            msg::Take{kSeek},
            msg::Watch{kGame, 12},
            msg::Watch{kGame, std::nullopt},
            msg::Leave{kGame},
            msg::Turn{kGame, 3, "e2", "t3"},
            msg::Premove{kGame, 4, {{"e2", "e3"}, {"e4"}}},
            msg::Do{kGame, msg::Act::kResign},
            msg::Do{kGame, msg::Act::kRematch},
            msg::Chat{kGame, "have \"fun\", gr\xc3\xbc\xc3\x9f dich"},
            msg::FollowArena{kArena, true, 50},
            msg::Ping{7}};
}

std::vector<Message> all_messages() {
    const auto text = std::make_shared<const std::string>(R"({"t":"pong"})");
    model::Person ann;
    ann.user = kAnn;
    ann.name = "ann";
    ann.kind = "account";
    return {Forward{kClient, resource_of(kGame), msg::Turn{kGame, 0, "e2", "x"}, TimePoint(1s), 20ms,
                    std::nullopt},
            Forward{kClient, resource_of(kGame), msg::Watch{kGame, std::nullopt}, TimePoint(1s), 20ms,
                    Introduction{ann, {UserId(1), UserId(2)}, "ann's"}},
            Forward{ClientId(8), ResourceId(1), msg::FollowLobby{}, TimePoint(1s), 20ms,
                    Introduction{std::nullopt, {}, "203.0.113.7"}},
            Tell{kClient, text},
            ClientGone{kClient},
            Moved{kClient, resource_of(kGame), std::nullopt, kNever},
            Moved{kClient, resource_of(kGame), msg::Chat{kGame, "hello"}, TimePoint(1s)},
            SeekAnswered{kClient, kSeek},
            SeekEnded{kClient, kSeek},
            TellUser{kAnn, text},
            GameBegun{{kAnn, kBob}},
            Here{{kAnn}, false},
            OpenGame{kGame},
            StandingsChanged{kArena},
            ForgetPerson{kAnn},
            Revoke{kAnn, LoginId()},
            Mute{kAnn, kBob, true},
            Inspect{QuestionId(1), kGame, kAnn},
            Inspected{QuestionId(1), json{{"game", "x"}, {"players", {1, 2}}}},
            Inspected{QuestionId(2), std::nullopt}};
}

TEST(NodeMessages, RequestsOfClientsComeBackAsTheyWere) {
    std::set<std::size_t> kinds;
    for (const auto& request : all_requests()) {
        kinds.insert(request.index());
        const auto object = msg::request_json(request);
        const auto again = msg::read_request(msg::Fields::of(object));
        ASSERT_TRUE(std::holds_alternative<msg::Request>(again)) << object;
        EXPECT_EQ(msg::request_json(std::get<msg::Request>(again)), object);
        // What a client writes and what a node writes is the same.
        const auto parsed = msg::parse_request(object.dump());
        ASSERT_TRUE(std::holds_alternative<msg::Request>(parsed)) << object;
        EXPECT_EQ(std::get<msg::Request>(parsed).index(), request.index());
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<msg::Request>);
}

TEST(NodeMessages, EachKindComesBackAsItWas) {
    std::set<std::size_t> kinds;
    for (const auto& message : all_messages()) {
        kinds.insert(message.index());
        const auto text = message_text(message);
        const auto again = parse_message(text);
        ASSERT_TRUE(again.ok()) << text << ": " << again.error().message;
        EXPECT_EQ(again->index(), message.index()) << text;
        EXPECT_EQ(message_text(*again), text);
    }
    EXPECT_EQ(kinds.size(), std::variant_size_v<Message>);
}

TEST(NodeMessages, ValuesArriveWhereTheyBelong) {
    const auto read = [](const Message& message) { return *parse_message(message_text(message)); };
    const auto forward = std::get<Forward>(read(all_messages()[1]));
    EXPECT_EQ(forward.client, kClient);
    EXPECT_EQ(forward.resource, resource_of(kGame));
    EXPECT_EQ(std::get<msg::Watch>(forward.request).game, kGame);
    EXPECT_EQ(forward.at, TimePoint(1s));
    EXPECT_EQ(forward.lag, 20ms);
    ASSERT_TRUE(forward.introduction && forward.introduction->person);
    EXPECT_EQ(forward.introduction->person->name, "ann");
    EXPECT_EQ(forward.introduction->mutes, (std::vector<UserId>{UserId(1), UserId(2)}));
    EXPECT_EQ(forward.introduction->limit_key, "ann's");
    const auto mute = std::get<Mute>(read(Mute{kAnn, kBob, false}));
    EXPECT_EQ(std::tuple(mute.user, mute.muted, mute.on), std::tuple(kAnn, kBob, false));
    EXPECT_EQ(*std::get<TellUser>(read(TellUser{kAnn, std::make_shared<const std::string>("hi")})).text,
              "hi");
}

TEST(NodeMessages, AnythingElseIsRefusedWithACode) {
    const auto refusal = [](const std::string& text) {
        const auto parsed = parse_message(text);
        if (parsed.ok()) return std::string("taken");
        const auto* problem = parsed.error().nested("problem");
        return std::string(problem ? problem->code : parsed.error().code) + ": " + parsed.error().message;
    };
    EXPECT_THAT(refusal(""), HasSubstr("serve.node-message-object"));
    EXPECT_THAT(refusal("[]"), HasSubstr("serve.node-message-object"));
    EXPECT_THAT(refusal("{}"), AllOf(HasSubstr("server.field-missing"), HasSubstr("'k'")));
    EXPECT_THAT(refusal(R"({"k":"ask"})"), AllOf(HasSubstr("serve.node-message-kind"), HasSubstr("'ask'")));
    EXPECT_THAT(refusal(R"({"k":"open"})"), AllOf(HasSubstr("server.field-missing"), HasSubstr("'game'")));
    EXPECT_THAT(refusal(R"({"k":"open","game":1.5})"),
                AllOf(HasSubstr("server.number-range"), HasSubstr("game: expected a whole number")));
    EXPECT_THAT(refusal(R"({"k":"open","game":18446744073709551615})"), HasSubstr("server.number-range"));
    EXPECT_THAT(refusal(R"({"k":"here","users":[1,"2"],"on":true})"),
                AllOf(HasSubstr("server.number-range"), HasSubstr("users: ")));
    EXPECT_THAT(refusal(R"({"k":"here","users":1,"on":true})"),
                HasSubstr("users: expected a list of numbers, got number"));
    EXPECT_THAT(refusal(R"({"k":"here","users":[1],"on":1})"),
                AllOf(HasSubstr("server.expected-flag"), HasSubstr("on: ")));
    EXPECT_THAT(refusal(R"({"k":"forward","client":1,"resource":1,"at":1,"lag":0,"request":{"t":"x"}})"),
                HasSubstr("request: t: there is no message 'x'"));
    EXPECT_THAT(refusal(R"({"k":"inspected","question":1,"game":[]})"),
                HasSubstr("game: expected a JSON object"));
}

}  // namespace
}  // namespace stockade::server::cluster
