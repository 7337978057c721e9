// Oracle: exact results of positions that are not over.
#pragma once

#include <optional>

#include "games/quoridor/position.h"
#include "search/race.h"

namespace stockade::selfplay {

/// A result that needs no more play, for the player to move.
struct Known {
    float value = 0;  ///< 1 won, 0 drawn, -1 lost
    int actions = 0;  ///< until the game is over if both play their best
};

/// Knows nothing; specialised where endings are solved. One for each thread.
template <class P>
class Oracle {
public:
    /// The exact result, however long it takes.
    std::optional<Known> ask(const P& /*position*/) { return std::nullopt; }
    /// The exact result if it is quick to find. A search calls this for every new node.
    std::optional<Known> glance(const P& /*position*/) { return std::nullopt; }
};

/// Once nobody has a wall in hand, Quoridor and Pinko Pallino are solved.
template <board::Shape S, class Steps>
class Oracle<games::quoridor::Position<S, 2, Steps>> {
public:
    using P = games::quoridor::Position<S, 2, Steps>;

    std::optional<Known> ask(const P& position) {
        if (position.walls_left()) return std::nullopt;
        return known(races_.result(position));
    }
    std::optional<Known> glance(const P& position) const {
        if (position.walls_left()) return std::nullopt;
        const auto race = search::race_without_meeting(position);
        return race ? std::optional(known(*race)) : std::nullopt;
    }

private:
    static Known known(const search::RaceResult& race) {
        using Kind = search::RaceResult::Kind;
        const float value = race.kind == Kind::kWon ? 1.0f : race.kind == Kind::kLost ? -1.0f : 0.0f;
        return {value, race.actions};
    }

    static constexpr std::size_t kMegabytes = 16;
    search::RaceCache<P> races_{kMegabytes};
};

}  // namespace stockade::selfplay
