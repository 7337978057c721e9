// The statistics of a match: Elo with error bars, likelihood of superiority, and the SPRT. Knows no engine
// and no game.
#pragma once

#include <array>
#include <cstddef>
#include <map>

namespace stockade::match {

/// The score that an Elo difference promises, 0 to 1, and the other way round (infinite at 0 and 1).
double score_of_elo(double elo);
double elo_of_score(double score);

/// Counts the scores of blocks. A block is one opening played with every seating, a pair for two
/// players; its score is the mean share of the points that one engine took, 0 to 1. Games of a block share
/// an opening and dice, so the block and not the game is the independent observation.
class BlockScores {
public:
    void add(double score) { ++counts_[score]; }
    void add(const BlockScores& other);
    /// The same blocks seen by the other engine.
    BlockScores mirrored() const;

    std::size_t blocks() const;
    double mean() const;
    /// The variance of one block's score.
    double variance() const;
    /// Pairs that gave 0, 1/2, 1, 1 1/2 and 2 points. Only for blocks of two games.
    std::array<std::size_t, 5> pentanomial() const;
    const std::map<double, std::size_t>& counts() const { return counts_; }

private:
    std::map<double, std::size_t> counts_;
};

struct EloEstimate {
    double elo = 0;   ///< infinite when every point went to one side
    double low = 0;   ///< ends of the 95% interval
    double high = 0;  ///< infinite where the interval reaches a score of 0 or 1
};
/// Needs at least one block.
EloEstimate estimate_elo(const BlockScores& scores);

/// The chance that the engine is the stronger one, given the scores and no prior knowledge.
double likelihood_of_superiority(const BlockScores& scores);

struct Sprt {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;
    double beta = 0.05;

    double lower() const;
    double upper() const;
};

/// Logarithm of how much likelier the scores are under the best distribution with mean elo1 than under the
/// best one with mean elo0 (generalised likelihood ratio; for pairs the pentanomial one).
double log_likelihood_ratio(const BlockScores& scores, double elo0, double elo1);

enum class SprtVerdict { kGoesOn, kAcceptsElo0, kAcceptsElo1 };
SprtVerdict sprt_verdict(const Sprt& sprt, double llr);

}  // namespace stockade::match
