// Family: the properties that games with the same rules (Quoridor, Kid, Mini) share, for code that knows no
// position type. registry.cpp makes it from their registration, games/<game>/game.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/verdict.h"

namespace stockade::games {

class Spec;

struct Family {
    std::string_view name;
    /// The number, in AllGames, of the position type that plays a spec.
    std::size_t (*type_of)(const Spec&) = nullptr;
    /// The rules in a few paragraphs without line breaks, and how a turn is typed.
    std::vector<std::string> (*rules)(const Spec&) = nullptr;
    std::string (*typing)(const Spec&) = nullptr;
    /// The criterion that decided a game that was played to its end.
    Verdict (*verdict)(const Spec&, const View&, const Outcome&) = nullptr;
    /// `first=random` draws the whole order of play; elsewhere people sit around the board and play
    /// clockwise.
    bool draws_whole_order = false;
    /// A turn is one cell or one wall of two cells on a square board, so Glendenning's notation and QTP can
    /// write it.
    bool one_part_turns = false;
    /// The one spec whose games a QF code can hold; empty where there is none.
    std::string_view qf_spec;
    /// In games where a wall follows a move: the field of a position string that says the move was made.
    std::string_view wall_due_field;
};

/// Whether games of a spec can be written in Glendenning's notation and QTP, and as QF codes.
bool fits_glendenning(const Spec& spec);
bool fits_qf(const Spec& spec);

}  // namespace stockade::games
