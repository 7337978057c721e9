#include "wall_board.h"

namespace stockade::reference {

Cell operator+(Cell cell, Direction direction) {
    return {cell.column + direction.columns, cell.row + direction.rows};
}

std::string cell_text(Cell cell) {
    return std::string(1, static_cast<char>('a' + cell.column)) + std::to_string(cell.row + 1);
}

Cell parse_cell(const std::string& text) { return {text.at(0) - 'a', std::stoi(text.substr(1)) - 1}; }

std::string wall_text(Wall wall) { return cell_text({wall.column, wall.row}) + (wall.vertical ? "v" : "h"); }

bool is_wall_text(const std::string& text) {
    return text.size() >= 3 && (text.back() == 'h' || text.back() == 'v');
}

Wall parse_wall(const std::string& text) {
    Cell anchor = parse_cell(text.substr(0, text.size() - 1));
    return {text.back() == 'v', anchor.row, anchor.column};
}

WallBoard::WallBoard(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      wall_above_(rows * columns, false),
      wall_right_(rows * columns, false) {}

bool WallBoard::on_board(Cell cell) const {
    return cell.column >= 0 && cell.column < columns_ && cell.row >= 0 && cell.row < rows_;
}

bool WallBoard::open(Cell from, Direction direction) const {
    Cell to = from + direction;
    if (!on_board(from) || !on_board(to)) return false;
    if (direction.rows == 1) return !wall_above_[place_of(from)];
    if (direction.rows == -1) return !wall_above_[place_of(to)];
    if (direction.columns == 1) return !wall_right_[place_of(from)];
    return !wall_right_[place_of(to)];
}

std::vector<Wall> WallBoard::all_places() const {
    std::vector<Wall> places;
    for (bool vertical : {false, true}) {
        for (int row = 0; row + 1 < rows_; ++row) {
            for (int column = 0; column + 1 < columns_; ++column) places.push_back({vertical, row, column});
        }
    }
    return places;
}

bool WallBoard::fits(Wall wall) const {
    if (wall.column < 0 || wall.column + 1 >= columns_ || wall.row < 0 || wall.row + 1 >= rows_) return false;
    Wall crossing = {!wall.vertical, wall.row, wall.column};
    Wall before = wall;
    Wall after = wall;
    if (wall.vertical) {
        before.row -= 1;
        after.row += 1;
    } else {
        before.column -= 1;
        after.column += 1;
    }
    return !walls_.contains(wall) && !walls_.contains(crossing) && !walls_.contains(before) &&
           !walls_.contains(after);
}

void WallBoard::add(Wall wall) {
    walls_.insert(wall);
    if (wall.vertical) {
        wall_right_[place_of({wall.column, wall.row})] = true;
        wall_right_[place_of({wall.column, wall.row + 1})] = true;
    } else {
        wall_above_[place_of({wall.column, wall.row})] = true;
        wall_above_[place_of({wall.column + 1, wall.row})] = true;
    }
}

std::vector<char> WallBoard::reachable(Cell from) const {
    std::vector<char> reached(rows_ * columns_, false);
    std::vector<Cell> to_visit = {from};
    to_visit.reserve(reached.size());
    reached[place_of(from)] = true;
    while (!to_visit.empty()) {
        Cell cell = to_visit.back();
        to_visit.pop_back();
        for (Direction direction : kDirections) {
            Cell next = cell + direction;
            if (!open(cell, direction) || reached[place_of(next)]) continue;
            reached[place_of(next)] = true;
            to_visit.push_back(next);
        }
    }
    return reached;
}

std::string WallBoard::text() const {
    std::string line = "walls";
    for (Wall wall : walls_) line += " " + wall_text(wall);
    return line;
}

}  // namespace stockade::reference
