// The lobby: lists seeks and pairs players. Also checks the terms of a new game. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "server/msg/requests.h"
#include "server/room/runtime.h"

namespace stockade::server::room {

struct Services;

/// Wishes that were checked.
struct Agreed {
    std::string spec;  ///< in its shortest form
    std::string type;  ///< of ratings; empty: none
    model::TimeControl clock;
    bool rated = false;
    int players = 2;
    int seat = 0;
    std::chrono::seconds delay{};
};

/// Says what is wrong with somebody's wishes for a game.
Result<Agreed> agree(const msg::GameTerms& terms, const model::Person& who);
/// Puts people on seats: each wish is kept, the others are drawn. `wishes` has a seat from 1, or 0, for each
/// person.
std::vector<model::Person> seat(const std::vector<model::Person>& people, const std::vector<int>& wishes);

inline constexpr int kMaxSeeksEach = 3;
inline constexpr int kMaxSeatsEach = 3;  ///< taken in seeks of others that wait for more
inline constexpr std::size_t kMaxSeeks = 5000;
inline constexpr std::size_t kSeeksPerPage = 100;

class Lobby {
public:
    explicit Lobby(Services& services) : services_(services) {}

    /// With `after`, the next page of the seeks is sent instead.
    void follow(const ClientPtr& client, bool on, SeekId after);
    void seek(const ClientPtr& client, const msg::Seek& message);
    /// A seek of one's own goes, a seat in somebody else's is free again.
    void unseek(const ClientPtr& client, SeekId seek);
    void take(const ClientPtr& client, SeekId seek);
    /// A connection ended: its seeks go.
    void gone(const ClientPtr& client);
    /// Another server does this now.
    void clear();
    /// Sends the counts to all followers now and then, so that a follower who missed a message notices.
    void tick();
    std::size_t size() const;

private:
    struct Waiting {
        msg::SeekInfo info;
        Agreed agreed;
        std::vector<ClientPtr> clients;  // who joined, the seeker first
        std::vector<model::Person> people;
        std::vector<int> wishes;
    };
    using Waitings = std::map<SeekId, Waiting>;

    void add(const ClientPtr& client, const Agreed& agreed, const model::Person& person, bool pair);
    /// A seek that somebody can be paired with, of those the one of the nearest in strength.
    Waitings::iterator nearest(const Agreed& agreed, const model::Person& person);
    /// Why somebody cannot have a seat in it.
    std::optional<Message> refuse_seat(const Waiting& waiting, const model::Person& person) const;
    /// Gives a seat away. When all are taken the seek is gone from the lobby, and comes back: begin() its
    /// game, without the lock.
    std::optional<Waiting> join(Waitings::iterator it, const ClientPtr& client, const model::Person& person,
                                int wish);
    void begin(const Waiting& full);
    bool fits(const Waiting& waiting, const Agreed& agreed, const model::Person& person) const;
    void announce(const msg::Text& message);
    /// Places that somebody holds in seeks of others.
    int seats_of(UserId user) const;
    void remove(Waitings::iterator it);
    /// A seat is free again; without its maker the seek goes.
    void give_up(Waitings::iterator it, std::ptrdiff_t place);
    void tell_joined(Waiting& waiting);
    /// The seeks after one of them, as many as one message holds, and the last of them where there are more.
    msg::json page(SeekId after) const;
    msg::json counts() const;
    /// Reads who it is, and uses that unless they may not begin such a game.
    void with_person(const ClientPtr& client, std::string_view re, const Agreed& agreed,
                     std::function<void(const model::Person&)> use);

    Services& services_;
    mutable std::mutex mutex_;
    Waitings seeks_;
    std::set<ClientPtr> followers_;
};

}  // namespace stockade::server::room
