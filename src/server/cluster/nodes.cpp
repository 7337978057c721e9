#include "server/cluster/nodes.h"

#include <sodium.h>

#include <algorithm>

#include "server/log.h"
#include "server/store/games.h"

namespace stockade::server::cluster {
namespace {

using nlohmann::json;

constexpr Ms kMaxOnTheWay = 1000;                       // that a player is not charged for
constexpr std::size_t kMaxUnsent = 64UL * 1024 * 1024;  // bytes that wait for other nodes
constexpr auto kPatience = std::chrono::seconds(2);
constexpr int kRoundsToCheck = 10;

std::optional<model::Person> parse_person(const json& value) {
    if (!value.is_object()) return std::nullopt;
    model::Person person;
    person.user = value.at("user");
    person.name = value.at("name");
    person.kind = value.at("kind");
    return person;
}

}  // namespace

/// Somebody who is connected to another node, or to this one: rooms and the lobby see no difference.
class Nodes::Proxy final : public room::Client, public std::enable_shared_from_this<Proxy> {
public:
    Proxy(Nodes& nodes, Id home, Int client, const json& introduction)
        : Client(introduction.at("mutes").get<std::set<Id>>()),
          nodes_(nodes),
          home_(home),
          client_(client),
          person_(parse_person(introduction.at("person"))) {}

