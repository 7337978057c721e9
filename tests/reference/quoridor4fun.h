// Owns the slow reference of Quoridor4Fun, from docs/rules/quoridor4fun.md.
// Must not know the fast code.
#pragma once

#include "game.h"
#include "quoridor.h"
#include "wall_board.h"

namespace stockade::reference {

class ReferenceQuoridor4Fun : public ReferenceGame {
public:
    explicit ReferenceQuoridor4Fun(const Options& options);

    int players() const override { return 2; }
    int mover() const override;
    bool turn_start() const override { return roll_ == 0; }
    std::vector<std::string> legal_actions() const override;
    void play(const std::string& action) override;
    bool over() const override { return winner_ != 0; }
    std::vector<int> shares() const override;
    std::string board() const override;
    std::unique_ptr<ReferenceGame> clone() const override {
        return std::make_unique<ReferenceQuoridor4Fun>(*this);
    }

    // For setting up a position to be checked. Players count from 1.
    void put_pawn(int player, const std::string& cell);
    void put_wall(const std::string& wall);
    void set_walls_in_hand(int player, int count);

private:
    enum class Choice { kNone, kSteps, kWalls };

    // The steps after which the remaining ones can still be made.
    std::vector<Cell> completable_steps(const std::vector<Cell>& pawns, int steps) const;
    // The walls later in the order than `previous`, after which the remaining ones still fit. With only_one
    // set it stops at the first.
    std::vector<Wall> completable_walls(const WallBoard& board, const Wall* previous, int count,
                                        bool only_one) const;
    void end_turn(bool used_a_four);

    WallBoard board_;
    bool edge_diagonal_ = true;
    std::vector<Cell> pawns_;
    std::vector<Edge> goals_ = {Edge::kTop, Edge::kBottom};
    std::vector<int> walls_in_hand_;
    std::vector<bool> must_skip_ = {false, false};
    // The player whose turn it is, also while his roll is due.
    int player_ = 1;
    int winner_ = 0;
    // What is left of the turn. roll_ is 0 between turns.
    int roll_ = 0;
    int left_ = 0;
    Choice choice_ = Choice::kNone;
    Wall last_wall_;
};

}  // namespace stockade::reference
