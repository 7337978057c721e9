#include "server/room/arenas.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/room/lobby.h"
#include "server/room/rooms.h"
#include "server/room/services.h"

namespace stockade::server::room {

msg::json Arenas::describe(const store::Tournament& tournament, Ms now) {
    return {{"tournament", id_text(tournament.id)},
            {"name", tournament.name},
            {"spec", tournament.spec},
            {"clock", tournament.clock},
            {"rated", tournament.rated},
            {"starts", tournament.starts},
            {"ends", tournament.ends},
            {"players", tournament.entrants},
            {"state", now < tournament.starts ? "waiting"
                      : now < tournament.ends ? "running"
                                              : "over"}};
}

msg::json Arenas::standings(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
                            Ms now) const {
    auto list = msg::json::array();
    const std::lock_guard lock(mutex_);
    const auto games = playing_.find(tournament.id);
    for (const auto& entrant : entrants) {
        msg::json row{{"user", msg::user_json(entrant.person)},
                      {"points", entrant.points},
                      {"games", entrant.games},
                      {"wins", entrant.wins},
                      {"streak", entrant.streak},
                      {"active", entrant.active},
                      {"playing", nullptr}};
        if (games != playing_.end())
            if (const auto game = games->second.find(entrant.person.user); game != games->second.end())
                row["playing"] = id_text(game->second);
        list.push_back(std::move(row));
    }
    auto result = describe(tournament, now);
    result["standings"] = std::move(list);
    return result;
}

void Arenas::follow(const ClientPtr& client, Id tournament, bool on) {
    const std::lock_guard lock(mutex_);
    if (on) {
        followers_[tournament].insert(client);
        changed_.insert(tournament);
    } else {
        followers_[tournament].erase(client);
    }
}

void Arenas::gone(const ClientPtr& client) {
    const std::lock_guard lock(mutex_);
    for (auto it = followers_.begin(); it != followers_.end();) {
        it->second.erase(client);
        it = it->second.empty() ? followers_.erase(it) : std::next(it);
    }
}

void Arenas::touch(Id tournament) {
    const std::lock_guard lock(mutex_);
    changed_.insert(tournament);
}

void Arenas::game_goes_on(const Game& game) {
    const std::lock_guard lock(mutex_);
    for (const auto& person : game.setup().players)
        playing_[game.setup().tournament][person.user] = game.setup().id;
}

void Arenas::game_ended(const Game& game) {
    const std::lock_guard lock(mutex_);
    const Id tournament = game.setup().tournament;
    for (const auto& person : game.setup().players) playing_[tournament].erase(person.user);
    changed_.insert(tournament);
}

void Arenas::tick(Ms now) {
    // Games may go on a little after the end of a tournament.
    constexpr Ms kAfterwards = 30 * 60'000;
    const auto tournaments = services_.store.read(
        [&](store::Database& database) { return store::tournaments_after(database, now - kAfterwards); });
    for (const auto& tournament : tournaments) {
        bool told = false;
        std::set<ClientPtr> followers;
        {
            const std::lock_guard lock(mutex_);
            told = changed_.erase(tournament.id) > 0;
            if (const auto it = followers_.find(tournament.id); it != followers_.end())
                followers = it->second;
        }
        const bool running = now >= tournament.starts && now < tournament.ends;
        if (!running && !told) continue;
        const auto entrants = services_.store.read(
            [&](store::Database& database) { return store::entrants_of(database, tournament.id); });
        if (running) pair(tournament, entrants, now);
        if (told && !followers.empty()) {
            auto message = standings(tournament, entrants, now);
            message["t"] = "standings";
            const auto text = msg::text_of(message);
            for (const auto& follower : followers) follower->send(text);
        }
    }
}

void Arenas::pair(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants, Ms) {
    const auto clock = parse_time_control(tournament.clock);
    if (!clock) return;
    std::vector<Person> free;  // best first
    {
        const std::lock_guard lock(mutex_);
        auto& playing = playing_[tournament.id];
        for (const auto& entrant : entrants)
            if (entrant.active && !playing.count(entrant.person.user) &&
                services_.directory.online(entrant.person.user))
                free.push_back(entrant.person);
    }
    while (free.size() >= 2) {
        const Person first = free.front();
        // The nearest in the standings who is not the last opponent, where there is another.
        std::size_t other = 1;
        {
            const std::lock_guard lock(mutex_);
            if (free.size() > 2 && met_last_[tournament.id][first.user] == free[1].user) other = 2;
        }
        const Person second = free[other];
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(other));
        free.erase(free.begin());
        Setup setup;
        setup.spec = tournament.spec;
        setup.clock = *clock;
        setup.rated = tournament.rated;
        setup.tournament = tournament.id;
        {
            // Taken before the game is stored, so that the next tick does not pair them again.
            const std::lock_guard lock(mutex_);
            for (const auto* person : {&first, &second}) playing_[tournament.id][person->user] = 0;
            met_last_[tournament.id][first.user] = second.user;
            met_last_[tournament.id][second.user] = first.user;
            changed_.insert(tournament.id);
        }
        services_.rooms->create(
            std::move(setup), seat({first, second}, {0, 0}),
            [this, id = tournament.id, a = first.user, b = second.user](const Result<Id>& begun) {
                const std::lock_guard lock(mutex_);
                auto& playing = playing_[id];
                for (const Id user : {a, b}) {
                    const auto it = playing.find(user);
                    if (it == playing.end()) continue;  // over already
                    if (begun)
                        it->second = *begun;
                    else
                        playing.erase(it);
                }
            });
    }
}

}  // namespace stockade::server::room
