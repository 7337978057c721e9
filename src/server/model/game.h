// Game: one game between people on the server: rules, clocks, offers and the list of its entries. Pure:
// receives the time as an argument, does no input or output. Its Room stores and sends the results.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/session.h"
#include "server/model/clock.h"
#include "server/model/entry.h"
#include "server/model/setup.h"

namespace stockade::server::model {

/// The spec by which ratings and openings are kept; empty where a spec has unusual options.
std::string rating_type(const games::Spec& spec);

/// How a game ended, for good.
struct Finish {
    std::string result = "*";
    std::string reason;  ///< empty: it goes on
    games::Outcome outcome;
};

inline constexpr Milliseconds kClaimAfter = 1min;
/// Games without a clock end when nobody has played for so long.
inline constexpr Milliseconds kIdle = Days(14);
inline constexpr Milliseconds kIdleWithEngine = 1h;
inline constexpr std::size_t kMaxPremoveLines = 16;
inline constexpr std::size_t kMaxPremoveTurns = 32;
// A game ends, so that it fits into memory and into one message: kMaxTurns are on the board at most, and how
// often turns are taken back has an end too.
inline constexpr int kMaxTurns = 1000;
inline constexpr int kMaxTakebacks = 100;
/// Refuses a game that could go on for longer.
Status check_length(const games::Spec& spec);

class Game {
public:
    /// `seated[i]` sits on seat i. The seat that begins may be drawn.
    static Result<Game> begin(Setup setup, const std::vector<Person>& seated);
    /// The game as it was when the last entry was stored. `ran_until` is when the server last ran: live
    /// clocks stand still from then to `now`.
    static Result<Game> replay(Setup setup, const Entries& entries, TimePoint ran_until, TimePoint now);

    const Setup& setup() const { return setup_; }
    /// Takes the name away of somebody whose account is deleted; says whether they were at the board.
    bool forget_person(UserId user);
    const games::Session& session() const { return session_; }
    const Clocks& clocks() const { return clocks_; }
    const Entries& entries() const { return entries_; }
    /// Turns on the board after entry i.
    int ply_after(std::size_t i) const { return plies_[i]; }
    int players() const { return session_.players(); }
    int seq() const { return static_cast<int>(entries_.size()); }
    int ply() const { return static_cast<int>(session_.ply()); }
    /// -1 when the game is over.
    int to_move() const { return over() ? -1 : session_.turn_of(); }
    /// The roll that is thrown for the turn to come; 0: none.
    int roll() const;
    bool over() const { return !finish_.reason.empty(); }
    const Finish& finish() const { return finish_; }
    /// The player that somebody is, -1 for none.
    int player_of(UserId user) const;
    /// How long each turn on the board took, and what its player had left.
    const std::vector<Milliseconds>& times() const { return times_; }
    const std::vector<Milliseconds>& lefts() const { return lefts_; }

    // --- what players do; entries come back already applied: they are to be stored. None is a change of the
    // state alone.
    Result<Entries> turn(int player, std::string_view text, TimePoint now, Milliseconds lag,
                         std::string client);
    Result<Entries> resign(int player, TimePoint now);
    Result<Entries> offer_draw(int player, TimePoint now);
    Result<Entries> request_takeback(int player, TimePoint now);
    Result<Entries> decline();
    Result<Entries> abort(TimePoint now);
    Result<Entries> claim(int player, TimePoint now);
    /// Says whether everyone wants another game now.
    Result<bool> offer_rematch(int player);
    Status set_premoves(int player, int ply, std::vector<std::vector<std::string>> lines);

    // --- what happens to them ---
    /// When the game ends unless somebody plays: the running clock is used up, or nobody has played for long
    /// in a game without one.
    std::optional<TimePoint> ends_at(Milliseconds lag) const;
    /// Ends the game where that time has come.
    Entries flag(TimePoint now, Milliseconds lag);
    Entries abort_by_server(TimePoint now);
    /// For a game that is shown later: goes on by what is older than its delay in the game itself.
    Status follow(const Game& game, TimePoint now);
    void set_here(int player, bool here, TimePoint now);
    void set_changes(const std::vector<int>& changes);
    /// The last entry is published only at `now`; no clock ran until then.
    void told(TimePoint now) { clocks_.told(now); }

    /// The turn to play by itself now; it is forgotten with this call.
    std::optional<std::string> take_premove();
    /// The entry that a client's turn led to; nothing for a new id.
    const Entry* entry_of(int player, std::string_view client) const;

    // --- the state ---
    std::vector<int> draw_offers() const { return listed(draws_); }
    std::vector<int> takeback_offers() const { return listed(takebacks_); }
    std::vector<int> rematch_offers() const { return listed(rematches_); }
    bool here(int player) const { return here_[static_cast<std::size_t>(player)]; }
    /// From when on the player to move may be claimed to have left.
    std::optional<TimePoint> claim_from() const;
    /// Everyone who is no engine, one bit each.
    unsigned people() const;

private:
    Game(Setup setup, games::Session session);
    static Result<games::Session> session_of(const Setup& setup);
    Status apply(const Entry& entry);
    Entry next_entry(Entry::Kind kind, TimePoint now) const;
    Entry halted_entry(Entry::Kind kind, std::string text, TimePoint now) const;
    Entries finish_with(const games::Outcome& outcome, std::string_view reason, TimePoint now);
    games::Outcome outcome_without(int player) const;
    void start_clock(TimePoint now);
    Status is_going_on() const;
    /// A game in which not everyone has played a turn does not count, unless its dice are rated: a player who
    /// likes neither the first roll nor the opponent's would call off game after game until one suits.
    bool counts() const;
    int takeback_turns(int player) const;
    static std::vector<int> listed(unsigned mask);

    struct Premoves {
        int ply = 0;
        std::vector<std::vector<std::string>> lines;
    };

    Setup setup_;
    games::Session session_;
    Clocks clocks_;
    Entries entries_;
    std::vector<int> plies_;
    std::vector<Milliseconds> times_;
    std::vector<Milliseconds> lefts_;
    Finish finish_;
    unsigned draws_ = 0;
    unsigned takebacks_ = 0;
    int takeback_by_ = -1;
    int taken_back_ = 0;  ///< how often
    unsigned rematches_ = 0;
    std::vector<bool> here_;
    std::vector<TimePoint> here_since_;
    std::vector<Premoves> premoves_;
};

/// A running game as watchers see it: only entries that are older than its delay. Empty if there is no delay,
/// so that everything may be seen. Offers are not shown.
std::optional<Game> delayed(const Game& game, TimePoint now);

}  // namespace stockade::server::model
