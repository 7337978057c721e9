#include "server/room/directory.h"

#include <algorithm>

namespace stockade::server::room {

void Directory::add(const ClientPtr& client) {
    if (!client->user()) return;
    const std::lock_guard lock(mutex_);
    auto& clients = clients_[client->user()];
    clients.push_back(client);
    if (announce_ && clients.size() == 1) announce_(client->user(), true);
}

void Directory::remove(const ClientPtr& client) {
    const std::lock_guard lock(mutex_);
    const auto it = clients_.find(client->user());
    if (it == clients_.end()) return;
    std::erase(it->second, client);
    if (!it->second.empty()) return;
    clients_.erase(it);
    if (announce_) announce_(client->user(), false);
}

void Directory::send(UserId user, const msg::Text& message) {
    send_here(user, message);
    const std::lock_guard lock(mutex_);
    if (const auto it = elsewhere_.find(user); it != elsewhere_.end())
        for (const NodeId node : it->second) forward_(node, user, message);
}

void Directory::send_here(UserId user, const msg::Text& message) {
    std::vector<ClientPtr> clients;
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = clients_.find(user); it != clients_.end()) clients = it->second;
    }
    for (const auto& client : clients) client->send(message);
}

void Directory::set_mute(UserId user, UserId muted, bool on) {
    const std::lock_guard lock(mutex_);
    if (const auto it = clients_.find(user); it != clients_.end())
        for (const auto& client : it->second) client->set_mute(muted, on);
}

bool Directory::online(UserId user) const {
    const std::lock_guard lock(mutex_);
    return clients_.count(user) || elsewhere_.count(user);
}

void Directory::revoke(const Revocation& revocation) {
    std::vector<ClientPtr> ended;
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = clients_.find(revocation.user); it != clients_.end())
            for (const auto& client : it->second)
                if (!revocation.login || client->login() == revocation.login) ended.push_back(client);
    }
    for (const auto& client : ended) client->revoke();
}

std::vector<Revocation> Directory::logins() const {
    std::vector<Revocation> result;
    const std::lock_guard lock(mutex_);
    for (const auto& [user, clients] : clients_)
        for (const auto& client : clients)
            if (client->login()) result.push_back({user, client->login()});
    return result;
}

std::size_t Directory::people() const {
    const std::lock_guard lock(mutex_);
    return clients_.size() + static_cast<std::size_t>(std::count_if(
                                 elsewhere_.begin(), elsewhere_.end(),
                                 [&](const auto& item) { return !clients_.count(item.first); }));
}

void Directory::connect(Announce announce, Forward forward) {
    const std::lock_guard lock(mutex_);
    announce_ = std::move(announce);
    forward_ = std::move(forward);
}

void Directory::note_elsewhere(NodeId node, UserId user, bool there) {
    const std::lock_guard lock(mutex_);
    auto& nodes = elsewhere_[user];
    if (there)
        nodes.insert(node);
    else
        nodes.erase(node);
    if (nodes.empty()) elsewhere_.erase(user);
}

void Directory::forget_node(NodeId node) {
    const std::lock_guard lock(mutex_);
    for (auto it = elsewhere_.begin(); it != elsewhere_.end();) {
        it->second.erase(node);
        it = it->second.empty() ? elsewhere_.erase(it) : std::next(it);
    }
}

std::vector<UserId> Directory::people_here() const {
    const std::lock_guard lock(mutex_);
    std::vector<UserId> result;
    for (const auto& [user, clients] : clients_) result.push_back(user);
    return result;
}

}  // namespace stockade::server::room
