// Session: one game of any kind, as people, files and sockets use it. Owns the history, the dice and the
// rules of draws by repetition and turn limit; positions own the rules of play.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "games/game.h"
#include "games/spec.h"
#include "games/verdict.h"
#include "games/view.h"

namespace stockade::games {

class AnyPosition;

enum class Ending { kNone, kPlayed, kRepetition, kTurnLimit, kResigned };

class Session {
public:
    /// A new game. The seed decides who starts, where that is drawn, and every roll. Counts that the spec
    /// gives one by one (`walls=10+7`) belong to seats.
    static Result<Session> create(std::string_view spec, std::uint64_t seed = 0);
    /// A new game whose order of play is settled: nothing is drawn, and counts belong to players.
    static Result<Session> in_order(std::string_view spec, std::uint64_t seed = 0);
    /// A game that goes on from a position string (docs/notation.md). The position names the players by the
    /// order of play, so nothing is drawn.
    static Result<Session> from_position(std::string_view position, std::uint64_t seed = 0);

    Session(const Session&);
    Session(Session&&) noexcept;
    Session& operator=(const Session&);
    Session& operator=(Session&&) noexcept;
    ~Session();

    const Spec& spec() const { return spec_; }
    int players() const;
    std::uint64_t seed() const { return seed_; }
    /// Which seat, from 0, plays as player i: seats()[0] moves first.
    const std::vector<int>& seats() const { return seats_; }
    /// The rolls that decided who starts, one pair a round; empty where it was not rolled for.
    const std::vector<std::array<int, 2>>& opening_rolls() const { return opening_rolls_; }
    /// Puts back what a record says about who started.
    void set_seats(std::vector<int> seats, std::vector<std::array<int, 2>> opening_rolls);

    /// Whose turn it is, from 0, a due roll included; -1 when the game is over.
    int turn_of() const;

    /// The position as it is now, in the middle of a turn too; erase.h tells how to get at its own type.
    const AnyPosition& now() const;
    /// The board of that position.
    View view() const;
    /// The position now, and the one the game began with, as strings.
    std::string position() const;
    std::string start_position() const;
    bool starts_from_standard() const { return standard_start_; }
    std::uint64_t key() const;
    /// Keys of the positions before each whole turn played so far.
    std::vector<std::uint64_t> earlier_keys() const;

    /// The legal whole turns from here, with the roll where one is known or due, at most `limit` of them.
    std::vector<std::string> turns(std::size_t limit = 100'000) const;
    /// Plays a whole turn, or the rest of one. In dice games it may begin with its roll; that roll must be
    /// the one thrown, or, when none has been thrown yet, it is taken as the roll.
    Status play(std::string_view turn);

    // --- a turn action by action ---
    std::vector<std::string> actions() const;
    Status play_action(std::string_view text);
    /// Why an action cannot be played now; nothing when it can.
    std::optional<Refusal> refusal(std::string_view text) const;
    bool in_turn() const { return !parts_.empty(); }
    /// The text of the turn under way so far.
    std::string turn_so_far() const;
    /// The whole turn, given the actions that complete the turn under way.
    std::string completed_turn(std::string_view rest) const;
    /// Takes back the last action of the turn under way (never a roll).
    bool take_back_action();
    /// Throws the die when a roll is due: the same seed gives the same roll at the same turn, so taking a
    /// turn back does not change the dice. Says whether it threw.
    bool roll();

    // --- history ---
    /// Takes back the turn under way or the last whole turn.
    bool undo();
    bool redo();
    bool can_undo() const;
    bool can_redo() const { return turns_.size() > ply_; }
    /// Whole turns played up to now, and the player of each, from 0.
    std::vector<std::string> history() const;
    std::vector<int> movers() const;
    std::size_t ply() const { return ply_; }

    Outcome outcome() const;
    Ending ending() const;
    Criterion criterion() const;
    /// Tells who won and how; empty while the game goes on.
    std::optional<Message> verdict() const;
    Status resign(int player);

private:
    struct PlayedTurn {
        std::string text;
        std::vector<Action> actions;
        int mover = 0;
        std::shared_ptr<const AnyPosition> after;
    };
    Session();
    void draw_order();
    const AnyPosition& turn_origin() const;
    Verdict played_verdict() const;
    void finish_turn();
    void forget_future();

    Spec spec_;
    std::uint64_t seed_ = 0;
    std::vector<int> seats_;
    std::vector<std::array<int, 2>> opening_rolls_;
    bool standard_start_ = true;
    std::shared_ptr<const AnyPosition> start_;
    std::vector<PlayedTurn> turns_;  // what was played, the undone future included
    std::size_t ply_ = 0;
    std::vector<Action> parts_;  // the turn under way, as entered
    std::vector<std::shared_ptr<const AnyPosition>> part_positions_;
    int resigned_ = -1;
    int max_turns_ = 0;   // of the spec; 0: none
    int repetition_ = 0;  // of the spec; 0: none
};

}  // namespace stockade::games
