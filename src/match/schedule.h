// The schedule of a match: who meets whom, how often, and in which seats. Plays nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "games/spec.h"

namespace stockade::match {

/// Two engines that meet, by their places in the list of engines.
struct Pairing {
    int first = 0;
    int second = 1;
};

/// The engine, by its place in the list, of each player in the order of play.
using Seating = std::vector<int>;

/// Every two engines once; in a gauntlet only the first one against each other.
std::vector<Pairing> all_pairings(int engines, bool gauntlet);

/// Every way to seat two engines so that neither is better off over all of them: two players swap, four
/// players sit two and two in six ways, three players sit one against two and two against one. Partners in
/// teams are of one engine.
std::vector<Seating> all_seatings(const games::Spec& spec, const Pairing& pairing);

/// A match as blocks of games. A block is one pairing and one opening with every seating; blocks go round the
/// pairings, so that all of them have met the same openings at any time.
class Schedule {
public:
    Schedule(const games::Spec& spec, int engines, bool gauntlet, std::size_t games_per_pairing);

    const std::vector<Pairing>& pairings() const { return pairings_; }
    std::size_t block_size() const { return seatings_[0].size(); }
    std::size_t blocks() const { return blocks_; }
    std::size_t games() const { return blocks_ * block_size(); }

    std::size_t pairing_of(std::size_t block) const { return block % pairings_.size(); }
    std::size_t opening_of(std::size_t block) const { return block / pairings_.size(); }
    const Seating& seating(std::size_t block, std::size_t game) const {
        return seatings_[pairing_of(block)][game];
    }

private:
    std::vector<Pairing> pairings_;
    std::vector<std::vector<Seating>> seatings_;  ///< of each pairing
    std::size_t blocks_ = 0;
};

}  // namespace stockade::match
