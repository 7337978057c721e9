#include "server/cluster/leases.h"

#include <algorithm>

#include "server/log.h"
#include "server/store/games.h"

namespace stockade::server::cluster {
namespace {

constexpr int kRoundsToCheck = 10;

}  // namespace

void Leases::tend() {
    take_over();
    if (++rounds_ % kRoundsToCheck == 0) open_owned();
    if (own_lobby()) host_.arenas().read_playing();
}

void Leases::clear() {
    lobby_epoch_ = Epoch();
    opening_.clear();
}

/// Games without a living owner, and the lobby. Each node takes its share, so that the work is spread; what a
/// slow one leaves is shared out anew with the next round that does not see it.
void Leases::take_over() {
    auto& store = host_.services().store;
    const NodeId self = membership_.self();
    const auto live = membership_.live();
    const auto place = std::find(live.begin(), live.end(), self);
    if (place == live.end()) return;
    const auto mine = [&](GameId game) {
        return game.value() % static_cast<Int>(live.size()) == place - live.begin();
    };
    std::vector<ResourceId> resources;
    for (const GameId game : store.read(store::orphans))
        if (mine(game)) resources.push_back(resource_of(game));
    if (!store.read([](store::Database& database) { return store::owner_of(database, store::kLobby); }))
        resources.push_back(store::kLobby);
    if (resources.empty()) return;
    std::vector<ResourceId> taken;
    if (!store.write_now([&](store::Database& database) {
            taken.clear();
            for (const ResourceId resource : resources)
                if (const auto lease = store::take_lease(database, resource, self);
                    lease && lease->fence.node == self)
                    taken.push_back(resource);
        }))
        return;
    taken_over_.fetch_add(taken.size(), std::memory_order_relaxed);
    log(Level::kInfo, "took over",
        {{"node", membership_.name()}, {"resources", std::to_string(taken.size())}});
    strand_->post([this, self, taken] {
        if (self != membership_.self()) return;
        for (const ResourceId resource : taken) open(resource);
    });
}

/// Games that were given to us and, for whatever reason, are not in memory: their clocks have to run.
void Leases::open_owned() {
    const NodeId self = membership_.self();
    const auto games = host_.services().store.read(
        [&](store::Database& database) { return store::owned_games(database, self); });
    strand_->post([this, self, games] {
        if (self != membership_.self()) return;
        for (const GameId game : games)
            if (!loaded(resource_of(game))) open(resource_of(game));
    });
}

bool Leases::loaded(ResourceId resource) const {
    return resource == store::kLobby ? own_lobby() : host_.rooms().peek(game_of(resource)) != nullptr;
}

void Leases::with(ResourceId resource, const std::string& who, std::function<void(State)> use) {
    // Earlier messages wait until the game is loaded, and go first.
    if (loaded(resource) && !opening_.count(resource)) return use(State::kOwned);
    open(resource, who);
    opening_[resource].push_back(std::move(use));
}

void Leases::open(ResourceId resource, const std::string& who) {
    if (!opening_.try_emplace(resource).second) return;
    host_.services().runtime.block([this, resource, who, self = membership_.self()] {
        try {
            std::optional<store::Lease> owner;
            bool over = false;
            host_.services().store.read([&](store::Database& database) {
                owner = store::owner_of(database, resource);
                over = resource != store::kLobby && store::game_over(database, game_of(resource));
            });
            if (!owner || owner->fence.node != self) return tell_opened(resource, State::kMoved, {}, self);
            // Players wait for a game that goes on; one that is over has its turn among searches.
            if (!over) return load(resource, *owner, self);
            if (!host_.rooms().make_room(time_now()) ||
                !host_.services().runtime.block_in_archive(
                    who, [this, resource, owner = *owner, self] { load(resource, owner, self); }))
                tell_opened(resource, State::kBusy, {}, self);
        } catch (const std::exception& problem) {
            log(Level::kError, "taking up a game", {{"game", id_text(resource)}, {"why", reason(problem)}});
            tell_opened(resource, State::kFailed, {}, self);
        }
    });
}

/// Loads a resource of this node. Waits for the database.
void Leases::load(ResourceId resource, const store::Lease& owner, NodeId self) {
    auto state = State::kOwned;
    try {
        if (resource != store::kLobby && !host_.rooms().load(game_of(resource), owner.ran_until, owner.fence))
            state = State::kFailed;
    } catch (const std::exception& problem) {
        log(Level::kError, "taking up a game", {{"game", id_text(resource)}, {"why", reason(problem)}});
        state = State::kFailed;
    }
    tell_opened(resource, state, owner.fence, self);
}

void Leases::tell_opened(ResourceId resource, State state, const store::Fence& fence, NodeId self) {
    strand_->post([this, resource, state, fence, self] {
        if (self == membership_.self()) opened(resource, state, fence);
    });
}

void Leases::opened(ResourceId resource, State state, const store::Fence& fence) {
    if (state == State::kOwned && resource == store::kLobby) lobby_epoch_ = fence.epoch;
    auto waiting = opening_.extract(resource);
    if (waiting.empty()) return;
    for (const auto& use : waiting.mapped()) use(state);
}

}  // namespace stockade::server::cluster
