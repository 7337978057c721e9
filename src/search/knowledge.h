// Exact results that need no search: one specialisation for each kind of game that has any.
#pragma once

#include <optional>

#include "search/score.h"

namespace stockade::search {

/// One for each thread of a search. Nothing is known of games without a specialisation.
template <class P>
struct Knowledge {
    /// The proven result for the side to move, counted from this position; 0 is a proven draw.
    std::optional<Score> probe(const P& /*position*/) { return std::nullopt; }
};

}  // namespace stockade::search