    void send(msg::Text message) override {
        nodes_.strand_->post([this, self = shared_from_this(), message = std::move(message)] {
            if (!open_) return;
            if (home_ == nodes_.self_) return nodes_.tell(client_, message);
            nodes_.send(home_, {{"k", "tell"}, {"c", client_}, {"text", *message}});
        });
    }
    Ms lag() const override { return lag_; }
    void set_lag(Ms lag) { lag_ = lag; }
    const std::optional<model::Person>& person() const override { return person_; }
    bool open() const override { return open_; }
    void close() { open_ = false; }
    bool move_on(Id game) override {
        nodes_.strand_->post([this, self = shared_from_this(), game] {
            if (!open_) return;
            watched.erase(game);
            const json message{{"k", "moved"}, {"c", client_}, {"thing", game}};
            if (home_ == nodes_.self_) return nodes_.moved(home_, message);
            nodes_.send(home_, message);
        });
        return true;
    }

private:
    Nodes& nodes_;
    const Id home_;
    const Int client_;
    const std::optional<model::Person> person_;
    std::atomic<Ms> lag_{0};
    std::atomic<bool> open_{true};
};

Nodes::Nodes(room::Host& host, const bus::Seal& seal, std::string name)
    : host_(host),
      services_(host.services()),
      seal_(seal),
      name_(std::move(name)),
      strand_(services_.runtime.make_strand()) {}

Nodes::~Nodes() { close(); }

std::string Nodes::subject(Id node) { return "stockade.node." + id_text(node); }

Result<std::unique_ptr<Nodes>> Nodes::join(room::Host& host, const bus::Address& address,
                                           const std::string& secret, std::string name) {
    const auto seal = bus::Seal::from(secret);
    if (!seal) return seal.error();
    const Id id = new_id();
    if (name.empty()) name = id_text(id);
    std::unique_ptr<Nodes> nodes(new Nodes(host, *seal, std::move(name)));
    auto bus = bus::Bus::connect(address, "stockade " + nodes->name_);
    if (!bus) return bus.error();
    nodes->bus_ = std::move(*bus);
    if (const auto listening = nodes->listen(id); !listening) return listening.error();
    std::optional<std::string> stranger;
    const bool joined = host.services().store.write_now([&](store::Database& database) {
        store::take_name(database, nodes->name_);
        stranger = store::find_stranger(database, seal->fingerprint());
        if (!stranger) store::join_nodes(database, {id, nodes->name_}, seal->fingerprint());
    });
    if (!joined) return error("database: this node could not be entered");
    if (stranger) return error("bus: expected the secret of the other servers (one is '{}')", *stranger);
    auto* raw = nodes.get();
    raw->services_.directory.connect(
        [raw](Id user, bool here) {
            raw->strand_->post([raw, user, here] {
                raw->send_all({{"k", "here"}, {"users", std::vector<Id>{user}}, {"on", here}});
            });
        },
        [raw](Id node, Id user, const msg::Text& message) {
            raw->strand_->post([raw, node, user, message] {
                raw->send(node, {{"k", "user"}, {"user", user}, {"text", *message}});
            });
        });
    std::promise<void> begun;
    raw->strand_->post([&] {
        raw->become(id);
        raw->keep_links();
        begun.set_value();
    });
    begun.get_future().wait();
    log(Level::kInfo, "node joined", {{"node", raw->name_}});
    return nodes;
}

Status Nodes::listen(Id node) {
    return bus_->subscribe(subject(node), [this, node](std::string_view data) {
        auto text = seal_.open(node, data);
        if (!text) {
            // Once is enough for the log; the rest is counted.
            if (refused_.fetch_add(1) == 0) log(Level::kError, "message of a stranger on the bus", {});
            return;
        }
        strand_->post([this, node, text = std::move(*text)] {
            // What was meant for an earlier life of this node is numbered differently.
            if (node == self_ && !closed_) links_->receive(text, now_ms());
        });
    });
}

/// A new life, on the strand: nothing is owned, nobody is known, all our clients have to be joined again.
void Nodes::become(Id node) {
    if (self_) {
        dead_.insert(self_);
        // What the others told our former self is lost.
        host_.check_logins(services_.directory.logins());
    }
    self_ = node;
    lobby_epoch_ = 0;
    host_.rooms().retire_all();
    host_.lobby().clear();
    host_.arenas().clear();
    for (const auto& [key, proxy] : proxies_) proxy->close();
    proxies_.clear();
    opening_.clear();
    links_ = std::make_unique<bus::Links>(
        node, [this](Id to, const std::string& frame) { bus_->publish(subject(to), seal_.close(to, frame)); },
        [this](Id from, std::string_view payload) { take(from, payload); });
    for (const auto& [peer, missed] : peers_) services_.directory.forget_node(peer);
    peers_.clear();
    {
        const std::lock_guard lock(mutex_);
        live_ = {node};
    }
    routes_.clear();
    for (auto& [number, local] : locals_) {
        local.known_to.clear();
        rejoin(number, store::kLobby);
        for (const auto& [game, turn] : local.games) rejoin(number, game);
    }
}

/// The others have declared us gone, rightly or not: what we owned is theirs.
void Nodes::restart() {
    log(Level::kWarning, "node declared gone: begins anew", {{"node", name_}});
    restarts_.fetch_add(1, std::memory_order_relaxed);
    const Id id = new_id();
    bus_->unsubscribe();
    if (const auto listening = listen(id); !listening) {
        log(Level::kError, "bus", {{"why", listening.error().message}});
        return;  // until the next beat
    }
    if (services_.store.write_now([&](store::Database& database) {
            store::join_nodes(database, {id, name_}, seal_.fingerprint());
        }))
        strand_->post([this, id] { become(id); });
}

void Nodes::keep_links() {
    link_timer_ = strand_->after(bus::Links::kTick, [this] {
        if (closed_) return;
        if (bus_->connected()) links_->tick(now_ms());
        resent_ = links_->resent();
        keep_links();
    });
}

void Nodes::leave() {
    const Id self = self_;
    if (!services_.store.write_now([&](store::Database& database) { store::leave_nodes(database, self); }))
        log(Level::kWarning, "leaving could not be stored: the others wait until this node is silent",
            {{"node", name_}});
}

void Nodes::close() {
    if (!bus_) return;
    std::promise<void> ended;
    strand_->post([&] {
        closed_ = true;
        link_timer_.reset();
        services_.directory.connect({}, [](Id, Id, const msg::Text&) {});
        ended.set_value();
    });
    ended.get_future().wait();
    bus_->flush();
    bus_->unsubscribe();
    bus_.reset();
}

void Nodes::beat() {
    const Id self = self_;
    bool lives = false;
    std::vector<store::Node> live;
    const bool beaten = services_.store.write_now([&](store::Database& database) {
        lives = store::beat_node(database, self);
        live = store::live_nodes(database);
    });
    if (!beaten) return;
    if (!lives) return restart();
    {
        const std::lock_guard lock(mutex_);
        live_.clear();
        for (const auto& node : live) live_.push_back(node.id);
    }
    strand_->post([this, self, live] {
        if (self == self_) view(live);
    });
}

void Nodes::tend() {
    // A node that cannot reach another for so long cannot keep what it has to say for it either: it begins
    // anew with its next beat.
    std::promise<std::size_t> unsent;
    strand_->post([&] { unsent.set_value(links_->waiting_bytes()); });
    if (unsent.get_future().get() > kMaxUnsent) return leave();
    running_ = static_cast<std::size_t>(services_.store.read(store::count_running_games));
    take_over();
    if (++tended_ % kRoundsToCheck == 0) open_owned();
    if (owns_lobby()) host_.arenas().read_playing();
}

void Nodes::view(const std::vector<store::Node>& live) {
    std::set<Id> now;
    for (const auto& node : live)
        if (node.id != self_) now.insert(node.id);
    for (const Id node : now) {
        meet(node);
        peers_[node] = 1;
    }
    // Somebody who wrote to us may have joined after this list was made: they may be missing once.
    std::vector<Id> gone;
    for (auto& [node, missed] : peers_)
        if (!now.count(node) && ++missed > 1) gone.push_back(node);
    for (const Id node : gone) peer_gone(node);
}

/// Before anything else a node hears who is here.
void Nodes::meet(Id node) {
    if (node == self_ || dead_.count(node) || !peers_.emplace(node, 0).second) return;
    send(node, {{"k", "here"}, {"users", services_.directory.people_here()}, {"on", true}});
}

void Nodes::peer_gone(Id node) {
    log(Level::kInfo, "node is gone", {{"node", id_text(node)}});
    peers_.erase(node);
    dead_.insert(node);
    links_->drop(node);
    services_.directory.forget_node(node);
    std::vector<Int> clients;
    for (const auto& [key, proxy] : proxies_)
        if (key.first == node) clients.push_back(key.second);
    for (const Int client : clients) client_gone(node, client);
    std::vector<Id> resources;
    for (const auto& [resource, route] : routes_)
        if (route.node == node) resources.push_back(resource);
    for (const Id resource : resources) routes_.erase(resource);
    std::vector<std::pair<Int, Id>> lost;
    for (const auto& [number, local] : locals_)
        for (const Id resource : resources)
            if (resource == store::kLobby || local.games.count(resource)) lost.emplace_back(number, resource);
    for (const auto& [number, resource] : lost) rejoin(number, resource);
}

/// Games without a living owner, and the lobby. Each node takes its share, so that the work is spread; what a
/// slow one leaves is shared out anew with the next round that does not see it.
void Nodes::take_over() {
    const Id self = self_;
    std::vector<Id> live;
    {
        const std::lock_guard lock(mutex_);
        live = live_;
    }
    const auto place = std::find(live.begin(), live.end(), self);
    if (place == live.end()) return;
    const auto mine = [&](Id resource) {
        return resource % static_cast<Id>(live.size()) == static_cast<Id>(place - live.begin());
    };
    auto resources = services_.store.read(store::orphans);
    std::erase_if(resources, [&](Id resource) { return !mine(resource); });
    if (!services_.store.read(
            [](store::Database& database) { return store::owner_of(database, store::kLobby); }))
        resources.push_back(store::kLobby);
    if (resources.empty()) return;
    std::vector<Id> taken;
    if (!services_.store.write_now([&](store::Database& database) {
            taken.clear();
            for (const Id resource : resources)
                if (const auto lease = store::take_lease(database, resource, self);
                    lease && lease->fence.node == self)
                    taken.push_back(resource);
        }))
        return;
    taken_over_.fetch_add(taken.size(), std::memory_order_relaxed);
    log(Level::kInfo, "took over", {{"node", name_}, {"resources", std::to_string(taken.size())}});
    strand_->post([this, self, taken] {
        if (self != self_) return;
        for (const Id resource : taken) open(resource);
    });
}

/// Games that were given to us and, for whatever reason, are not in memory: their clocks have to run.
void Nodes::open_owned() {
    const Id self = self_;
    const auto games =
        services_.store.read([&](store::Database& database) { return store::owned_games(database, self); });
    strand_->post([this, self, games] {
        if (self != self_) return;
        for (const Id game : games)
            if (!host_.rooms().peek(game)) open(game);
    });
}

Nodes::Figures Nodes::figures() const {
    const std::lock_guard lock(mutex_);
    return {live_.size(), resent_, refused_, taken_over_, restarts_};
}

// --- what we own ---

void Nodes::take_ask(Id from, Ask ask) {
    const auto key = std::pair(from, ask.client);
    if (ask.introduction && !proxies_.count(key))
        proxies_.emplace(key, std::make_shared<Proxy>(*this, from, ask.client, *ask.introduction));
    const auto it = proxies_.find(key);
    if (it == proxies_.end()) return;
    it->second->set_lag(ask.lag);
    const bool ready =
        ask.resource == store::kLobby ? owns_lobby() : host_.rooms().peek(ask.resource) != nullptr;
    // What came before waits for the game to be loaded, and goes first.
    if (ready && !opening_.count(ask.resource)) return perform(from, ask);
    open(ask.resource);
    opening_[ask.resource].emplace_back(from, std::move(ask));
}

/// Takes up something whose lease should be ours.
void Nodes::open(Id resource) {
    if (!opening_.try_emplace(resource).second) return;
    services_.runtime.block([this, resource, self = self_.load()] {
        bool ours = false;
        bool failed = false;
        store::Fence fence;
        try {
            const auto owner = services_.store.read(
                [&](store::Database& database) { return store::owner_of(database, resource); });
            if (owner && owner->fence.node == self) {
                fence = owner->fence;
                ours = resource == store::kLobby ||
                       host_.rooms().load(resource, owner->ran_until, fence) != nullptr;
                failed = !ours;
            }
        } catch (const std::exception& problem) {
            log(Level::kError, "taking up a game", {{"game", id_text(resource)}, {"why", reason(problem)}});
            failed = true;
        }
        strand_->post([this, resource, failed, ours, fence, self] {
            if (self == self_) opened(resource, failed, ours, fence);
        });
    });
}

void Nodes::opened(Id resource, bool failed, bool ours, const store::Fence& fence) {
    if (ours && resource == store::kLobby) lobby_epoch_ = fence.epoch;
    auto waiting = opening_.extract(resource);
    if (waiting.empty()) return;
    for (auto& [from, ask] : waiting.mapped()) {
        if (ours) {
            perform(from, ask);
        } else if (failed) {
            if (const auto it = proxies_.find({from, ask.client}); it != proxies_.end())
                it->second->send(msg::error("", "the game cannot be reached: try again", resource));
        } else {
            const json message{
                {"k", "moved"}, {"c", ask.client}, {"thing", resource}, {"text", ask.text}, {"at", ask.at}};
            if (from == self_)
                moved(from, message);
            else
                send(from, message);
        }
    }
}

void Nodes::perform(Id from, const Ask& ask) {
    const auto it = proxies_.find({from, ask.client});
    if (it == proxies_.end()) return;
    auto request = msg::parse_request(ask.text);
    if (!std::holds_alternative<msg::Request>(request)) return;
    // The clocks of two machines may differ a little.
    const Ms now = now_ms();
    host_.perform(it->second, std::get<msg::Request>(request), std::clamp(ask.at, now - kMaxOnTheWay, now));
}

void Nodes::client_gone(Id from, Int client) {
    const auto it = proxies_.find({from, client});
    if (it == proxies_.end()) return;
    it->second->close();
    host_.left(it->second);
    proxies_.erase(it);
}

// --- between nodes ---

void Nodes::send(Id to, const json& message) {
    if (closed_ || dead_.count(to) || to == self_) return;
    links_->send(to, message.dump(-1, ' ', false, json::error_handler_t::replace), now_ms());
}

void Nodes::send_all(const json& message) {
    for (const auto& [node, missed] : peers_) send(node, message);
}

void Nodes::take(Id from, std::string_view payload) {
    if (dead_.count(from)) return;
    meet(from);
    try {
        const auto message = json::parse(payload);
        const auto& kind = message.at("k").get_ref<const std::string&>();
        if (kind == "ask") {
            Ask ask;
            ask.client = message.at("c");
            ask.resource = message.at("thing");
            ask.text = message.at("text");
            ask.at = message.at("at");
            ask.lag = message.at("lag");
            if (message.contains("who")) ask.introduction = message.at("who");
            take_ask(from, std::move(ask));
        } else if (kind == "tell") {
            tell(message.at("c"), std::make_shared<const std::string>(message.at("text").get<std::string>()));
        } else if (kind == "gone") {
            client_gone(from, message.at("c"));
        } else if (kind == "moved") {
            moved(from, message);
        } else if (kind == "user") {
            services_.directory.send_here(message.at("user"), std::make_shared<const std::string>(
                                                                  message.at("text").get<std::string>()));
        } else if (kind == "begun") {
            forget_seeks(message.at("users"));
        } else if (kind == "here") {
            for (const Id user : message.at("users").get<std::vector<Id>>())
                services_.directory.note_elsewhere(from, user, message.at("on"));
        } else if (kind == "open") {
            const Id game = message.at("game");
            if (!host_.rooms().peek(game)) open(game);
        } else if (kind == "touch") {
            if (owns_lobby()) host_.arenas().standings_changed(message.at("tournament"));
        } else if (kind == "forget") {
            host_.rooms().forget_person(message.at("user"));
        } else if (kind == "revoke") {
            services_.directory.revoke({message.at("user"), message.at("login")});
        } else if (kind == "mute") {
            const Id user = message.at("user");
            services_.directory.set_mute(user, message.at("muted"), message.at("on"));
            for (const auto& [key, proxy] : proxies_)
                if (proxy->user() == user) proxy->set_mute(message.at("muted"), message.at("on"));
        } else if (kind == "inspect") {
            const auto room = host_.rooms().peek(message.at("game"));
            if (!room) return;
            room->inspect(message.at("user"), [this, from, question = message.at("q").get<Int>()](
                                                  const model::Game& game, int watchers) {
                strand_->post([this, from, question,
                               shown = msg::game_json(game, watchers, now_ms(), std::nullopt, {})] {
                    send(from, {{"k", "inspected"}, {"q", question}, {"game", shown}});
                });
            });
        } else if (kind == "inspected") {
            const std::lock_guard lock(mutex_);
            if (const auto it = questions_.find(message.at("q").get<Int>()); it != questions_.end()) {
                it->second->set_value(message.at("game"));
                questions_.erase(it);
            }
        }
    } catch (const json::exception& problem) {
        log(Level::kError, "message of another node", {{"why", problem.what()}});
    }
}

void Nodes::forget_person(Id user) {
    strand_->post([this, user] { send_all({{"k", "forget"}, {"user", user}}); });
}

void Nodes::set_mute(Id user, Id muted, bool on) {
    strand_->post([this, user, muted, on] {
        send_all({{"k", "mute"}, {"user", user}, {"muted", muted}, {"on", on}});
        for (const auto& [key, proxy] : proxies_)
            if (proxy->user() == user) proxy->set_mute(muted, on);
    });
}

void Nodes::revoke(const room::Revocation& revocation) {
    strand_->post([this, revocation] {
        send_all({{"k", "revoke"}, {"user", revocation.user}, {"login", revocation.login}});
    });
}

void Nodes::standings_changed(Id tournament) {
    strand_->post([this, tournament] {
        if (owns_lobby()) host_.arenas().standings_changed(tournament);
        send_all({{"k", "touch"}, {"tournament", tournament}});
    });
}

std::optional<json> Nodes::inspect(Id game, Id user) {
    const auto owner =
        services_.store.read([&](store::Database& database) { return store::owner_of(database, game); });
    if (!owner || owner->fence.node == self_) return std::nullopt;
    auto promise = std::make_shared<std::promise<json>>();
    auto future = promise->get_future();
    Int question = 0;
    {
        const std::lock_guard lock(mutex_);
        question = ++last_question_;
        questions_.emplace(question, promise);
    }
    strand_->post([this, node = owner->fence.node, question, game, user] {
        send(node, {{"k", "inspect"}, {"q", question}, {"game", game}, {"user", user}});
    });
    if (future.wait_for(kPatience) == std::future_status::ready) return future.get();
    const std::lock_guard lock(mutex_);
    questions_.erase(question);
    return std::nullopt;
}

Id Nodes::place() {
    const std::lock_guard lock(mutex_);
    return live_[randombytes_uniform(static_cast<std::uint32_t>(live_.size()))];
}

bool Nodes::begun(const model::Setup& setup, Id node) {
    std::vector<Id> users;
    for (const auto& person : setup.players) users.push_back(person.user);
    const bool here = node == self_;
    strand_->post([this, here, game = setup.id, node, users] {
        if (!here) send(node, {{"k", "open"}, {"game", game}});
        forget_seeks(users);
        send_all({{"k", "begun"}, {"users", users}});
    });
    return here;
}

/// Whoever begins to play looks for nothing else.
void Nodes::forget_seeks(const std::vector<Id>& users) {
    for (auto& [number, local] : locals_)
        if (!local.seeks.empty() &&
            std::find(users.begin(), users.end(), local.client->user()) != users.end())
            local.seeks.clear();
}

room::Guard Nodes::lobby_lease() const { return {store::kLobby, {self_, lobby_epoch_}}; }

}  // namespace stockade::server::cluster
