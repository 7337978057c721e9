// Searches finished games: lists, records, the explorer of openings, and the export of one user's data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"
#include "server/model/game.h"
#include "server/store/store.h"

namespace stockade::server::store {

struct Search {
    UserId player;
    UserId opponent;
    std::string type;
    std::string result;   ///< a result, or win, loss, draw of `player`
    std::string opening;  ///< turns with spaces between them
    std::optional<bool> rated;
    TimePoint since;
    TimePoint until;  ///< kNever: now
    int limit = 20;
    /// The last game of the page before: when it ended, and its id.
    TimePoint after_ended;
    GameId after_id;
};

/// A game in a list.
struct Brief {
    GameId id;
    std::string spec;
    std::string clock;
    bool rated = false;
    TimePoint created;
    TimePoint ended;
    std::string result;
    std::string reason;
    int plies = 0;
    std::string opening;
    TournamentId tournament;
    std::vector<model::Person> players;
};

/// Games of an opening that are fewer are found by it, and then sorted.
inline constexpr int kFewGames = 1000;

/// Newest first.
std::vector<Brief> search_games(Database& database, const Search& search);

/// Games that are going on, the strongest players first, as watchers see them at that time.
std::vector<Brief> running_briefs(Database& database, const std::string& type, int limit, TimePoint now);

struct OpeningTurn {
    std::string turn;
    Int games = 0;
    std::array<Int, games::kMaxPlayers> points{};  ///< in twelfths
};
std::vector<OpeningTurn> explore(Database& database, const std::string& type, std::uint64_t position);

/// The record of a stored game, with clocks and who played it.
Result<record::Record> game_record(const model::Game& game, const std::string& site);

}  // namespace stockade::server::store
