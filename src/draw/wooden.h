// Draws a view like the web page: a wooden board with standing pawns, as a part of an SVG picture. Knows how
// pieces look, not which actions are legal.
#pragma once

#include <string>
#include <string_view>

#include "draw/board.h"

namespace stockade::draw {

/// A player's colour on a light ground, and the darker one of edges; nobody's for -1.
std::string_view piece_colour(int player);
std::string_view piece_edge(int player);

/// The pawn of a player with its middle at a place, `size` times as large as on the board.
std::string draw_pawn(int player, double x, double y, double size);

/// The board, as large as fits into a square and in its middle. `last` is tinted.
std::string draw_wooden_board(const View& view, const Marks& last, double x, double y, double side);

}  // namespace stockade::draw
