// Game records: tags and a tree of turns in modern notation, to and from a session. Owns the data of a
// record; knows no file format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "games/session.h"

namespace stockade::record {

// Limits of one record. They bound the memory that a hostile file can ask for.
inline constexpr std::size_t kMaxGameBytes = 4u << 20;  ///< of text or JSON
inline constexpr std::size_t kMaxTurns = 50'000;        ///< variations included
inline constexpr std::size_t kMaxTags = 1'000;
inline constexpr int kMaxNesting = 32;  ///< of variations in variations
inline constexpr std::size_t kMaxTurnText = 200;

struct Turn;
using Line = std::vector<Turn>;

struct Turn {
    std::string text;    ///< modern notation
    std::string before;  ///< comment between the turn's number and the turn
    std::string comment;
    std::vector<std::uint8_t> glyphs;   ///< numbers as in PGN; 1 to 6 are ! ? !! ?? !? ?!
    std::optional<double> eval;         ///< for the player who made the turn, in the engine's own unit
    std::optional<double> win;          ///< that player's chance to win, 0 to 1
    std::optional<Milliseconds> clock;  ///< left on that player's clock
    std::vector<Line> variations;       ///< what could have been played instead of this turn

    friend bool operator==(const Turn&, const Turn&) = default;
};

/// Tags in the order in which they were given, each name once.
class Tags {
public:
    using Item = std::pair<std::string, std::string>;

    /// The value, empty when there is no such tag.
    std::string_view get(std::string_view name) const;
    bool has(std::string_view name) const;
    void set(std::string_view name, std::string_view value);
    void remove(std::string_view name);
    const std::vector<Item>& items() const { return items_; }

    friend bool operator==(const Tags&, const Tags&) = default;

private:
    std::vector<Item> items_;
};

struct Record {
    Tags tags;
    std::string comment;  ///< before the first turn
    Line turns;

    /// The spec: the Game tag, or plain Quoridor.
    std::string_view game() const;
    /// The Result tag, `*` when there is none.
    std::string_view result() const;

    friend bool operator==(const Record&, const Record&) = default;
};

/// The main line with the tags Game, Position, Seed, Seats, OpeningRolls, Result and Termination, as far as
/// they apply. A turn under way is left out.
Record from_session(const games::Session& session);

/// Plays the main line. The error names the turn: `game 3, turn 12 (e4h): the wall crosses e4v`.
Result<games::Session> to_session(const Record& record, std::size_t game_number = 1);

/// Like to_session, and plays every variation too.
Status check(const Record& record, std::size_t game_number = 1);

// --- results ---
/// `1-0`, `1/2-1/2`, `0-1/2-1/2-0`, `*`.
std::string result_text(const games::Outcome& outcome, int players);
/// Whether a text has the form of a result, for any number of players.
bool is_result(std::string_view text);
/// The shares that a result gives to that many players; over is false for `*`.
Result<games::Outcome> parse_result(std::string_view text, int players);

// --- what a file may hold ---
bool is_tag_name(std::string_view text);
/// Whether a text can stand as a turn in a file, whatever game it is from.
bool is_turn_text(std::string_view text);
/// Which player, from 0, has the first turn, as far as the Position tag says.
int first_mover(const Record& record);
/// The number of the first turn, from 1: the FirstTurn tag, or the first mover's place in the first round.
std::size_t first_turn(const Record& record);

}  // namespace stockade::record
