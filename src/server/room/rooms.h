// Rooms: every game in memory, by its id. Begins games, loads stored ones, and drops those that nobody
// follows. Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "server/room/room.h"
#include "server/room/runtime.h"

namespace stockade::server::room {

struct Guard;
struct Services;

/// A running game as lists and the TV page show it.
struct Summary {
    GameId id;
    std::string spec;
    std::string clock;
    bool rated = false;
    TimePoint created;
    TournamentId tournament;
    std::vector<model::Person> players;
    int plies = 0;
    int watchers = 0;
    bool over = false;
    bool empty = true;  ///< nobody follows it
    TimePoint changed;
    int strength = 0;  ///< mean rating of the players
};

/// The most turns of finished games in memory, about 150 MB. Games that are followed count, too.
inline constexpr Int kMaxFinishedTurns = 500'000;

class Rooms {
public:
    explicit Rooms(Services& services) : services_(services) {}

    /// The one way to begin a game: checks every cap, stores it, opens its room and tells everyone who plays
    /// in it. The setup's id, secret and time are drawn here.
    using Begun = std::function<void(Result<GameId>)>;
    /// Work that is stored in the same transaction as the game. May answer why there shall be no game.
    using Along = std::function<std::optional<Message>(store::Database&, GameId)>;
    void create(model::Setup setup, const std::vector<model::Person>& seated, Begun begun, const Guard& guard,
                const Along& along = {});
    /// The room, loaded where it has to be and there is memory for it, for somebody whom limits count by
    /// `who`.
    using Found = std::function<void(Result<std::shared_ptr<Room>>)>;
    void find(GameId id, const std::string& who, Found found);
    /// Only one in memory.
    std::shared_ptr<Room> peek(GameId id) const;

    /// Every game that was going on when the server stopped. Says how many; `last_ran` is when that was.
    Result<std::size_t> load_running(TimePoint last_ran);
    /// One whose lease was given to this server. Waits for the database.
    std::shared_ptr<Room> load(GameId id, TimePoint ran_until, const store::Fence& fence);
    void forget(GameId id);
    /// A write for the game failed: what came at that time never happened, and once the game is loaded again
    /// its clocks go on from there.
    void lose(GameId id, TimePoint at);
    /// All of them, as their leases are lost.
    void retire_all();
    /// Takes the name of somebody whose account is deleted off all boards in memory.
    void forget_person(UserId user);
    /// Lets go of finished games that nobody follows.
    void sweep(TimePoint now);
    /// Whether there is memory for another finished game; lets go of some for it. From any thread.
    bool make_room(TimePoint now);
    /// So many turns of finished games at most; for tests.
    void keep_at_most(Int turns) { most_turns_ = turns; }

    /// Running games, the strongest first.
    std::vector<Summary> live(const std::string& type, std::size_t limit) const;
    std::vector<GameId> running_of(UserId user) const;
    std::size_t running() const;
    /// Whether there is any in memory, over or not.
    bool any() const;

    // --- told by rooms ---
    void summarise(const model::Game& game, int plies_shown, int watchers, bool empty);
    void ended(const model::Game& game);

private:
    struct Held {
        std::shared_ptr<Room> room;
        Summary summary;
    };
    std::shared_ptr<Room> insert(std::shared_ptr<Room> room);
    bool lost(GameId id) const;
    /// Under the lock.
    void erase(GameId id);
    /// Drops finished games that nobody follows and that last changed before. Under the lock.
    void let_go(TimePoint changed_before);
    /// The turns for which a game counts once it is finished; 0 before.
    static Int weight_of(const Held& held);

    Services& services_;
    mutable std::mutex mutex_;
    std::unordered_map<GameId, Held> rooms_;
    std::unordered_map<GameId, TimePoint> lost_;  // since when
    Int finished_turns_ = 0;                      // the weight of all
    std::atomic<Int> most_turns_{kMaxFinishedTurns};
};

}  // namespace stockade::server::room
