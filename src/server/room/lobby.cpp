#include "server/room/lobby.h"

#include <sodium.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "server/log.h"
#include "server/room/rooms.h"
#include "server/room/services.h"
#include "server/store/caps.h"
#include "server/store/games.h"

namespace stockade::server::room {
namespace {

constexpr int kMaxRatingGap = 300;

/// The client's node must know that this seek is not to be made again.
void refuse_seek(const ClientPtr& client, const Message& why) {
    client->send(msg::error("seek", why));
    client->seek_answered(SeekId());
}

}  // namespace

Result<Agreed> agree(const msg::GameTerms& terms, const model::Person& who) {
    const auto spec = games::parse_spec(terms.spec);
    if (!spec) return spec.error();
    if (const auto fits = model::check_length(*spec); !fits) return fits.error();
    const auto clock = model::parse_time_control(terms.clock);
    if (!clock) return clock.error();
    Agreed agreed{spec->str(), model::rating_type(*spec), *clock, terms.rated, spec->players(), terms.seat,
                  terms.delay};
    if (terms.seat < 0 || terms.seat > agreed.players)
        return error<"server.seat-range">("players"_a = agreed.players);
    if (terms.rated) {
        if (agreed.type.empty()) return error<"server.rated-options">();
        if (clock->kind == model::TimeControl::Kind::kNone) return error<"server.rated-clock">();
        if (who.kind == "guest") return error<"server.rated-guest">();
    }
    return agreed;
}

std::vector<model::Person> seat(const std::vector<model::Person>& people, const std::vector<int>& wishes) {
    const std::size_t count = people.size();
    std::vector<int> taken_by(count, -1);
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < count; ++i) {
        const auto wish = static_cast<std::size_t>(std::max(0, wishes[i]));
        if (wish >= 1 && wish <= count && taken_by[wish - 1] < 0)
            taken_by[wish - 1] = static_cast<int>(i);
        else
            drawn.push_back(i);
    }
    for (std::size_t i = drawn.size(); i > 1; --i)
        std::swap(drawn[i - 1], drawn[randombytes_uniform(static_cast<std::uint32_t>(i))]);
    std::vector<model::Person> seated(count);
    for (std::size_t place = 0, next = 0; place < count; ++place)
        seated[place] =
            people[taken_by[place] >= 0 ? static_cast<std::size_t>(taken_by[place]) : drawn[next++]];
    return seated;
}

void Lobby::with_person(const ClientPtr& client, std::string_view re, const Agreed& agreed,
                        std::function<void(const model::Person&)> use) {
    services_.runtime.block([this, client, re = std::string(re), agreed, use = std::move(use)] {
        const auto refuse = [&](const Message& why) {
            re == "seek" ? refuse_seek(client, why) : client->send(msg::error(re, why));
        };
        std::optional<model::Person> person;
        try {
            std::optional<Message> refused;
            person = services_.store.read([&](store::Database& database) {
                auto found = store::person_of(database, client->user(), agreed.type);
                model::Setup setup;
                setup.clock = agreed.clock;
                if (found) setup.players = {*found};
                refused = store::refuse_game(database, setup, NodeId(), time_now());
                return found;
            });
            if (refused) return refuse(*refused);
        } catch (const std::exception& problem) {
            log(Level::kError, "lobby", {{"why", reason(problem)}});
            return refuse(error<"server.database-away">());
        }
        if (!person) return refuse(error<"server.sign-in-to-play">());
        use(*person);
    });
}

msg::json Lobby::page(SeekId after) const {
    auto list = msg::json::array();
    auto it = seeks_.upper_bound(after);
    SeekId last;
    for (; it != seeks_.end() && list.size() < kSeeksPerPage; ++it) {
        list.push_back(msg::seek_json(it->second.info));
        last = it->first;
    }
    return {{"seeks", std::move(list)},
            {"next", it == seeks_.end() ? msg::json() : msg::json(id_text(last))}};
}

msg::json Lobby::counts() const {
    return {{"total", seeks_.size()},
            {"people", services_.directory.people()},
            {"games", services_.placement->running()}};
}

void Lobby::follow(const ClientPtr& client, bool on, SeekId after) {
    const std::lock_guard lock(mutex_);
    if (!on) {
        followers_.erase(client);
        return;
    }
    followers_.insert(client);
    auto message = page(after);
    message["t"] = after ? "seeks" : "lobby";
    if (!after) message.update(counts());
    client->send(msg::text_of(message));
}

void Lobby::clear() {
    const std::lock_guard lock(mutex_);
    seeks_.clear();
    followers_.clear();
}

