#include "server/platform/platform.h"

#include "server/log.h"
#include "server/store/games.h"
#include "server/store/people.h"

namespace stockade::server {
namespace {

constexpr std::size_t kMaxWatched = 50;
constexpr Ms kLobbyEvery = 10'000;
constexpr Ms kSweepEvery = 30'000;
constexpr Ms kLoginsEvery = 60'000;
constexpr Ms kForgetEvery = 3600'000;

}  // namespace

Platform::Platform(const Settings& settings, store::Store& store, room::Runtime& runtime)
    : settings_(settings),
      host_(store, runtime, settings.engine_threads),
      analyses_(settings.analyses, store) {}

Platform::~Platform() { stop(); }

Status Platform::start() {
    const bool postgres = settings_.database.rfind("postgresql://", 0) == 0;
    const bool alone = settings_.bus.url.empty();
    if (!alone && !postgres)
        return error("--bus: several servers share a database of PostgreSQL, got '{}'",
                     settings_.database.substr(0, settings_.database.find(':')));
    try {
        if (!alone) {
            auto joined = cluster::Nodes::join(host_, settings_.bus, settings_.bus_secret, settings_.node);
            if (!joined) return joined.error();
            nodes_ = std::move(*joined);
            services().cluster = nodes_.get();
            nodes_->beat();
            nodes_->tend();
            start_threads();
            analyses_.start([this] { return nodes_->self(); });
            return Done{};
        }
        if (postgres) {
            std::vector<store::Node> others;
            if (!store().write_now([&](store::Database& database) { others = store::live_nodes(database); }))
                return error("database: expected to write to it, but it takes nothing");
            if (!others.empty())
                return error("database: {} other servers use it together (one is '{}'): join them by --bus",
                             others.size(), others[0].name);
        }
        const Ms last = store().read(
            [&](store::Database& database) { return store::last_beat(database, services().node); });
        const auto loaded = rooms().load_running(last);
        if (!loaded) return loaded.error();
        log(Level::kInfo, "started", {{"games", std::to_string(*loaded)}});
    } catch (const std::exception& problem) {
        return error("database: {}", reason(problem));
    }
    start_threads();
    analyses_.start([self = new_id()] { return self; });
    return Done{};
}

void Platform::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_.exchange(true)) return;
        services().stopping = true;
        wake_.notify_all();
    }
    for (auto* thread : {&heart_, &keeper_})
        if (thread->joinable()) thread->join();
    host_.close_engines();
    analyses_.close();
    // From here to the next start, or until others take over, the clocks stand still.
    if (nodes_) return nodes_->leave();
    if (!store().write_now(
            [&](store::Database& database) { store::beat(database, services().node, now_ms()); }))
        log(Level::kError,
            "the time of stopping could not be stored: clocks stand still from the last beat on", {});
}

void Platform::close() {
    if (nodes_) nodes_->close();
}

void Platform::every_second(const std::function<void(Ms now)>& work) {
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            if (wake_.wait_for(lock, std::chrono::seconds(1), [&] { return stopping_.load(); })) return;
        }
        try {
            work(now_ms());
        } catch (const std::exception& problem) {
            log(Level::kError, "tick failed", {{"why", reason(problem)}});
        }
    }
}

void Platform::start_threads() {
    heart_ = std::thread([this] { every_second([this](Ms now) { beat(now); }); });
    keeper_ = std::thread([this] { every_second([this](Ms now) { tend(now); }); });
}

void Platform::beat(Ms now) {
    if (nodes_)
        nodes_->beat();
    else if (rooms().any())
        store().upkeep(
            [node = services().node, now](store::Database& database) { store::beat(database, node, now); });
}

void Platform::tend(Ms now) {
    if (nodes_) nodes_->tend();
    if (!nodes_ || nodes_->owns_lobby()) {
        arenas().tick(now);
        if (now - lobby_told_ >= kLobbyEvery) {
            lobby_told_ = now;
            lobby().tick();
        }
    }
    if (now - swept_ >= kSweepEvery) {
        swept_ = now;
        rooms().sweep(now);
    }
    if (now - checked_ >= kLoginsEvery) {
        checked_ = now;
        host_.check_logins(services().directory.logins());
    }
    if (now - forgot_ >= kForgetEvery) {
        forgot_ = now;
        store().upkeep([now, clustered = nodes_ != nullptr](store::Database& database) {
            store::delete_expired(database, now);
            if (clustered) store::delete_gone_nodes(database);
        });
    }
}

