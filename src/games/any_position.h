// AnyPosition: a position of any game behind one small virtual interface. Used where people and files are
// served; searches work on the games' own types.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "games/fields.h"
#include "games/game.h"
#include "games/spec.h"
#include "games/view.h"

namespace stockade::games {

/// The text of a game's positions and actions. Each game specialises it in its text.h, with these static
/// functions:
///
///     Result<P> start(const Spec&);
///     Result<P> read(const Spec&, const PositionFields&);         // of a position string
///     std::string fields(const P&);                       // "; pawns ...": what follows the spec
///     std::string action(const P&, Action);
///     Result<Action> parse(const P&, std::string_view);   // form only, not legality
///     char separator(const P&);                           // before the next action of a turn
///     Refusal refusal(const P&, Action);                  // for an action that is not legal
///     std::optional<PlacedWall> wall_placed_by(const P&, Action);
///     void fill(const P&, View&);                         // with the text of every choice
template <class P>
struct TextOf;

class AnyPosition {
public:
    virtual ~AnyPosition() = default;
    virtual std::unique_ptr<AnyPosition> clone() const = 0;
    virtual Player to_move() const = 0;
    /// Whose turn it is, where to_move() may be chance.
    virtual Player turn_of() const = 0;
    virtual bool turn_start() const = 0;
    virtual Outcome outcome() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual std::vector<Action> actions() const = 0;
    virtual bool legal(Action action) const = 0;
    virtual void play(Action action) = 0;
    virtual std::string action_text(Action action) const = 0;
    virtual Result<Action> parse_action(std::string_view text) const = 0;
    virtual char separator() const = 0;
    virtual Refusal refusal(Action action) const = 0;
    /// The wall that an action of this game places, if it places one.
    virtual std::optional<PlacedWall> wall_placed_by(Action action) const = 0;
    virtual View view() const = 0;
    virtual std::string fields() const = 0;
    /// Lets the parts of a turn whose order does not matter be entered in any order.
    virtual void relax_order() = 0;
    /// Puts the parts of a whole turn into the one order in which the game lists them.
    virtual void sort_turn(std::span<Action> turn) const = 0;
};

/// The start position of a game, and one read from a position string.
Result<std::unique_ptr<AnyPosition>> start_of(const Spec& spec);
Result<std::unique_ptr<AnyPosition>> read_fields(const Spec& spec, const PositionFields& fields);

}  // namespace stockade::games
