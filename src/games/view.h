// View: a description of a position that screens, pictures and sockets can draw without knowing a rule. The
// session fills it; the terminal, SVG and browser draw it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "board/walls.h"
#include "games/game.h"

namespace stockade::games {

using board::Orientation;
using board::Square;

/// A wall by its anchor. Where walls are one cell long, it is that cell's upper (h) or right (v) side.
struct PlacedWall {
    Square anchor;
    Orientation orientation = Orientation::kHorizontal;
    int owner = -1;  ///< the player who placed it, from 0; -1 when not known
    friend bool operator==(const PlacedWall& a, const PlacedWall& b) {
        return a.anchor == b.anchor && a.orientation == b.orientation;
    }
};

struct PlacedPawn {
    Square at;
    int player = 0;
};

struct PawnMove {
    Square from;
    Square to;
    std::string action = {};  ///< as it is written, where it is a choice
};

/// A wall that can be chosen, and the action that places or breaks it, as it is written.
struct WallChoice : PlacedWall {
    std::string action;
};

/// A cell that a new pawn can be put on, and the action that does, as it is written.
struct Placement {
    Square at;
    std::string action;
};

/// A region that belongs to one player's pawns alone.
struct Territory {
    int player = 0;
    std::vector<Square> cells;
};

/// One player's state.
struct PlayerView {
    std::optional<int> walls;             ///< in hand, where both kinds are one stock
    std::optional<int> horizontal_walls;  ///< in hand, where each kind is its own stock
    std::optional<int> vertical_walls;
    std::optional<bool> percee;   ///< whether the breakthrough is still to be used
    bool skips_next = false;      ///< owes a skipped turn
    std::optional<int> score;     ///< cells of closed territory
    std::optional<int> largest;   ///< cells of the largest region of that territory
    std::optional<int> distance;  ///< steps to the goal on the shortest path
    std::vector<Square> goals;
};

struct View {
    int cols = 0;
    int rows = 0;
    int wall_length = 2;  ///< in cells
    std::vector<PlayerView> players;
    std::vector<PlacedPawn> pawns;
    std::vector<PlacedWall> walls;
    std::vector<Territory> territories;

    int turn_of = 0;  ///< whose turn it is, from 0, a due roll included; -1 when the game is over
    int mover = 0;    ///< the player to choose, from 0; -1 when a roll is due or the game is over
    bool roll_due = false;
    std::optional<int> roll;  ///< the roll of the turn under way
    int actions_left = 1;     ///< steps or walls that the turn under way still needs, where that is known
    bool over = false;

    // The mover's next choices, each with the text of its action, so that nobody who draws a view
    // has to write one. Empty when a roll is due or the game is over.
    std::vector<PawnMove> moves;          ///< pawn moves; from == to is a pawn that stays
    std::vector<WallChoice> wall_places;  ///< walls that may be placed now
    std::vector<WallChoice> breakable;    ///< walls that may be removed now
    std::vector<Placement> placements;    ///< cells where a new pawn may be put
    std::string pass;                     ///< the action that passes
    std::string decline;                  ///< after a breakthrough: the action that does not step through
};

/// The action that a person means who points at a place that is no choice, so that the session can say why
/// it is refused: the way of a pawn, or of nobody in particular, to a cell; a wall to place or to break.
std::string meant_move(const View& view, std::optional<Square> pawn, Square to);
std::string meant_wall(const PlacedWall& wall, bool breaks);

/// Why an action was refused, with what a board may point at.
struct Refusal {
    Message reason;
    std::vector<Square> pawns;
    std::vector<PlacedWall> walls;
};

}  // namespace stockade::games
