#include "server/room/rooms.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/messages/server.h"
#include "server/log.h"
#include "server/room/arenas.h"
#include "server/room/services.h"
#include "server/store/caps.h"
#include "server/store/games.h"
#include "server/store/leases.h"

namespace stockade::server::room {
namespace {

constexpr Milliseconds kKeepFinished = 5min;  // for a rematch and a word
constexpr Milliseconds kAboutToFollow = 10s;
constexpr int kChatLoaded = 200;
constexpr int kEmptyGame = 20;  // turns that take as much memory as a game without any

int strength_of(const std::vector<model::Person>& players) {
    if (players.empty()) return 0;
    const auto sum =
        std::accumulate(players.begin(), players.end(), 0,
                        [](int total, const model::Person& person) { return total + person.rating; });
    return sum / static_cast<int>(players.size());
}

}  // namespace

void Rooms::create(model::Setup setup, const std::vector<model::Person>& seated, Begun begun,
                   const Guard& guard, const Along& along) {
    setup.id = new_id<GameId>();
    setup.secret = auth::new_dice_secret();
    setup.created = time_now();
    auto game = model::Game::begin(std::move(setup), seated);
    if (!game) return begun(game.error());
    // Terms were checked when somebody asked for them; those of a rematch or a challenge may be older than
    // that.
    if (const auto fits = model::check_length(game->session().spec()); !fits) return begun(fits.error());
    auto stored = game->setup();
    const auto fence = services_.placement->place();
    auto refused = std::make_shared<std::optional<Message>>();
    services_.store.write(
        [stored, guard, fence, along, refused](store::Database& database) {
            store::hold_lease(database, guard.resource, guard.fence);
            store::one_at_a_time(database);
            *refused = store::refuse_game(database, stored, fence.node, stored.created);
            if (!*refused && along) *refused = along(database, stored.id);
            if (*refused) return;
            store::insert_game(database, stored);
            if (fence.node) store::grant_lease(database, resource_of(stored.id), fence.node);
        },
        [this, fence, refused, game = std::make_shared<model::Game>(std::move(*game)),
         begun = std::move(begun)](bool committed) {
            if (!committed) return begun(error<"server.game-not-stored">());
            if (*refused) return begun(**refused);
            services_.counters.games_begun.fetch_add(1, std::memory_order_relaxed);
            const GameId id = game->setup().id;
            if (services_.placement->begun(game->setup(), fence.node)) {
                auto room =
                    insert(std::make_shared<Room>(services_, *game, std::vector<model::ChatLine>(), fence));
                summarise(*game, 0, 0, true);
                room->open();
            }
            const auto message = msg::start(id);
            for (const auto& person : game->setup().players) services_.directory.send(person.user, message);
            begun(id);
        });
}

std::shared_ptr<Room> Rooms::peek(GameId id) const {
    const std::lock_guard lock(mutex_);
    const auto it = rooms_.find(id);
    return it == rooms_.end() ? nullptr : it->second.room;
}

bool Rooms::lost(GameId id) const {
    const std::lock_guard lock(mutex_);
    return lost_.count(id) > 0;
}

void Rooms::find(GameId id, const std::string& who, Found found) {
    if (auto room = peek(id)) return found(std::move(room));
    auto work = [this, id, found] {
        std::shared_ptr<Room> room;
        try {
            room = load(id, time_now(), {});
        } catch (const std::exception& problem) {
            log(Level::kError, "loading failed", {{"game", id_text(id)}, {"why", reason(problem)}});
            return found(error<"server.game-unreachable">());
        }
        if (!room) return found(error<"server.no-game">());
        found(std::move(room));
    };
    // A game that goes on is in memory unless it was lost, and then its players wait for it.
    if (lost(id)) return services_.runtime.block(std::move(work));
    if (!make_room(time_now()) || !services_.runtime.block_in_archive(who, std::move(work)))
        found(error<"server.busy">());
}

std::shared_ptr<Room> Rooms::load(GameId id, TimePoint ran_until, const store::Fence& fence) {
    auto stored =
        services_.store.read([&](store::Database& database) { return store::load_game(database, id); });
    if (!stored) return nullptr;
    auto chat = services_.store.read(
        [&](store::Database& database) { return store::load_chat(database, id, kChatLoaded); });
    {
        const std::lock_guard lock(mutex_);
        if (const auto it = lost_.find(id); it != lost_.end()) ran_until = std::min(ran_until, it->second);
    }
    auto game = model::Game::replay(std::move(stored->setup), stored->entries, ran_until, time_now());
    if (!game) {
        log(Level::kError, "replay failed", {{"game", id_text(id)}, {"why", game.error().message}});
        return nullptr;
    }
    auto room = insert(std::make_shared<Room>(services_, *game, std::move(chat), fence));
    summarise(*game, game->setup().delay != 0s ? 0 : game->ply(), 0, true);
    if (services_.placement->keeps_playing() && game->setup().tournament && !game->over())
        for (const auto& person : game->setup().players)
            services_.arenas->game_goes_on(game->setup().tournament, person.user, id);
    room->open();
    return room;
}

std::shared_ptr<Room> Rooms::insert(std::shared_ptr<Room> room) {
    const std::lock_guard lock(mutex_);
    // Two may have loaded it at once: the first one stays, unless it is left over from a lease that was lost.
    auto& held = rooms_[room->id()];
    if (held.room && !(held.room->fence() == room->fence())) {
        held.room->retire();
        finished_turns_ -= weight_of(held);
        held = {};
    }
    if (!held.room) held.room = std::move(room);
    lost_.erase(held.room->id());
    return held.room;
}

Result<std::size_t> Rooms::load_running(TimePoint last_ran) {
    const auto ids =
        services_.store.read([](store::Database& database) { return store::running_games(database); });
    std::size_t loaded = 0;
    for (const GameId id : ids) loaded += load(id, last_ran, {}) != nullptr;
    return loaded;
}

void Rooms::forget(GameId id) {
    const std::lock_guard lock(mutex_);
    erase(id);
}

void Rooms::lose(GameId id, TimePoint at) {
    const std::lock_guard lock(mutex_);
    erase(id);
    lost_.emplace(id, at);  // where it was lost already, nobody has played since
}

void Rooms::retire_all() {
    const std::lock_guard lock(mutex_);
    lost_.clear();
    for (const auto& [id, held] : rooms_) held.room->retire();
    rooms_.clear();
    finished_turns_ = 0;
}

void Rooms::erase(GameId id) {
    const auto it = rooms_.find(id);
    if (it == rooms_.end()) return;
    finished_turns_ -= weight_of(it->second);
    rooms_.erase(it);
}

Int Rooms::weight_of(const Held& held) { return held.summary.over ? held.summary.plies + kEmptyGame : 0; }

void Rooms::let_go(TimePoint changed_before) {
    std::erase_if(rooms_, [&](const auto& item) {
        const auto& summary = item.second.summary;
        if (!summary.over || !summary.empty || summary.changed >= changed_before) return false;
        finished_turns_ -= weight_of(item.second);
        return true;
    });
}

void Rooms::sweep(TimePoint now) {
    const std::lock_guard lock(mutex_);
    let_go(now - kKeepFinished);
}

bool Rooms::make_room(TimePoint now) {
    const std::lock_guard lock(mutex_);
    // Those that were loaded just now have somebody who is about to follow them.
    if (finished_turns_ >= most_turns_) let_go(now - kAboutToFollow);
    return finished_turns_ < most_turns_;
}

void Rooms::summarise(const model::Game& game, int plies_shown, int watchers, bool empty) {
    const std::lock_guard lock(mutex_);
    const auto it = rooms_.find(game.setup().id);
    if (it == rooms_.end()) return;
    finished_turns_ -= weight_of(it->second);
    auto& summary = it->second.summary;
    if (!summary.id) {
        const auto& setup = game.setup();
        summary.id = setup.id;
        summary.spec = setup.spec;
        summary.clock = setup.clock.text();
        summary.rated = setup.rated;
        summary.created = setup.created;
        summary.tournament = setup.tournament;
        summary.players = setup.players;
        summary.strength = strength_of(setup.players);
    }
    summary.plies = plies_shown;
    summary.watchers = watchers;
    summary.over = game.over();
    summary.empty = empty;
    summary.changed = time_now();
    finished_turns_ += weight_of(it->second);
}

void Rooms::ended(const model::Game& game) {
    // Among several servers, the one that has the tournaments finds it in the database.
    if (!game.setup().tournament || !services_.placement->keeps_playing()) return;
    std::vector<UserId> users;
    for (const auto& person : game.setup().players) users.push_back(person.user);
    services_.arenas->game_ended(game.setup().tournament, users);
}

std::vector<Summary> Rooms::live(const std::string& type, std::size_t limit) const {
    const std::lock_guard lock(mutex_);
    // Only what is shown is copied: everybody who plays waits for the lock.
    std::vector<const Summary*> found;
    for (const auto& [id, held] : rooms_)
        if (held.summary.id && !held.summary.over && (type.empty() || held.summary.spec == type))
            found.push_back(&held.summary);
    const auto better = [](const Summary* a, const Summary* b) {
        return a->strength != b->strength ? a->strength > b->strength : a->created > b->created;
    };
    const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(limit, found.size()));
    std::partial_sort(found.begin(), end, found.end(), better);
    std::vector<Summary> result;
    std::transform(found.begin(), end, std::back_inserter(result), [](const Summary* one) { return *one; });
    return result;
}

void Rooms::forget_person(UserId user) {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, held] : rooms_) held.room->forget_person(user);
}

std::vector<GameId> Rooms::running_of(UserId user) const {
    std::vector<GameId> result;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, held] : rooms_) {
        if (held.summary.over) continue;
        for (const auto& person : held.summary.players)
            if (person.user == user) result.push_back(id);
    }
    return result;
}

bool Rooms::any() const {
    const std::lock_guard lock(mutex_);
    return !rooms_.empty();
}

std::size_t Rooms::running() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(std::count_if(
        rooms_.begin(), rooms_.end(), [](const auto& item) { return !item.second.summary.over; }));
}

}  // namespace stockade::server::room
