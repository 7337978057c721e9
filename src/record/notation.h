// Other notations of turns: Glendenning's and that of the Quoridor Text Protocol, to and from the modern one.
// Knows how boards are labelled, not how the games are played.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/record.h"

namespace stockade::record {

enum class Notation {
    kModern,       ///< rows from player 1; a wall by the cell nearest a1
    kGlendenning,  ///< rows from player 2; a wall by its north-west cell, seen by player 1
    kQtp,          ///< rows from player 2; a wall by its upper left cell on a board with player 1 on top
};

std::string_view notation_name(Notation notation);
std::optional<Notation> parse_notation(std::string_view name);

/// Rows of the board, where the other notations are defined: two-player Quoridor and Pinko Pallino.
Result<int> notation_rows(const games::Spec& spec);

/// A cell, a wall or a pass of a board with that many rows (and columns), from one notation to another.
Result<std::string> translate_turn(std::string_view turn, Notation from, Notation to, int rows);

/// Every turn of a record, variations included.
Status translate(Record& record, Notation from, Notation to);

/// The notation of a record that does not name one: Glendenning's where the first pawn move fits that alone,
/// otherwise the modern one.
Notation guess_notation(const Record& record);

/// Whether the first turn of a game tells that its writer uses Glendenning's notation.
bool tells_glendenning(const games::Spec& spec, std::string_view first_turn);

/// Turns, and sentences that name cells and walls, for somebody who writes and reads another notation than
/// the modern one, which the rest of the program speaks.
class Translator {
public:
    Translator() = default;  ///< modern, for any game
    static Result<Translator> create(const games::Spec& spec, Notation notation);

    Notation notation() const { return notation_; }
    /// The modern name of what was typed, in small letters or capitals.
    Result<std::string> modern(std::string_view typed) const;
    /// A sentence of the program, with every cell and wall in it renamed; a turn is such a sentence too.
    std::string renamed(std::string_view text) const;

private:
    Notation notation_ = Notation::kModern;
    int rows_ = 0;
};

/// Makes a record that was just read modern and removes its Notation tag. The turns are in the notation of
/// the tag, else in the one `told`, else modern.
Status read_in_notation(Record& record, std::optional<Notation> told = std::nullopt);

}  // namespace stockade::record
