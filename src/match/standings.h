// The standings of a match: the sums of the games played so far. Knows no process and no screen.
#pragma once

#include <map>
#include <vector>

#include "match/game.h"
#include "match/schedule.h"
#include "match/statistics.h"

namespace stockade::match {

/// The games of one engine. All seats of an engine score together: it has won when the whole point is its
/// own.
struct Counts {
    std::size_t games = 0;
    std::size_t wins = 0;
    std::size_t draws = 0;
    std::size_t losses = 0;
    double points = 0;
    std::size_t time_losses = 0;
    std::size_t crashes = 0;
    std::size_t hangs = 0;
    std::size_t illegal = 0;

    double score() const { return games ? points / static_cast<double>(games) : 0.5; }
};

class Standings {
public:
    Standings(std::size_t engines, const Schedule& schedule);

    void add(const GameResult& result);

    std::size_t games() const { return games_; }
    const Counts& counts(int engine) const { return counts_[static_cast<std::size_t>(engine)]; }
    /// The counts of the games between two engines, seen by the first.
    const Counts& counts(std::size_t pairing) const { return pairing_counts_[pairing]; }
    /// Whole blocks of a pairing, seen by its first engine.
    const BlockScores& scores(std::size_t pairing) const { return scores_[pairing]; }
    /// Whole blocks of an engine against all others.
    BlockScores scores_of(int engine) const;
    const Schedule& schedule() const { return schedule_; }

private:
    struct OpenBlock {
        std::size_t games = 0;
        double points = 0;
    };
    Schedule schedule_;
    std::size_t games_ = 0;
    std::vector<Counts> counts_;
    std::vector<Counts> pairing_counts_;
    std::vector<BlockScores> scores_;
    std::map<std::size_t, OpenBlock> open_;
};

}  // namespace stockade::match
