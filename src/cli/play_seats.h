// Who sits at the board, and what engines and random players do. Knows no screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/session.h"

namespace stockade::cli {

enum class Seat { kHuman, kEngine, kRandom };

std::string_view seat_name(Seat seat);

/// `human,engine,random,...`: one word for each seat, or one for all. Empty text gives `fallback`.
Result<std::vector<Seat>> parse_seats(std::string_view text, int players, std::vector<Seat> fallback);
std::string seats_text(const std::vector<Seat>& seats);

/// One human against engines.
std::vector<Seat> default_seats(int players);

/// The seat whose choice is next; human when the game is over.
Seat seat_to_move(const games::Session& session, const std::vector<Seat>& seats);

/// What the random player does next: pawns and walls are equally likely, for walls far outnumber moves. The
/// same game gives the same choice.
std::string random_action(const games::Session& session);

/// What the player on that seat, no human, does next. An engine thinks for a moment first.
std::string action_of(Seat seat, const games::Session& session);

}  // namespace stockade::cli
