#include "server/cluster/peers.h"

#include <future>

#include "server/log.h"

namespace stockade::server::cluster {

Result<std::unique_ptr<Peers>> Peers::connect(const bus::Address& address, const bus::Seal& seal,
                                              const std::string& name, std::shared_ptr<room::Strand> strand) {
    std::unique_ptr<Peers> peers(new Peers(seal, std::move(strand)));
    auto bus = bus::Bus::connect(address, "stockade " + name);
    if (!bus) return bus.error();
    peers->bus_ = std::move(*bus);
    return peers;
}

Status Peers::listen(NodeId node) {
    bus_->unsubscribe();
    return bus_->subscribe(subject(node), [this, node](std::string_view data) {
        auto text = seal_.open(node, data);
        if (!text) {
            // Once is enough for the log; the rest is counted.
            if (refused_.fetch_add(1) == 0) log(Level::kError, "message of a stranger on the bus", {});
            return;
        }
        strand_->post([this, node, text = std::move(*text)] {
            // Messages for an earlier life of this node have other numbers.
            if (node == self_ && !closed_) links_->receive(text, time_now());
        });
    });
}

void Peers::begin(NodeId self, Take take) {
    if (const NodeId before = self_) gone_.insert(before);
    self_ = self;
    take_ = std::move(take);
    links_ = std::make_unique<bus::Links>(
        self,
        [this](NodeId to, const std::string& frame) {
            return bus_->publish(subject(to), seal_.close(to, frame));
        },
        [this](NodeId from, std::string_view payload) { this->take(from, payload); });
    if (!timer_) keep_links();
}

void Peers::keep_links() {
    timer_ = strand_->after(bus::Links::kTick, [this] {
        if (closed_) return;
        if (bus_->connected()) links_->tick(time_now());
        resent_ = links_->resent();
        keep_links();
    });
}

void Peers::send(NodeId to, const Message& message) {
    if (closed_ || gone_.count(to)) return;
    if (to == self_) return take_(to, message);
    links_->send(to, message_text(message), time_now());
}

void Peers::take(NodeId from, std::string_view payload) {
    if (gone_.count(from)) return;
    auto message = parse_message(payload);
    if (message)
        take_(from, std::move(*message));
    else
        log(Level::kError, "message of another node", {{"why", message.error().message}});
}

void Peers::drop(NodeId node) {
    gone_.insert(node);
    links_->drop(node);
}

void Peers::close() {
    if (!bus_) return;
    std::promise<void> ended;
    strand_->post([&] {
        closed_ = true;
        timer_.reset();
        ended.set_value();
    });
    ended.get_future().wait();
    bus_->flush();
    bus_->unsubscribe();
    bus_.reset();
}

}  // namespace stockade::server::cluster
