// Threats: the features for the harm that walls of opponents can do to a player. Knows no game.
#pragma once

#include <algorithm>

namespace stockade::net {

/// Three numbers, each cut off at `Losses - 1`: the most steps lost by one wall, the most steps lost less the
/// opponent's own loss, and the number of walls for which that difference is two or more.
template <int Losses>
class Threats {
public:
    void add(int loss, int balance) {
        most_ = std::max(most_, loss);
        most_on_balance_ = std::max(most_on_balance_, balance);
        many_ += balance >= 2;
    }
    template <class Inputs>
    void set(Inputs& in, int begin) const {
        in.set(begin + std::min(most_, Losses - 1));
        in.set(begin + Losses + std::min(most_on_balance_, Losses - 1));
        in.set(begin + 2 * Losses + std::min(many_, Losses - 1));
    }

private:
    int most_ = 0;
    int most_on_balance_ = 0;
    int many_ = 0;
};

}  // namespace stockade::net
