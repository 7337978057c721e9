#include "pinko.h"

#include <algorithm>

namespace stockade::reference {

ReferencePinko::ReferencePinko(const Options& options) : board_(11, 11), pawns_{{5, 0}, {5, 10}} {
    int walls = option_number(options, "walls", 21);
    walls_in_hand_ = {walls, walls};
}

int ReferencePinko::goal_row(int player) const { return player == 1 ? board_.rows() - 1 : 0; }

bool ReferencePinko::wall_is_legal(Wall wall) const {
    if (!board_.fits(wall)) return false;
    WallBoard with_wall = board_;
    with_wall.add(wall);
    for (int player : {1, 2}) {
        std::vector<char> reached = with_wall.reachable(pawns_[player - 1]);
        bool arrives = false;
        for (int column = 0; column < board_.columns(); ++column) {
            if (reached[board_.place_of({column, goal_row(player)})]) arrives = true;
        }
        if (!arrives) return false;
    }
    return true;
}

std::vector<std::string> ReferencePinko::pawn_moves() const {
    Cell start = pawns_[mover_ - 1];
    std::set<Cell> targets;
    for (Direction first : kDirections) {
        if (!board_.open(start, first)) continue;
        Cell beside = start + first;
        targets.insert(beside);
        // Going on at a right angle is one of the two routes to a diagonal neighbour.
        for (Direction second : kDirections) {
            bool turns = (second.rows == 0) != (first.rows == 0);
            if (turns && board_.open(beside, second)) targets.insert(beside + second);
        }
    }
    std::vector<std::string> texts;
    for (Cell target : targets) {
        if (std::find(pawns_.begin(), pawns_.end(), target) == pawns_.end())
            texts.push_back(cell_text(target));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
}

std::vector<std::string> ReferencePinko::legal_actions() const {
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

void ReferencePinko::play(const std::string& action) {
    if (is_wall_text(action)) {
        board_.add(parse_wall(action));
        walls_in_hand_[mover_ - 1] -= 1;
    } else if (action != "--") {
        pawns_[mover_ - 1] = parse_cell(action);
        if (pawns_[mover_ - 1].row == goal_row(mover_)) winner_ = mover_;
    }
    mover_ = 3 - mover_;
}

std::vector<int> ReferencePinko::shares() const {
    return winner_ == 1 ? std::vector<int>{12, 0} : std::vector<int>{0, 12};
}

std::string ReferencePinko::board() const {
    return "mover " + std::to_string(mover_) + " pawns " + cell_text(pawns_[0]) + " " + cell_text(pawns_[1]) +
           " in hand " + std::to_string(walls_in_hand_[0]) + " " + std::to_string(walls_in_hand_[1]) + " " +
           board_.text() + " winner " + std::to_string(winner_);
}

void ReferencePinko::put_pawn(int player, const std::string& cell) { pawns_[player - 1] = parse_cell(cell); }

void ReferencePinko::put_wall(const std::string& wall) { board_.add(parse_wall(wall)); }

}  // namespace stockade::reference
