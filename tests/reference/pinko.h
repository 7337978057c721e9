// Owns the slow reference of Pinko Pallino, from docs/rules/pinko.md.
// Must not know the fast code.
#pragma once

#include "game.h"
#include "wall_board.h"

namespace stockade::reference {

class ReferencePinko : public ReferenceGame {
public:
    explicit ReferencePinko(const Options& options);

    int players() const override { return 2; }
    int mover() const override { return mover_; }
    bool turn_start() const override { return true; }
    std::vector<std::string> legal_actions() const override;
    void play(const std::string& action) override;
    bool over() const override { return winner_ != 0; }
    std::vector<int> shares() const override;
    std::string board() const override;
    std::unique_ptr<ReferenceGame> clone() const override { return std::make_unique<ReferencePinko>(*this); }

    // For setting up a position to be checked. Players count from 1.
    void put_pawn(int player, const std::string& cell);
    void put_wall(const std::string& wall);
    std::vector<std::string> pawn_moves() const;

private:
    bool wall_is_legal(Wall wall) const;
    int goal_row(int player) const;

    WallBoard board_;
    std::vector<Cell> pawns_;
    std::vector<int> walls_in_hand_;
    int mover_ = 1;
    int winner_ = 0;
};

}  // namespace stockade::reference
