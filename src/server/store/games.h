// Stores games: begun, played and finished ones, and their chat; loads them again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/model/chat.h"
#include "server/model/game.h"
#include "server/store/store.h"

namespace stockade::server::store {

void insert_game(Database& database, const model::Setup& setup);

struct StoredGame {
    model::Setup setup;
    model::Entries entries;
};
std::optional<StoredGame> load_game(Database& database, GameId id);
/// The game as its entries lead to it now, to be looked at; nothing where there is no such game.
std::optional<model::Game> replayed_game(Database& database, GameId id);
std::vector<GameId> running_games(Database& database);
/// Also true if there is no such game.
bool game_over(Database& database, GameId id);
Int count_running_games(Database& database);
std::vector<GameId> running_games_of(Database& database, UserId user);

/// The changes at the end of a game besides its own entries.
struct Finished {
    GameId game;
    std::string type;
    bool rated = false;
    TournamentId tournament;
    std::vector<UserId> users;  ///< 0: an engine
    std::vector<int> points;    ///< in twelfths; empty when the game was aborted
    std::string result;
    std::string reason;
    TimePoint ended;
    int plies = 0;
    std::vector<std::string> turns;        ///< the opening
    std::vector<std::uint64_t> positions;  ///< keys before each of them
};
inline constexpr std::size_t kOpeningTurns = 20;

Finished finished(const model::Game& game);
void append_entry(Database& database, GameId game, const model::Entry& entry);
/// Result, ratings, openings and standings, in one transaction with the entries. Tells how ratings changed.
std::vector<int> finish_game(Database& database, const Finished& finished);

void insert_chat(Database& database, GameId game, const model::ChatLine& line);
std::vector<model::ChatLine> load_chat(Database& database, GameId game, int limit);

struct Said {
    GameId game;
    int n = 0;
    std::string text;
    TimePoint at;
};
/// A user's chat lines, game by game: at most `limit` of them after a given one.
std::vector<Said> chat_of(Database& database, UserId user, const Said& after, int limit);

/// Somebody as they sit down to a game of that type (empty: without a rating).
std::optional<model::Person> person_of(Database& database, UserId id, const std::string& type);
model::Person engine_person(int level);

void beat(Database& database, const std::string& node, TimePoint now);
/// kNever when it never ran.
TimePoint last_beat(Database& database, const std::string& node);

}  // namespace stockade::server::store
