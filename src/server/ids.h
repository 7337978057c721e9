// Ids of games, users and other stored objects: 60 random bits, shown as 12 characters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace stockade::server {

/// The type of a `bigint` column.
using Int = long long;

// Stored, and drawn by new_id().
using GameId = StrongId<struct GameKind>;
using UserId = StrongId<struct UserKind>;
using LoginId = StrongId<struct LoginKind>;  ///< of a cookie or a program's token
using ChallengeId = StrongId<struct ChallengeKind>;
using TournamentId = StrongId<struct TournamentKind>;
using ReportId = StrongId<struct ReportKind>;
using SeekId = StrongId<struct SeekKind>;  ///< not stored
using NodeId = StrongId<struct NodeKind>;  ///< of one run of one process

/// A resource that a node may own by a lease: a game, by the number of its id, or the lobby.
using ResourceId = StrongId<struct ResourceKind>;
constexpr ResourceId resource_of(GameId game) { return ResourceId(game.value()); }
constexpr GameId game_of(ResourceId resource) { return GameId(resource.value()); }
using Epoch = StrongId<struct EpochKind>;  ///< of a lease: counts its owners

// Counted from 1 by one process.
using ClientId = StrongId<struct ClientKind>;      ///< of a connection
using QuestionId = StrongId<struct QuestionKind>;  ///< of what one node asks another

/// A random number from the system's secure generator; never 0.
Int new_id_number();
std::string id_number_text(Int number);
/// Never 0.
std::optional<Int> parse_id_number(std::string_view text);

template <class Id>
Id new_id() {
    return Id(new_id_number());
}
template <class Kind>
std::string id_text(StrongId<Kind> id) {
    return id_number_text(id.value());
}
template <class Id>
std::optional<Id> parse_id(std::string_view text) {
    const auto number = parse_id_number(text);
    return number ? std::optional<Id>(*number) : std::nullopt;
}

}  // namespace stockade::server