void Platform::connected(const room::ClientPtr& client, const std::function<void()>& welcomed) {
    services().directory.add(client);
    if (client->login()) host_.check_logins({{client->user(), client->login()}});
    if (!nodes_) {
        const auto games = client->user() ? rooms().running_of(client->user()) : std::vector<Id>();
        client->send(msg::welcome(client->person(), games, now_ms()));
        return welcomed();
    }
    nodes_->connected(client);
    services().runtime.block([this, client, welcomed] {
        std::vector<Id> games;
        try {
            if (client->user()) games = running_of(client->user());
        } catch (const std::exception& problem) {
            log(Level::kError, "welcome", {{"why", reason(problem)}});
        }
        client->send(msg::welcome(client->person(), games, now_ms()));
        welcomed();
    });
}

void Platform::disconnected(const room::ClientPtr& client) {
    services().directory.remove(client);
    if (nodes_)
        nodes_->disconnected(client);
    else
        host_.left(client);
}

void Platform::resync(const room::ClientPtr& client) {
    for (const Id id : client->watched)
        if (nodes_)
            nodes_->resync(client, id);
        else if (const auto room = rooms().peek(id))
            room->resync(client);
}

bool Platform::plays(const room::Client& client) const {
    // Which of its games are the client's own only their owners know.
    return nodes_ ? !client.watched.empty() : !host_.rooms().running_of(client.user()).empty();
}

void Platform::receive(const room::ClientPtr& client, std::string_view text, Ms at) {
    if (stopping_) return;
    messages_.fetch_add(1, std::memory_order_relaxed);
    auto parsed = msg::parse_request(text);
    if (const auto* refused = std::get_if<msg::Refused>(&parsed)) {
        services().counters.refusals.fetch_add(1, std::memory_order_relaxed);
        return client->send(msg::error(refused->re, refused->text, 0, refused->id));
    }
    if (settings_.limits && client->user() && limits_.messages.take(id_text(client->user()), at))
        return client->send(msg::error("", "too many messages: wait a moment"));
    auto& request = std::get<msg::Request>(parsed);
    if (const auto* ping = std::get_if<msg::Ping>(&request))
        return client->send(msg::pong(ping->at, now_ms()));
    if (const auto* chat = std::get_if<msg::Chat>(&request);
        chat && settings_.limits && client->user() && limits_.chats.take(id_text(client->user()), at))
        return client->send(msg::error("chat", "not so fast", chat->game));
    // Each of these is told to many, or answered by a whole game.
    if (std::get_if<msg::Seek>(&request) && settings_.limits && client->user() &&
        limits_.seeks.take(id_text(client->user()), at))
        return client->send(msg::error("seek", "not so fast"));
    if (const auto* watch = std::get_if<msg::Watch>(&request)) {
        const auto who = client->user() ? id_text(client->user()) : fmt::format("#{}", client->number);
        if (settings_.limits && limits_.watches.take(who, at))
            return client->send(msg::error("", "too many messages: wait a moment"));
        if (client->watched.size() >= kMaxWatched && !client->watched.count(watch->game))
            return client->send(
                msg::error("watch", fmt::format("you watch {} games already", kMaxWatched), watch->game));
        client->watched.insert(watch->game);
    }
    if (const auto* leave = std::get_if<msg::Leave>(&request)) client->watched.erase(leave->game);
    if (nodes_)
        nodes_->forward(client, std::move(request), std::string(text), at);
    else
        host_.perform(client, request, at);
}

std::vector<Id> Platform::running_of(Id user) {
    if (!nodes_) return rooms().running_of(user);
    return store().read([&](store::Database& database) { return store::running_games_of(database, user); });
}

std::vector<store::Brief> Platform::live(const std::string& type, std::size_t limit) {
    if (nodes_)
        return store().read([&](store::Database& database) {
            return store::running_briefs(database, type, static_cast<int>(limit), now_ms());
        });
    std::vector<store::Brief> result;
    for (const auto& summary : rooms().live(type, limit)) {
        store::Brief brief;
        brief.id = summary.id;
        brief.spec = summary.spec;
        brief.clock = summary.clock;
        brief.rated = summary.rated;
        brief.created = summary.created;
        brief.result = "*";
        brief.plies = summary.plies;
        brief.tournament = summary.tournament;
        brief.players = summary.players;
        result.push_back(std::move(brief));
    }
    return result;
}

