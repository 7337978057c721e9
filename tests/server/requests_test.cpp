#include "server/msg/requests.h"

#include <gtest/gtest.h>

#include "server/model/game.h"

namespace stockade::server::msg {
namespace {

constexpr std::string_view kGame = "0123456789ab";

/// `rest` follows the kind and the game.
Refused refused(std::string_view kind, const std::string& rest) {
    const auto parsed = parse_request(R"({"t":")" + std::string(kind) + R"(","game":")" + std::string(kGame) +
                                      "\"" + rest + "}");
    const auto* refusal = std::get_if<Refused>(&parsed);
    return refusal ? *refusal : Refused{"taken", "", {}};
}

TEST(Requests, ATurnHasAnId) {
    EXPECT_EQ(refused("turn", R"(,"ply":0,"turn":"e2","id":"x")").re, "taken");
    const auto empty = refused("turn", R"(,"ply":0,"turn":"e2","id":"")");
    EXPECT_EQ(empty.re, "turn");
    EXPECT_EQ(empty.why.code, "server.id-empty");
    EXPECT_EQ(refused("turn", R"(,"ply":0,"turn":"e2")").why.code, "server.field-missing");
    EXPECT_EQ(refused("turn", R"(,"ply":0,"turn":"e2","id":")" + std::string(kMaxClientId, 'x') + '"').re,
              "taken");
    EXPECT_EQ(
        refused("turn", R"(,"ply":0,"turn":"e2","id":")" + std::string(kMaxClientId + 1, 'x') + '"').why.code,
        "server.text-long");
}

TEST(Requests, ARefusalNamesTheTurnThatItIsAbout) {
    const auto late = refused("turn", R"(,"ply":-1,"turn":"e2","id":"mine")");
    EXPECT_EQ(late.re, "turn");
    EXPECT_EQ(late.id, "mine");
    EXPECT_EQ(late.why.code, "server.number-range");
}

TEST(Requests, AnActIsOneOfSeven) {
    for (const auto* name : {"resign", "draw", "takeback", "decline", "abort", "claim", "rematch"})
        EXPECT_EQ(refused("act", R"(,"do":")" + std::string(name) + '"').re, "taken") << name;
    for (const auto* name : {"", "Resign", "resigns", "win"}) {
        const auto refusal = refused("act", R"(,"do":")" + std::string(name) + '"');
        EXPECT_EQ(refusal.re, "act") << name;
        EXPECT_EQ(refusal.why.code, "server.unknown-act") << name;
    }
}

TEST(Requests, HaveNoOtherFields) {
    EXPECT_EQ(refused("leave", "").re, "taken");
    EXPECT_EQ(refused("leave", R"(,"on":true)").why.code, "server.unknown-field");
    EXPECT_EQ(refused("leave", R"(,"":true)").why.code, "server.unknown-field");
    const auto unknown = parse_request(R"({"t":"nothing"})");
    ASSERT_TRUE(std::holds_alternative<Refused>(unknown));
    EXPECT_EQ(std::get<Refused>(unknown).why.code, "server.unknown-message");
}

TEST(Requests, ADelayIsAtMostFiveMinutes) {
    const auto read = [](std::chrono::seconds delay) {
        const auto parsed = parse_request(R"({"t":"seek","spec":"quoridor","clock":"none","delay":)" +
                                          std::to_string(number_of(delay)) + "}");
        const auto* request = std::get_if<Request>(&parsed);
        return request ? std::get<Seek>(*request).terms.delay : -1s;
    };
    EXPECT_EQ(read(0s), 0s);
    EXPECT_EQ(read(model::kMaxDelay), model::kMaxDelay);
    EXPECT_EQ(read(model::kMaxDelay + 1s), -1s);
}

}  // namespace
}  // namespace stockade::server::msg
