// Lanes: groups of threads for work that may wait, one for each kind of work, so that slow work of one kind
// delays no other.
#pragma once

#include <cstddef>

namespace stockade::server::net {

enum class Lane {
    kQuick,     ///< a few lookups by key
    kArchive,   ///< searches, whole games and everything else that grows with what is stored
    kPassword,  ///< hashing: 64 MiB and a tenth of a second each
    kPicture,   ///< drawing: a twentieth of a second each
};
inline constexpr std::size_t kLanes = 4;

}  // namespace stockade::server::net
