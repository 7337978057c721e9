// Drawbridge in words: position strings, actions, refusals, and what a board shows.
#pragma once

#include "games/any_position.h"
#include "games/drawbridge/position.h"

namespace stockade::games {

template <>
struct TextOf<drawbridge::Position> {
    using P = drawbridge::Position;
    using Shape = drawbridge::Shape;

    static Result<P> start(const Spec& /*spec*/) { return P(); }
    static Result<P> read(const Spec& spec, const PositionFields& fields);
    static std::string fields(const P& p);
    static std::string action(const P& p, Action action);
    static Result<Action> parse(const P& p, std::string_view text);
    static char separator(const P& /*p*/) { return '/'; }
    static Refusal refusal(const P& p, Action action);
    /// A step closes the side it crosses, which the destination alone does not tell.
    static std::optional<PlacedWall> wall_placed_by(const P& /*p*/, Action /*action*/) { return std::nullopt; }
    static void fill(const P& p, View& view);
};

}  // namespace stockade::games
