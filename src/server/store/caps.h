// Caps: the most games, seeks, challenges and other resources that one user or one server may have at a time.
// Each cap is checked in the transaction that stores the new resource, so that no request can bypass it and
// two servers cannot both give the last place.
#pragma once

#include <optional>

#include "base/message.h"
#include "server/model/game.h"
#include "server/store/meetings.h"
#include "server/store/store.h"

namespace stockade::server::store {

// Running games of one person. A game counts by its clock, and with engines once more.
inline constexpr int kMaxLiveGamesEach = 20;
inline constexpr int kMaxDaysGamesEach = 50;
inline constexpr int kMaxClocklessGamesEach = 10;
inline constexpr int kMaxEngineGamesEach = 3;
inline constexpr int kMaxArenaGamesEach = 1;  ///< these are not counted among the live ones

/// Games with engines of one server, as far as somebody played in them within kEngineBusy.
inline constexpr int kMaxEngineGames = 200;
inline constexpr Milliseconds kEngineBusy = 10min;

/// Games of one person that may end within an hour: giving up at once and beginning again fills the disk.
inline constexpr int kMaxGamesAnHour = 500;

inline constexpr std::size_t kMaxTokensEach = 20;
inline constexpr int kMaxMutesEach = 500;
inline constexpr int kMaxReportsADay = 20;       ///< of one person
inline constexpr int kMaxChallengesEach = 20;    ///< open ones that somebody made
inline constexpr int kMaxChallengesToOne = 3;    ///< of them, to the same person
inline constexpr int kMaxAnalysesEach = 10;      ///< games that wait to be analysed for somebody
inline constexpr int kMaxTournamentsEach = 5;    ///< that are not over, or ended within a day
inline constexpr int kMaxTournaments = 200;      ///< that are not over
inline constexpr int kMaxEntrants = 2000;        ///< of one tournament
inline constexpr int kMaxTournamentsJoined = 5;  ///< by one person, that are not over

struct RunningGames {
    int live = 0, days = 0, clockless = 0, engines = 0, arena = 0;
};
RunningGames count_running(Database& database, UserId user);

// Each says why not, or nothing where it may be. `node` is where the game shall live, 0 on a
// server that is alone.
std::optional<Message> refuse_game(Database& database, const model::Setup& setup, NodeId node, TimePoint now);
std::optional<Message> refuse_challenge(Database& database, const Challenge& challenge);
std::optional<Message> refuse_analysis(Database& database, UserId user);
std::optional<Message> refuse_mute(Database& database, UserId user);
std::optional<Message> refuse_report(Database& database, UserId user, TimePoint now);
std::optional<Message> refuse_tournament(Database& database, const Tournament& tournament, TimePoint now);
std::optional<Message> refuse_entrant(Database& database, const Tournament& tournament, UserId user,
                                      TimePoint now);

}  // namespace stockade::server::store
