// Links: messages from one node to another, each delivered once and in order although the bus may lose,
// repeat and reorder them, for as long as both nodes live. Every frame has a number and acknowledges the
// other side's frames; frames without acknowledgement are sent again. Not thread-safe: belongs to one strand.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/time.h"
#include "server/ids.h"

namespace stockade::server::bus {

/// A message on the bus: `FROM NUMBER TAKEN` and a line feed before the payload. Number 0 is an
/// acknowledgement alone; another number without a payload replaces a message that was too large.
struct Frame {
    NodeId from;
    Int number = 0;
    Int taken = 0;
    std::string_view payload;
};
std::string frame_text(const Frame& frame);
std::optional<Frame> parse_frame(std::string_view data);

class Links {
public:
    /// Sends a frame. False: it is too large for the bus, and no other try will help.
    using Send = std::function<bool(NodeId to, const std::string& frame)>;
    using Take = std::function<void(NodeId from, std::string_view payload)>;
    Links(NodeId self, Send send, Take take) : self_(self), send_(std::move(send)), take_(std::move(take)) {}

    void send(NodeId to, std::string payload, TimePoint now);
    /// Anything that came for this node; what is no frame is ignored.
    void receive(std::string_view data, TimePoint now);
    /// Every kTick: acknowledges, and sends again what has waited for too long.
    void tick(TimePoint now);
    /// That node is gone.
    void drop(NodeId node);

    static constexpr Milliseconds kTick = 50ms;
    /// Payloads that no node has acknowledged yet.
    std::size_t waiting_bytes() const { return waiting_bytes_; }
    std::uint64_t resent() const { return resent_; }

private:
    struct Peer {
        std::deque<std::string> unacknowledged;
        Int first = 1;  // number of the first of them
        Int taken = 0;
        TimePoint sent;     // when the first was last sent
        bool owes = false;  // an acknowledgement
    };
    void emit(NodeId to, Peer& peer, Int number, std::string& payload);
    void acknowledge(NodeId to, Peer& peer);
    void resend(NodeId to, Peer& peer, TimePoint now);
    void acknowledged(Peer& peer, Int taken, TimePoint now);

    NodeId self_;
    Send send_;
    Take take_;
    std::unordered_map<NodeId, Peer> peers_;
    std::size_t waiting_bytes_ = 0;
    std::uint64_t resent_ = 0;
};

}  // namespace stockade::server::bus
