// The settings of a run of self-play, and its counters.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "selfplay/gumbel.h"

namespace stockade::selfplay {

enum class EvaluatorKind {
    kChannel,    ///< another process, through shared memory
    kHeuristic,  ///< the classical evaluation, in this process
    kNetwork,    ///< a small network, in this process
    kRandom,     ///< noise, for measuring all the rest
};

struct Settings {
    std::string game = "quoridor";
    EvaluatorKind evaluator = EvaluatorKind::kHeuristic;
    std::string channel;  ///< the file to make and share
    std::string network;  ///< the small network's file
    std::string shards;   ///< the folder for samples; none are kept when empty
    std::uint64_t seed = 1;
    int threads = 1;
    int batch = 1024;         ///< leaves handed over at once, over all threads
    int slots = 4;            ///< batches in rotation; batch * slots games are in flight
    std::uint64_t games = 0;  ///< stop after so many; 0: no limit
    Seconds duration{};       ///< stop after so long; 0: no limit
    int samples_per_shard = 16'384;

    SearchOptions search;
    float noise = 1;            ///< of the first actions, see GumbelSearch
    int variety = 35;           ///< of 100 games, how many begin anywhere
    int opening_actions = 8;    ///< others begin with up to so many random ones
    int max_actions = 200;      ///< a longer game is a draw; for each two players
    float resign_below = 0.9f;  ///< a side whose value stays below minus this gives up; 0: never
    int resign_after = 4;       ///< searches in a row, of both sides together
    int play_out = 20;          ///< of 100 games that could be resigned, how many are played to the end
    bool versus = false;        ///< two networks against each other from paired openings; writes no samples
    bool versus_heuristic = false;  ///< the second of the two is the classical evaluation
    Milliseconds versus_engine{};   ///< a turn of the classical engine, which is the second; 0: no
};

struct Progress {
    Seconds elapsed{};
    std::uint64_t evaluations = 0;
    std::uint64_t actions = 0;
    std::uint64_t games = 0;
    std::uint64_t samples = 0;
};

struct Report {
    Progress progress;
    std::uint64_t game_actions = 0;
    std::uint64_t first_wins = 0;
    std::uint64_t second_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t resigned = 0;
    std::uint64_t checked = 0;
    std::uint64_t mistaken = 0;
    std::uint64_t distinct = 0;
    std::uint64_t solved = 0;
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    bool interrupted = false;
};

/// Plays until told to stop. `on_progress` is called about once a second from the calling thread; when it
/// returns false the run ends.
Result<Report> run(const Settings& settings, const std::function<bool(const Progress&)>& on_progress);

}  // namespace stockade::selfplay
