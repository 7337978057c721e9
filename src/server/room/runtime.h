// The interfaces that rooms run on: strands, timers, threads for blocking work, and clients. They hide
// sockets, so that rooms can be tested without any.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/time.h"
#include "server/ids.h"
#include "server/model/game.h"
#include "server/msg/replies.h"

namespace stockade::server::room {

/// Runs functions one after another, never two at once.
class Strand {
public:
    virtual ~Strand() = default;
    virtual void post(std::function<void()> work) = 0;
    /// The timer is cancelled when its handle goes.
    using Timer = std::shared_ptr<void>;
    [[nodiscard]] virtual Timer after(Milliseconds delay, std::function<void()> work) = 0;
};

class Runtime {
public:
    virtual ~Runtime() = default;
    virtual std::shared_ptr<Strand> make_strand() = 0;
    /// Runs work on a thread that may wait for the database.
    virtual void block(std::function<void()> work) = 0;
    /// The same for what takes longer the more is stored, such as loading a game that is over. Says false,
    /// and does nothing, where too much of it waits, in all or for `who`.
    [[nodiscard]] virtual bool block_in_archive(const std::string& who, std::function<void()> work) = 0;
};

/// One connection.
class Client {
public:
    explicit Client(std::set<UserId> mutes) : mutes_(std::move(mutes)) {}
    virtual ~Client() = default;
    /// Returns at once. If the client is too slow, the message is dropped or the connection ends.
    virtual void send(msg::Text message) = 0;
    /// The measured round trip.
    virtual Milliseconds lag() const = 0;
    /// The person; empty for somebody who only watches.
    virtual const std::optional<model::Person>& person() const = 0;
    /// False once the connection has ended: it must not be taken in any more.
    virtual bool open() const = 0;
    /// Which cookie or token it came with; 0: none.
    virtual LoginId login() const { return {}; }
    /// The cookie or token is no longer valid: later messages are ignored, and the connection ends.
    virtual void revoke() {}
    /// The room of a game is lost here. Says whether the client finds the game again without being told.
    virtual bool move_on(GameId) { return false; }
    /// The oldest seek that it made and that was not answered yet has this id, which is that of somebody
    /// else's seek where it joined one; 0: it was refused.
    virtual void seek_answered(SeekId) {}
    /// The seek that it made or joined is gone.
    virtual void seek_ended(SeekId) {}

    /// Among all connections of this server, ever.
    const ClientId number{next_number()};
    /// Games that it follows; only for the thread that reads from it.
    std::set<GameId> watched;

    UserId user() const { return person() ? person()->user : UserId(); }
    /// By which limits count it: the user, or the address of somebody who is none.
    virtual std::string limit_key() const { return user() ? id_text(user()) : std::string(); }

    // The people whom it has muted.
    bool mutes(UserId user) const {
        const std::lock_guard lock(mutes_mutex_);
        return mutes_.count(user) > 0;
    }
    void set_mute(UserId user, bool on) {
        const std::lock_guard lock(mutes_mutex_);
        if (on)
            mutes_.insert(user);
        else
            mutes_.erase(user);
    }
    std::vector<UserId> muted() const {
        const std::lock_guard lock(mutes_mutex_);
        return {mutes_.begin(), mutes_.end()};
    }

private:
    static Int next_number() {
        static std::atomic<Int> last{0};
        return ++last;
    }

    mutable std::mutex mutes_mutex_;
    std::set<UserId> mutes_;
};
using ClientPtr = std::shared_ptr<Client>;

}  // namespace stockade::server::room
