// Owns the slow reference of Blockade, from docs/rules/blockade.md.
// Must not know the fast code.
#pragma once

#include "game.h"
#include "wall_board.h"

namespace stockade::reference {

class ReferenceBlockade : public ReferenceGame {
public:
    explicit ReferenceBlockade(const Options& options);

    int players() const override { return 2; }
    int mover() const override { return mover_; }
    bool turn_start() const override { return !wall_is_due_; }
    std::vector<std::string> legal_actions() const override;
    void play(const std::string& action) override;
    bool over() const override { return winner_ != 0; }
    std::vector<int> shares() const override;
    std::string board() const override;
    std::unique_ptr<ReferenceGame> clone() const override {
        return std::make_unique<ReferenceBlockade>(*this);
    }

    // For setting up a position to be checked. Players count from 1; pawns are 0 and 1.
    void put_pawn(int player, int pawn, const std::string& cell);
    void put_wall(const std::string& wall);
    std::vector<std::string> pawn_moves() const;

private:
    bool has_pawn(Cell cell) const;
    const std::vector<Cell>& goals(int player) const;
    std::set<Cell> targets(Cell from) const;
    std::vector<std::string> legal_walls() const;
    bool wall_is_legal(Wall wall) const;
    bool has_won(int player) const;

    WallBoard board_;
    bool exact_ = false;
    bool both_goals_ = false;
    // Indexed by player - 1.
    std::vector<std::vector<Cell>> starts_;
    std::vector<std::vector<Cell>> pawns_;
    std::vector<int> horizontal_in_hand_;
    std::vector<int> vertical_in_hand_;
    int mover_ = 1;
    int winner_ = 0;
    bool wall_is_due_ = false;
};

}  // namespace stockade::reference
