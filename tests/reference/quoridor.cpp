#include "quoridor.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace stockade::reference {

bool on_edge(const WallBoard& board, Cell cell, Edge edge) {
    switch (edge) {
        case Edge::kTop:
            return cell.row == board.rows() - 1;
        case Edge::kRight:
            return cell.column == board.columns() - 1;
        case Edge::kBottom:
            return cell.row == 0;
        case Edge::kLeft:
            return cell.column == 0;
    }
    return false;
}

bool all_have_paths(const WallBoard& board, const std::vector<Cell>& pawns, const std::vector<Edge>& goals) {
    for (std::size_t who = 0; who < pawns.size(); ++who) {
        std::vector<char> reached = board.reachable(pawns[who]);
        bool arrives = false;
        for (int row = 0; row < board.rows(); ++row) {
            for (int column = 0; column < board.columns(); ++column) {
                if (reached[board.place_of({column, row})] && on_edge(board, {column, row}, goals[who]))
                    arrives = true;
            }
        }
        if (!arrives) return false;
    }
    return true;
}

std::vector<Cell> quoridor_pawn_moves(const WallBoard& board, const std::vector<Cell>& pawns, std::size_t who,
                                      bool edge_diagonal, bool third_pawn_diagonal) {
    auto has_pawn = [&](Cell cell) { return std::find(pawns.begin(), pawns.end(), cell) != pawns.end(); };
    std::set<Cell> targets;
    Cell start = pawns[who];
    for (Direction ahead : kDirections) {
        if (!board.open(start, ahead)) continue;
        Cell next = start + ahead;
        if (!has_pawn(next)) {
            targets.insert(next);
            continue;
        }
        Cell behind = next + ahead;
        bool diagonals = false;
        if (!board.on_board(behind)) {
            diagonals = edge_diagonal;
        } else if (!board.open(next, ahead)) {
            diagonals = true;
        } else if (has_pawn(behind)) {
            diagonals = third_pawn_diagonal;
        } else {
            targets.insert(behind);
        }
        if (!diagonals) continue;
        for (Direction side : kDirections) {
            bool is_sideways = (side.rows == 0) != (ahead.rows == 0);
            if (is_sideways && board.open(next, side) && !has_pawn(next + side)) targets.insert(next + side);
        }
    }
    return {targets.begin(), targets.end()};
}

namespace {

std::vector<int> parse_wall_counts(const std::string& text, int players) {
    std::vector<int> counts;
    std::stringstream stream(text);
    std::string part;
    while (std::getline(stream, part, '+')) counts.push_back(std::stoi(part));
    if (counts.size() == 1) counts.resize(players, counts[0]);
    if (counts.size() != static_cast<std::size_t>(players)) {
        throw std::invalid_argument("walls: one count, or one per player");
    }
    return counts;
}

}  // namespace

ReferenceQuoridor::ReferenceQuoridor(const Options& options)
    : board_(option_number(options, "size", 9), option_number(options, "size", 9)) {
    int players = option_number(options, "players", 2);
    if (players < 2 || players > 4) throw std::invalid_argument("players: 2, 3 or 4");
    teams_ = option_on(options, "teams", false);
    if (teams_ && players != 4) throw std::invalid_argument("teams: four players only");
    edge_diagonal_ = option_on(options, "edge-diagonal", true);
    third_pawn_diagonal_ = option_on(options, "third-pawn-diagonal", true);

    int last = board_.rows() - 1;
    int middle = last / 2;
    if (players == 2) {
        pawns_ = {{middle, 0}, {middle, last}};
        goals_ = {Edge::kTop, Edge::kBottom};
    } else {
        pawns_ = {{middle, 0}, {0, middle}, {middle, last}, {last, middle}};
        goals_ = {Edge::kTop, Edge::kRight, Edge::kBottom, Edge::kLeft};
        pawns_.resize(players);
        goals_.resize(players);
    }
    std::map<int, std::string> default_walls = {{2, "10"}, {3, "6"}, {4, "5"}};
    walls_in_hand_ = parse_wall_counts(option_text(options, "walls", default_walls[players]), players);
}

bool ReferenceQuoridor::wall_is_legal(Wall wall) const {
    if (!board_.fits(wall)) return false;
    WallBoard with_wall = board_;
    with_wall.add(wall);
    return all_have_paths(with_wall, pawns_, goals_);
}

std::vector<std::string> ReferenceQuoridor::pawn_moves() const {
    std::vector<std::string> texts;
    for (Cell cell : quoridor_pawn_moves(board_, pawns_, mover_ - 1, edge_diagonal_, third_pawn_diagonal_)) {
        texts.push_back(cell_text(cell));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

std::vector<std::string> ReferenceQuoridor::legal_actions() const {
    if (over()) return {};
    std::vector<std::string> actions = pawn_moves();
    if (walls_in_hand_[mover_ - 1] > 0) {
        for (Wall wall : board_.all_places()) {
            if (wall_is_legal(wall)) actions.push_back(wall_text(wall));
        }
    }
    if (actions.empty()) actions.push_back("--");
    std::sort(actions.begin(), actions.end());
    return actions;
}

void ReferenceQuoridor::play(const std::string& action) {
    if (is_wall_text(action)) {
        board_.add(parse_wall(action));
        walls_in_hand_[mover_ - 1] -= 1;
    } else if (action != "--") {
        pawns_[mover_ - 1] = parse_cell(action);
        if (on_edge(board_, pawns_[mover_ - 1], goals_[mover_ - 1])) {
            winner_ = mover_;
        }
    }
    mover_ = mover_ % players() + 1;
}

std::vector<int> ReferenceQuoridor::shares() const {
    std::vector<int> result(pawns_.size(), 0);
    if (teams_) {
        int partner = winner_ > 2 ? winner_ - 2 : winner_ + 2;
        result[winner_ - 1] = 6;
        result[partner - 1] = 6;
    } else {
        result[winner_ - 1] = 12;
    }
    return result;
}

std::string ReferenceQuoridor::board() const {
    std::string line = "mover " + std::to_string(mover_) + " pawns";
    for (Cell pawn : pawns_) line += " " + cell_text(pawn);
    line += " in hand";
    for (int count : walls_in_hand_) line += " " + std::to_string(count);
    return line + " " + board_.text() + " winner " + std::to_string(winner_);
}

void ReferenceQuoridor::put_pawn(int player, const std::string& cell) {
    pawns_[player - 1] = parse_cell(cell);
}

void ReferenceQuoridor::put_wall(const std::string& wall) { board_.add(parse_wall(wall)); }

void ReferenceQuoridor::set_walls_in_hand(int player, int count) { walls_in_hand_[player - 1] = count; }

}  // namespace stockade::reference
