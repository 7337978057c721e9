#include "engine/tuner.h"

#include <algorithm>
#include <cmath>

#include "search/score.h"

namespace stockade::engine {
namespace {

constexpr double kScale = search::kScoreScale;
constexpr double kPull = 1e-4;  // of a weight's distance from where it began, in squares of units of kScale

double chance(const std::vector<int>& counts, const std::vector<double>& weights) {
    double score = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) score += weights[i] * counts[i];
    return 1 / (1 + std::exp(-score / kScale));
}

/// Solves a x = b for a symmetric positive matrix, by elimination.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) {
            const double factor = a[j][i] / a[i][i];
            for (std::size_t k = i; k < n; ++k) a[j][k] -= factor * a[i][k];
            b[j] -= factor * b[i];
        }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

}  // namespace

double Tuner::loss(const std::vector<double>& weights) const {
    double total = 0;
    for (const Sample& sample : samples_) {
        const double p = std::clamp(chance(sample.counts, weights), 1e-12, 1 - 1e-12);
        total -= sample.share * std::log2(p) + (1 - sample.share) * std::log2(1 - p);
    }
    return samples_.empty() ? 0 : total / static_cast<double>(samples_.size());
}

std::vector<double> Tuner::fit(const std::vector<double>& begin) const {
    const std::size_t n = begin.size();
    std::vector<double> weights = begin;
    if (samples_.empty()) return weights;
    for (int round = 0; round < 30; ++round) {
        std::vector<double> gradient(n, 0);
        std::vector<std::vector<double>> curvature(n, std::vector<double>(n, 0));
        for (const Sample& sample : samples_) {
            const double p = chance(sample.counts, weights);
            for (std::size_t i = 0; i < n; ++i) {
                gradient[i] += (sample.share - p) * sample.counts[i] / kScale;
                for (std::size_t j = 0; j < n; ++j)
                    curvature[i][j] += p * (1 - p) * sample.counts[i] * sample.counts[j] / (kScale * kScale);
            }
        }
        const double pull = kPull * static_cast<double>(samples_.size()) / (kScale * kScale);
        for (std::size_t i = 0; i < n; ++i) {
            gradient[i] -= pull * (weights[i] - begin[i]);
            curvature[i][i] += pull;
        }
        const auto step = solve(curvature, gradient);
        // Half steps while a whole one would make it worse.
        const double before = loss(weights);
        double size = 1;
        std::vector<double> next(n);
        for (; size > 1e-3; size /= 2) {
            for (std::size_t i = 0; i < n; ++i) next[i] = weights[i] + size * step[i];
            if (loss(next) <= before) break;
        }
        if (size <= 1e-3) break;
        const double gained = before - loss(next);
        weights = next;
        if (gained < 1e-9) break;
    }
    return weights;
}

}  // namespace stockade::engine
