// Measures how fast a network evaluates, without any search. Prints nothing.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "net/network.h"

namespace stockade::engine {

struct NetworkSpeed {
    std::string_view what;
    std::string_view kernels;  ///< the name of the instructions that evaluated
    std::uint64_t evaluations = 0;
    Seconds elapsed{};  ///< processor time, where there is a clock for it
};

/// The values alone, then values and policies, of positions of random games of 9x9 Quoridor with walls in
/// hand; at least so long for each. Refuses networks for other games.
Status measure_network(const std::shared_ptr<const net::Network>& network, Seconds least,
                       const std::function<void(const NetworkSpeed&)>& on_row);

}  // namespace stockade::engine
