// Owns a rectangular board with two-cell walls, as Quoridor, Blockade and Pinko Pallino use it, for the
// reference implementations. Must not know of pawns, players or turns.
#pragma once

#include <array>
#include <compare>
#include <set>
#include <string>
#include <vector>

namespace stockade::reference {

// Column and row both count from 0; a1 is {0, 0}.
struct Cell {
    int column = 0;
    int row = 0;
    auto operator<=>(const Cell&) const = default;
};

// One of the four directions as a step.
struct Direction {
    int columns = 0;
    int rows = 0;
};

inline constexpr std::array<Direction, 4> kDirections = {{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

Cell operator+(Cell cell, Direction direction);
std::string cell_text(Cell cell);
Cell parse_cell(const std::string& text);

// Named by the cell nearest a1 of the four around its middle.
struct Wall {
    // Members in this order, so that comparing walls gives the order of the rule documents: h before v, then
    // by row, then by column.
    bool vertical = false;
    int row = 0;
    int column = 0;
    auto operator<=>(const Wall&) const = default;
};

std::string wall_text(Wall wall);
// True for text such as "e3h"; false for a cell such as "e3".
bool is_wall_text(const std::string& text);
Wall parse_wall(const std::string& text);

class WallBoard {
public:
    WallBoard(int columns, int rows);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    const std::set<Wall>& walls() const { return walls_; }

    bool on_board(Cell cell) const;
    // True if the neighbour in that direction is on the board and no wall is between.
    bool open(Cell from, Direction direction) const;
    // All places for a wall, taken or not, in ascending order.
    std::vector<Wall> all_places() const;
    // True if the wall neither crosses nor overlaps another.
    bool fits(Wall wall) const;
    void add(Wall wall);
    // By rows: whether each cell can be reached from the start, pawns ignored.
    std::vector<char> reachable(Cell from) const;
    // Where a cell is found in such a list.
    int place_of(Cell cell) const { return cell.row * columns_ + cell.column; }
    std::string text() const;

private:
    int columns_;
    int rows_;
    std::set<Wall> walls_;
    // By rows: whether a wall lies on the top side of each cell. Likewise for the right side.
    std::vector<char> wall_above_;
    std::vector<char> wall_right_;
};

}  // namespace stockade::reference
