// Peers: messages to and from other nodes, encrypted, each delivered once and in order (bus/). Messages of
// this node to itself go through the same functions without the bus.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "server/bus/bus.h"
#include "server/bus/links.h"
#include "server/bus/seal.h"
#include "server/cluster/messages.h"
#include "server/room/runtime.h"

namespace stockade::server::cluster {

class Peers {
public:
    using Take = std::function<void(NodeId from, Message message)>;
    static Result<std::unique_ptr<Peers>> connect(const bus::Address& address, const bus::Seal& seal,
                                                  const std::string& name,
                                                  std::shared_ptr<room::Strand> strand);

    // --- from any thread ---
    /// Hears what is sent to a life of this node, and to no other life of it.
    Status listen(NodeId node);
    /// Sends what is still to be sent; hears nothing any more.
    void close();
    NodeId self() const { return self_; }
    std::uint64_t resent() const { return resent_; }
    std::uint64_t refused() const { return refused_; }

    // --- on the strand ---
    /// A new life of this node: whatever was to be sent or heard in the last one is lost.
    void begin(NodeId self, Take take);
    void send(NodeId to, const Message& message);
    /// That node is gone, for ever.
    void drop(NodeId node);
    bool gone(NodeId node) const { return gone_.count(node) > 0; }
    /// Bytes that no node has acknowledged yet.
    std::size_t unsent() const { return links_->waiting_bytes(); }

private:
    Peers(const bus::Seal& seal, std::shared_ptr<room::Strand> strand)
        : seal_(seal), strand_(std::move(strand)) {}
    static std::string subject(NodeId node) { return "stockade.node." + id_text(node); }
    void take(NodeId from, std::string_view payload);
    void keep_links();

    const bus::Seal seal_;
    const std::shared_ptr<room::Strand> strand_;
    std::unique_ptr<bus::Bus> bus_;
    std::atomic<NodeId> self_{NodeId()};
    std::atomic<std::uint64_t> resent_{0}, refused_{0};

    // Used only on the strand:
    Take take_;
    std::unique_ptr<bus::Links> links_;
    room::Strand::Timer timer_;
    bool closed_ = false;
    std::set<NodeId> gone_;
};

}  // namespace stockade::server::cluster
