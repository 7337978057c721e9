// Reads position strings as a game's own position type: for searches, perft, benchmarks and tests, which work
// below the session.
#pragma once

#include "games/all_games.h"

namespace stockade::games {

/// A position string whose spec this type plays (see with_game).
template <Game P>
Result<P> read_position(std::string_view text) {
    const auto fields = PositionFields::parse(text);
    if (!fields) return fields.error();
    const auto spec = parse_spec(fields->spec());
    if (!spec) return spec.error();
    return TextOf<P>::read(*spec, *fields);
}

/// The start of a game that this type plays.
template <Game P>
P start_position(const Spec& spec) {
    return *TextOf<P>::start(spec);
}

}  // namespace stockade::games
