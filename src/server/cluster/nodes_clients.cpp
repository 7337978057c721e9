// What nodes do for the clients connected to them: find the owner of what a message is about, forward it,
// bring back what the owner says, and join clients to new owners.
#include <algorithm>

#include "server/cluster/nodes.h"
#include "server/log.h"

namespace stockade::server::cluster {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxSeekText = 100;  // bytes of the messages that tell of seeks

json person_json(const std::optional<model::Person>& person) {
    if (!person) return {};
    return {{"user", person->user}, {"name", person->name}, {"kind", person->kind}};
}

std::string watch_text(Id game) { return json{{"t", "watch"}, {"game", id_text(game)}}.dump(); }

}  // namespace

void Nodes::connected(const room::ClientPtr& client) {
    strand_->post([this, client] { locals_[client->number].client = client; });
}

void Nodes::disconnected(const room::ClientPtr& client) {
    strand_->post([this, client] {
        const auto it = locals_.find(client->number);
        if (it == locals_.end()) return;
        for (const Id node : it->second.known_to)
            if (node == self_)
                client_gone(node, client->number);
            else
                send(node, {{"k", "gone"}, {"c", client->number}});
        locals_.erase(it);
    });
}

void Nodes::forward(const room::ClientPtr& client, msg::Request request, std::string text, Ms at) {
    strand_->post([this, client, request = std::move(request), text = std::move(text), at]() mutable {
        const auto it = locals_.find(client->number);
        if (it == locals_.end()) return;
        auto& local = it->second;
        Ask said;
        said.client = client->number;
        said.resource = store::kLobby;
        said.at = at;
        if (const auto* lobby = std::get_if<msg::FollowLobby>(&request)) {
            local.lobby = lobby->on;
        } else if (std::get_if<msg::Seek>(&request)) {
            local.seeks.emplace_back(0, text);
        } else if (const auto* unseek = std::get_if<msg::Unseek>(&request)) {
            std::erase_if(local.seeks, [&](const auto& seek) { return seek.first == unseek->seek; });
        } else if (const auto* arena = std::get_if<msg::FollowArena>(&request)) {
            if (arena->on)
                local.arenas[arena->tournament] = text;
            else
                local.arenas.erase(arena->tournament);
        } else if (const auto* watch = std::get_if<msg::Watch>(&request)) {
            said.resource = watch->game;
            local.games.try_emplace(watch->game);
        } else if (const auto* leave = std::get_if<msg::Leave>(&request)) {
            said.resource = leave->game;
            if (!local.games.erase(leave->game)) return;
        } else if (const auto* turn = std::get_if<msg::Turn>(&request)) {
            said.resource = turn->game;
            if (const auto game = local.games.find(turn->game); game != local.games.end())
                game->second = text;
        } else if (const auto* premove = std::get_if<msg::Premove>(&request)) {
            said.resource = premove->game;
        } else if (const auto* act = std::get_if<msg::Do>(&request)) {
            said.resource = act->game;
        } else if (const auto* chat = std::get_if<msg::Chat>(&request)) {
            said.resource = chat->game;
        }
        said.text = std::move(text);
        ask(std::move(said));
    });
}

void Nodes::resync(const room::ClientPtr& client, Id game) {
    forward(client, msg::Watch{game, std::nullopt}, watch_text(game), now_ms());
}

void Nodes::ask(Ask ask) {
    auto& route = routes_[ask.resource];
    if (route.node) return deliver(route.node, std::move(ask));
    const Id resource = ask.resource;
    route.waiting.push_back(std::move(ask));
    if (route.waiting.size() == 1) look_up(resource);
}

