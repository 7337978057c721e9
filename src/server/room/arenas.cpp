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
                            const Playing& playing, Ms now) {
    auto list = msg::json::array();
    for (const auto& entrant : entrants) {
        msg::json row{{"user", msg::user_json(entrant.person)},
                      {"points", entrant.points},
                      {"games", entrant.games},
                      {"wins", entrant.wins},
                      {"streak", entrant.streak},
                      {"active", entrant.active},
                      {"playing", nullptr}};
        if (const auto game = playing.find(entrant.person.user); game != playing.end())
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

void Arenas::game_goes_on(Id tournament, Id user, Id game) {
    const std::lock_guard lock(mutex_);
    playing_[tournament][user] = game;
}

void Arenas::game_ended(Id tournament, const std::vector<Id>& users) {
    const std::lock_guard lock(mutex_);
    for (const Id user : users) playing_[tournament].erase(user);
    changed_.insert(tournament);
}

void Arenas::read_playing() {
    std::map<Id, Playing> before;
    {
        const std::lock_guard lock(mutex_);
        before = playing_;
    }
    // A game that was known by its id before this is in the database, or has ended.
    std::map<Id, Playing> found;
    for (const auto& seat : services_.store.read(store::tournament_seats))
        found[seat.tournament][seat.user] = seat.game;
    const std::lock_guard lock(mutex_);
    for (const auto& [tournament, playing] : before)
        for (const auto& [user, game] : playing)
            if (game && !found[tournament].count(user)) {
                playing_[tournament].erase(user);
                changed_.insert(tournament);
            }
    for (const auto& [tournament, playing] : found)
        for (const auto& [user, game] : playing) playing_[tournament][user] = game;
}

void Arenas::clear() {
    const std::lock_guard lock(mutex_);
    followers_.clear();
    playing_.clear();
    met_last_.clear();
    changed_.clear();
}

Arenas::Playing Arenas::playing(Id tournament) const {
    const std::lock_guard lock(mutex_);
    const auto it = playing_.find(tournament);
    return it == playing_.end() ? Playing() : it->second;
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
            auto message = standings(tournament, entrants, playing(tournament.id), now);
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
            },
            services_.hall());
    }
}

}  // namespace stockade::server::room