void Lobby::tick() {
    const std::lock_guard lock(mutex_);
    if (followers_.empty()) return;
    auto message = counts();
    message["t"] = "counts";
    announce(msg::text_of(message));
}

std::size_t Lobby::size() const {
    const std::lock_guard lock(mutex_);
    return seeks_.size();
}

void Lobby::announce(const msg::Text& message) {
    for (const auto& follower : followers_) follower->send(message);
}

void Lobby::seek(const ClientPtr& client, const msg::Seek& message) {
    if (!client->person()) return refuse_seek(client, error<"server.sign-in-to-play">());
    const auto agreed = agree(message.terms, *client->person());
    if (!agreed) return refuse_seek(client, agreed.error());
    with_person(client, "seek", *agreed,
                [this, client, agreed = *agreed, pair = message.pair](const model::Person& person) {
                    add(client, agreed, person, pair);
                });
}

bool Lobby::fits(const Waiting& waiting, const Agreed& agreed, const model::Person& person) const {
    const auto& other = waiting.agreed;
    if (other.spec != agreed.spec || !(other.clock == agreed.clock) || other.rated != agreed.rated ||
        other.delay != agreed.delay)
        return false;
    for (const auto& joined : waiting.people)
        if (joined.user == person.user || joined.kind == "bot" || person.kind == "bot") return false;
    if (agreed.seat &&
        std::find(waiting.wishes.begin(), waiting.wishes.end(), agreed.seat) != waiting.wishes.end())
        return false;
    return !agreed.rated || std::abs(waiting.people[0].rating - person.rating) <= kMaxRatingGap;
}

Lobby::Waitings::iterator Lobby::nearest(const Agreed& agreed, const model::Person& person) {
    auto found = seeks_.end();
    int gap = 0;
    for (auto it = seeks_.begin(); it != seeks_.end(); ++it) {
        const int distance = std::abs(it->second.people[0].rating - person.rating);
        if (!fits(it->second, agreed, person) || (found != seeks_.end() && distance >= gap)) continue;
        found = it;
        gap = distance;
    }
    return found;
}

void Lobby::add(const ClientPtr& client, const Agreed& agreed, const model::Person& person, bool pair) {
    std::optional<Waiting> full;
    {
        const std::lock_guard lock(mutex_);
        // Gone meanwhile: nobody would take the seek back, even if its maker has other connections.
        if (!client->open() || !services_.directory.online(person.user)) return;
        if (const auto found = pair ? nearest(agreed, person) : seeks_.end(); found != seeks_.end()) {
            if (const auto why = refuse_seat(found->second, person)) return refuse_seek(client, *why);
            const SeekId joined = found->first;
            client->seek_answered(joined);
            full = join(found, client, person, agreed.seat);
            if (!full) client->send(msg::seeking(joined));
        } else {
            int own = 0;
            for (const auto& [id, waiting] : seeks_) own += waiting.people[0].user == person.user;
            if (own >= kMaxSeeksEach) return refuse_seek(client, error<"server.seeks-full">("count"_a = own));
            if (seeks_.size() >= kMaxSeeks) return refuse_seek(client, error<"server.lobby-full">());
            Waiting waiting;
            waiting.agreed = agreed;
            waiting.info = {new_id<SeekId>(), person,         agreed.spec, agreed.clock.text(), agreed.rated,
                            agreed.seat,      agreed.players, 1,           agreed.delay};
            waiting.clients = {client};
            waiting.people = {person};
            waiting.wishes = {agreed.seat};
            const auto it = seeks_.emplace(waiting.info.id, std::move(waiting)).first;
            client->send(msg::seeking(it->first));
            client->seek_answered(it->first);
            auto message = msg::seek_json(it->second.info);
            message["t"] = "seek";
            announce(msg::text_of(message));
        }
    }
    if (full) begin(*full);
}

void Lobby::take(const ClientPtr& client, SeekId seek) {
    if (!client->person()) return client->send(msg::error("take", error<"server.sign-in-to-play">()));
    Agreed agreed;
    {
        const std::lock_guard lock(mutex_);
        const auto it = seeks_.find(seek);
        if (it == seeks_.end()) return client->send(msg::error("take", error<"server.seek-gone">()));
        if (it->second.agreed.rated && client->person()->kind == "guest")
            return client->send(msg::error("take", error<"server.guest-casual">()));
        agreed = it->second.agreed;
    }
    with_person(client, "take", agreed, [this, client, seek](const model::Person& person) {
        std::optional<Waiting> full;
        {
            const std::lock_guard lock(mutex_);
            const auto it = seeks_.find(seek);
            if (it == seeks_.end()) return client->send(msg::error("take", error<"server.seek-gone">()));
            if (!client->open()) return;  // gone meanwhile: nobody would give the seat back
            if (const auto why = refuse_seat(it->second, person))
                return client->send(msg::error("take", *why));
            full = join(it, client, person, 0);
        }
        if (full) begin(*full);
    });
}

