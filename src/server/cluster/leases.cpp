#include "server/cluster/leases.h"

#include <algorithm>

#include "server/log.h"

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
    lobby_epoch_ = 0;
    opening_.clear();
}

/// Games without a living owner, and the lobby. Each node takes its share, so that the work is spread; what a
/// slow one leaves is shared out anew with the next round that does not see it.
void Leases::take_over() {
    auto& store = host_.services().store;
    const Id self = membership_.self();
    const auto live = membership_.live();
    const auto place = std::find(live.begin(), live.end(), self);
    if (place == live.end()) return;
    const auto mine = [&](Id resource) {
        return resource % static_cast<Id>(live.size()) == static_cast<Id>(place - live.begin());
    };
    auto resources = store.read(store::orphans);
    std::erase_if(resources, [&](Id resource) { return !mine(resource); });
    if (!store.read([](store::Database& database) { return store::owner_of(database, store::kLobby); }))
        resources.push_back(store::kLobby);
    if (resources.empty()) return;
    std::vector<Id> taken;
    if (!store.write_now([&](store::Database& database) {
            taken.clear();
            for (const Id resource : resources)
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
        for (const Id resource : taken) open(resource);
    });
}

/// Games that were given to us and, for whatever reason, are not in memory: their clocks have to run.
void Leases::open_owned() {
    const Id self = membership_.self();
    const auto games = host_.services().store.read(
        [&](store::Database& database) { return store::owned_games(database, self); });
    strand_->post([this, self, games] {
        if (self != membership_.self()) return;
        for (const Id game : games)
            if (!loaded(game)) open(game);
    });
}

bool Leases::loaded(Id resource) const {
    return resource == store::kLobby ? own_lobby() : host_.rooms().peek(resource) != nullptr;
}

void Leases::with(Id resource, std::function<void(State)> use) {
    // What came before waits for the game to be loaded, and goes first.
    if (loaded(resource) && !opening_.count(resource)) return use(State::kOwned);
    open(resource);
    opening_[resource].push_back(std::move(use));
}

void Leases::open(Id resource) {
    if (!opening_.try_emplace(resource).second) return;
    host_.services().runtime.block([this, resource, self = membership_.self()] {
        auto state = State::kMoved;
        store::Fence fence;
        try {
            const auto owner = host_.services().store.read(
                [&](store::Database& database) { return store::owner_of(database, resource); });
            if (owner && owner->fence.node == self) {
                fence = owner->fence;
                state = resource == store::kLobby ||
                                host_.rooms().load(resource, owner->ran_until, fence) != nullptr
                            ? State::kOwned
                            : State::kFailed;
            }
        } catch (const std::exception& problem) {
            log(Level::kError, "taking up a game", {{"game", id_text(resource)}, {"why", reason(problem)}});
            state = State::kFailed;
        }
        strand_->post([this, resource, state, fence, self] {
            if (self == membership_.self()) opened(resource, state, fence);
        });
    });
}

void Leases::opened(Id resource, State state, const store::Fence& fence) {
    if (state == State::kOwned && resource == store::kLobby) lobby_epoch_ = fence.epoch;
    auto waiting = opening_.extract(resource);
    if (waiting.empty()) return;
    for (const auto& use : waiting.mapped()) use(state);
}

}  // namespace stockade::server::cluster
