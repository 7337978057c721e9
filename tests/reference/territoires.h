// Owns the slow reference of Territoires and its preset Wall Go, from docs/rules/territoires.md.
// Must not know the fast code.
#pragma once

#include <set>

#include "game.h"
#include "wall_board.h"

namespace stockade::reference {

class ReferenceTerritoires : public ReferenceGame {
public:
    ReferenceTerritoires(const Options& options, bool wallgo);

    int players() const override { return players_; }
    int mover() const override;
    bool turn_start() const override { return stage_ == Stage::kSetup || stage_ == Stage::kTurn; }
    std::vector<std::string> legal_actions() const override;
    void play(const std::string& action) override;
    bool over() const override { return over_; }
    std::vector<int> shares() const override;
    std::string board() const override;
    std::unique_ptr<ReferenceGame> clone() const override {
        return std::make_unique<ReferenceTerritoires>(*this);
    }

    const std::set<Wall>& walls() const { return walls_; }

private:
    enum class Stage { kSetup, kTurn, kWall, kPercee };

    struct Region {
        int size = 0;
        std::set<int> owners;
    };

    // 0 when the cell is empty, else the player whose pawn is there.
    int owner(Cell cell) const { return owner_[cell.row][cell.column]; }
    std::vector<Cell> pawns_of(int player) const;
    // True if the neighbour is on the board and no wall is between.
    bool open(Cell from, Direction direction) const;
    bool closed_in(Cell cell) const;
    std::set<Cell> destinations(Cell from) const;
    std::vector<Wall> legal_walls() const;
    std::set<Wall> removable_walls() const;
    std::vector<std::string> setup_actions() const;
    std::vector<std::string> turn_actions() const;
    std::vector<std::string> percee_actions() const;
    void place_pawn(Cell cell);
    void start_turn_action(const std::string& action);
    void end_turn(bool passed);
    std::vector<Region> regions() const;
    bool no_region_is_shared() const;

    int players_ = 2;
    bool no_lock_in_ = true;
    bool percee_ = true;
    bool largest_decides_ = false;
    // Who places the next pawns; the front is next.
    std::vector<int> still_to_place_;
    std::vector<std::vector<int>> owner_;
    // Unit walls: h is the top side of its cell, v the right side.
    std::set<Wall> walls_;
    std::vector<bool> percee_used_;
    Stage stage_ = Stage::kSetup;
    int player_ = 1;
    int passes_in_a_row_ = 0;
    bool over_ = false;
    // The pawn that was moved while a wall is due.
    Cell moved_;
    // The wall just removed by a Percée.
    Wall removed_;
};

}  // namespace stockade::reference
