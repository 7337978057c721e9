// The classical evaluation: the value of a position for each player, and the prior of each action. One
// specialisation a game in heuristics/. Searches call it through an evaluator (evaluator.h), like networks.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "games/game.h"
#include "search/score.h"

namespace stockade::search {

/// Specialised for every position type P:
/// for two players:
///   static constexpr Weights kWeights;                       // points for one of each term
///   static Terms terms(const P&);                            // what is counted, for the side to move
///   static Score evaluate(const P&);                         // terms by weights
/// for all:
///   static std::array<float, P::kPlayers> shares(const P&);  // each player's chance, adding to 1
///   struct EvalState;  // what is kept beside a position for rating its actions and evaluating what follows:
///     explicit EvalState(const P&);
///     Score after(const P& next, Action) const;  // two players: evaluate(next) after that action
///   static void rate(const P&, const EvalState&, const Actions&, std::span<int> ratings);
///   static constexpr bool kTreeIsStronger;  // two players: which search the matches chose
/// Ratings are in hundredths: the logarithm of how often an action is expected to be the best one.
/// They are never called for finished games. `stockade tune` fits the weights to games of the engine with
/// itself.
template <class P>
struct Heuristic;

/// Weights with the names of what they weigh, for people.
template <std::size_t N>
struct Weights {
    std::array<std::string_view, N> names;
    std::array<Score, N> points;

    constexpr Score operator()(const std::array<int, N>& terms) const {
        Score score = 0;
        for (std::size_t i = 0; i < N; ++i) score += points[i] * terms[i];
        return score < -kMaxEvaluation ? -kMaxEvaluation : score > kMaxEvaluation ? kMaxEvaluation : score;
    }
};

/// The evaluation state of games whose evaluation is so cheap that nothing is kept.
template <class P>
struct PlainEvalState {
    explicit PlainEvalState(const P& /*position*/) {}
    static Score after(const P& next, games::Action /*action*/) { return Heuristic<P>::evaluate(next); }
};

/// Shares of two players from one score.
template <class P>
std::array<float, 2> shares_of(const P& position, Score score) {
    const float mine = win_probability(score);
    const int mover = games::index(position.to_move());
    std::array<float, 2> shares;
    shares[mover] = mine;
    shares[1 - mover] = 1 - mine;
    return shares;
}

}  // namespace stockade::search
