// The seats of a game: people, engines and random players. Knows no screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/levels.h"
#include "games/session.h"

namespace stockade::cli {

struct Seat {
    enum class Kind { kHuman, kEngine, kRandom };
    Kind kind = Kind::kHuman;
    int level = engine::kStrongest;  ///< of an engine

    bool human() const { return kind == Kind::kHuman; }
    friend bool operator==(const Seat&, const Seat&) = default;
};

/// The name that people read: `human`, `engine, level 4`, `random`.
std::string seat_name(const Seat& seat);

/// `human,engine:4,random,...`: one word for each seat, or one for all; `engine` alone is the strongest.
/// Empty text gives `fallback`.
Result<std::vector<Seat>> parse_seats(std::string_view text, int players, std::vector<Seat> fallback);
std::string seats_text(const std::vector<Seat>& seats);

/// An engine that a newcomer can beat, as the web page offers it.
inline constexpr Seat kEasyEngine{Seat::Kind::kEngine, 4};
/// One human against such engines.
std::vector<Seat> default_seats(int players);
/// The player, from 0, who is the only human; -1 where there is none or several.
int only_human(const games::Session& session, const std::vector<Seat>& seats);

/// Whether a game began as its spec says, not from a position. Only a draw, or a spec that says who is first,
/// makes another order of seats, and that order may give a handicap to another player.
bool begun_by_spec(const games::Session& session);

/// The seat whose choice is next; human when the game is over.
Seat seat_to_move(const games::Session& session, const std::vector<Seat>& seats);

/// The random player's next action. Moves and walls are equally likely, because walls far outnumber moves.
/// The same game gives the same choice.
std::string random_action(const games::Session& session);
/// The next action of an engine or a random player.
std::string action_of(const Seat& seat, const games::Session& session);

}  // namespace stockade::cli
