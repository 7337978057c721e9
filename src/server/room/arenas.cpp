#include "server/room/arenas.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "base/time_json.h"
#include "server/room/lobby.h"
#include "server/room/rooms.h"
#include "server/room/services.h"
#include "server/store/caps.h"

namespace stockade::server::room {

msg::json Arenas::describe(const store::Tournament& tournament, TimePoint now) {
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
                            const Playing& playing, TimePoint now, std::size_t from, UserId user) {
    const auto row = [&](std::size_t place) {
        const auto& entrant = entrants[place];
        msg::json result{{"user", msg::user_json(entrant.person)},
                         {"rank", place + 1},
                         {"points", entrant.points},
                         {"games", entrant.games},
                         {"wins", entrant.wins},
                         {"streak", entrant.streak},
                         {"active", entrant.active},
                         {"playing", nullptr}};
        if (const auto game = playing.find(entrant.person.user); game != playing.end())
            result["playing"] = id_text(game->second);
        return result;
    };
    from = std::min(from, entrants.size());
    auto list = msg::json::array();
    for (std::size_t i = from; i < std::min(entrants.size(), from + kStandingsPerPage); ++i)
        list.push_back(row(i));
    auto result = describe(tournament, now);
    result["players"] = entrants.size();
    result["from"] = from;
    result["standings"] = std::move(list);
    result["you"] = nullptr;
    const auto own = std::find_if(entrants.begin(), entrants.end(), [&](const store::Entrant& entrant) {
        return user && entrant.person.user == user;
    });
    if (own != entrants.end()) result["you"] = row(static_cast<std::size_t>(own - entrants.begin()));
    return result;
}

void Arenas::follow(const ClientPtr& client, const msg::FollowArena& wish) {
    const std::lock_guard lock(mutex_);
    const auto it = followers_.find(client);
    if (!wish.on) {
        if (it == followers_.end()) return;
        it->second.erase(wish.tournament);
        if (it->second.empty()) followers_.erase(it);
        return;
    }
    if (it != followers_.end() && it->second.size() >= kMaxArenasFollowed &&
        !it->second.count(wish.tournament))
        return client->send(
            msg::error("arena", error<"server.follows-full">("count"_a = kMaxArenasFollowed)));
    followers_[client][wish.tournament] = static_cast<std::size_t>(wish.from);
    changed_.insert(wish.tournament);
}

void Arenas::gone(const ClientPtr& client) {
    const std::lock_guard lock(mutex_);
    followers_.erase(client);
}

void Arenas::standings_changed(TournamentId tournament) {
    const std::lock_guard lock(mutex_);
    changed_.insert(tournament);
}

void Arenas::game_goes_on(TournamentId tournament, UserId user, GameId game) {
    const std::lock_guard lock(mutex_);
    playing_[tournament][user] = game;
}

void Arenas::game_ended(TournamentId tournament, const std::vector<UserId>& users) {
    const std::lock_guard lock(mutex_);
    for (const UserId user : users) playing_[tournament].erase(user);
    changed_.insert(tournament);
}

void Arenas::read_playing() {
    std::map<TournamentId, Playing> before;
    {
        const std::lock_guard lock(mutex_);
        before = playing_;
    }
    // A game that was known by its id before this is in the database, or has ended.
    std::map<TournamentId, Playing> found;
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

Arenas::Playing Arenas::playing(TournamentId tournament) const {
    const std::lock_guard lock(mutex_);
    const auto it = playing_.find(tournament);
    return it == playing_.end() ? Playing() : it->second;
}

void Arenas::tick(TimePoint now) {
    // Games may go on a little after the end of a tournament.
    constexpr Milliseconds kAfterwards = 30min;
    const auto tournaments = services_.store.read(
        [&](store::Database& database) { return store::tournaments_after(database, now - kAfterwards); });
    std::set<TournamentId> changed;
    {
        const std::lock_guard lock(mutex_);
        changed.swap(changed_);
        std::set<TournamentId> known;
        for (const auto& tournament : tournaments) known.insert(tournament.id);
        std::erase_if(met_last_, [&](const auto& item) { return !known.count(item.first); });
        std::erase_if(playing_,
                      [&](const auto& item) { return item.second.empty() && !known.count(item.first); });
    }
    for (const auto& tournament : tournaments) {
        if (services_.stopping) return;
        const bool told = changed.count(tournament.id) > 0;
        const bool running = now >= tournament.starts && now < tournament.ends && tournament.entrants > 1;
        if (!running && !told) continue;
        const auto entrants = services_.store.read(
            [&](store::Database& database) { return store::entrants_of(database, tournament.id); });
        if (running) pair(tournament, entrants, now);
        if (told) tell(tournament, entrants, now);
    }
}

void Arenas::tell(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
                  TimePoint now) {
    std::vector<std::pair<ClientPtr, std::size_t>> followers;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [client, followed] : followers_)
            if (const auto it = followed.find(tournament.id); it != followed.end())
                followers.emplace_back(client, it->second);
    }
    const auto playing = this->playing(tournament.id);
    std::set<UserId> here;
    for (const auto& entrant : entrants) here.insert(entrant.person.user);
    std::map<std::pair<std::size_t, UserId>, msg::Text> texts;
    for (const auto& [client, from] : followers) {
        const UserId user = here.count(client->user()) ? client->user() : UserId();
        auto& text = texts[{from, user}];
        if (!text) {
            auto message = standings(tournament, entrants, playing, now, from, user);
            message["t"] = "standings";
            text = msg::text_of(message);
        }
        client->send(text);
    }
}

