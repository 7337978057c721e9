// The cursor on the board: a cell, or a wall in the grooves. Knows the places it may take, not the legal
// actions there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/view.h"

namespace stockade::cli {

struct BoardCursor {
    enum class Mode { kPawn, kWall };

    Mode mode = Mode::kPawn;
    games::Square cell;
    games::PlacedWall wall;
    std::optional<games::Square> selected;  ///< the pawn that is to move

    /// One step as the arrow points on the screen.
    void move(int right, int up, const games::View& view, bool flipped);
    /// Moves the wall to the side of a cell that the arrow points to, if that side is inside the board.
    void point(games::Square at, int right, int up, const games::View& view, bool flipped);
    void turn(const games::View& view);
    /// Moves to the next of these walls, or with -1 to the one before.
    void cycle(const std::vector<games::WallChoice>& walls, int direction);
    void toggle_mode(const games::View& view);
    /// Onto the player's pawn.
    void home(const games::View& view, int player);
    /// Puts the cursor back inside the board.
    void clamp(const games::View& view);

    /// The action of the wall under the cursor: to place it or to break it.
    std::string wall_action(const games::View& view) const;
};

}  // namespace stockade::cli
