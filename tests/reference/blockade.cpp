#include "blockade.h"

#include <algorithm>
#include <stdexcept>

namespace stockade::reference {

ReferenceBlockade::ReferenceBlockade(const Options& options) : board_(11, 14) {
    std::string move = option_text(options, "move", "free");
    std::string goal = option_text(options, "goal", "one");
    if (move != "free" && move != "exact") throw std::invalid_argument("move: free or exact");
    if (goal != "one" && goal != "both") throw std::invalid_argument("goal: one or both");
    exact_ = move == "exact";
    both_goals_ = goal == "both";
    starts_ = {{parse_cell("d4"), parse_cell("h4")}, {parse_cell("d11"), parse_cell("h11")}};
    pawns_ = starts_;
    int walls = option_number(options, "walls", 9);
    horizontal_in_hand_ = {walls, walls};
    vertical_in_hand_ = {walls, walls};
}

bool ReferenceBlockade::has_pawn(Cell cell) const {
    for (const std::vector<Cell>& side : pawns_) {
        if (std::find(side.begin(), side.end(), cell) != side.end()) return true;
    }
    return false;
}

const std::vector<Cell>& ReferenceBlockade::goals(int player) const {
    return player == 1 ? starts_[1] : starts_[0];
}

bool ReferenceBlockade::has_won(int player) const {
    int arrived = 0;
    for (Cell goal : goals(player)) {
        const std::vector<Cell>& own = pawns_[player - 1];
        if (std::find(own.begin(), own.end(), goal) != own.end()) ++arrived;
    }
    return both_goals_ ? arrived == 2 : arrived >= 1;
}

std::set<Cell> ReferenceBlockade::targets(Cell from) const {
    std::set<Cell> found;
    for (Direction first : kDirections) {
        if (!board_.open(from, first)) continue;
        Cell middle = from + first;
        const std::vector<Cell>& own_goals = goals(mover_);
        bool is_goal = std::find(own_goals.begin(), own_goals.end(), middle) != own_goals.end();
        if (!exact_ || is_goal) found.insert(middle);
        // A pawn on the middle cell is passed over, so only walls count here.
        for (Direction second : kDirections) {
            if (board_.open(middle, second)) found.insert(middle + second);
        }
    }
    std::erase_if(found, [&](Cell cell) { return cell == from || has_pawn(cell); });
    return found;
}

std::vector<std::string> ReferenceBlockade::pawn_moves() const {
    std::vector<std::string> moves;
    for (Cell pawn : pawns_[mover_ - 1]) {
        for (Cell target : targets(pawn)) moves.push_back(cell_text(pawn) + "-" + cell_text(target));
    }
    std::sort(moves.begin(), moves.end());
    return moves;
}

bool ReferenceBlockade::wall_is_legal(Wall wall) const {
    int in_hand = wall.vertical ? vertical_in_hand_[mover_ - 1] : horizontal_in_hand_[mover_ - 1];
    if (in_hand == 0 || !board_.fits(wall)) return false;
    WallBoard with_wall = board_;
    with_wall.add(wall);
    for (int player : {1, 2}) {
        for (Cell pawn : pawns_[player - 1]) {
            std::vector<char> reached = with_wall.reachable(pawn);
            for (Cell goal : goals(player)) {
                if (!reached[board_.place_of(goal)]) return false;
            }
        }
    }
    return true;
}

std::vector<std::string> ReferenceBlockade::legal_walls() const {
    std::vector<std::string> texts;
    for (Wall wall : board_.all_places()) {
        if (wall_is_legal(wall)) texts.push_back(wall_text(wall));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

std::vector<std::string> ReferenceBlockade::legal_actions() const {
    if (over()) return {};
    if (wall_is_due_) return legal_walls();
    std::vector<std::string> moves = pawn_moves();
    if (moves.empty()) moves.push_back("--");
    return moves;
}

void ReferenceBlockade::play(const std::string& action) {
    if (wall_is_due_) {
        Wall wall = parse_wall(action);
        board_.add(wall);
        (wall.vertical ? vertical_in_hand_ : horizontal_in_hand_)[mover_ - 1] -= 1;
        wall_is_due_ = false;
        mover_ = 3 - mover_;
        return;
    }
    if (action == "--") {
        mover_ = 3 - mover_;
        return;
    }
    std::size_t dash = action.find('-');
    Cell from = parse_cell(action.substr(0, dash));
    Cell to = parse_cell(action.substr(dash + 1));
    std::vector<Cell>& own = pawns_[mover_ - 1];
    *std::find(own.begin(), own.end(), from) = to;
    if (has_won(mover_)) {
        winner_ = mover_;
        mover_ = 3 - mover_;
    } else if (std::ranges::any_of(board_.all_places(), [&](Wall wall) { return wall_is_legal(wall); })) {
        wall_is_due_ = true;
    } else {
        mover_ = 3 - mover_;
    }
}

std::vector<int> ReferenceBlockade::shares() const {
    return winner_ == 1 ? std::vector<int>{12, 0} : std::vector<int>{0, 12};
}

std::string ReferenceBlockade::board() const {
    std::string line = "mover " + std::to_string(mover_) + (wall_is_due_ ? " owes a wall" : "");
    for (int player : {1, 2}) {
        std::vector<Cell> own = pawns_[player - 1];
        std::sort(own.begin(), own.end());
        line += " pawns of " + std::to_string(player) + " " + cell_text(own[0]) + " " + cell_text(own[1]);
        line += " in hand " + std::to_string(horizontal_in_hand_[player - 1]) + "h " +
                std::to_string(vertical_in_hand_[player - 1]) + "v";
    }
    return line + " " + board_.text() + " winner " + std::to_string(winner_);
}

void ReferenceBlockade::put_pawn(int player, int pawn, const std::string& cell) {
    pawns_[player - 1][pawn] = parse_cell(cell);
}

void ReferenceBlockade::put_wall(const std::string& wall) { board_.add(parse_wall(wall)); }

}  // namespace stockade::reference
