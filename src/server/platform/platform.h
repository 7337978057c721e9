// Platform: the services of the server for its clients, behind sockets and HTTP requests. Knows no sockets
// itself.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/analysis/analyses.h"
#include "server/card/cards.h"
#include "server/cluster/cluster.h"
#include "server/platform/attendance.h"
#include "server/platform/limits.h"
#include "server/platform/settings.h"
#include "server/room/host.h"

namespace stockade::server {

inline constexpr std::size_t kMaxWatched = 50;  ///< games that one client follows

class Platform {
public:
    Platform(const Settings& settings, store::Store& store, room::Runtime& runtime);
    ~Platform();

    /// Takes up the games that were going on.
    Status start();
    /// Ends all activity of its own; what is in the store's queue is still stored. Sockets stay open.
    void stop();
    /// After what was stored has been told.
    void close();
    bool stopping() const { return stopping_; }

    // --- sockets ---
    /// Calls back once the client is welcomed.
    void connected(const room::ClientPtr& client, const std::function<void()>& welcomed);
    void disconnected(const room::ClientPtr& client);
    void receive(const room::ClientPtr& client, std::string_view text, TimePoint at);
    void resync(const room::ClientPtr& client);
    /// Whether it is worth sending games again to a client that was too slow.
    bool plays(const room::Client& client) const { return cluster_->plays(client); }

    const Settings& settings() const { return settings_; }
    cluster::Cluster& cluster() { return *cluster_; }
    room::Host& host() { return host_; }
    store::Store& store() { return host_.services().store; }
    room::Services& services() { return host_.services(); }
    room::Rooms& rooms() { return host_.rooms(); }
    room::Lobby& lobby() { return host_.lobby(); }
    room::Arenas& arenas() { return host_.arenas(); }
    analysis::Analyses& analyses() { return analyses_; }
    Limits& limits() { return limits_; }
    card::Cards& cards() { return cards_; }
    std::atomic<std::int64_t>& sockets() { return sockets_; }
    std::atomic<std::uint64_t>& requests() { return requests_; }
    std::atomic<std::uint64_t>& dropped() { return dropped_; }
    /// In Prometheus's text format.
    std::string metrics() const;

private:
    /// Calls every second, until the end.
    void every_second(const std::function<void(TimePoint now)>& work);
    void tend(TimePoint now);
    auth::Limiter* limiter_of(const msg::Request& request, UserId user);

    Settings settings_;
    room::Host host_;
    analysis::Analyses analyses_;
    Limits limits_;
    card::Cards cards_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::int64_t> sockets_{0};
    std::atomic<std::uint64_t> requests_{0}, messages_{0}, dropped_{0};
    std::mutex mutex_;
    std::condition_variable wake_;
    std::thread heart_;  // says that this server lives, and does nothing else: it must not be late
    std::thread keeper_;
    TimePoint lobby_told_, swept_, checked_, forgot_, counted_;  // for the keeper alone
    HourCount hour_;                                             // the same
    std::unique_ptr<cluster::Cluster> cluster_;                  // a server that is alone, until start()
};

}  // namespace stockade::server
