#include "games/verdict.h"

#include <vector>

#include "base/messages/list.h"
#include "base/messages/verdict.h"
#include "games/spec.h"

namespace stockade::games {

Message winners_of(const Outcome& outcome, int players, bool share_first_place) {
    std::vector<int> winners;
    for (int i = 0; i < players; ++i)
        if (outcome.shares[i]) winners.push_back(i + 1);
    if (winners.size() == 1) return message<"verdict.player-wins">("player"_a = winners[0]);
    ArgumentValue list = winners[0];
    for (std::size_t i = 1; i < winners.size(); ++i) {
        if (i + 1 < winners.size())
            list = message<"list.comma">("first"_a = list, "second"_a = winners[i]);
        else
            list = message<"list.and">("first"_a = list, "second"_a = winners[i]);
    }
    return share_first_place ? message<"verdict.players-share">("players"_a = std::move(list))
                             : message<"verdict.players-win">("players"_a = std::move(list));
}

Verdict goal_verdict(const Spec& spec, const View& /*view*/, const Outcome& outcome) {
    return {Criterion::kGoal, message<"verdict.goal">("winners"_a = winners_of(outcome, spec.players()))};
}

}  // namespace stockade::games
