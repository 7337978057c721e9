// Line: the game that an address of the analysis names, ?start=SPEC-OR-POSITION&turns=e2_e8&ply=1, as
// web/src/lib/share.ts writes it. Read within limits: anybody may write one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/result.h"
#include "games/session.h"
#include "server/http/api.h"

namespace stockade::server::http {

inline constexpr std::size_t kMaxStartBytes = 2000, kMaxTurnsBytes = 4000;

/// The game as far as the address shows it; nothing where it names none.
Result<std::optional<games::Session>> line_of(const Query& query);

/// "?start=quoridor&turns=e2_e8": what such an address says of the game, and nothing else.
std::string line_query(const Query& query);

}  // namespace stockade::server::http
