// Text of Territoires and Wall Go: position strings, actions, refusals and views.
#pragma once

#include "games/any_position.h"
#include "games/territoires/position.h"

namespace stockade::games {

template <int Players>
struct TextOf<territoires::Position<Players>> {
    using P = territoires::Position<Players>;

    static Result<P> start(const Spec& spec);
    static Result<P> read(const Spec& spec, const PositionFields& fields);
    static std::string fields(const P& p);
    static std::string action(const P& p, Action action);
    static Result<Action> parse(const P& p, std::string_view text);
    static char separator(const P& /*p*/) { return '/'; }
    static Refusal refusal(const P& p, Action action);
    static std::optional<PlacedWall> wall_placed_by(const P& p, Action action);
    static void fill(const P& p, View& view);
};

extern template struct TextOf<territoires::Position<2>>;
extern template struct TextOf<territoires::Position<3>>;
extern template struct TextOf<territoires::Position<4>>;

}  // namespace stockade::games
