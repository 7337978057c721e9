#include "server/room/directory.h"

#include <algorithm>

namespace stockade::server::room {

void Directory::add(const ClientPtr& client) {
    if (!client->user()) return;
    const std::lock_guard lock(mutex_);
    clients_[client->user()].push_back(client);
}

void Directory::remove(const ClientPtr& client) {
    const std::lock_guard lock(mutex_);
    const auto it = clients_.find(client->user());
    if (it == clients_.end()) return;
    std::erase(it->second, client);
    if (it->second.empty()) clients_.erase(it);
}

void Directory::send(Id user, const msg::Text& message) {
    std::vector<ClientPtr> clients;
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = clients_.find(user); it != clients_.end()) clients = it->second;
    }
    for (const auto& client : clients) client->send(message);
}

void Directory::set_mute(Id user, Id muted, bool on) {
    const std::lock_guard lock(mutex_);
    if (const auto it = clients_.find(user); it != clients_.end())
        for (const auto& client : it->second) client->set_mute(muted, on);
}

bool Directory::online(Id user) const { return sockets(user) > 0; }

std::size_t Directory::sockets(Id user) const {
    const std::lock_guard lock(mutex_);
    const auto it = clients_.find(user);
    return it == clients_.end() ? 0 : it->second.size();
}

std::size_t Directory::people() const {
    const std::lock_guard lock(mutex_);
    return clients_.size();
}

}  // namespace stockade::server::room
