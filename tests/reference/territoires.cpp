#include "territoires.h"

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <utility>

namespace stockade::reference {

namespace {

constexpr int kSize = 7;

bool is_on_board(Cell cell) {
    return cell.column >= 0 && cell.column < kSize && cell.row >= 0 && cell.row < kSize;
}

// The side of the cell in that direction, as a wall; only meaningful for inner sides.
Wall side(Cell cell, Direction direction) {
    if (direction.rows == 1) return {false, cell.row, cell.column};
    if (direction.rows == -1) return {false, cell.row - 1, cell.column};
    if (direction.columns == 1) return {true, cell.row, cell.column};
    return {true, cell.row, cell.column - 1};
}

// The two cells a wall lies between.
std::pair<Cell, Cell> cells_beside(Wall wall) {
    Cell named = {wall.column, wall.row};
    Cell other = wall.vertical ? Cell{wall.column + 1, wall.row} : Cell{wall.column, wall.row + 1};
    return {named, other};
}

int pawns_by_default(int players, bool wallgo) {
    if (players == 2) return 4;
    if (players == 3) return 2;
    return wallgo ? 2 : 1;
}

// Round: 1 2 3 1 2 3 .. Snake: 1 2 3 3 2 1 1 2 3 ..
std::vector<int> placing_order(int players, int rounds, bool snake) {
    std::vector<int> order;
    for (int round = 0; round < rounds; ++round) {
        for (int seat = 1; seat <= players; ++seat) {
            bool backwards = snake && round % 2 == 1;
            order.push_back(backwards ? players + 1 - seat : seat);
        }
    }
    return order;
}

}  // namespace

ReferenceTerritoires::ReferenceTerritoires(const Options& options, bool wallgo)
    : owner_(kSize, std::vector<int>(kSize, 0)) {
    players_ = option_number(options, "players", 2);
    if (players_ < 2 || players_ > 4) throw std::invalid_argument("players: 2, 3 or 4");
    std::string pawns_option = option_text(options, "pawns", "auto");
    int pawns = pawns_option == "auto" ? pawns_by_default(players_, wallgo) : std::stoi(pawns_option);
    no_lock_in_ = option_on(options, "no-lock-in", !wallgo);
    percee_ = option_on(options, "percee", !wallgo || players_ > 2);
    // Zero steps or out and back: the same cells are reached either way, so the option is only checked.
    option_on(options, "stay", wallgo);
    std::string scoring = option_text(options, "scoring", "sum");
    if (scoring != "sum" && scoring != "largest") throw std::invalid_argument("scoring: sum or largest");
    largest_decides_ = scoring == "largest";

    bool can_be_fixed = players_ == 2 && pawns == 4;
    std::string default_setup = "round";
    if (wallgo) default_setup = can_be_fixed ? "fixed" : "snake";
    std::string setup = option_text(options, "setup", default_setup);
    if (setup == "fixed") {
        if (!can_be_fixed) throw std::invalid_argument("setup=fixed: two players with four pawns each");
        for (const char* text : {"b2", "f6"}) {
            Cell cell = parse_cell(text);
            owner_[cell.row][cell.column] = 1;
        }
        for (const char* text : {"b6", "f2"}) {
            Cell cell = parse_cell(text);
            owner_[cell.row][cell.column] = 2;
        }
        still_to_place_ = placing_order(2, 2, true);
    } else if (setup == "all") {
        for (int player = 1; player <= players_; ++player)
            still_to_place_.insert(still_to_place_.end(), static_cast<std::size_t>(pawns), player);
    } else if (setup == "round" || setup == "snake") {
        still_to_place_ = placing_order(players_, pawns, setup == "snake");
    } else {
        throw std::invalid_argument("setup: round, snake, fixed or all");
    }
    percee_used_.assign(players_, false);
}

int ReferenceTerritoires::mover() const {
    return stage_ == Stage::kSetup ? still_to_place_.front() : player_;
}

std::vector<Cell> ReferenceTerritoires::pawns_of(int player) const {
    std::vector<Cell> cells;
    for (int row = 0; row < kSize; ++row) {
        for (int column = 0; column < kSize; ++column) {
            if (owner_[row][column] == player) cells.push_back({column, row});
        }
    }
    return cells;
}

bool ReferenceTerritoires::open(Cell from, Direction direction) const {
    return is_on_board(from + direction) && !walls_.contains(side(from, direction));
}

bool ReferenceTerritoires::closed_in(Cell cell) const {
    for (Direction direction : kDirections) {
        if (open(cell, direction)) return false;
    }
    return true;
}

std::set<Cell> ReferenceTerritoires::destinations(Cell from) const {
    // A pawn closed in could not place its wall, so it cannot be chosen at all.
    if (closed_in(from)) return {};
    // Its own cell: by going out and back, or by staying because pawns stand on every open side.
    std::set<Cell> found = {from};
    for (Direction first : kDirections) {
        Cell middle = from + first;
        if (!open(from, first) || owner(middle) != 0) continue;
        found.insert(middle);
        for (Direction second : kDirections) {
            if (open(middle, second) && owner(middle + second) == 0) found.insert(middle + second);
        }
    }
    return found;
}

std::vector<Wall> ReferenceTerritoires::legal_walls() const {
    std::vector<Wall> free_sides;
    std::vector<Wall> without_lock_in;
    for (Direction direction : kDirections) {
        if (!open(moved_, direction)) continue;
        Wall wall = side(moved_, direction);
        free_sides.push_back(wall);

        ReferenceTerritoires after = *this;
        after.walls_.insert(wall);
        bool somebody_is_locked_in = false;
        for (int player = 1; player <= players_; ++player) {
            std::vector<Cell> pawns = pawns_of(player);
            if (std::ranges::all_of(pawns, [&](Cell cell) { return after.closed_in(cell); })) {
                somebody_is_locked_in = true;
            }
        }
        if (!somebody_is_locked_in || after.no_region_is_shared()) without_lock_in.push_back(wall);
    }
    if (!no_lock_in_ || without_lock_in.empty()) return free_sides;
    return without_lock_in;
}

std::set<Wall> ReferenceTerritoires::removable_walls() const {
    std::set<Wall> found;
    if (!percee_ || percee_used_[player_ - 1]) return found;
    for (Cell pawn : pawns_of(player_)) {
        for (Direction direction : kDirections) {
            if (walls_.contains(side(pawn, direction))) found.insert(side(pawn, direction));
        }
    }
    return found;
}

std::vector<std::string> ReferenceTerritoires::setup_actions() const {
    std::vector<std::string> actions;
    for (Cell cell : pawns_of(0)) actions.push_back(cell_text(cell));
    return actions;
}

std::vector<std::string> ReferenceTerritoires::turn_actions() const {
    std::vector<std::string> actions;
    for (Cell pawn : pawns_of(player_)) {
        for (Cell target : destinations(pawn)) actions.push_back(cell_text(pawn) + "-" + cell_text(target));
    }
    if (actions.empty()) actions.push_back("--");
    for (Wall wall : removable_walls()) actions.push_back("x" + wall_text(wall));
    return actions;
}

std::vector<std::string> ReferenceTerritoires::percee_actions() const {
    std::vector<std::string> actions = {".."};
    auto [one, other] = cells_beside(removed_);
    if (owner(one) == player_ && owner(other) == 0)
        actions.push_back(cell_text(one) + "-" + cell_text(other));
    if (owner(other) == player_ && owner(one) == 0)
        actions.push_back(cell_text(other) + "-" + cell_text(one));
    return actions;
}

std::vector<std::string> ReferenceTerritoires::legal_actions() const {
    if (over_) return {};
    std::vector<std::string> actions;
    switch (stage_) {
        case Stage::kSetup:
            actions = setup_actions();
            break;
        case Stage::kTurn:
            actions = turn_actions();
            break;
        case Stage::kWall:
            for (Wall wall : legal_walls()) actions.push_back(wall_text(wall));
            break;
        case Stage::kPercee:
            actions = percee_actions();
            break;
    }
    std::sort(actions.begin(), actions.end());
    return actions;
}

void ReferenceTerritoires::place_pawn(Cell cell) {
    owner_[cell.row][cell.column] = still_to_place_.front();
    still_to_place_.erase(still_to_place_.begin());
    if (still_to_place_.empty()) {
        stage_ = Stage::kTurn;
        player_ = 1;
        over_ = no_region_is_shared();
    }
}

void ReferenceTerritoires::start_turn_action(const std::string& action) {
    if (action == "--") {
        end_turn(true);
        return;
    }
    if (action[0] == 'x') {
        removed_ = parse_wall(action.substr(1));
        walls_.erase(removed_);
        percee_used_[player_ - 1] = true;
        stage_ = Stage::kPercee;
        return;
    }
    std::size_t dash = action.find('-');
    Cell from = parse_cell(action.substr(0, dash));
    moved_ = parse_cell(action.substr(dash + 1));
    owner_[from.row][from.column] = 0;
    owner_[moved_.row][moved_.column] = player_;
    stage_ = Stage::kWall;
}

void ReferenceTerritoires::play(const std::string& action) {
    switch (stage_) {
        case Stage::kSetup:
            place_pawn(parse_cell(action));
            break;
        case Stage::kTurn:
            start_turn_action(action);
            break;
        case Stage::kWall:
            walls_.insert(parse_wall(action));
            end_turn(false);
            break;
        case Stage::kPercee:
            if (action != "..") {
                std::size_t dash = action.find('-');
                Cell from = parse_cell(action.substr(0, dash));
                Cell to = parse_cell(action.substr(dash + 1));
                owner_[from.row][from.column] = 0;
                owner_[to.row][to.column] = player_;
            }
            end_turn(false);
            break;
    }
}

void ReferenceTerritoires::end_turn(bool passed) {
    passes_in_a_row_ = passed ? passes_in_a_row_ + 1 : 0;
    over_ = no_region_is_shared() || passes_in_a_row_ == players_;
    player_ = player_ % players_ + 1;
    stage_ = Stage::kTurn;
    moved_ = {};
    removed_ = {};
}

std::vector<ReferenceTerritoires::Region> ReferenceTerritoires::regions() const {
    std::vector<Region> found;
    std::vector<std::vector<bool>> seen(kSize, std::vector<bool>(kSize, false));
    for (int row = 0; row < kSize; ++row) {
        for (int column = 0; column < kSize; ++column) {
            if (seen[row][column]) continue;
            Region region;
            std::queue<Cell> to_visit;
            to_visit.push({column, row});
            seen[row][column] = true;
            while (!to_visit.empty()) {
                Cell cell = to_visit.front();
                to_visit.pop();
                region.size += 1;
                if (owner(cell) != 0) region.owners.insert(owner(cell));
                for (Direction direction : kDirections) {
                    Cell next = cell + direction;
                    if (!open(cell, direction) || seen[next.row][next.column]) continue;
                    seen[next.row][next.column] = true;
                    to_visit.push(next);
                }
            }
            found.push_back(region);
        }
    }
    return found;
}

bool ReferenceTerritoires::no_region_is_shared() const {
    std::vector<Region> all = regions();
    return std::ranges::all_of(all, [](const Region& region) { return region.owners.size() <= 1; });
}

std::vector<int> ReferenceTerritoires::shares() const {
    std::vector<int> sum(players_, 0);
    std::vector<int> largest(players_, 0);
    for (const Region& region : regions()) {
        if (region.owners.size() != 1) continue;
        int player = *region.owners.begin();
        sum[player - 1] += region.size;
        largest[player - 1] = std::max(largest[player - 1], region.size);
    }
    // What decides first, then what breaks ties.
    std::vector<std::pair<int, int>> results;
    for (int i = 0; i < players_; ++i) {
        results.push_back(largest_decides_ ? std::pair(largest[i], sum[i]) : std::pair(sum[i], largest[i]));
    }
    std::pair<int, int> best = *std::max_element(results.begin(), results.end());
    int winners = static_cast<int>(std::count(results.begin(), results.end(), best));
    std::vector<int> twelfths(players_, 0);
    for (int i = 0; i < players_; ++i) {
        if (results[i] == best) twelfths[i] = 12 / winners;
    }
    return twelfths;
}

std::string ReferenceTerritoires::board() const {
    std::string line = over_ ? "over" : "mover " + std::to_string(mover());
    if (stage_ == Stage::kSetup) line += " placing";
    if (stage_ == Stage::kWall) line += " owes a wall at " + cell_text(moved_);
    if (stage_ == Stage::kPercee) line += " has removed " + wall_text(removed_);
    for (int player = 1; player <= players_; ++player) {
        line += " pawns of " + std::to_string(player);
        for (Cell cell : pawns_of(player)) line += " " + cell_text(cell);
        if (percee_used_[player - 1]) line += " (percee used)";
    }
    line += " passes " + std::to_string(passes_in_a_row_) + " walls";
    for (Wall wall : walls_) line += " " + wall_text(wall);
    return line;
}

}  // namespace stockade::reference
