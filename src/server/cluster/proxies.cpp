#include "server/cluster/proxies.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/messages/server.h"

namespace stockade::server::cluster {
namespace {

constexpr Milliseconds kMaxOnTheWay = 1s;  // that a player is not charged for

std::set<UserId> muted_by(const Introduction& introduction) {
    return {introduction.mutes.begin(), introduction.mutes.end()};
}

}  // namespace

class Proxies::Proxy final : public room::Client, public std::enable_shared_from_this<Proxy> {
public:
    Proxy(Proxies& proxies, NodeId home, ClientId client, const Introduction& introduction)
        : Client(muted_by(introduction)),
          proxies_(proxies),
          home_(home),
          client_(client),
          person_(introduction.person),
          limit_key_(introduction.limit_key) {}

    void send(msg::Text message) override { tell_home(Tell{client_, std::move(message)}); }
    Milliseconds lag() const override { return lag_; }
    void set_lag(Milliseconds lag) { lag_ = lag; }
    const std::optional<model::Person>& person() const override { return person_; }
    std::string limit_key() const override { return limit_key_; }
    bool open() const override { return open_; }
    void close() { open_ = false; }
    bool move_on(GameId game) override {
        proxies_.strand_->post([this, self = shared_from_this(), game] {
            if (!open_) return;
            watched.erase(game);
            proxies_.peers_.send(home_, Moved{client_, resource_of(game), std::nullopt, kNever});
        });
        return true;
    }
    void seek_answered(SeekId seek) override { tell_home(SeekAnswered{client_, seek}); }
    void seek_ended(SeekId seek) override { tell_home(SeekEnded{client_, seek}); }

private:
    void tell_home(Message message) {
        proxies_.strand_->post([this, self = shared_from_this(), message = std::move(message)] {
            if (open_) proxies_.peers_.send(home_, message);
        });
    }

    Proxies& proxies_;
    const NodeId home_;
    const ClientId client_;
    const std::optional<model::Person> person_;
    const std::string limit_key_;
    std::atomic<Milliseconds> lag_{};
    std::atomic<bool> open_{true};
};

void Proxies::take(NodeId from, Forward message) {
    const auto key = std::pair(from, message.client);
    if (message.introduction && !proxies_.count(key))
        proxies_.emplace(key, std::make_shared<Proxy>(*this, from, message.client, *message.introduction));
    const auto it = proxies_.find(key);
    if (it == proxies_.end()) return;
    it->second->set_lag(message.lag);
    const ResourceId resource = message.resource;
    leases_.with(resource, it->second->limit_key(),
                 [this, from, message = std::move(message)](Leases::State state) mutable {
                     perform(from, message, state);
                 });
}

void Proxies::perform(NodeId from, Forward& message, Leases::State state) {
    const auto it = proxies_.find({from, message.client});
    if (state == Leases::State::kMoved)
        return peers_.send(from,
                           Moved{message.client, message.resource, std::move(message.request), message.at});
    if (it == proxies_.end()) return;
    const auto proxy = it->second;
    if (state != Leases::State::kOwned) {
        const auto* turn = std::get_if<msg::Turn>(&message.request);
        return proxy->send(msg::error(
            msg::kind_of(message.request),
            state == Leases::State::kBusy ? error<"server.busy">() : error<"server.game-unreachable">(),
            msg::game_of(message.request), turn ? turn->id : std::string()));
    }
    // The clocks of two machines may differ a little.
    const TimePoint now = time_now();
    host_.perform(proxy, message.request, std::clamp(message.at, now - kMaxOnTheWay, now));
}

void Proxies::client_gone(NodeId node, ClientId client) {
    const auto it = proxies_.find({node, client});
    if (it == proxies_.end()) return;
    it->second->close();
    host_.left(it->second);
    proxies_.erase(it);
}

void Proxies::node_gone(NodeId node) {
    std::vector<ClientId> clients;
    for (const auto& [key, proxy] : proxies_)
        if (key.first == node) clients.push_back(key.second);
    for (const ClientId client : clients) client_gone(node, client);
}

void Proxies::set_mute(UserId user, UserId muted, bool on) {
    for (const auto& [key, proxy] : proxies_)
        if (proxy->user() == user) proxy->set_mute(muted, on);
}

void Proxies::clear() {
    for (const auto& [key, proxy] : proxies_) proxy->close();
    proxies_.clear();
}

}  // namespace stockade::server::cluster
