// Scores of positions as searches compare them: whole numbers from the side to move, about a hundredth of a
// step each, and proven results beyond all of them.
#pragma once

#include "search/portable_math.h"

namespace stockade::search {

using Score = int;

inline constexpr Score kInfinite = 32000;
inline constexpr Score kWin = 30000;           ///< minus the actions until the game is over
inline constexpr Score kProven = kWin - 2000;  ///< from here on a result is proven
inline constexpr Score kMaxEvaluation = kProven - 1;

constexpr bool is_win(Score score) { return score >= kProven; }
constexpr bool is_loss(Score score) { return score <= -kProven; }
/// Actions until the proven end.
constexpr int distance_to_end(Score score) { return kWin - (score < 0 ? -score : score); }

/// The points of score that change the odds of winning by a factor of e. Set by hand; no games have been
/// fitted to it.
inline constexpr float kScoreScale = 165.0f;

/// The chance of winning that belongs to a score.
inline float win_probability(Score score) {
    if (is_win(score)) return 1.0f;
    if (is_loss(score)) return 0.0f;
    return portable_sigmoid(static_cast<float>(score) / kScoreScale);
}

}  // namespace stockade::search
