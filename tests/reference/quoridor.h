// Owns the slow reference of Quoridor for two, three and four players, from docs/rules/quoridor.md.
// Must not know the fast code.
#pragma once

#include "game.h"
#include "wall_board.h"

namespace stockade::reference {

// A goal is a whole edge of the board.
enum class Edge { kTop, kRight, kBottom, kLeft };

bool on_edge(const WallBoard& board, Cell cell, Edge edge);
// True if every pawn can still walk to its goal, pawns not being obstacles.
bool all_have_paths(const WallBoard& board, const std::vector<Cell>& pawns, const std::vector<Edge>& goals);
// Cells to which the pawn with that index may move, in no particular order.
std::vector<Cell> quoridor_pawn_moves(const WallBoard& board, const std::vector<Cell>& pawns, std::size_t who,
                                      bool edge_diagonal, bool third_pawn_diagonal);

class ReferenceQuoridor : public ReferenceGame {
public:
    explicit ReferenceQuoridor(const Options& options);

    int players() const override { return static_cast<int>(pawns_.size()); }
    int mover() const override { return mover_; }
    bool turn_start() const override { return true; }
    std::vector<std::string> legal_actions() const override;
    void play(const std::string& action) override;
    bool over() const override { return winner_ != 0; }
    std::vector<int> shares() const override;
    std::string board() const override;
    std::unique_ptr<ReferenceGame> clone() const override {
        return std::make_unique<ReferenceQuoridor>(*this);
    }

    // For setting up a position to be checked. Players count from 1.
    void put_pawn(int player, const std::string& cell);
    void put_wall(const std::string& wall);
    void set_walls_in_hand(int player, int count);
    std::vector<std::string> pawn_moves() const;
    bool wall_is_legal(Wall wall) const;

private:
    WallBoard board_;
    bool teams_ = false;
    bool edge_diagonal_ = true;
    bool third_pawn_diagonal_ = true;
    std::vector<Cell> pawns_;
    std::vector<Edge> goals_;
    std::vector<int> walls_in_hand_;
    int mover_ = 1;
    int winner_ = 0;
};

}  // namespace stockade::reference
