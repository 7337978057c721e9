#include "cli/play/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/play.h"
#include "cli/play/turns.h"
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

/// Whether an argument of a message is that number.
bool is_number(const Message& message, std::string_view name, int value) {
    return std::any_of(message.arguments.begin(), message.arguments.end(), [&](const Argument& argument) {
        const auto* number = argument.value.number();
        return argument.name == name && number && *number == value;
    });
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
        const auto who = player == you ? " (you)" : seat.human() ? "" : fmt::format(" ({})", seat_name(seat));
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
    if (view_.over) return verdict() + ".";
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
    if (!view_.decline.empty()) return "step through the gap, or . to stay.";
    if (!view_.placements.empty()) return "put a pawn on an empty cell.";
    if (const auto pawn = rooted_pawn())
        return fmt::format("the pawn cannot leave {}: Enter on it, then its wall.", cell_name(*pawn));
    const bool moves = !view_.moves.empty(), walls = !view_.wall_places.empty();
    if (owed_side()) return "now the wall: an arrow chooses the side, Enter places it.";
    if (walls && !moves) return view_.roll ? "place the next wall." : "now place a wall.";
    std::string text = pawns_of(view_, player_) > 1 ? "choose a pawn and where it goes" : "move";
    if (walls) text += ", or w for a wall";
    if (!view_.breakable.empty()) text += ", or w to break a wall";
    if (!view_.pass.empty()) text += ", or - to pass";
    return text + ".";
}

std::string Table::verdict() const {
    const auto verdict = session_.verdict();
    const int you = only_human(session_, seats_);
    // A draw names no winners. All other verdicts begin with them.
    const Message* winners = verdict ? verdict->nested("winners") : nullptr;
    if (you < 0 || !winners) return english(verdict);
    std::string why = verdict->message.substr(winners->message.size());
    const bool won = session_.outcome().shares[static_cast<std::size_t>(you)] > 0;
    if (won && winners->code == "verdict.player-wins") return "You win" + why;
    if (won && !session_.spec().on("teams")) return verdict->message;  // a place is shared
    if (verdict->code == "verdict.resigned" && is_number(*verdict, "player", you + 1))
        why = " as you resigned";
    std::string text = winners->message + why;
    text[0] = 'p';
    return (won ? "You win: " : "You lose: ") + text;
}

std::string Table::draw() const {
    const auto first = session_.spec().text("first");
    if (!begun_by_spec(session_) || (first != "roll" && first != "random")) return {};
    const auto& seats = session_.seats();
    const int you = only_human(session_, seats_);
    const auto& rolls = session_.opening_rolls();
    std::string text = "The draw: ";
    if (!rolls.empty()) {
        const int seat = you < 0 ? 0 : seats[static_cast<std::size_t>(you)];
        text = fmt::format("{} rolled {}, {} {}: ", you < 0 ? "Seat 1" : "You",
                           rolls.back()[static_cast<std::size_t>(seat)], you < 0 ? "seat 2" : "your opponent",
                           rolls.back()[static_cast<std::size_t>(1 - seat)]);
    }
    if (you == 0) return text + "you begin, as player 1.";
    if (you > 0) return fmt::format("{}player 1 begins, you are player {}.", text, you + 1);
    for (std::size_t player = 0; player < seats.size(); ++player)
        text += fmt::format("{}seat {} is player {}", player ? ", " : "", seats[player] + 1, player + 1);
    return text + ".";
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
