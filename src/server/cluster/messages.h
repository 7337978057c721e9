// The messages between nodes, as closed types. Owns how they are written and read.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "server/ids.h"
#include "server/model/person.h"
#include "server/msg/replies.h"
#include "server/msg/requests.h"

namespace stockade::server::cluster {

/// Introduces a client; sent with its first request to a node.
struct Introduction {
    std::optional<model::Person> person;  ///< user, name and kind
    std::vector<UserId> mutes;
    std::string limit_key{};  ///< by which limits count it
};

/// From the node of a client to the owner of a resource, which is a game or the lobby.
struct Forward {
    ClientId client;
    ResourceId resource;
    msg::Request request;
    TimePoint at;        ///< when it reached the client's node
    Milliseconds lag{};  ///< of the client's connection
    std::optional<Introduction> introduction;
};
/// From an owner to the node of a client, to be passed on as it is.
struct Tell {
    ClientId client;
    msg::Text text;
};
/// The client has disconnected.
struct ClientGone {
    ClientId client;
};
/// The sender does not own the resource. The request, where there is one, was not performed.
struct Moved {
    ClientId client;
    ResourceId resource;
    std::optional<msg::Request> request;
    TimePoint at;  ///< of the request
};
/// The oldest seek of a client that was not answered yet has this id, or has joined the seek that does; 0: it
/// was refused.
struct SeekAnswered {
    ClientId client;
    SeekId seek;
};
/// A seek that the client made or joined is gone.
struct SeekEnded {
    ClientId client;
    SeekId seek;
};
/// A message for all sockets of a user.
struct TellUser {
    UserId user;
    msg::Text text;
};
/// These users begin to play: they seek nothing else.
struct GameBegun {
    std::vector<UserId> users;
};
/// These users are connected to the sender, or are not any more.
struct Here {
    std::vector<UserId> users;
    bool on = true;
};
/// A new game was given to the receiver.
struct OpenGame {
    GameId game;
};
struct StandingsChanged {
    TournamentId tournament;
};
/// The account was deleted.
struct ForgetPerson {
    UserId user;
};
struct Revoke {
    UserId user;
    LoginId login;  ///< 0: all
};
struct Mute {
    UserId user;
    UserId muted;
    bool on = true;
};
/// Asks for a game as a user may see it.
struct Inspect {
    QuestionId question;
    GameId game;
    UserId user;
};
/// The answer; without a game where it is not in memory.
struct Inspected {
    QuestionId question;
    std::optional<nlohmann::json> game;
};

using Message =
    std::variant<Forward, Tell, ClientGone, Moved, SeekAnswered, SeekEnded, TellUser, GameBegun, Here,
                 OpenGame, StandingsChanged, ForgetPerson, Revoke, Mute, Inspect, Inspected>;

std::string message_text(const Message& message);
Result<Message> parse_message(std::string_view text);

}  // namespace stockade::server::cluster
