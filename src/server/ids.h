// Ids of games, people and other stored things: 60 random bits, shown as 12 characters. Also the server's
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stockade::server {

/// What the database calls a bigint.
using Int = long long;
using Id = Int;  ///< never 0, which stands for "none"
using Ms = Int;  ///< milliseconds, or a point in time since 1970

/// From the system's secure generator.
Id new_id();
std::string id_text(Id id);
std::optional<Id> parse_id(std::string_view text);

/// Milliseconds since 1970 that never go backwards while the server runs.
Ms now_ms();

}  // namespace stockade::server