room::Arenas::Playing Platform::playing(Id tournament) {
    if (!nodes_) return arenas().playing(tournament);
    room::Arenas::Playing result;
    for (const auto& seat : store().read(store::tournament_seats))
        if (seat.tournament == tournament) result[seat.user] = seat.game;
    return result;
}

void Platform::standings_changed(Id tournament) {
    if (nodes_)
        nodes_->standings_changed(tournament);
    else
        arenas().standings_changed(tournament);
}

void Platform::forget_person(Id user) {
    rooms().forget_person(user);
    if (nodes_) nodes_->forget_person(user);
}

void Platform::revoke(const room::Revocation& revocation) {
    services().directory.revoke(revocation);
    if (nodes_) nodes_->revoke(revocation);
}

void Platform::set_mute(Id user, Id muted, bool on) {
    services().directory.set_mute(user, muted, on);
    if (nodes_) nodes_->set_mute(user, muted, on);
}

std::string Platform::metrics() const {
    const auto& services = host_.services();
    const auto& counters = services.counters;
    const auto store = services.store.figures();
    std::string text;
    const auto add = [&](std::string_view name, std::string_view kind, std::string_view help, auto value) {
        text += fmt::format("# HELP stockade_{0} {2}\n# TYPE stockade_{0} {1}\nstockade_{0} {3}\n", name,
                            kind, help, value);
    };
    add("sockets", "gauge", "Open WebSocket connections.", sockets_.load());
    add("people", "gauge", "Users with at least one connection.", services.directory.people());
    add("games_running", "gauge", "Games that are not over.", host_.rooms().running());
    add("seeks", "gauge", "Seeks in the lobby.", host_.lobby().size());
    add("engine_queue", "gauge", "Positions that wait for an engine.", services.engines.waiting());
    const auto analyses = analyses_.figures();
    add("analyses_waiting", "gauge", "Games that wait to be analysed, on all servers.", analyses.waiting);
    add("analyses_running", "gauge", "Games that are being analysed here.", analyses.running);
    add("store_queue", "gauge", "Writes that wait for the database.", store.waiting);
    add("requests_total", "counter", "HTTP requests.", requests_.load());
    add("messages_total", "counter", "Messages from sockets.", messages_.load());
    add("turns_total", "counter", "Turns accepted.", counters.turns.load());
    add("refusals_total", "counter", "Messages refused.", counters.refusals.load());
    add("duplicates_total", "counter", "Turns that came again.", counters.duplicates.load());
    add("resyncs_total", "counter", "Games sent again to clients that were behind.", counters.resyncs.load());
    add("dropped_total", "counter", "Connections dropped for being slow or unruly.", dropped_.load());
    add("games_begun_total", "counter", "Games begun.", counters.games_begun.load());
    add("games_ended_total", "counter", "Games ended.", counters.games_ended.load());
    add("analyses_done_total", "counter", "Games analysed.", analyses.done);
    add("analyses_failed_total", "counter", "Games that could not be analysed.", analyses.failed);
    add("chats_total", "counter", "Chat messages.", counters.chats.load());
    add("commits_total", "counter", "Transactions committed by the writer.", store.commits);
    add("writes_total", "counter", "Pieces of work in them.", store.pieces);
    add("database_up", "gauge", "1 while the database takes what is written.",
        services.store.trouble().empty() ? 1 : 0);
    add("write_failures_total", "counter", "Pieces of work that failed.", store.failures);
    if (nodes_) {
        const auto figures = nodes_->figures();
        add("nodes", "gauge", "Servers that share the database.", figures.nodes);
        add("bus_refused_total", "counter", "Messages on the bus that no server with the secret had sent.",
            figures.refused);
        add("bus_resent_total", "counter", "Messages sent to other servers again.", figures.resent);
        add("taken_over_total", "counter", "Games taken over from other servers.", figures.taken_over);
        add("node_restarts_total", "counter", "Times that this server was declared gone while it ran.",
            figures.restarts);
    }
    add("lost_rooms_total", "counter", "Games reloaded because a write failed.", counters.lost_rooms.load());
    return text;
}

}  // namespace stockade::server
