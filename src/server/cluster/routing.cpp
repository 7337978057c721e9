#include "server/cluster/routing.h"

#include <algorithm>

#include "base/messages/server.h"
#include "server/log.h"
#include "server/overloaded.h"
#include "server/room/arenas.h"

namespace stockade::server::cluster {
namespace {

/// The resource that a request is about.
ResourceId resource_of(const msg::Request& request) {
    const GameId game = msg::game_of(request);
    return game ? server::resource_of(game) : store::kLobby;
}

}  // namespace

void Routing::connected(const room::ClientPtr& client) { locals_[client->number].client = client; }

void Routing::disconnected(const room::ClientPtr& client) {
    const auto it = locals_.find(client->number);
    if (it == locals_.end()) return;
    for (const NodeId node : it->second.known_to) peers_.send(node, ClientGone{client->number});
    locals_.erase(it);
}

void Routing::request(ClientId client, msg::Request request, TimePoint at) {
    const auto it = locals_.find(client);
    if (it == locals_.end()) return;
    auto& local = it->second;
    if (const auto* leave = std::get_if<msg::Leave>(&request); leave && !local.games.count(leave->game))
        return;
    note(local, request);
    const ResourceId resource = resource_of(request);
    route({client, resource, std::move(request), at, 0ms, std::nullopt});
}

/// Notes a request that has to be repeated to a new owner.
void Routing::note(Local& local, const msg::Request& request) {
    std::visit(Overloaded{
                   [&](const msg::FollowLobby& message) { local.lobby = message.on; },
                   [&](const msg::Seek& message) { local.seeks.emplace_back(SeekId(), message); },
                   [&](const msg::Unseek& message) {
                       std::erase_if(local.seeks,
                                     [&](const auto& seek) { return seek.first == message.seek; });
                   },
                   [&](const msg::FollowArena& message) {
                       // More than that the owner refuses.
                       if (!message.on)
                           local.arenas.erase(message.tournament);
                       else if (local.arenas.size() < room::kMaxArenasFollowed ||
                                local.arenas.count(message.tournament))
                           local.arenas[message.tournament] = message;
                   },
                   [&](const msg::Watch& message) { local.games.try_emplace(message.game); },
                   [&](const msg::Leave& message) { local.games.erase(message.game); },
                   [&](const msg::Turn& message) {
                       if (const auto game = local.games.find(message.game); game != local.games.end())
                           game->second = message;
                   },
                   [](const auto&) {},
               },
               request);
}

void Routing::route(Forward message) {
    const ResourceId resource = message.resource;
    auto& route = routes_[resource];
    if (route.node) return deliver(route.node, std::move(message));
    route.waiting.push_back(std::move(message));
    if (route.waiting.size() == 1) look_up(resource);
}

/// Looks up the owner of a resource. If it has none, this node becomes the owner.
void Routing::look_up(ResourceId resource) {
    services_.runtime.block([this, resource, self = membership_.self()] {
        std::optional<store::Lease> lease;
        bool failed = false;
        try {
            lease = services_.store.read(
                [&](store::Database& database) { return store::owner_of(database, resource); });
            if (!lease)
                failed = !services_.store.write_now(
                    [&](store::Database& database) { lease = store::take_lease(database, resource, self); });
        } catch (const std::exception& problem) {
            log(Level::kError, "looking up an owner", {{"why", reason(problem)}});
            failed = true;
        }
        strand_->post([this, resource, failed, lease] { found(resource, failed, lease); });
    });
}

void Routing::found(ResourceId resource, bool failed, const std::optional<store::Lease>& lease) {
    const auto it = routes_.find(resource);
    if (it == routes_.end() || it->second.node) return;
    // They may have gone while we looked.
    if (lease && peers_.gone(lease->fence.node)) return look_up(resource);
    auto waiting = std::move(it->second.waiting);
    if (failed || !lease) {
        routes_.erase(it);
        if (!failed)
            for (auto& [number, local] : locals_) local.games.erase(game_of(resource));
        for (const auto& message : waiting)
            refuse(message, failed ? error<"server.game-unreachable">() : error<"server.no-game">());
        return;
    }
    it->second.node = lease->fence.node;
    it->second.waiting.clear();
    for (auto& message : waiting) deliver(lease->fence.node, std::move(message));
    forget_unused();
}

void Routing::forget_unused() {
    if (routes_.size() > most_routes_) {
        std::set<ResourceId> used{store::kLobby};
        for (const auto& [number, local] : locals_)
            for (const auto& [game, turn] : local.games) used.insert(server::resource_of(game));
        std::erase_if(routes_,
                      [&](const auto& route) { return route.second.node && !used.count(route.first); });
        most_routes_ = std::max(kFewRoutes, 2 * routes_.size());
    }
    known_ = routes_.size();
}

void Routing::deliver(NodeId node, Forward message) {
    const auto it = locals_.find(message.client);
    if (it == locals_.end()) return;
    auto& local = it->second;
    message.lag = local.client->lag();
    membership_.meet(node);
    if (local.known_to.insert(node).second)
        message.introduction =
            Introduction{local.client->person(), local.client->muted(), local.client->limit_key()};
    peers_.send(node, std::move(message));
}

/// Says to a new owner what the client had said to the old one.
void Routing::rejoin(ClientId client, ResourceId resource) {
    const auto it = locals_.find(client);
    if (it == locals_.end()) return;
    auto& local = it->second;
    const auto say = [&](msg::Request request) {
        route({client, resource, std::move(request), time_now(), 0ms, std::nullopt});
    };
    if (resource == store::kLobby) {
        if (local.lobby) say(msg::FollowLobby{});
        for (const auto& [tournament, message] : local.arenas) say(message);
        for (auto& [id, seek] : local.seeks) {
            id = SeekId();
            say(seek);
        }
        return;
    }
    const auto game = local.games.find(game_of(resource));
    if (game == local.games.end()) return;
    // The whole game rather than what came after a number: that also makes up for chat, and for what the old
    // owner said in its last moments.
    say(msg::Watch{game_of(resource), std::nullopt});
    // If it was stored this is harmless, and answered; if not it is played now.
    if (game->second) say(*game->second);
}

void Routing::refuse(const Forward& message, const stockade::Message& why) {
    const auto it = locals_.find(message.client);
    if (it == locals_.end()) return;
    const auto* turn = std::get_if<msg::Turn>(&message.request);
    it->second.client->send(msg::error(msg::kind_of(message.request), why, msg::game_of(message.request),
                                       turn ? turn->id : std::string()));
}

void Routing::tell(const Tell& message) {
    if (const auto it = locals_.find(message.client); it != locals_.end())
        it->second.client->send(message.text);
}

void Routing::seek_answered(const SeekAnswered& message) {
    const auto it = locals_.find(message.client);
    if (it == locals_.end()) return;
    auto& seeks = it->second.seeks;
    const auto first = std::find_if(seeks.begin(), seeks.end(), [](const auto& seek) { return !seek.first; });
    if (first == seeks.end()) return;
    if (message.seek)
        first->first = message.seek;
    else
        seeks.erase(first);
}

void Routing::seek_ended(const SeekEnded& message) {
    if (const auto it = locals_.find(message.client); it != locals_.end())
        std::erase_if(it->second.seeks, [&](const auto& seek) { return seek.first == message.seek; });
}

void Routing::moved(NodeId node, Moved message) {
    if (const auto it = routes_.find(message.resource); it != routes_.end() && it->second.node == node)
        routes_.erase(it);
    if (!message.request) return rejoin(message.client, message.resource);
    route({message.client, message.resource, std::move(*message.request), message.at, 0ms, std::nullopt});
}

void Routing::forget_seeks(const std::vector<UserId>& users) {
    for (auto& [number, local] : locals_)
        if (std::find(users.begin(), users.end(), local.client->user()) != users.end()) local.seeks.clear();
}

void Routing::node_gone(NodeId node) {
    std::vector<ResourceId> resources;
    for (const auto& [resource, route] : routes_)
        if (route.node == node) resources.push_back(resource);
    for (const ResourceId resource : resources) routes_.erase(resource);
    std::vector<std::pair<ClientId, ResourceId>> lost;
    for (const auto& [number, local] : locals_)
        for (const ResourceId resource : resources)
            if (resource == store::kLobby || local.games.count(game_of(resource)))
                lost.emplace_back(number, resource);
    for (const auto& [number, resource] : lost) rejoin(number, resource);
}

void Routing::restart() {
    routes_.clear();
    for (auto& [number, local] : locals_) {
        local.known_to.clear();
        rejoin(number, store::kLobby);
        for (const auto& [game, turn] : local.games) rejoin(number, server::resource_of(game));
    }
}

}  // namespace stockade::server::cluster
