// The texts about games on cards and in the heads of pages. They are in English, because other sites show the
// same text to everybody.
#pragma once

#include <string>

#include "base/result.h"
#include "draw/card.h"
#include "server/model/game.h"

namespace stockade::server::card {

/// The card of a game. For people who see the game late, the caller passes the delayed game.
draw::Card card_of(const model::Game& game);
/// A position that somebody looks at, and the turn that led there.
draw::Card card_of(const games::Session& session);
/// Somebody's invitation to play: the board at its start.
Result<draw::Card> card_of_challenge(const std::string& spec, const std::string& clock, bool rated,
                                     const std::string& name);
/// A game that can be played, at its best: its sample position and one sentence.
Result<draw::Card> card_of_rules(const games::GameInfo& info);
/// The site's own.
Result<draw::Card> card_of_site();

/// "ann 1 – 0 bob", "ann – bob – cleo".
std::string players_line(const model::Game& game);
/// "ann wins on time after 34 turns", "turn 12".
std::string status_of(const model::Game& game);
/// "Player 2 to move", "Player 1 wins by reaching the goal".
std::string status_of(const games::Session& session);
/// "34 turns".
std::string turns_words(std::size_t count);
/// "5 min + 3 s", "2 days a turn", "no clock".
std::string clock_words(const model::TimeControl& clock);
/// "Quoridor", "Quoridor for 4".
std::string game_title(const games::Spec& spec);

}  // namespace stockade::server::card
