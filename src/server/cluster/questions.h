// Questions: requests from this node to another that wait for an answer, and the answers to requests of other
// nodes.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "server/cluster/peers.h"
#include "server/room/host.h"

namespace stockade::server::cluster {

class Questions {
public:
    Questions(room::Host& host, Peers& peers, std::shared_ptr<room::Strand> strand)
        : host_(host), peers_(peers), strand_(std::move(strand)) {}

    /// A game as its owner, another node, sees it, for somebody; nothing where nobody owns it, its owner does
    /// not have it in memory, or no answer came in time. Waits; from any thread but the strand's.
    std::optional<nlohmann::json> inspect(GameId game, UserId user);

    // --- on the strand ---
    void answer(NodeId from, const Inspect& message);
    void answered(Inspected message);

private:
    room::Host& host_;
    Peers& peers_;
    const std::shared_ptr<room::Strand> strand_;
    std::mutex mutex_;
    std::map<QuestionId, std::shared_ptr<std::promise<std::optional<nlohmann::json>>>> open_;
    Int last_ = 0;
};

}  // namespace stockade::server::cluster
