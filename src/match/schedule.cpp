#include "match/schedule.h"

#include <cstdint>
#include <cstdlib>

namespace stockade::match {

std::vector<Pairing> all_pairings(int engines, bool gauntlet) {
    std::vector<Pairing> pairings;
    for (int first = 0; first < (gauntlet ? 1 : engines); ++first)
        for (int second = first + 1; second < engines; ++second) pairings.push_back({first, second});
    return pairings;
}

std::vector<Seating> all_seatings(const games::Spec& spec, const Pairing& pairing) {
    const int players = spec.players();
    const bool teams = spec.has("teams") && spec.on("teams");
    std::vector<Seating> seatings;
    // The bits, player 1 first, say who is of the second engine. Of two sides as equal in number as can be,
    // each such set comes with its opposite, so that both engines get the same seats in the end.
    for (std::uint32_t seconds = 0; seconds < 1u << players; ++seconds) {
        int count = 0;
        Seating seating;
        for (int player = 0; player < players; ++player) {
            const bool is_second = (seconds >> (players - 1 - player)) & 1;
            count += is_second;
            seating.push_back(is_second ? pairing.second : pairing.first);
        }
        const bool even = std::abs(2 * count - players) <= players % 2;
        const bool whole_teams = !teams || (seating[0] == seating[2] && seating[1] == seating[3]);
        if (even && whole_teams) seatings.push_back(std::move(seating));
    }
    return seatings;
}

Schedule::Schedule(const games::Spec& spec, int engines, bool gauntlet, std::size_t games_per_pairing)
    : pairings_(all_pairings(engines, gauntlet)) {
    for (const auto& pairing : pairings_) seatings_.push_back(all_seatings(spec, pairing));
    blocks_ = (games_per_pairing + block_size() - 1) / block_size() * pairings_.size();
}

}  // namespace stockade::match
