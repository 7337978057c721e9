// Tuner: fits the weights of the classical evaluation to finished games by logistic regression. Knows no
// game: it sees terms and results.
#pragma once

#include <vector>

#include "engine/engine.h"

namespace stockade::engine {

class Tuner {
public:
    /// A position of a finished game: what was counted for its mover, and the share the mover got, 0 to 1.
    void add(const std::vector<int>& counts, double share) { samples_.push_back({counts, share}); }
    std::size_t size() const { return samples_.size(); }

    /// The mean cross-entropy of the chances that the weights give, in bits.
    double loss(const std::vector<double>& weights) const;
    /// The weights of least loss, from the given ones on, by Newton's method. A little pull towards the given
    /// ones keeps terms that hardly ever occur where they were.
    std::vector<double> fit(const std::vector<double>& begin) const;

private:
    struct Sample {
        std::vector<int> counts;
        double share;
    };
    std::vector<Sample> samples_;
};

}  // namespace stockade::engine
