#include "match/standings.h"

namespace stockade::match {
namespace {

void count(Counts& counts, int twelfths) {
    ++counts.games;
    counts.points += static_cast<double>(twelfths) / games::kWholePoint;
    if (twelfths == games::kWholePoint)
        ++counts.wins;
    else if (twelfths == 0)
        ++counts.losses;
    else
        ++counts.draws;
}

void count_offence(Counts& counts, Termination termination) {
    if (termination == Termination::kTime) ++counts.time_losses;
    if (termination == Termination::kCrash) ++counts.crashes;
    if (termination == Termination::kHang) ++counts.hangs;
    if (termination == Termination::kIllegal) ++counts.illegal;
}

}  // namespace

Standings::Standings(std::size_t engines, const Schedule& schedule)
    : schedule_(schedule),
      counts_(engines),
      pairing_counts_(schedule.pairings().size()),
      scores_(schedule.pairings().size()) {}

void Standings::add(const GameResult& result) {
    const auto number = schedule_.pairing_of(result.block);
    const auto& pairing = schedule_.pairings()[number];
    int first = 0;
    int all = 0;
    for (std::size_t player = 0; player < result.seating.size(); ++player) {
        const int share = result.outcome.shares[player];
        all += share;
        if (result.seating[player] == pairing.first) first += share;
    }
    ++games_;
    count(counts_[static_cast<std::size_t>(pairing.first)], first);
    count(counts_[static_cast<std::size_t>(pairing.second)], all - first);
    count(pairing_counts_[number], first);
    if (result.offender >= 0)
        count_offence(counts_[static_cast<std::size_t>(result.offender)], result.termination);

    auto& block = open_[result.block];
    block.points += static_cast<double>(first) / games::kWholePoint;
    if (++block.games < schedule_.block_size()) return;
    scores_[number].add(block.points / static_cast<double>(block.games));
    open_.erase(result.block);
}

BlockScores Standings::scores_of(int engine) const {
    BlockScores sum;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
        const auto& pairing = schedule_.pairings()[i];
        if (pairing.first == engine) sum.add(scores_[i]);
        if (pairing.second == engine) sum.add(scores_[i].mirrored());
    }
    return sum;
}

}  // namespace stockade::match
