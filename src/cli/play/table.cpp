#include "cli/play/table.h"

#include <algorithm>

#include "base/messages/list.h"
#include "base/messages/play.h"
#include "cli/play/turns.h"
#include "games/names.h"

namespace stockade::cli {

using games::cell_name;
using games::Square;

namespace {

/// The change that the turn under way made; if it made none, that of the turn before.
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

/// The message that tells who begins. `you` is the only person at the board, or -1.
Message drawn_order(const std::vector<int>& seats, int you) {
    if (you == 0) return message<"play.draw-you-begin">();
    if (you > 0) return message<"play.draw-you-follow">("player"_a = you + 1);
    std::optional<Message> order;
    for (std::size_t player = 0; player < seats.size(); ++player) {
        auto one = message<"play.draw-seat">("seat"_a = seats[player] + 1, "player"_a = player + 1);
        order = order ? message<"list.comma">("first"_a = *order, "second"_a = one) : one;
    }
    return *order;
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
    return std::any_of(seats_.begin(), seats_.end(), [](const Seat& seat) { return seat.human(); });
}

std::vector<std::string> Table::names() const {
    const int you = only_human(session_, seats_);
    std::vector<std::string> names;
    for (int player = 0; player < session_.players(); ++player) {
        const Seat& seat =
            seats_[static_cast<std::size_t>(session_.seats()[static_cast<std::size_t>(player)])];
        const int number = player + 1;
        const auto name = player == you ? message<"play.player-you">("player"_a = number)
                          : seat.human()
                              ? message<"play.player">("player"_a = number)
                              : message<"play.player-other">("player"_a = number, "seat"_a = seat_name(seat));
        names.push_back(name.message);
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
    for (const auto& placement : view_.placements)
        if (placement.at == cell) return placement.action;
    std::vector<std::string> found;
    for (const auto& move : view_.moves) {
        if (move.to != cell || (selected && *selected != move.from)) continue;
        // Staying is meant only by a pawn that was chosen, or that can do nothing else.
        if (move.from == move.to && !selected && rooted_pawn() != cell) continue;
        found.push_back(move.action);
    }
    if (found.size() == 1) return found[0];
    if (found.size() > 1) return error<"play.several-pawns">("cell"_a = cell_name(cell));
    const auto why = session_.refusal(games::meant_move(view_, selected, cell));
    if (!why || (!selected && pawns_of(view_, player_) > 1))
        return error<"play.no-pawn">("cell"_a = cell_name(cell));
    return why->reason;
}

bool Table::own_pawn(Square cell) const {
    return std::any_of(view_.pawns.begin(), view_.pawns.end(),
                       [&](const auto& pawn) { return pawn.at == cell && pawn.player == player_; });
}

bool Table::selectable(Square cell) const {
    if (rooted_pawn()) return false;
    const bool several = pawns_of(view_, player_) > 1;
    return std::any_of(view_.moves.begin(), view_.moves.end(),
                       [&](const auto& move) { return move.from == cell && (several || move.to == cell); });
}

std::optional<Square> Table::rooted_pawn() const {
    const bool stays = view_.moves.size() == 1 && view_.moves[0].from == view_.moves[0].to;
    return stays && pawns_of(view_, player_) == 1 ? std::optional(view_.moves[0].from) : std::nullopt;
}

std::optional<Square> Table::owed_side() const {
    if (view_.wall_length != 1 || view_.wall_places.empty()) return std::nullopt;
    const std::string so_far = session_.turn_so_far();
    const auto dash = so_far.rfind('-');
    return dash == std::string::npos ? std::nullopt
                                     : games::parse_cell(std::string_view(so_far).substr(dash + 1));
}

bool Table::must_pass() const {
    return !view_.pass.empty() && view_.moves.empty() && view_.wall_places.empty() &&
           view_.breakable.empty() && view_.placements.empty();
}

std::string Table::task() const {
    if (view_.over) return result().message;
    const std::string player = names()[static_cast<std::size_t>(player_)];
    return (human_to_move() ? message<"play.task">("player"_a = player, "task"_a = mover_task())
                            : message<"play.thinking">("player"_a = player))
        .message;
}

Message Table::mover_task() const {
    if (view_.roll_due) return message<"play.task-rolling">();
    if (must_pass()) {
        const bool skipping = view_.players[static_cast<std::size_t>(player_)].skips_next && !view_.roll;
        return skipping ? message<"play.task-skip">() : message<"play.task-nothing">();
    }
    if (!view_.decline.empty()) return message<"play.task-gap">();
    if (!view_.placements.empty()) return message<"play.task-place">();
    if (const auto pawn = rooted_pawn()) return message<"play.task-rooted">("cell"_a = cell_name(*pawn));
    const bool moves = !view_.moves.empty(), walls = !view_.wall_places.empty();
    if (owed_side()) return message<"play.task-side">();
    if (walls && !moves) return view_.roll ? message<"play.task-wall-next">() : message<"play.task-wall">();
    Message task = pawns_of(view_, player_) > 1 ? message<"play.task-choose">() : message<"play.task-move">();
    if (walls) task = message<"play.task-or-wall">("task"_a = task);
    if (!view_.breakable.empty()) task = message<"play.task-or-break">("task"_a = task);
    if (!view_.pass.empty()) task = message<"play.task-or-pass">("task"_a = task);
    return task;
}

Message Table::result() const {
    const auto verdict = session_.verdict();
    const int you = only_human(session_, seats_);
    // A draw names no winners.
    const Message* winners = verdict ? verdict->nested("winners") : nullptr;
    if (you < 0 || !winners) return message<"play.over">("verdict"_a = verdict);
    if (session_.outcome().shares[static_cast<std::size_t>(you)] == 0)
        return message<"play.you-lose">("verdict"_a = *verdict);
    // Players who share first place are not told that they win, unless they are a team.
    const bool wins = winners->code == "verdict.player-wins" || session_.spec().on("teams");
    return wins ? message<"play.you-win">("verdict"_a = *verdict)
                : message<"play.over">("verdict"_a = *verdict);
}

std::optional<Message> Table::draw() const {
    const auto first = session_.spec().text("first");
    if (!begun_by_spec(session_) || (first != "roll" && first != "random")) return std::nullopt;
    const auto& seats = session_.seats();
    const int you = only_human(session_, seats_);
    const Message order = drawn_order(seats, you);
    const auto& rolls = session_.opening_rolls();
    if (rolls.empty()) return message<"play.draw">("result"_a = order);
    const auto seat = static_cast<std::size_t>(you < 0 ? 0 : seats[static_cast<std::size_t>(you)]);
    const int own = rolls.back()[seat], other = rolls.back()[1 - seat];
    return you < 0 ? message<"play.rolls-seats">("first"_a = own, "second"_a = other, "result"_a = order)
                   : message<"play.rolls">("own"_a = own, "other"_a = other, "result"_a = order);
}

bool Table::human_is_far() const {
    const int you = only_human(session_, seats_);
    if (you < 0) return false;
    const auto& goals = view_.players[static_cast<std::size_t>(you)].goals;
    int rows = 0;
    for (const Square& goal : goals) rows += 2 * goal.row - (view_.rows - 1);
    return rows < 0;
}

}  // namespace stockade::cli
