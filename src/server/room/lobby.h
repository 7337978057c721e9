// The lobby: what people look for, and putting them together. Also what makes wishes for a game acceptable.
// Safe to use from any thread.
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "games/result.h"
#include "server/msg/requests.h"
#include "server/room/runtime.h"

namespace stockade::server::room {

struct Services;

/// Wishes that were checked.
struct Agreed {
    std::string spec;  ///< in its shortest form
    std::string type;  ///< of ratings; empty: none
    TimeControl clock;
    bool rated = false;
    int players = 2;
    int seat = 0;
    int delay = 0;
};

/// Says what is wrong with somebody's wishes for a game.
Result<Agreed> agree(const msg::Terms& terms, const Person& who);
/// Puts people on seats: each wish is kept, the others are drawn. `wishes` has a seat from 1, or 0, for each
/// person.
std::vector<Person> seat(const std::vector<Person>& people, const std::vector<int>& wishes);

class Lobby {
public:
    explicit Lobby(Services& services) : services_(services) {}

    void follow(const ClientPtr& client, bool on);
    void seek(const ClientPtr& client, const msg::Seek& message);
    void unseek(const ClientPtr& client, Id seek);
    void take(const ClientPtr& client, Id seek);
    /// A connection ended: its seeks go.
    void gone(const ClientPtr& client);
    /// Another server does this now.
    void clear();
    /// Sends everything to everyone who follows, now and then, so that nothing missed stays missed.
    void tick();
    std::size_t size() const;

private:
    struct Waiting {
        msg::SeekInfo info;
        Agreed agreed;
        std::vector<ClientPtr> clients;  // who joined, the seeker first
        std::vector<Person> people;
        std::vector<int> wishes;
    };
    using Waitings = std::map<Id, Waiting>;

    void add(const ClientPtr& client, const Agreed& agreed, const Person& person, bool pair);
    void join(const ClientPtr& client, Id seek, const Person& person, int wish);
    bool fits(const Waiting& waiting, const Agreed& agreed, const Person& person) const;
    void announce(const msg::Text& message);
    void remove(Waitings::iterator it);
    msg::Text everything() const;
    void with_person(const ClientPtr& client, std::string type, std::function<void(const Person&)> use);

    Services& services_;
    mutable std::mutex mutex_;
    Waitings seeks_;
    std::set<ClientPtr> followers_;
};

}  // namespace stockade::server::room
