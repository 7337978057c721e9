#include "games/verdict.h"

#include <fmt/format.h>

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
    const int last = winners.back();
    winners.pop_back();
    auto list =
        message<"list.and">("first"_a = fmt::format("{}", fmt::join(winners, ", ")), "second"_a = last);
    return share_first_place ? message<"verdict.players-share">("players"_a = std::move(list))
                             : message<"verdict.players-win">("players"_a = std::move(list));
}

Verdict goal_verdict(const Spec& spec, const View& /*view*/, const Outcome& outcome) {
    return {Criterion::kGoal, message<"verdict.goal">("winners"_a = winners_of(outcome, spec.players()))};
}

}  // namespace stockade::games
