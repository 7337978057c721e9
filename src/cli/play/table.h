// Table: a game with people, engines and random players, and the view of its present position. Knows no
// screen and no keys.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/play/seats.h"
#include "draw/board.h"
#include "games/session.h"

namespace stockade::cli {

class Table {
public:
    Table(games::Session session, std::vector<Seat> seats);

    const games::Session& session() const { return session_; }
    const games::View& view() const { return view_; }
    const std::vector<Seat>& seats() const { return seats_; }
    /// The change that the turn under way or the last turn made.
    const draw::Marks& last() const { return last_; }
    /// The player whose turn it is, from 0; -1 when the game is over.
    int player() const { return player_; }
    bool human_to_move() const { return !view_.over && seat_to_move(session_, seats_).human(); }
    bool any_human() const;
    /// A turn has been played and the game is not over.
    bool under_way() const { return !view_.over && (session_.ply() > 0 || session_.in_turn()); }
    std::vector<std::string> names() const;

    Status enter(std::string_view turn);
    bool undo();
    bool redo();
    bool take_back();
    bool roll();
    bool automatic_step();
    Status resign();

    /// The action that brings a pawn to a cell, of the selected pawn alone if there is one; an error when
    /// there is none or it could be one of several pawns.
    Result<std::string> action_to(games::Square cell, std::optional<games::Square> selected) const;
    bool own_pawn(games::Square cell) const;
    /// Whether Enter there chooses a pawn first: the mover has several, or the pawn may also stay.
    bool selectable(games::Square cell) const;
    /// The mover's only pawn, if it can only stay where it is.
    std::optional<games::Square> rooted_pawn() const;
    /// In games with walls of one cell: the cell beside which the mover must now place a wall.
    std::optional<games::Square> owed_side() const;
    /// Whether the mover can only pass.
    bool must_pass() const;

    /// Tells the mover what to do, or how the game ended.
    std::string task() const;
    /// Tells who begins, if that was drawn or rolled for.
    std::optional<Message> draw() const;
    /// The only human plays from the upper side of the board.
    bool human_is_far() const;

private:
    void refresh();
    Message mover_task() const;
    /// Tells how the game ended. A single human is told whether they win.
    Message result() const;

    games::Session session_;
    std::vector<Seat> seats_;
    games::View view_;
    draw::Marks last_;
    int player_ = -1;
};

}  // namespace stockade::cli
