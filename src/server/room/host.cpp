#include "server/room/host.h"

#include "base/messages/server.h"
#include "server/log.h"
#include "server/overloaded.h"
#include "server/store/people.h"

namespace stockade::server::room {

Host::Host(store::Store& store, Runtime& runtime, int engine_threads)
    : engines_(engine_threads),
      services_{store, runtime, engines_, {}, {}, {false}, "one", nullptr, nullptr, nullptr},
      rooms_(services_),
      lobby_(services_),
      arenas_(services_) {
    services_.rooms = &rooms_;
    services_.arenas = &arenas_;
}

void Host::perform(const ClientPtr& client, msg::Request& request, TimePoint at) {
    const auto in_room = [&](std::string_view re, GameId id, auto&& use) {
        if (const auto room = rooms_.peek(id)) return use(*room);
        client->send(msg::error(re, error<"server.watch-first">(), id));
    };
    std::visit(Overloaded{
                   [&](const msg::FollowLobby& message) { lobby_.follow(client, message.on, message.after); },
                   [&](const msg::Seek& message) { lobby_.seek(client, message); },
                   [&](const msg::Unseek& message) { lobby_.unseek(client, message.seek); },
                   [&](const msg::Take& message) { lobby_.take(client, message.seek); },
                   [&](const msg::Watch& message) {
                       client->watched.insert(message.game);
                       if (const auto room = rooms_.peek(message.game))
                           room->watch(client, message.seq);
                       else
                           client->send(msg::error("watch", error<"server.no-game">(), message.game));
                   },
                   [&](const msg::Leave& message) {
                       client->watched.erase(message.game);
                       if (const auto room = rooms_.peek(message.game)) room->leave(client);
                   },
                   [&](msg::Turn& message) {
                       in_room("turn", message.game,
                               [&](Room& room) { room.turn(client, std::move(message), at); });
                   },
                   [&](msg::Premove& message) {
                       in_room("premove", message.game,
                               [&](Room& room) { room.premove(client, std::move(message)); });
                   },
                   [&](const msg::Do& message) {
                       in_room("act", message.game, [&](Room& room) { room.act(client, message.act, at); });
                   },
                   [&](msg::Chat& message) {
                       in_room("chat", message.game,
                               [&](Room& room) { room.chat(client, std::move(message.text), at); });
                   },
                   [&](const msg::FollowArena& message) { arenas_.follow(client, message); },
                   [&](const msg::Ping& message) { client->send(msg::pong(message.at, time_now())); },
               },
               request);
}

void Host::left(const ClientPtr& client) {
    lobby_.gone(client);
    arenas_.gone(client);
    for (const GameId id : client->watched)
        if (const auto room = rooms_.peek(id)) room->leave(client);
    client->watched.clear();
}

void Host::check_logins(std::vector<Revocation> logins) {
    services_.runtime.block([this, logins = std::move(logins)] {
        std::vector<LoginId> ids;
        for (const auto& login : logins) ids.push_back(login.login);
        try {
            const auto valid = services_.store.read(
                [&](store::Database& database) { return store::valid_logins(database, ids, time_now()); });
            for (const auto& login : logins)
                if (!valid.count(login.login)) services_.directory.revoke(login);
        } catch (const std::exception& problem) {
            log(Level::kError, "checking logins", {{"why", reason(problem)}});
        }
    });
}

}  // namespace stockade::server::room
