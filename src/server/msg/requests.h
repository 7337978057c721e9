// The messages that a client may send on the socket, parsed into closed types. docs/api.md describes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "server/ids.h"

namespace stockade::server::msg {

inline constexpr std::size_t kMaxMessage = 4096;
inline constexpr std::size_t kMaxSpec = 200;
inline constexpr std::size_t kMaxTurn = 200;
inline constexpr std::size_t kMaxClientId = 40;
inline constexpr std::size_t kMaxChat = 300;

/// The kind of game that a seek or challenge is for.
struct GameTerms {
    std::string spec;
    std::string clock;
    bool rated = false;
    int seat = 0;                  ///< from 1; 0: any
    std::chrono::seconds delay{};  ///< by which watchers see the game later
    friend bool operator==(const GameTerms&, const GameTerms&) = default;
};

struct FollowLobby {
    bool on = true;
    SeekId after;  ///< the next page of seeks is asked for, after this one
};
struct Seek {
    GameTerms terms;
    bool pair = false;
};
struct Unseek {
    SeekId seek;
};
struct Take {
    SeekId seek;
};
struct Watch {
    GameId game;
    std::optional<int> seq;
};
struct Leave {
    GameId game;
};
struct Turn {
    GameId game;
    int ply = 0;
    std::string turn;
    std::string id;
};
struct Premove {
    GameId game;
    int ply = 0;
    std::vector<std::vector<std::string>> lines;
};
enum class Act { kResign, kDraw, kTakeback, kDecline, kAbort, kClaim, kRematch };
struct Do {
    GameId game;
    Act act = Act::kResign;
};
struct Chat {
    GameId game;
    std::string text;
};
struct FollowArena {
    TournamentId tournament;
    bool on = true;
    int from = 0;  ///< how many at the top of the standings are left out
};
struct Ping {
    Int at = 0;
};

using Request =
    std::variant<FollowLobby, Seek, Unseek, Take, Watch, Leave, Turn, Premove, Do, Chat, FollowArena, Ping>;

/// The error in a message, and the message's type and game as far as they could be read.
struct Refused {
    std::string re;
    std::string id;
    Message why;
};

std::variant<Request, Refused> parse_request(std::string_view text);

class Fields;
std::variant<Request, Refused> read_request(Fields fields);
/// The object from which read_request() makes the same request.
nlohmann::json request_json(const Request& request);
/// The `t` of such a message.
std::string_view kind_of(const Request& request);
/// The game that it is about; 0: the lobby or a tournament.
GameId game_of(const Request& request);
/// The fields spec, clock, rated, seat and delay. Does not say whether such a game exists.
GameTerms read_terms(Fields& fields);

}  // namespace stockade::server::msg
