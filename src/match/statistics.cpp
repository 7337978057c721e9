#include "match/statistics.h"

#include <cmath>
#include <limits>
#include <vector>

namespace stockade::match {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNormal95 = 1.959963984540054;  // two-sided 95% quantile of the normal distribution

struct Weighted {
    double score;
    double weight;  // a probability
};

/// The observed distribution over the observed scores and the five of a pair. A score that never came counts
/// as a thousandth of a block, as in fishtest, so that no hypothesis is impossible.
std::vector<Weighted> observed(const BlockScores& scores, double& total) {
    constexpr double kNever = 1e-3;
    std::map<double, double> weights;
    for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) weights[score] = kNever;
    for (const auto& [score, count] : scores.counts()) weights[score] = static_cast<double>(count);
    total = 0;
    for (const auto& [score, weight] : weights) total += weight;
    std::vector<Weighted> result;
    result.reserve(weights.size());
    for (const auto& [score, weight] : weights) result.push_back({score, weight / total});
    return result;
}

/// The likeliest distribution with mean s has the probabilities p_i / (1 + x (a_i - s)), where x makes the
/// mean s (Lagrange multiplier of the constraint). Returns x. The sum falls as x grows, so halving finds it.
double tilt(const std::vector<Weighted>& observed, double s) {
    double low = -1 / (observed.back().score - s);
    double high = 1 / (s - observed.front().score);
    for (int i = 0; i < 200; ++i) {
        const double x = (low + high) / 2;
        double sum = 0;
        for (const auto& [score, weight] : observed) sum += weight * (score - s) / (1 + x * (score - s));
        (sum > 0 ? low : high) = x;
    }
    return (low + high) / 2;
}

double normal_distribution(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

}  // namespace

double score_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_of_score(double score) {
    if (score <= 0) return -kInfinity;
    if (score >= 1) return kInfinity;
    return -400 * std::log10(1 / score - 1);
}

void BlockScores::add(const BlockScores& other) {
    for (const auto& [score, count] : other.counts_) counts_[score] += count;
}

BlockScores BlockScores::mirrored() const {
    BlockScores result;
    for (const auto& [score, count] : counts_) result.counts_[1 - score] += count;
    return result;
}

std::size_t BlockScores::blocks() const {
    std::size_t sum = 0;
    for (const auto& [score, count] : counts_) sum += count;
    return sum;
}

double BlockScores::mean() const {
    double sum = 0;
    for (const auto& [score, count] : counts_) sum += score * static_cast<double>(count);
    return sum / static_cast<double>(blocks());
}

double BlockScores::variance() const {
    const double mean_score = mean();
    double sum = 0;
    for (const auto& [score, count] : counts_)
        sum += (score - mean_score) * (score - mean_score) * static_cast<double>(count);
    return sum / static_cast<double>(blocks());
}

std::array<std::size_t, 5> BlockScores::pentanomial() const {
    std::array<std::size_t, 5> result{};
    for (const auto& [score, count] : counts_)
        result[static_cast<std::size_t>(std::lround(score * 4))] += count;
    return result;
}

EloEstimate estimate_elo(const BlockScores& scores) {
    const double mean = scores.mean();
    const auto blocks = static_cast<double>(scores.blocks());
    if (mean <= 0 || mean >= 1) {
        // All points went one way. With score s such a run has the likelihood s^N, which at the end of the
        // interval is exp(-q^2/2) of its greatest value.
        const double bound = std::exp(-kNormal95 * kNormal95 / 2 / blocks);
        if (mean >= 1) return {kInfinity, elo_of_score(bound), kInfinity};
        return {-kInfinity, -kInfinity, elo_of_score(1 - bound)};
    }
    double variance = scores.variance();
    // If all blocks gave the same score, one more imaginary block, half lost and half won, keeps the error
    // from being nothing.
    if (variance == 0) variance = (mean * mean + (1 - mean) * (1 - mean)) / 2 / (blocks + 1);
    const double error = kNormal95 * std::sqrt(variance / blocks);
    return {elo_of_score(mean), elo_of_score(mean - error), elo_of_score(mean + error)};
}

double likelihood_of_superiority(const BlockScores& scores) {
    if (scores.blocks() == 0) return 0.5;
    const auto blocks = static_cast<double>(scores.blocks());
    const double lead = scores.mean() - 0.5;
    const double error = std::sqrt(scores.variance() / blocks);
    if (error > 0) return normal_distribution(lead / error);
    // Every block gave the same score. This counts like the same number of equal throws of a coin.
    if (lead == 0) return 0.5;
    const double doubt = std::pow(0.5, blocks + 1);
    return lead > 0 ? 1 - doubt : doubt;
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const BlockScores& scores, double elo0, double elo1) {
    if (scores.blocks() == 0) return 0;
    double total = 0;
    const auto distribution = observed(scores, total);
    const double s0 = score_of_elo(elo0);
    const double s1 = score_of_elo(elo1);
    const double x0 = tilt(distribution, s0);
    const double x1 = tilt(distribution, s1);
    double sum = 0;
    for (const auto& [score, weight] : distribution)
        sum += weight * std::log((1 + x0 * (score - s0)) / (1 + x1 * (score - s1)));
    return total * sum;
}

SprtVerdict sprt_verdict(const Sprt& sprt, double llr) {
    if (llr >= sprt.upper()) return SprtVerdict::kAcceptsElo1;
    if (llr <= sprt.lower()) return SprtVerdict::kAcceptsElo0;
    return SprtVerdict::kGoesOn;
}

}  // namespace stockade::match
