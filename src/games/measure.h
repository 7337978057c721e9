// Perft and random play for any game by name. The templates behind them are compiled once, for the commands,
// the benchmarks and their tests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace stockade::games {

inline constexpr int kMaxPerftDepth = 64;

struct PerftRequest {
    std::string position;  ///< a position string
    int depth = 1;
    std::vector<int> rolls;  ///< in dice games one for each turn
    int threads = 1;
    std::size_t hash_megabytes = 0;
    /// Told how many of the first turns are counted, from any thread.
    std::function<void(std::size_t done, std::size_t total)> progress;
};

struct PerftAnswer {
    std::uint64_t total = 0;
    std::vector<std::pair<std::string, std::uint64_t>> by_turn;  ///< the count after each first turn
};

Result<PerftAnswer> count_turns(const PerftRequest& request);

struct RandomGames {
    long games = 0;
    long actions = 0;
    Seconds elapsed{};
};

/// Plays uniform random games of a spec for about that long.
Result<RandomGames> play_random_games(std::string_view spec_text, Seconds least, std::uint64_t seed);

}  // namespace stockade::games
