// Draws a card: the picture of 1200x630 that other sites show beside a link. A board at the left; title,
// players and state of the game at the right. Knows no server.
#pragma once

#include <string>
#include <vector>

#include "draw/board.h"

namespace stockade::draw {

inline constexpr int kCardWidth = 1200, kCardHeight = 630;

struct CardPlayer {
    std::string name;
    std::string note;   ///< small, after the name: a rating
    std::string score;  ///< at the end of the line, where the game is over
    bool won = false;
};

struct Card {
    View view;
    Marks last;                       ///< tinted on the board
    std::string title;                ///< the game
    std::string subtitle;             ///< clock and the like
    std::vector<CardPlayer> players;  ///< in the order of play; may be empty
    std::string headline;             ///< large, where there are no players
    std::string status;               ///< how it stands
};

/// A whole SVG document. Texts may be anybody's: they are escaped, made to fit, and what the font cannot show
/// is replaced.
std::string draw_card(const Card& card);

/// A text as it is drawn: at most `most` characters of Latin and Cyrillic letters and common signs; any other
/// becomes a question mark, and what changes the direction of writing is left out.
std::string drawable(std::string_view text, std::size_t most);

}  // namespace stockade::draw