void Arenas::pair(const store::Tournament& tournament, const std::vector<store::Entrant>& entrants,
                  TimePoint now) {
    const auto clock = model::parse_time_control(tournament.clock);
    if (!clock) return;
    std::vector<model::Person> free;  // best first
    {
        const std::lock_guard lock(mutex_);
        // People who play in another arena are not free either.
        std::set<UserId> busy;
        for (const auto& [id, playing] : playing_)
            for (const auto& [user, game] : playing) busy.insert(user);
        for (const auto& entrant : entrants)
            // An account may have become a bot since it joined.
            if (entrant.active && !busy.count(entrant.person.user) && entrant.person.kind != "bot" &&
                services_.directory.online(entrant.person.user))
                free.push_back(entrant.person);
    }
    model::Setup setup;
    setup.spec = tournament.spec;
    setup.clock = *clock;
    setup.rated = tournament.rated;
    setup.tournament = tournament.id;
    // Asked before pairing: whoever may not play would be refused with one opponent after the other, and keep
    // them from playing.
    const auto may_play = [&](const model::Person& person) {
        auto alone = setup;
        alone.players = {person};
        return !services_.store.read(
            [&](store::Database& database) { return store::refuse_game(database, alone, NodeId(), now); });
    };
    while (free.size() >= 2) {
        const model::Person first = free.front();
        if (!may_play(first)) {
            free.erase(free.begin());
            continue;
        }
        // The nearest in the standings who is not the last opponent, where there is another.
        std::size_t other = 1;
        {
            const std::lock_guard lock(mutex_);
            if (free.size() > 2 && met_last_[tournament.id][first.user] == free[1].user) other = 2;
        }
        const model::Person second = free[other];
        if (!may_play(second)) {
            free.erase(free.begin() + static_cast<std::ptrdiff_t>(other));
            continue;
        }
        free.erase(free.begin() + static_cast<std::ptrdiff_t>(other));
        free.erase(free.begin());
        {
            // Taken before the game is stored, so that the next tick does not pair them again.
            const std::lock_guard lock(mutex_);
            for (const auto* person : {&first, &second}) playing_[tournament.id][person->user] = GameId();
            met_last_[tournament.id][first.user] = second.user;
            met_last_[tournament.id][second.user] = first.user;
            changed_.insert(tournament.id);
        }
        services_.rooms->create(
            setup, seat({first, second}, {0, 0}),
            [this, id = tournament.id, a = first.user, b = second.user](const Result<GameId>& begun) {
                const std::lock_guard lock(mutex_);
                auto& playing = playing_[id];
                for (const UserId user : {a, b}) {
                    const auto it = playing.find(user);
                    if (it == playing.end()) continue;  // over already
                    if (begun)
                        it->second = *begun;
                    else
                        playing.erase(it);
                }
            },
            services_.placement->lobby_lease());
    }
}

}  // namespace stockade::server::room