std::optional<Message> Lobby::refuse_seat(const Waiting& waiting, const model::Person& person) const {
    for (const auto& joined : waiting.people)
        if (joined.user == person.user) return error<"server.seek-joined">();
    if (waiting.info.joined + 1 < waiting.agreed.players && seats_of(person.user) >= kMaxSeatsEach)
        return error<"server.seats-full">("count"_a = kMaxSeatsEach);
    return std::nullopt;
}

std::optional<Lobby::Waiting> Lobby::join(Waitings::iterator it, const ClientPtr& client,
                                          const model::Person& person, int wish) {
    auto& waiting = it->second;
    waiting.clients.push_back(client);
    waiting.people.push_back(person);
    waiting.wishes.push_back(wish);
    if (static_cast<int>(waiting.people.size()) < waiting.agreed.players) {
        tell_joined(waiting);
        return std::nullopt;
    }
    Waiting full = waiting;
    remove(it);
    // A player who begins a game has no other seeks.
    for (auto other = seeks_.begin(); other != seeks_.end();) {
        const auto next = std::next(other);
        for (const auto& player : full.people)
            if (other->second.people[0].user == player.user) {
                remove(other);
                break;
            }
        other = next;
    }
    return full;
}

void Lobby::begin(const Waiting& full) {
    model::Setup setup;
    setup.spec = full.agreed.spec;
    setup.clock = full.agreed.clock;
    setup.rated = full.agreed.rated;
    setup.delay = full.agreed.delay;
    services_.rooms->create(
        std::move(setup), room::seat(full.people, full.wishes),
        [clients = full.clients](const Result<GameId>& begun) {
            if (begun) return;
            for (const auto& one : clients) one->send(msg::error("take", begun.error()));
        },
        services_.placement->lobby_lease());
}

int Lobby::seats_of(UserId user) const {
    int seats = 0;
    for (const auto& [id, waiting] : seeks_)
        for (std::size_t i = 1; i < waiting.people.size(); ++i) seats += waiting.people[i].user == user;
    return seats;
}

void Lobby::remove(Waitings::iterator it) {
    const SeekId id = it->first;
    const auto message = msg::unseek(id);
    for (const auto& client : it->second.clients) {
        client->seek_ended(id);  // its node must not make it again
        if (!followers_.count(client)) client->send(message);
    }
    seeks_.erase(it);
    announce(message);
}

void Lobby::unseek(const ClientPtr& client, SeekId seek) {
    const std::lock_guard lock(mutex_);
    const auto refuse = [&] { client->send(msg::error("unseek", error<"server.seek-not-yours">())); };
    const auto it = seeks_.find(seek);
    if (it == seeks_.end() || !client->user()) return refuse();
    const auto& people = it->second.people;
    const auto own = std::find_if(people.begin(), people.end(),
                                  [&](const model::Person& person) { return person.user == client->user(); });
    if (own == people.end()) return refuse();
    give_up(it, own - people.begin());
}

void Lobby::give_up(Waitings::iterator it, std::ptrdiff_t place) {
    if (place == 0) return remove(it);
    auto& waiting = it->second;
    waiting.clients.erase(waiting.clients.begin() + place);
    waiting.people.erase(waiting.people.begin() + place);
    waiting.wishes.erase(waiting.wishes.begin() + place);
    tell_joined(waiting);
}

void Lobby::tell_joined(Waiting& waiting) {
    waiting.info.joined = static_cast<int>(waiting.people.size());
    auto message = msg::seek_json(waiting.info);
    message["t"] = "seek";
    announce(msg::text_of(message));
}

void Lobby::gone(const ClientPtr& client) {
    const std::lock_guard lock(mutex_);
    followers_.erase(client);
    for (auto it = seeks_.begin(); it != seeks_.end();) {
        const auto next = std::next(it);
        const auto& clients = it->second.clients;
        if (const auto place = std::find(clients.begin(), clients.end(), client); place != clients.end())
            give_up(it, place - clients.begin());
        it = next;
    }
}

}  // namespace stockade::server::room
