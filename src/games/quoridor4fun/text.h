// Text of Quoridor4Fun: position strings, actions, refusals and views.
#pragma once

#include "games/quoridor/text.h"
#include "games/quoridor4fun/position.h"

namespace stockade::games {

template <>
struct TextOf<quoridor4fun::Position> {
    using P = quoridor4fun::Position;
    using Base = TextOf<P::Base>;

    static Result<P> start(const Spec& spec);
    static Result<P> read(const Spec& spec, const PositionFields& fields);
    static std::string fields(const P& p);
    static std::string action(const P& p, Action action);
    static Result<Action> parse(const P& p, std::string_view text);
    static char separator(const P& p);
    static Refusal refusal(const P& p, Action action);
    static std::optional<PlacedWall> wall_placed_by(const P& p, Action action);
    static void fill(const P& p, View& view);
};

}  // namespace stockade::games
