// Verdicts: the criterion that decided a finished game, and its words.
#pragma once

#include "base/message.h"
#include "games/game.h"
#include "games/view.h"

namespace stockade::games {

class Spec;

/// The criterion that decided a game that was played to its end. A tie-break decides if the leaders are equal
/// in what counts first.
enum class Criterion { kNone, kGoal, kTerritory, kRegion, kRegionTieBreak, kTerritoryTieBreak, kEqual };

struct Verdict {
    Criterion criterion = Criterion::kNone;
    Message message;
};

/// Names the players who have a share: `Player 1 wins`, `Players 1, 2 and 4 win`, or `share first place`.
Message winners_of(const Outcome& outcome, int players, bool share_first_place = false);

/// The verdict on games that somebody wins by reaching a goal.
Verdict goal_verdict(const Spec& spec, const View& view, const Outcome& outcome);

}  // namespace stockade::games
