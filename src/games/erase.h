// The one adapter that makes an AnyPosition from a game's own type, and gives the position back. Included
// only where code is compiled for a game's types.
#pragma once

#include <cassert>

#include "games/any_position.h"

namespace stockade::games {

template <Game P>
class Erased final : public AnyPosition {
public:
    explicit Erased(const P& position) : position_(position) {}

    std::unique_ptr<AnyPosition> clone() const override { return std::make_unique<Erased>(*this); }
    Player to_move() const override { return position_.to_move(); }
    Player turn_of() const override {
        if constexpr (Stochastic<P>)
            return position_.turn_of();
        else
            return position_.to_move();
    }
    bool turn_start() const override { return position_.turn_start(); }
    Outcome outcome() const override { return position_.outcome(); }
    std::uint64_t key() const override { return position_.key(); }
    std::vector<Action> actions() const override {
        typename P::Actions list;
        position_.generate(typename P::Context(position_), list);
        return {list.begin(), list.end()};
    }
    bool legal(Action action) const override { return position_.legal(action); }
    void play(Action action) override { position_.play(action); }
    std::string action_text(Action action) const override { return TextOf<P>::action(position_, action); }
    Result<Action> parse_action(std::string_view text) const override {
        return TextOf<P>::parse(position_, text);
    }
    char separator() const override { return TextOf<P>::separator(position_); }
    Refusal refusal(Action action) const override { return TextOf<P>::refusal(position_, action); }
    std::optional<PlacedWall> wall_placed_by(Action action) const override {
        return TextOf<P>::wall_placed_by(position_, action);
    }
    View view() const override {
        View view;
        TextOf<P>::fill(position_, view);
        return view;
    }
    std::string fields() const override { return TextOf<P>::fields(position_); }
    void relax_order() override {
        if constexpr (requires { position_.relax_order(); }) position_.relax_order();
    }
    void sort_turn(std::span<Action> turn) const override {
        if constexpr (requires { position_.sort_turn(turn); }) position_.sort_turn(turn);
    }

    const P& position() const { return position_; }

private:
    P position_;
};

/// The position itself; P is the type that plays its spec (see with_game).
template <Game P>
const P& position_as(const AnyPosition& position) {
    assert(dynamic_cast<const Erased<P>*>(&position));
    return static_cast<const Erased<P>&>(position).position();
}

}  // namespace stockade::games
