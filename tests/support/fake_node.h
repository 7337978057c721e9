// FakeNode: a node of a cluster that a test plays: it is in the database, knows the secret, and says to the
// other nodes what the test wants. Never beats again, so it must not live longer than an hour.
#pragma once

#include <soci/soci.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "server/bus/bus.h"
#include "server/bus/links.h"
#include "server/bus/seal.h"
#include "server/cluster/messages.h"
#include "server/store/id_columns.h"
#include "server/store/leases.h"
#include "server/store/time_columns.h"
#include "support/patience.h"

namespace stockade::support {

class FakeNode {
public:
    /// `store` is that of a server of the cluster.
    FakeNode(server::store::Store& store, const std::string& bus_url, const std::string& secret)
        : store_(store),
          seal_(*server::bus::Seal::from(secret)),
          links_(
              self_,
              [this](server::NodeId to, const std::string& frame) {
                  return bus_->publish(subject(to), seal_.close(to, frame));
              },
              [this](server::NodeId from, std::string_view payload) { take(from, payload); }) {
        auto bus = server::bus::Bus::connect({bus_url, "", ""}, "fake");
        if (!bus) return;
        bus_ = std::move(*bus);
        started_ = bus_->subscribe(subject(self_),
                                   [this](std::string_view data) {
                                       const auto text = seal_.open(self_, data);
                                       const std::lock_guard lock(mutex_);
                                       if (text) links_.receive(*text, time_now());
                                   })
                       .ok() &&
                   store_.write_now([&](server::store::Database& database) {
                       constexpr Milliseconds kLife = 1h;
                       server::store::join_nodes(database, {self_, "fake"}, seal_.fingerprint());
                       database << "update nodes set beat = beat + :life where id = :id", soci::use(kLife),
                           soci::use(self_);
                   });
        ticker_ = std::thread([this] {
            std::unique_lock lock(mutex_);
            while (!changed_.wait_for(lock, server::bus::Links::kTick, [&] { return stopping_; }))
                links_.tick(time_now());
        });
    }
    FakeNode(const FakeNode&) = delete;
    FakeNode& operator=(const FakeNode&) = delete;
    ~FakeNode() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
            changed_.notify_all();
        }
        if (ticker_.joinable()) ticker_.join();
        if (bus_) bus_->unsubscribe();
    }

    bool started() const { return started_; }
    server::NodeId self() const { return self_; }

    void send(server::NodeId to, const server::cluster::Message& message) {
        send_text(to, server::cluster::message_text(message));
    }
    /// Anything at all.
    void send_text(server::NodeId to, std::string payload) {
        const std::lock_guard lock(mutex_);
        links_.send(to, std::move(payload), time_now());
    }

    /// The next message of a kind that is as wanted; others before it are passed over.
    template <class Kind, class Wanted, class Passed>
    std::optional<Kind> next(Wanted wanted, Passed passed) {
        std::unique_lock lock(mutex_);
        const auto until = std::chrono::steady_clock::now() + kPatience;
        for (;;) {
            while (!taken_.empty()) {
                auto message = std::move(taken_.front());
                taken_.pop_front();
                if (auto* kind = std::get_if<Kind>(&message); kind && wanted(*kind)) return std::move(*kind);
                passed(message);
            }
            if (changed_.wait_until(lock, until) == std::cv_status::timeout) return std::nullopt;
        }
    }
    template <class Kind, class Wanted>
    std::optional<Kind> next(Wanted wanted) {
        return next<Kind>(wanted, [](const server::cluster::Message&) {});
    }
    template <class Kind>
    std::optional<Kind> next() {
        return next<Kind>([](const Kind&) { return true; });
    }

    /// A game, or the lobby, is this node's from now on.
    bool take_lease(server::ResourceId resource) {
        return store_.write_now([&](server::store::Database& database) {
            database << "delete from leases where resource = :resource", soci::use(resource);
            server::store::grant_lease(database, resource, self_);
        });
    }
    /// This node is gone, and with it what it owned.
    bool leave() {
        return store_.write_now(
            [&](server::store::Database& database) { server::store::leave_nodes(database, self_); });
    }
    /// Messages that came and were none.
    int unreadable() {
        const std::lock_guard lock(mutex_);
        return unreadable_;
    }

private:
    static std::string subject(server::NodeId node) { return "stockade.node." + server::id_text(node); }
    /// Under the lock.
    void take(server::NodeId, std::string_view payload) {
        auto message = server::cluster::parse_message(payload);
        unreadable_ += !message.ok();
        if (message) taken_.push_back(std::move(*message));
        changed_.notify_all();
    }

    server::store::Store& store_;
    const server::bus::Seal seal_;
    const server::NodeId self_ = server::new_id<server::NodeId>();
    std::mutex mutex_;
    std::condition_variable changed_;
    std::unique_ptr<server::bus::Bus> bus_;
    server::bus::Links links_;
    std::deque<server::cluster::Message> taken_;
    int unreadable_ = 0;
    bool started_ = false;
    bool stopping_ = false;
    std::thread ticker_;
};

}  // namespace stockade::support
