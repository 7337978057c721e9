#include "server/cluster/single.h"

#include "server/log.h"
#include "server/store/games.h"

namespace stockade::server::cluster {

Single::Single(room::Host& host) : host_(host) { host_.services().placement = this; }

Result<std::unique_ptr<Cluster>> Single::start(room::Host& host) {
    auto& services = host.services();
    std::unique_ptr<Cluster> single = std::make_unique<Single>(host);
    const TimePoint last = services.store.read(
        [&](store::Database& database) { return store::last_beat(database, services.node); });
    const auto loaded = host.rooms().load_running(last);
    if (!loaded) return loaded.error();
    log(Level::kInfo, "started", {{"games", std::to_string(*loaded)}});
    return single;
}

void Single::beat(TimePoint now) {
    if (host_.rooms().any())
        host_.services().store.upkeep([node = host_.services().node, now](store::Database& database) {
            store::beat(database, node, now);
        });
}

void Single::leave() {
    auto& services = host_.services();
    if (!services.store.write_now(
            [&](store::Database& database) { store::beat(database, services.node, time_now()); }))
        log(Level::kError,
            "the time of stopping could not be stored: clocks stand still from the last beat on", {});
}

void Single::connected(const room::ClientPtr& client,
                       std::function<void(const std::vector<GameId>& games)> welcome) {
    welcome(client->user() ? host_.rooms().running_of(client->user()) : std::vector<GameId>());
}

void Single::request(const room::ClientPtr& client, msg::Request request, TimePoint at) {
    const auto* watch = std::get_if<msg::Watch>(&request);
    if (!watch) return host_.perform(client, request, at);
    // Loaded where it has to be.
    host_.rooms().find(watch->game, client->limit_key(),
                       [client, message = *watch](const Result<std::shared_ptr<room::Room>>& room) {
                           if (room)
                               (*room)->watch(client, message.seq);
                           else
                               client->send(msg::error("watch", room.error(), message.game));
                       });
}

void Single::resync(const room::ClientPtr& client, GameId game) {
    if (const auto room = host_.rooms().peek(game)) room->resync(client);
}

bool Single::plays(const room::Client& client) const {
    return !host_.rooms().running_of(client.user()).empty();
}

std::vector<store::Brief> Single::live(const std::string& type, std::size_t limit) {
    std::vector<store::Brief> result;
    for (const auto& summary : host_.rooms().live(type, limit)) {
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

std::optional<nlohmann::json> Single::inspect(GameId, UserId) { return std::nullopt; }

void Single::set_mute(UserId user, UserId muted, bool on) {
    host_.services().directory.set_mute(user, muted, on);
}

void Single::revoke(const room::Revocation& revocation) { host_.services().directory.revoke(revocation); }

}  // namespace stockade::server::cluster
