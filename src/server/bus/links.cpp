#include "server/bus/links.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbers.h"
#include "server/log.h"

namespace stockade::server::bus {
namespace {

constexpr Milliseconds kPatience = 300ms;  // before something is sent again
constexpr std::size_t kAtOnce = 1000;      // frames that are sent again at a time

}  // namespace

std::string frame_text(const Frame& frame) {
    return fmt::format("{} {} {}\n{}", frame.from.value(), frame.number, frame.taken, frame.payload);
}

std::optional<Frame> parse_frame(std::string_view data) {
    Frame frame;
    Int from = 0;
    const auto read = [&](Int& value, char last) {
        const auto end = data.find(last);
        const auto given = end == data.npos ? std::nullopt : read_number<Int>(data.substr(0, end));
        if (!given) return false;
        value = *given;
        data.remove_prefix(end + 1);
        return true;
    };
    if (!read(from, ' ') || !read(frame.number, ' ') || !read(frame.taken, '\n') || !from)
        return std::nullopt;
    frame.from = NodeId(from);
    frame.payload = data;
    return frame;
}

void Links::emit(NodeId to, Peer& peer, Int number, std::string& payload) {
    peer.owes = false;
    if (send_(to, frame_text({self_, number, peer.taken, payload}))) return;
    // Sent again and again it would keep back all that comes after it.
    log(Level::kError, "message too large for the bus", {{"bytes", std::to_string(payload.size())}});
    waiting_bytes_ -= payload.size();
    payload.clear();
    (void)send_(to, frame_text({self_, number, peer.taken, payload}));
}

void Links::acknowledge(NodeId to, Peer& peer) {
    peer.owes = false;
    (void)send_(to, frame_text({self_, 0, peer.taken, {}}));
}

void Links::send(NodeId to, std::string payload, TimePoint now) {
    auto& peer = peers_[to];
    if (peer.unacknowledged.empty()) peer.sent = now;
    waiting_bytes_ += payload.size();
    peer.unacknowledged.push_back(std::move(payload));
    emit(to, peer, peer.first + static_cast<Int>(peer.unacknowledged.size()) - 1, peer.unacknowledged.back());
}

void Links::acknowledged(Peer& peer, Int taken, TimePoint now) {
    while (!peer.unacknowledged.empty() && peer.first <= taken) {
        waiting_bytes_ -= peer.unacknowledged.front().size();
        peer.unacknowledged.pop_front();
        ++peer.first;
        peer.sent = now;
    }
}

void Links::receive(std::string_view data, TimePoint now) {
    const auto frame = parse_frame(data);
    if (!frame) return;
    auto& peer = peers_[frame->from];
    acknowledged(peer, frame->taken, now);
    if (!frame->number) return;
    peer.owes = true;
    // One that came before, or one after a gap: the other side will send from the gap on again.
    if (frame->number != peer.taken + 1) return;
    ++peer.taken;
    if (!frame->payload.empty()) take_(frame->from, frame->payload);  // may drop the peer
}

void Links::resend(NodeId to, Peer& peer, TimePoint now) {
    peer.sent = now;
    const auto count = std::min(kAtOnce, peer.unacknowledged.size());
    resent_ += count;
    for (std::size_t i = 0; i < count; ++i)
        emit(to, peer, peer.first + static_cast<Int>(i), peer.unacknowledged[i]);
}

void Links::tick(TimePoint now) {
    for (auto& [to, peer] : peers_) {
        if (!peer.unacknowledged.empty() && now - peer.sent >= kPatience) resend(to, peer, now);
        if (peer.owes) acknowledge(to, peer);
    }
}

void Links::drop(NodeId node) {
    const auto it = peers_.find(node);
    if (it == peers_.end()) return;
    for (const auto& payload : it->second.unacknowledged) waiting_bytes_ -= payload.size();
    peers_.erase(it);
}

}  // namespace stockade::server::bus
