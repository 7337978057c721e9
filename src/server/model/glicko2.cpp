#include "server/model/glicko2.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stockade::server::model {
namespace {

constexpr double kScale = 173.7178;
constexpr double kMaxDeviation = 350;
constexpr double kMinDeviation = 30;
constexpr double kMaxVolatility = 0.1;
constexpr double kTolerance = 1e-6;

double g(double phi) { return 1 / std::sqrt(1 + 3 * phi * phi / (std::numbers::pi * std::numbers::pi)); }

/// Step 5 of the paper: the volatility by the Illinois method.
double new_volatility(double sigma, double phi, double v, double delta) {
    const double a = std::log(sigma * sigma);
    const auto f = [&](double x) {
        const double ex = std::exp(x);
        const double sum = phi * phi + v + ex;
        return ex * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (kTau * kTau);
    };
    double low = a;
    double high = 0;
    if (delta * delta > phi * phi + v) {
        high = std::log(delta * delta - phi * phi - v);
    } else {
        double k = 1;
        while (f(a - k * kTau) < 0) ++k;
        high = a - k * kTau;
    }
    double f_low = f(low);
    double f_high = f(high);
    while (std::abs(high - low) > kTolerance) {
        const double middle = low + (low - high) * f_low / (f_high - f_low);
        const double f_middle = f(middle);
        if (f_middle * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else {
            f_low /= 2;
        }
        high = middle;
        f_high = f_middle;
    }
    return std::exp(low / 2);
}

}  // namespace

Rating rated(const Rating& before, std::span<const GameResult> games) {
    if (games.empty()) return rested(before, kRatingPeriod);
    const double mu = (before.rating - 1500) / kScale;
    const double phi = before.deviation / kScale;
    double information = 0;
    double surprise = 0;
    for (const auto& game : games) {
        const double mu_j = (game.opponent.rating - 1500) / kScale;
        const double weight = g(game.opponent.deviation / kScale);
        const double expected = 1 / (1 + std::exp(-weight * (mu - mu_j)));
        information += weight * weight * expected * (1 - expected);
        surprise += weight * (game.score - expected);
    }
    const double v = 1 / information;
    const double sigma = new_volatility(before.volatility, phi, v, v * surprise);
    const double phi_star = std::sqrt(phi * phi + sigma * sigma);
    const double phi_new = 1 / std::sqrt(1 / (phi_star * phi_star) + 1 / v);
    const double mu_new = mu + phi_new * phi_new * surprise;
    return {kScale * mu_new + 1500, std::clamp(kScale * phi_new, kMinDeviation, kMaxDeviation),
            std::min(sigma, kMaxVolatility)};
}

Rating rested(const Rating& before, Milliseconds idle) {
    const double periods = Seconds(std::max(idle, 0ms)) / Seconds(kRatingPeriod);
    const double phi = before.deviation / kScale;
    const double grown = kScale * std::sqrt(phi * phi + periods * before.volatility * before.volatility);
    return {before.rating, std::min(grown, kMaxDeviation), before.volatility};
}

}  // namespace stockade::server::model
