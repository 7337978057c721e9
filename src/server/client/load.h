// A load generator: many people who play each other on a server, and the times of its answers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/client/client.h"
#include "server/ids.h"

namespace stockade::server::client {

struct LoadPlan {
    Url server;
    std::string spec = "quoridor";
    int connections = 100;
    double rate = 100;                    ///< turns a second of all games together; 0: connections stay idle
    std::chrono::seconds duration = 10s;  ///< of measuring
};

struct LoadReport {
    int connected = 0;
    int games = 0;  ///< begun
    int ended = 0;
    std::uint64_t turns = 0;  ///< accepted while measuring
    std::uint64_t errors = 0;
    std::string first_error;
    Seconds elapsed{};
    std::vector<Seconds> latencies;  ///< from sending a turn to its answer, ascending

    Seconds percentile(double percent) const;
};

/// `progress` receives descriptions of the progress.
Result<LoadReport> run_load(const LoadPlan& plan, const std::function<void(const std::string&)>& progress);

}  // namespace stockade::server::client
