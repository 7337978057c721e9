#include "games/view.h"

#include "games/names.h"

namespace stockade::games {

std::string meant_move(const View& view, std::optional<Square> pawn, Square to) {
    // Games with several pawns a player write where a move begins, the others only where it ends.
    const bool names_pawn = view.moves.empty() || view.moves[0].action != cell_name(view.moves[0].to);
    return pawn && names_pawn ? cell_name(*pawn) + '-' + cell_name(to) : cell_name(to);
}

std::string meant_wall(const PlacedWall& wall, bool breaks) {
    return (breaks ? "x" : "") + wall_name(wall.anchor, wall.orientation);
}

}  // namespace stockade::games