/// Who owns it; where nobody does, we do from now on.
void Nodes::look_up(Id resource) {
    services_.runtime.block([this, resource, self = self_.load()] {
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

void Nodes::found(Id resource, bool failed, const std::optional<store::Lease>& lease) {
    const auto it = routes_.find(resource);
    if (it == routes_.end() || it->second.node) return;
    // They may have gone while we looked.
    if (lease && dead_.count(lease->fence.node)) return look_up(resource);
    auto waiting = std::move(it->second.waiting);
    if (failed || !lease) {
        routes_.erase(it);
        if (!failed)
            for (auto& [number, local] : locals_) local.games.erase(resource);
        for (const auto& ask : waiting)
            refuse(ask, failed ? "the game cannot be reached: try again" : "there is no such game");
        return;
    }
    it->second.node = lease->fence.node;
    it->second.waiting.clear();
    for (auto& ask : waiting) deliver(lease->fence.node, std::move(ask));
}

void Nodes::deliver(Id node, Ask ask) {
    const auto it = locals_.find(ask.client);
    if (it == locals_.end()) return;
    auto& local = it->second;
    ask.lag = local.client->lag();
    meet(node);
    if (local.known_to.insert(node).second)
        ask.introduction =
            json{{"person", person_json(local.client->person())}, {"mutes", local.client->muted()}};
    if (node == self_) return take_ask(node, std::move(ask));
    json message{{"k", "ask"},   {"c", ask.client}, {"thing", ask.resource},
                 {"at", ask.at}, {"lag", ask.lag},  {"text", std::move(ask.text)}};
    if (ask.introduction) message["who"] = std::move(*ask.introduction);
    send(node, message);
}

/// Says to a new owner what the client had said to the old one.
void Nodes::rejoin(Int client, Id resource) {
    const auto it = locals_.find(client);
    if (it == locals_.end()) return;
    const auto& local = it->second;
    const auto say = [&](std::string text) {
        Ask again;
        again.client = client;
        again.resource = resource;
        again.text = std::move(text);
        again.at = now_ms();
        ask(std::move(again));
    };
    if (resource == store::kLobby) {
        if (local.lobby) say(json{{"t", "lobby"}, {"on", true}}.dump());
        for (const auto& [tournament, text] : local.arenas) say(text);
        std::vector<std::string> seeks;
        for (const auto& [id, text] : local.seeks) seeks.push_back(text);
        it->second.seeks.clear();
        for (auto& text : seeks) {
            it->second.seeks.emplace_back(0, text);
            say(std::move(text));
        }
        return;
    }
    const auto game = local.games.find(resource);
    if (game == local.games.end()) return;
    // The whole game rather than what came after a number: that also makes up for chat, and for what the old
    // owner said in its last moments.
    say(watch_text(resource));
    // If it was stored this is harmless, and answered; if not it is played now.
    if (!game->second.empty()) say(game->second);
}

void Nodes::refuse(const Ask& ask, std::string_view why) {
    const auto it = locals_.find(ask.client);
    if (it == locals_.end()) return;
    const auto said = json::parse(ask.text, nullptr, false);
    const auto field = [&](const char* name) {
        return said.is_object() && said.contains(name) && said[name].is_string()
                   ? said[name].get<std::string>()
                   : std::string();
    };
    it->second.client->send(
        msg::error(field("t"), why, ask.resource == store::kLobby ? 0 : ask.resource, field("id")));
}

void Nodes::tell(Int client, const msg::Text& text) {
    const auto it = locals_.find(client);
    if (it == locals_.end()) return;
    auto& local = it->second;
    local.client->send(text);
    if (local.seeks.empty() || text->size() > kMaxSeekText) return;
    const auto message = json::parse(*text, nullptr, false);
    if (!message.is_object()) return;
    if (message.value("t", "") == "seeking") {
        for (auto& [id, wish] : local.seeks)
            if (!id) {
                id = parse_id(message.value("seek", "")).value_or(0);
                break;
            }
    } else if (message.value("t", "") == "error" && message.value("re", "") == "seek") {
        const auto refused = std::find_if(local.seeks.begin(), local.seeks.end(),
                                          [](const auto& seek) { return !seek.first; });
        if (refused != local.seeks.end()) local.seeks.erase(refused);
    }
}

void Nodes::moved(Id node, const json& message) {
    const Id resource = message.at("thing");
    const Int client = message.at("c");
    if (const auto it = routes_.find(resource); it != routes_.end() && it->second.node == node)
        routes_.erase(it);
    if (!message.contains("text")) return rejoin(client, resource);
    Ask again;
    again.client = client;
    again.resource = resource;
    again.text = message.at("text");
    again.at = message.at("at");
    ask(std::move(again));
}

}  // namespace stockade::server::cluster
