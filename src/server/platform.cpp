#include "server/platform.h"

#include "server/log.h"
#include "server/store/games.h"
#include "server/store/people.h"

namespace stockade::server {
namespace {

constexpr std::size_t kMaxWatched = 50;
constexpr Ms kLobbyEvery = 10'000;
constexpr Ms kSweepEvery = 30'000;
constexpr Ms kForgetEvery = 3600'000;

template <class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

Platform::Platform(const Settings& settings, store::Store& store, room::Runtime& runtime)
    : settings_(settings),
      engines_(settings.engine_threads),
      services_{store, runtime, engines_, {}, {}, {false}, "one", nullptr, nullptr},
      rooms_(services_),
      lobby_(services_),
      arenas_(services_) {
    services_.rooms = &rooms_;
    services_.arenas = &arenas_;
}

Platform::~Platform() { stop(); }

Status Platform::start() {
    try {
        const Ms last = store().read(
            [&](store::Database& database) { return store::last_beat(database, services_.node); });
        const auto loaded = rooms_.load_running(last);
        if (!loaded) return loaded.error();
        log(Level::kInfo, "started", {{"games", std::to_string(*loaded)}});
    } catch (const std::exception& problem) {
        return error("database: {}", reason(problem));
    }
    ticker_ = std::thread([this] { tick(); });
    return Done{};
}

void Platform::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_.exchange(true)) return;
        services_.stopping = true;
        wake_.notify_all();
    }
    if (ticker_.joinable()) ticker_.join();
    engines_.close();
    // From here to the next start the clocks stand still.
    store().write_now([&](store::Database& database) { store::beat(database, services_.node, now_ms()); });
}

void Platform::tick() {
    Ms lobby = 0, swept = 0, forgot = 0;
    while (!stopping_) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, std::chrono::seconds(1), [&] { return stopping_.load(); });
            if (stopping_) return;
        }
        const Ms now = now_ms();
        try {
            if (rooms_.running())
                store().write([node = services_.node,
                               now](store::Database& database) { store::beat(database, node, now); },
                              {});
            arenas_.tick(now);
            if (now - lobby >= kLobbyEvery) {
                lobby = now;
                lobby_.tick();
            }
            if (now - swept >= kSweepEvery) {
                swept = now;
                rooms_.sweep(now);
            }
            if (now - forgot >= kForgetEvery) {
                forgot = now;
                store().write([now](store::Database& database) { store::delete_expired(database, now); }, {});
            }
        } catch (const std::exception& problem) {
            log(Level::kError, "tick failed", {{"why", reason(problem)}});
        }
    }
}

void Platform::connected(const room::ClientPtr& client) {
    services_.directory.add(client);
    const auto games = client->user() ? rooms_.running_of(client->user()) : std::vector<Id>();
    client->send(msg::welcome(client->person(), games, now_ms()));
}

void Platform::disconnected(const room::ClientPtr& client) {
    services_.directory.remove(client);
    lobby_.gone(client);
    arenas_.gone(client);
    for (const Id id : client->watched)
        if (const auto room = rooms_.peek(id)) room->leave(client);
    client->watched.clear();
}

void Platform::resync(const room::ClientPtr& client) {
    for (const Id id : client->watched)
        if (const auto room = rooms_.peek(id)) room->resync(client);
}

void Platform::receive(const room::ClientPtr& client, std::string_view text, Ms at) {
    if (stopping_) return;
    messages_.fetch_add(1, std::memory_order_relaxed);
    auto parsed = msg::parse_request(text);
    if (const auto* refused = std::get_if<msg::Refused>(&parsed)) {
        services_.counters.refusals.fetch_add(1, std::memory_order_relaxed);
        return client->send(msg::error(refused->re, refused->text, 0, refused->id));
    }
    if (settings_.limits && client->user() && limits_.messages.take(id_text(client->user()), at))
        return client->send(msg::error("", "too many messages: wait a moment"));
    const auto in_room = [&](std::string_view re, Id id, auto&& use) {
        if (const auto room = rooms_.peek(id)) return use(*room);
        client->send(msg::error(re, "watch the game first", id));
    };
    std::visit(
        Overloaded{
            [&](const msg::FollowLobby& message) { lobby_.follow(client, message.on); },
            [&](const msg::Seek& message) { lobby_.seek(client, message); },
            [&](const msg::Unseek& message) { lobby_.unseek(client, message.seek); },
            [&](const msg::Take& message) { lobby_.take(client, message.seek); },
            [&](const msg::Watch& message) {
                if (client->watched.size() >= kMaxWatched && !client->watched.count(message.game))
                    return client->send(msg::error(
                        "watch", fmt::format("you watch {} games already", kMaxWatched), message.game));
                client->watched.insert(message.game);
                rooms_.find(message.game, [client, message](const std::shared_ptr<room::Room>& room) {
                    if (room)
                        room->watch(client, message.seq);
                    else
                        client->send(msg::error("watch", "there is no such game", message.game));
                });
            },
            [&](const msg::Leave& message) {
                client->watched.erase(message.game);
                if (const auto room = rooms_.peek(message.game)) room->leave(client);
            },
            [&](msg::Turn& message) {
                in_room("turn", message.game,
                        [&](room::Room& room) { room.turn(client, std::move(message), at); });
            },
            [&](msg::Premove& message) {
                in_room("premove", message.game,
                        [&](room::Room& room) { room.premove(client, std::move(message)); });
            },
            [&](const msg::Do& message) {
                in_room("act", message.game, [&](room::Room& room) { room.act(client, message.act, at); });
            },
            [&](msg::Chat& message) {
                if (settings_.limits && client->user() && limits_.chats.take(id_text(client->user()), at))
                    return client->send(msg::error("chat", "not so fast", message.game));
                in_room("chat", message.game,
                        [&](room::Room& room) { room.chat(client, std::move(message.text), at); });
            },
            [&](const msg::FollowArena& message) { arenas_.follow(client, message.tournament, message.on); },
            [&](const msg::Ping& message) { client->send(msg::pong(message.at, now_ms())); },
        },
        std::get<msg::Request>(parsed));
}

std::string Platform::metrics() const {
    const auto& counters = services_.counters;
    const auto store = services_.store.figures();
    std::string text;
    const auto add = [&](std::string_view name, std::string_view kind, std::string_view help, auto value) {
        text += fmt::format("# HELP stockade_{0} {2}\n# TYPE stockade_{0} {1}\nstockade_{0} {3}\n", name,
                            kind, help, value);
    };
    add("sockets", "gauge", "Open WebSocket connections.", sockets_.load());
    add("people", "gauge", "Users with at least one connection.", services_.directory.people());
    add("games_running", "gauge", "Games that are not over.", rooms_.running());
    add("seeks", "gauge", "Seeks in the lobby.", lobby_.size());
    add("engine_queue", "gauge", "Positions that wait for an engine.", engines_.waiting());
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
    add("chats_total", "counter", "Chat messages.", counters.chats.load());
    add("commits_total", "counter", "Transactions committed by the writer.", store.commits);
    add("writes_total", "counter", "Pieces of work in them.", store.pieces);
    add("write_failures_total", "counter", "Pieces of work that failed.", store.failures);
    add("lost_rooms_total", "counter", "Games reloaded because a write failed.", counters.lost_rooms.load());
    return text;
}

}  // namespace stockade::server
