// Room: a running game and its followers. An actor: all work runs on its strand, one step at a time. A change
// of the game is stored first and told afterwards; requests that arrive meanwhile wait in a queue.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "server/auth/limiter.h"
#include "server/msg/requests.h"
#include "server/room/engines.h"
#include "server/room/runtime.h"
#include "server/store/store.h"

namespace stockade::server::room {

struct Services;

class Room : public std::enable_shared_from_this<Room> {
public:
    /// Everything is stored under the fence.
    Room(Services& services, model::Game game, std::vector<model::ChatLine> chat, const store::Fence& fence);

    // --- from any thread; `at` is when a message reached the server ---
    void open();
    void watch(const ClientPtr& client, std::optional<int> seq);
    void leave(const ClientPtr& client);
    void turn(const ClientPtr& client, msg::Turn message, TimePoint at);
    void premove(const ClientPtr& client, msg::Premove message);
    void act(const ClientPtr& client, msg::Act act, TimePoint at);
    void chat(const ClientPtr& client, std::string text, TimePoint at);
    /// Takes away the name and the words of somebody whose account is deleted.
    void forget_person(UserId user);
    /// Everything again, for a client that was too slow for it.
    void resync(const ClientPtr& client);
    /// The game is somebody else's now: nothing happens here any more.
    void retire();
    /// Calls with the game as somebody (0: nobody in particular) may see it and how many watch, on the
    /// strand, between two changes.
    void inspect(UserId user, std::function<void(const model::Game&, int watchers)> reader);

    GameId id() const { return id_; }
    const store::Fence& fence() const { return fence_; }

private:
    struct Member {
        ClientPtr client;
        int player = -1;
    };
    enum class Kept {
        kMostly,  ///< left out where far too much waits
        kAlways,
    };
    /// Runs now, or when what is being stored has been told.
    void in_turn(std::function<void()> task, Kept kept = Kept::kMostly);
    void store(model::Entries entries, const ClientPtr& from, const std::string& client_id);
    void stored(bool committed, const model::Entries& entries, const std::vector<int>& changes,
                const ClientPtr& from, const std::string& client_id);
    void publish(const model::Entries& entries, const ClientPtr& from, const std::string& client_id,
                 TimePoint now);
    void chat_stored(bool committed, const model::ChatLine& line, const ClientPtr& from);
    /// Sends watchers the entries after entry `told` that they may see now.
    void tell_watchers(int told);
    void broadcast_state();
    void tell_players();
    msg::Text state_text(const model::Game& game) const;
    const model::Game& seen_by(int player) const { return player < 0 && shown_ ? *shown_ : game_; }
    void show_due();
    void set_show_timer();
    void go_on();
    void play_premove();
    void request_engine_turn();
    void set_timer();
    void check_flag();
    void rematch();
    void send_game(const Member& member);
    void note_presence(int player, bool came_or_went);
    void tell_watchers_soon();
    void tell_summary();
    Member* find(const ClientPtr& client);
    int watchers() const;
    Milliseconds lag_of(int player) const;
    void result(const ClientPtr& client, std::string_view re, Result<model::Entries> result);

    Services& services_;
    const GameId id_;
    const store::Fence fence_;
    std::shared_ptr<Strand> strand_;
    model::Game game_;
    std::optional<model::Game> shown_;   ///< to watchers, while that is something else
    std::vector<model::ChatLine> chat_;  ///< the last lines
    int last_chat_ = 0;                  ///< number of the last line, stored or on its way there
    std::vector<Member> members_;
    bool storing_ = false;
    bool broken_ = false;
    bool rematched_ = false;
    std::deque<std::function<void()>> waiting_;
    Engines::Question question_;  ///< what the engine shall play now
    Strand::Timer timer_;
    Strand::Timer show_timer_;
    Strand::Timer count_timer_;  ///< until players are told the number of watchers
    int watchers_told_ = 0;
    auth::Bucket whole_games_;  ///< sent to players who did not ask for them
};

}  // namespace stockade::server::room
