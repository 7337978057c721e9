#include "quoridor4fun.h"

#include <algorithm>

namespace stockade::reference {

ReferenceQuoridor4Fun::ReferenceQuoridor4Fun(const Options& options) : board_(9, 9), pawns_{{4, 0}, {4, 8}} {
    edge_diagonal_ = option_on(options, "edge-diagonal", true);
    int walls = option_number(options, "walls", 10);
    walls_in_hand_ = {walls, walls};
}

int ReferenceQuoridor4Fun::mover() const {
    bool roll_is_due = roll_ == 0 && !must_skip_[player_ - 1];
    return roll_is_due ? 0 : player_;
}

std::vector<Cell> ReferenceQuoridor4Fun::completable_steps(const std::vector<Cell>& pawns, int steps) const {
    std::vector<Cell> good;
    for (Cell cell : quoridor_pawn_moves(board_, pawns, player_ - 1, edge_diagonal_, true)) {
        std::vector<Cell> after = pawns;
        after[player_ - 1] = cell;
        bool arrived = on_edge(board_, cell, goals_[player_ - 1]);
        if (arrived || steps == 1 || !completable_steps(after, steps - 1).empty()) good.push_back(cell);
    }
    return good;
}

std::vector<Wall> ReferenceQuoridor4Fun::completable_walls(const WallBoard& board, const Wall* previous,
                                                           int count, bool only_one) const {
    std::vector<Wall> good;
    for (Wall wall : board.all_places()) {
        if (previous != nullptr && !(*previous < wall)) continue;
        if (!board.fits(wall)) continue;
        WallBoard after = board;
        after.add(wall);
        if (!all_have_paths(after, pawns_, goals_)) continue;
        if (count > 1 && completable_walls(after, &wall, count - 1, true).empty()) continue;
        good.push_back(wall);
        if (only_one) break;
    }
    return good;
}

std::vector<std::string> ReferenceQuoridor4Fun::legal_actions() const {
    if (over()) return {};
    if (mover() == 0) return {"1", "2", "3", "4"};
    std::vector<std::string> actions;
    if (roll_ != 0) {
        if (choice_ != Choice::kWalls) {
            for (Cell cell : completable_steps(pawns_, left_)) actions.push_back(cell_text(cell));
        }
        if (choice_ != Choice::kSteps && walls_in_hand_[player_ - 1] >= left_) {
            const Wall* previous = choice_ == Choice::kWalls ? &last_wall_ : nullptr;
            for (Wall wall : completable_walls(board_, previous, left_, false))
                actions.push_back(wall_text(wall));
        }
    }
    // Either the turn is skipped, or the roll is lost.
    if (actions.empty()) actions.push_back("--");
    std::sort(actions.begin(), actions.end());
    return actions;
}

void ReferenceQuoridor4Fun::end_turn(bool used_a_four) {
    if (used_a_four) must_skip_[player_ - 1] = true;
    player_ = 3 - player_;
    roll_ = 0;
    left_ = 0;
    choice_ = Choice::kNone;
    last_wall_ = {};
}

void ReferenceQuoridor4Fun::play(const std::string& action) {
    if (mover() == 0) {
        roll_ = std::stoi(action);
        left_ = roll_;
        return;
    }
    if (action == "--") {
        bool skipped = roll_ == 0;
        if (skipped) must_skip_[player_ - 1] = false;
        end_turn(false);
        return;
    }
    left_ -= 1;
    if (is_wall_text(action)) {
        choice_ = Choice::kWalls;
        last_wall_ = parse_wall(action);
        board_.add(last_wall_);
        walls_in_hand_[player_ - 1] -= 1;
    } else {
        choice_ = Choice::kSteps;
        pawns_[player_ - 1] = parse_cell(action);
        if (on_edge(board_, pawns_[player_ - 1], goals_[player_ - 1])) {
            winner_ = player_;
            end_turn(false);
            return;
        }
    }
    if (left_ == 0) end_turn(roll_ == 4);
}

std::vector<int> ReferenceQuoridor4Fun::shares() const {
    return winner_ == 1 ? std::vector<int>{12, 0} : std::vector<int>{0, 12};
}

std::string ReferenceQuoridor4Fun::board() const {
    std::string line = "player " + std::to_string(player_) + " pawns " + cell_text(pawns_[0]) + " " +
                       cell_text(pawns_[1]) + " in hand " + std::to_string(walls_in_hand_[0]) + " " +
                       std::to_string(walls_in_hand_[1]);
    line += std::string(" skips ") + (must_skip_[0] ? "1" : "-") + (must_skip_[1] ? "2" : "-");
    line += " roll " + std::to_string(roll_) + " left " + std::to_string(left_);
    if (choice_ == Choice::kSteps) line += " stepping";
    if (choice_ == Choice::kWalls) line += " walling after " + wall_text(last_wall_);
    return line + " " + board_.text() + " winner " + std::to_string(winner_);
}

void ReferenceQuoridor4Fun::put_pawn(int player, const std::string& cell) {
    pawns_[player - 1] = parse_cell(cell);
}

void ReferenceQuoridor4Fun::put_wall(const std::string& wall) { board_.add(parse_wall(wall)); }

void ReferenceQuoridor4Fun::set_walls_in_hand(int player, int count) { walls_in_hand_[player - 1] = count; }

}  // namespace stockade::reference
