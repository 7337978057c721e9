#include "server/msg/requests.h"

#include <array>
#include <utility>

#include "base/messages/server.h"
#include "base/time_json.h"
#include "server/model/game.h"
#include "server/msg/fields.h"
#include "server/overloaded.h"

namespace stockade::server::msg {
namespace {

constexpr int kMaxSeq = 1'000'000;

constexpr std::array<std::pair<std::string_view, Act>, 7> kActs{{{"resign", Act::kResign},
                                                                 {"draw", Act::kDraw},
                                                                 {"takeback", Act::kTakeback},
                                                                 {"decline", Act::kDecline},
                                                                 {"abort", Act::kAbort},
                                                                 {"claim", Act::kClaim},
                                                                 {"rematch", Act::kRematch}}};

}  // namespace

GameTerms read_terms(Fields& fields) {
    GameTerms terms;
    terms.spec = fields.text("spec", kMaxSpec);
    terms.clock = fields.text("clock", 20);
    terms.rated = fields.flag_or("rated", false);
    const auto seat = fields.text_or("seat", 10, "random");
    // Anything else is refused where the spec is known, with the number of seats.
    terms.seat = seat == "random"                                       ? 0
                 : seat.size() == 1 && seat[0] >= '1' && seat[0] <= '4' ? seat[0] - '0'
                                                                        : -1;
    terms.delay = std::chrono::seconds(fields.number_if("delay", 0, number_of(model::kMaxDelay)).value_or(0));
    return terms;
}

std::variant<Request, Refused> parse_request(std::string_view text) { return read_request(Fields(text)); }

std::variant<Request, Refused> read_request(Fields fields) {
    const auto type = fields.text("t", 20);
    std::string client_id;
    std::optional<Request> request;
    std::optional<Message> problem;
    if (fields.failed()) {
        // finish() tells.
    } else if (type == "lobby") {
        request = FollowLobby{fields.flag_or("on", true), fields.id_or_none<SeekId>("after")};
    } else if (type == "seek") {
        Seek seek{read_terms(fields), fields.flag_or("pair", false)};
        request = std::move(seek);
    } else if (type == "unseek") {
        request = Unseek{fields.id<SeekId>("seek")};
    } else if (type == "take") {
        request = Take{fields.id<SeekId>("seek")};
    } else if (type == "watch") {
        Watch watch{fields.id<GameId>("game"), std::nullopt};
        if (const auto seq = fields.number_if("seq", 0, kMaxSeq)) watch.seq = static_cast<int>(*seq);
        request = watch;
    } else if (type == "leave") {
        request = Leave{fields.id<GameId>("game")};
    } else if (type == "turn") {
        Turn turn;
        turn.game = fields.id<GameId>("game");
        turn.ply = static_cast<int>(fields.number("ply", 0, kMaxSeq));
        turn.turn = fields.text("turn", kMaxTurn);
        turn.id = client_id = fields.text("id", kMaxClientId);
        if (!fields.failed() && turn.id.empty()) problem = message<"server.id-empty">();
        request = std::move(turn);
    } else if (type == "premove") {
        Premove premove;
        premove.game = fields.id<GameId>("game");
        premove.ply = static_cast<int>(fields.number("ply", 0, kMaxSeq));
        premove.lines = fields.lines("lines", model::kMaxPremoveLines, model::kMaxPremoveTurns, kMaxTurn);
        request = std::move(premove);
    } else if (type == "act") {
        Do act{fields.id<GameId>("game"), Act::kResign};
        const auto name = fields.text("do", 20);
        bool known = false;
        for (const auto& [word, value] : kActs)
            if (word == name) {
                act.act = value;
                known = true;
            }
        if (!known) problem = message<"server.unknown-act">("name"_a = name);
        request = act;
    } else if (type == "chat") {
        request = Chat{fields.id<GameId>("game"), fields.text("text", kMaxChat)};
        if (std::get<Chat>(*request).text.find_first_not_of(' ') == std::string::npos)
            problem = message<"server.text-empty">();
    } else if (type == "arena") {
        FollowArena arena{fields.id<TournamentId>("tournament"), fields.flag_or("on", true)};
        arena.from = static_cast<int>(fields.number_if("from", 0, kMaxSeq).value_or(0));
        request = arena;
    } else if (type == "ping") {
        request = Ping{fields.number("at", 0, INT64_MAX)};
    } else {
        problem = message<"server.unknown-message">("name"_a = type);
    }
    if (const auto done = fields.finish(); !done) return Refused{type, client_id, done.error()};
    if (problem) return Refused{type, client_id, *problem};
    return std::move(*request);
}

nlohmann::json request_json(const Request& request) {
    using nlohmann::json;
    auto object = std::visit(
        Overloaded{
            [](const FollowLobby& message) {
                json result{{"on", message.on}};
                if (message.after) result["after"] = id_text(message.after);
                return result;
            },
            [](const Seek& message) {
                const auto& terms = message.terms;
                return json{{"spec", terms.spec},
                            {"clock", terms.clock},
                            {"rated", terms.rated},
                            {"seat", terms.seat == 0  ? "random"
                                     : terms.seat > 0 ? std::to_string(terms.seat)
                                                      : "none"},
                            {"delay", terms.delay},
                            {"pair", message.pair}};
            },
            [](const Unseek& message) {
                return json{{"seek", id_text(message.seek)}};
            },
            [](const Take& message) {
                return json{{"seek", id_text(message.seek)}};
            },
            [](const Watch& message) {
                json result{{"game", id_text(message.game)}};
                if (message.seq) result["seq"] = *message.seq;
                return result;
            },
            [](const Leave& message) {
                return json{{"game", id_text(message.game)}};
            },
            [](const Turn& message) {
                return json{{"game", id_text(message.game)},
                            {"ply", message.ply},
                            {"turn", message.turn},
                            {"id", message.id}};
            },
            [](const Premove& message) {
                return json{{"game", id_text(message.game)}, {"ply", message.ply}, {"lines", message.lines}};
            },
            [](const Do& message) {
                return json{{"game", id_text(message.game)},
                            {"do", kActs[static_cast<std::size_t>(message.act)].first}};
            },
            [](const Chat& message) {
                return json{{"game", id_text(message.game)}, {"text", message.text}};
            },
            [](const FollowArena& message) {
                return json{
                    {"tournament", id_text(message.tournament)}, {"on", message.on}, {"from", message.from}};
            },
            [](const Ping& message) {
                return json{{"at", message.at}};
            },
        },
        request);
    object["t"] = kind_of(request);
    return object;
}

std::string_view kind_of(const Request& request) {
    // In the order of the alternatives.
    static constexpr std::array<std::string_view, std::variant_size_v<Request>> kKinds{
        "lobby", "seek",    "unseek", "take", "watch", "leave",
        "turn",  "premove", "act",    "chat", "arena", "ping"};
    return kKinds[request.index()];
}

GameId game_of(const Request& request) {
    return std::visit(
        [](const auto& message) -> GameId {
            if constexpr (requires { message.game; })
                return message.game;
            else
                return {};
        },
        request);
}

}  // namespace stockade::server::msg
