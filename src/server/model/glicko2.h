// Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system", 2022). Pure arithmetic.
#pragma once

#include <span>

#include "base/time.h"

namespace stockade::server::model {

struct Rating {
    double rating = 1500;
    double deviation = 350;
    double volatility = 0.06;
    friend bool operator==(const Rating&, const Rating&) = default;
};

struct GameResult {
    Rating opponent;
    double score = 0;  ///< 1, 1/2 or 0
};

/// How strongly volatility may change; Glickman suggests 0.3 to 1.2.
inline constexpr double kTau = 0.5;
inline constexpr double kProvisionalDeviation = 110;
/// The deviation of somebody who does not play grows as after one period without games for each of these.
inline constexpr Milliseconds kRatingPeriod = Days(7);

/// The rating after one period with these games.
Rating rated(const Rating& before, std::span<const GameResult> games);
/// The rating of somebody who has not played for so long.
Rating rested(const Rating& before, Milliseconds idle);

}  // namespace stockade::server::model
