// The engine behind the JSON protocol of public Quoridor arenas: each request has the whole game so far, each
// answer a turn. Knows nothing of HTTP, which carries both (cli/engine_http.cpp).
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace stockade::protocol {

/// Answers requests of up to kGames games at a time. Any thread may call; further calls wait for their turn.
class Arena {
public:
    static constexpr int kGames = 2;

    explicit Arena(const engine::Options& options);

    /// `{"moves": [..], "budget_ms": N, "clock": {"my_ms", "opp_ms", "inc_ms"}}` gets
    /// `{"ok": true, "move", "ev", "nodes"}`; whatever is wrong gets `{"ok": false, "error"}`.
    std::string answer(std::string_view request);

    /// Ends the searches under way; their answers come at once.
    void stop();

private:
    /// One game's engine, which keeps its tree from turn to turn.
    struct Seat {
        engine::Engine engine;
        std::vector<std::string> moves;  ///< of the last request
        bool busy = false;
        std::uint64_t used = 0;  ///< when, counted in requests
        search::StopSignal stop;
    };

    Seat& take_seat(const std::vector<std::string>& moves);
    void leave(Seat& seat);

    std::array<Seat, kGames> seats_;
    std::mutex mutex_;
    std::condition_variable free_;
    std::uint64_t requests_ = 0;
    bool stopped_ = false;
};

}  // namespace stockade::protocol
