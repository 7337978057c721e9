#include "server/platform/platform.h"

#include <fmt/format.h>

#include "base/messages/serve.h"
#include "base/messages/server.h"
#include "server/cluster/single.h"
#include "server/log.h"
#include "server/overloaded.h"
#include "server/store/attendance.h"
#include "server/store/meetings.h"
#include "server/store/people.h"

namespace stockade::server {
namespace {

constexpr Milliseconds kLobbyEvery = 10s;
constexpr Milliseconds kSweepEvery = 30s;
constexpr Milliseconds kLoginsEvery = 1min;
constexpr Milliseconds kForgetEvery = 1h;
constexpr Milliseconds kCountEvery = 1min;

}  // namespace

Platform::Platform(const Settings& settings, store::Store& store, room::Runtime& runtime)
    : settings_(settings),
      host_(store, runtime, settings.engine_threads),
      analyses_(settings.analyses, store),
      cluster_(std::make_unique<cluster::Single>(host_)) {}

Platform::~Platform() { stop(); }

Status Platform::start() {
    const auto kind = settings_.database.substr(0, settings_.database.find(':'));
    try {
        auto joined = cluster::join(host_, {kind, settings_.bus, settings_.bus_secret, settings_.node});
        if (!joined) return joined.error();
        cluster_ = std::move(*joined);
    } catch (const std::exception& problem) {
        return error<"serve.database">("reason"_a = reason(problem));
    }
    heart_ = std::thread([this] { every_second([this](TimePoint now) { cluster_->beat(now); }); });
    keeper_ = std::thread([this] { every_second([this](TimePoint now) { tend(now); }); });
    analyses_.start([this] { return cluster_->self(); });
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
    cluster_->leave();
}

void Platform::close() { cluster_->close(); }

void Platform::every_second(const std::function<void(TimePoint now)>& work) {
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            if (wake_.wait_for(lock, 1s, [&] { return stopping_.load(); })) return;
        }
        try {
            work(time_now());
        } catch (const std::exception& problem) {
            log(Level::kError, "tick failed", {{"why", reason(problem)}});
        }
    }
}

void Platform::tend(TimePoint now) {
    cluster_->tend(now);
    if (cluster_->owns_lobby()) {
        arenas().tick(now);
        if (now - lobby_told_ >= kLobbyEvery) {
            lobby_told_ = now;
            lobby().tick();
        }
        // The node that owns the lobby counts for all servers.
        if (now - counted_ >= kCountEvery) {
            counted_ = now;
            if (const auto over = hour_.count(now, static_cast<double>(services().directory.people())))
                store().upkeep([hour = *over](store::Database& database) {
                    store::note_attendance(database, hour.of_week, hour.people);
                });
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
        store().upkeep([this, now](store::Database& database) {
            store::delete_expired(database, now);
            store::close_old_challenges(database, now);
            cluster_->forget_old(database);
        });
    }
}

void Platform::connected(const room::ClientPtr& client, const std::function<void()>& welcomed) {
    services().directory.add(client);
    if (client->login()) host_.check_logins({{client->user(), client->login()}});
    cluster_->connected(client, [client, welcomed](const std::vector<GameId>& games) {
        client->send(msg::welcome(client->person(), games, time_now()));
        welcomed();
    });
}

void Platform::disconnected(const room::ClientPtr& client) {
    services().directory.remove(client);
    cluster_->disconnected(client);
}

void Platform::resync(const room::ClientPtr& client) {
    for (const GameId id : client->watched) cluster_->resync(client, id);
}

/// The limiter of a request that reaches many people, queries the database or has a long answer; or null.
auth::Limiter* Platform::limiter_of(const msg::Request& request, UserId user) {
    return std::visit(
        Overloaded{
            [&](const msg::Chat&) { return user ? &limits_.chats : nullptr; },
            [&](const msg::Do&) { return user ? &limits_.acts : nullptr; },
            [&](const msg::Seek&) { return user ? &limits_.seeks : nullptr; },
            [&](const msg::Take&) { return user ? &limits_.seeks : nullptr; },
            [&](const msg::Watch&) { return &limits_.watches; },
            [&](const msg::FollowLobby& message) { return message.on ? &limits_.watches : nullptr; },
            [](const auto&) { return static_cast<auth::Limiter*>(nullptr); },
        },
        request);
}

void Platform::receive(const room::ClientPtr& client, std::string_view text, TimePoint at) {
    if (stopping_) return;
    messages_.fetch_add(1, std::memory_order_relaxed);
    auto parsed = msg::parse_request(text);
    if (const auto* refused = std::get_if<msg::Refused>(&parsed)) {
        services().counters.refusals.fetch_add(1, std::memory_order_relaxed);
        return client->send(msg::error(refused->re, refused->why, GameId(), refused->id));
    }
    if (settings_.limits && limits_.messages.take(client->limit_key(), at) > 0ms)
        return client->send(msg::error("", error<"server.too-many-messages">()));
    auto& request = std::get<msg::Request>(parsed);
    if (const auto* ping = std::get_if<msg::Ping>(&request))
        return client->send(msg::pong(ping->at, time_now()));
    if (auto* limiter = limiter_of(request, client->user());
        limiter && settings_.limits && limiter->take(client->limit_key(), at) > 0ms)
        return client->send(
            msg::error(msg::kind_of(request), error<"server.not-so-fast">(), msg::game_of(request)));
    if (const auto* watch = std::get_if<msg::Watch>(&request)) {
        if (client->watched.size() >= kMaxWatched && !client->watched.count(watch->game))
            return client->send(
                msg::error("watch", error<"server.watches-full">("count"_a = kMaxWatched), watch->game));
        client->watched.insert(watch->game);
    }
    if (const auto* leave = std::get_if<msg::Leave>(&request)) client->watched.erase(leave->game);
    cluster_->request(client, std::move(request), at);
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
    const auto cards = cards_.figures();
    add("cards_drawn_total", "counter", "Pictures of links that were drawn.", cards.drawn);
    add("cards_found_total", "counter", "Pictures of links that had been drawn before.", cards.found);
    add("cards_bytes", "gauge", "Bytes of pictures that are kept.", cards.bytes);
    const auto figures = cluster_->figures();
    add("nodes", "gauge", "Servers that share the database.", figures.nodes);
    add("routes", "gauge", "Games of which the owner is remembered.", figures.routes);
    add("bus_refused_total", "counter", "Messages on the bus that no server with the secret had sent.",
        figures.refused);
    add("bus_resent_total", "counter", "Messages sent to other servers again.", figures.resent);
    add("taken_over_total", "counter", "Games taken over from other servers.", figures.taken_over);
    add("node_restarts_total", "counter", "Times that this server was declared gone while it ran.",
        figures.restarts);
    add("lost_rooms_total", "counter", "Games reloaded because a write failed.", counters.lost_rooms.load());
    return text;
}

}  // namespace stockade::server
