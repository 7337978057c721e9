#include "cli/play_table.h"

#include <algorithm>

#include "cli/play_turns.h"
#include "games/names.h"

namespace stockade::cli {

using games::cell_name;
using games::Square;

namespace {

/// What the turn under way changed, or where nothing, the turn before it.
draw::Marks last_change(const games::Session& session) {
    games::Session earlier = session;
    while (earlier.take_back_action()) {
    }
    const games::View origin = earlier.view();
    draw::Marks own = draw::difference(origin, session.view());
    if (!own.cells.empty() || !own.walls.empty()) return own;
    if (!earlier.undo()) return {};
    return draw::difference(earlier.view(), origin);
}

int pawns_of(const games::View& view, int player) {
    return static_cast<int>(std::count_if(view.pawns.begin(), view.pawns.end(),
                                          [&](const auto& pawn) { return pawn.player == player; }));
}

}  // namespace

Table::Table(games::Session session, std::vector<Seat> seats)
    : session_(std::move(session)), seats_(std::move(seats)) {
    refresh();
}

void Table::refresh() {
    view_ = session_.view();
    player_ = session_.turn_of();
    if (view_.roll_due) view_.mover = player_;
    last_ = last_change(session_);
}

bool Table::any_human() const {
    return std::find(seats_.begin(), seats_.end(), Seat::kHuman) != seats_.end();
}

std::vector<std::string> Table::names() const {
    const bool one_human = std::count(seats_.begin(), seats_.end(), Seat::kHuman) == 1;
    std::vector<std::string> names;
    for (int player = 0; player < session_.players(); ++player) {
        const Seat seat =
            seats_[static_cast<std::size_t>(session_.seats()[static_cast<std::size_t>(player)])];
        const auto who = seat != Seat::kHuman ? fmt::format(" ({})", seat_name(seat))
                         : one_human          ? " (you)"
                                              : "";
        names.push_back(fmt::format("Player {}{}", player + 1, who));
    }
    return names;
}

Status Table::enter(std::string_view turn) {
    Status done = enter_turn(session_, turn);
    refresh();
    return done;
}

bool Table::undo() {
    const bool changed = undo_to_human(session_, seats_);
    refresh();
    return changed;
}

bool Table::redo() {
    const bool changed = redo_to_human(session_, seats_);
    refresh();
    return changed;
}

bool Table::take_back() {
    const bool changed = session_.take_back_action();
    refresh();
    return changed;
}

bool Table::roll() {
    const bool thrown = session_.roll();
    refresh();
    return thrown;
}

bool Table::automatic_step() {
    const bool played = session_.play_action(action_of(seat_to_move(session_, seats_), session_)).ok();
    refresh();
    return played;
}

Status Table::resign() {
    Status done = session_.resign(player_);
    refresh();
    return done;
}

Result<std::string> Table::action_to(Square cell, std::optional<Square> selected) const {
    const auto& placements = view_.placements;
    if (std::find(placements.begin(), placements.end(), cell) != placements.end()) return cell_name(cell);
    std::vector<std::string> found;
    for (const auto& move : view_.moves) {
        if (move.to != cell || (selected && *selected != move.from)) continue;
        if (move.from == move.to && !selected) continue;  // staying is meant only by a pawn that was chosen
        const std::string pair = cell_name(move.from) + "-" + cell_name(move.to);
        found.push_back(session_.refusal(pair) ? cell_name(cell) : pair);
    }
    if (found.size() == 1) return found[0];
    if (found.size() > 1) return error("several pawns can go to {}: choose one first", cell_name(cell));
    const auto why =
        session_.refusal(selected ? cell_name(*selected) + "-" + cell_name(cell) : cell_name(cell));
    if (!why || (!selected && pawns_of(view_, player_) > 1))
        return error("no pawn can go to {}", cell_name(cell));
    return Error{why->text};
}

bool Table::own_pawn(Square cell) const {
    return std::any_of(view_.pawns.begin(), view_.pawns.end(),
                       [&](const auto& pawn) { return pawn.at == cell && pawn.player == player_; });
}

bool Table::selectable(Square cell) const {
    if (pawns_of(view_, player_) < 2) return false;
    return std::any_of(view_.moves.begin(), view_.moves.end(),
                       [&](const auto& move) { return move.from == cell; });
}

std::optional<Square> Table::owed_side() const {
    if (view_.wall_length != 1 || view_.wall_places.empty()) return std::nullopt;
    const std::string so_far = session_.turn_so_far();
    const auto dash = so_far.rfind('-');
    return dash == std::string::npos ? std::nullopt
                                     : games::parse_cell(std::string_view(so_far).substr(dash + 1));
}

bool Table::must_pass() const {
    return view_.may_pass && view_.moves.empty() && view_.wall_places.empty() && view_.breakable.empty() &&
           view_.placements.empty();
}

std::string Table::task() const {
    if (view_.over) return session_.verdict() + ".";
    const std::string who = names()[static_cast<std::size_t>(player_)];
    return human_to_move() ? fmt::format("{}: {}", who, mover_task()) : who + " is thinking...";
}

std::string Table::mover_task() const {
    if (view_.roll_due) return "the die is rolling.";
    if (must_pass()) {
        const bool skipping = view_.players[static_cast<std::size_t>(player_)].skips_next && !view_.roll;
        return skipping ? "this turn is skipped after a 4. Enter goes on."
                        : "nothing can be played. Enter passes.";
    }
    if (view_.may_decline) return "step through the gap, or . to stay.";
    if (!view_.placements.empty()) return "put a pawn on an empty cell.";
    const bool moves = !view_.moves.empty(), walls = !view_.wall_places.empty();
    if (owed_side()) return "now the wall: an arrow chooses the side, Enter places it.";
    if (walls && !moves) return view_.roll ? "place the next wall." : "now place a wall.";
    std::string text = pawns_of(view_, player_) > 1 ? "choose a pawn and where it goes" : "move";
    if (walls) text += ", or w for a wall";
    if (!view_.breakable.empty()) text += ", or w to break a wall";
    if (view_.may_pass) text += ", or - to pass";
    return text + ".";
}

}  // namespace stockade::cli
