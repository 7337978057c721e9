// Challenges and tournaments.
#include <algorithm>
#include <future>
#include <nlohmann/json.hpp>

#include "base/messages/server.h"
#include "base/numbers.h"
#include "base/time_json.h"
#include "engine/levels.h"
#include "server/http/api.h"
#include "server/msg/fields.h"
#include "server/store/caps.h"
#include "server/store/games.h"

namespace stockade::server::http {
namespace {

constexpr int kMaxMinutes = 24 * 60;
constexpr int kMaxDelayMinutes = 14 * 24 * 60;

store::Challenge need_challenge(Platform& platform, const std::string& text) {
    const auto id = parse_id<ChallengeId>(text);
    const auto challenge = id ? platform.store().read([&](store::Database& database) {
        return store::find_challenge(database, *id);
    })
                              : std::nullopt;
    if (!challenge) throw Failure{404, error<"server.no-challenge">()};
    return *challenge;
}

store::Tournament need_tournament(Platform& platform, const std::string& text) {
    const auto id = parse_id<TournamentId>(text);
    const auto tournament = id ? platform.store().read([&](store::Database& database) {
        return store::find_tournament(database, *id);
    })
                               : std::nullopt;
    if (!tournament) throw Failure{404, error<"server.no-tournament">()};
    return *tournament;
}

model::Person person(const store::User& user) {
    model::Person result;
    result.user = user.id;
    result.name = user.name;
    result.kind = user.kind;
    return result;
}

}  // namespace

json Api::describe(const store::Challenge& challenge) {
    const auto spec = games::parse_spec(challenge.spec);
    json result{{"challenge", id_text(challenge.id)},
                {"spec", challenge.spec},
                {"clock", challenge.clock},
                {"rated", challenge.rated},
                {"delay", challenge.delay},
                {"seat", challenge.seat ? std::to_string(challenge.seat) : "random"},
                {"to", nullptr},
                {"players", spec ? spec->players() : 2},
                {"engines", challenge.engines},
                {"game", challenge.game ? json(id_text(challenge.game)) : json()},
                {"open", !challenge.closed},
                {"created", challenge.created}};
    const auto type = spec ? model::rating_type(*spec) : std::string();
    platform_.store().read([&](store::Database& database) {
        auto joined = json::array();
        for (const UserId id : challenge.joined)
            if (const auto one = store::person_of(database, id, type)) joined.push_back(msg::user_json(*one));
        if (!joined.empty()) result["user"] = joined[0];
        result["joined"] = joined;
        if (challenge.to)
            if (const auto one = store::person_of(database, challenge.to, type))
                result["to"] = msg::user_json(*one);
    });
    return result;
}

/// Begins the game of a challenge whose seats are all taken; waits until both are stored.
GameId Api::begin(const store::Challenge& challenge, const room::Rooms::Along& along) {
    const auto spec = games::parse_spec(challenge.spec);
    const auto clock = model::parse_time_control(challenge.clock);
    if (!spec || !clock) throw Failure{409, error<"server.challenge-unplayable">()};
    const auto type = model::rating_type(*spec);
    std::vector<model::Person> people;
    std::vector<int> wishes;
    platform_.store().read([&](store::Database& database) {
        for (const UserId id : challenge.joined)
            if (const auto one = store::person_of(database, id, type)) {
                people.push_back(*one);
                wishes.push_back(id == challenge.user ? challenge.seat : 0);
            }
    });
    for (const int level : challenge.engines) {
        people.push_back(store::engine_person(level));
        wishes.push_back(0);
    }
    model::Setup setup;
    setup.spec = challenge.spec;
    setup.clock = *clock;
    setup.rated = challenge.rated;
    setup.delay = challenge.delay;
    std::promise<Result<GameId>> promise;
    auto future = promise.get_future();
    platform_.rooms().create(
        std::move(setup), room::seat(people, wishes),
        [&promise](Result<GameId> begun) { promise.set_value(std::move(begun)); }, {}, along);
    const auto begun = future.get();
    if (!begun) {
        const auto& why = begun.error();
        const bool busy = why.code == "server.engines-busy" || !platform_.store().trouble().empty();
        throw Failure{busy ? 503 : 409, why};
    }
    return *begun;
}

json Api::new_challenge(Call& call) {
    const auto& who = need(call);
    msg::Fields fields(call.request.body);
    const auto terms = msg::read_terms(fields);
    const auto to = fields.text_or("to", 100, "");
    const auto engines = fields.numbers_or_none("engines", games::kMaxPlayers - 1, 1, engine::kStrongest);
    expect_no_more(fields);
    const auto agreed = room::agree(terms, person(who.user));
    if (!agreed) throw Failure{400, agreed.error()};
    store::Challenge challenge;
    challenge.id = new_id<ChallengeId>();
    challenge.user = who.user.id;
    challenge.spec = agreed->spec;
    challenge.clock = agreed->clock.text();
    challenge.rated = agreed->rated;
    challenge.seat = agreed->seat;
    challenge.delay = agreed->delay;
    challenge.joined = {who.user.id};
    challenge.engines = engines;
    challenge.created = time_now();
    if (!engines.empty() && agreed->rated) throw Failure{400, error<"server.rated-engine">()};
    const int people = agreed->players - static_cast<int>(engines.size());
    if (people < 1) throw Failure{400, error<"server.engine-seats">("players"_a = agreed->players)};
    if (!to.empty()) {
        const auto other =
            platform_.store().read([&](store::Database& database) { return store::find_user(database, to); });
        if (!other || other->id == who.user.id) throw Failure{404, error<"server.nobody-else">()};
        if (agreed->rated && other->kind == "guest") throw Failure{400, error<"server.rated-guest">()};
        if (platform_.store().read(
                [&](store::Database& database) { return store::mutes(database, other->id, who.user.id); }))
            throw Failure{403, error<"server.challenge-muted">()};
        challenge.to = other->id;
    }
    // Guests are quickly made, and each may have some: the server's engines are for all addresses. Challenges
    // that were taken back stay in the database.
    throttle(call, engines.empty() ? platform_.limits().challenges : platform_.limits().engine_games);
    challenge.closed = people == 1;
    if (challenge.closed) {
        challenge.game = begin(challenge, [challenge](store::Database& database, GameId game) mutable {
            challenge.game = game;
            store::insert_challenge(database, challenge);
            return std::optional<Message>();
        });
    } else {
        std::optional<Message> refused;
        write([&](store::Database& database) {
            store::one_at_a_time(database);
            refused = store::refuse_challenge(database, challenge);
            if (!refused) store::insert_challenge(database, challenge);
        });
        if (refused) throw Failure{409, *refused};
    }
    auto result = describe(challenge);
    if (challenge.to) {
        auto message = result;
        message["t"] = "challenge";
        platform_.services().directory.send(challenge.to, msg::text_of(message));
    }
    return result;
}

json Api::challenge(Call& call) { return describe(need_challenge(platform_, call.parts[0])); }

json Api::accept(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    const auto asked = need_challenge(platform_, call.parts[0]);
    // Read and changed in one piece on the writer, so that a seat is given once.
    std::optional<Failure> failure;
    store::Challenge challenge;
    bool full = false;
    write([&](store::Database& database) {
        failure.reset();
        store::one_at_a_time(database);
        const auto found = store::find_challenge(database, asked.id);
        if (!found) {
            failure = Failure{404, error<"server.no-challenge">()};
            return;
        }
        challenge = *found;
        const auto spec = games::parse_spec(challenge.spec);
        const int people = (spec ? spec->players() : 2) - static_cast<int>(challenge.engines.size());
        auto& joined = challenge.joined;
        // A deleted account loses its seat.
        std::erase_if(joined, [&](UserId id) {
            const auto user = store::find_user(database, id);
            return !user || user->kind == "deleted";
        });
        if (challenge.closed)
            failure = Failure{409, error<"server.challenge-closed">()};
        else if (challenge.to && challenge.to != who.user.id && challenge.user != who.user.id)
            failure = Failure{403, error<"server.challenge-other">()};
        else if (std::find(joined.begin(), joined.end(), who.user.id) != joined.end())
            failure = Failure{409, error<"server.seated">()};
        else if (challenge.rated && who.user.kind == "guest")
            failure = Failure{403, error<"server.guest-casual">()};
        if (failure) return;
        challenge.joined.push_back(who.user.id);
        full = static_cast<int>(challenge.joined.size()) >= people;
        // The last seat is taken with the game: where that cannot be begun, it stays free.
        if (!full) store::update_challenge(database, challenge);
    });
    if (failure) throw *failure;
    if (full)
        challenge.game = begin(challenge, [challenge](store::Database& database, GameId game) mutable {
            // Somebody else may have taken the seat meanwhile.
            const auto now = store::find_challenge(database, challenge.id);
            if (!now || now->closed) return std::optional<Message>(error<"server.challenge-closed">());
            challenge.closed = true;
            challenge.game = game;
            store::update_challenge(database, challenge);
            return std::optional<Message>();
        });
    return {{"game", challenge.game ? json(id_text(challenge.game)) : json()}};
}

json Api::cancel(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    const auto asked = need_challenge(platform_, call.parts[0]);
    if (asked.user != who.user.id && asked.to != who.user.id)
        throw Failure{403, error<"server.challenge-not-yours">()};
    bool closed = true;
    write([&](store::Database& database) {
        store::one_at_a_time(database);
        auto challenge = store::find_challenge(database, asked.id);
        closed = !challenge || challenge->closed;
        if (closed) return;
        challenge->closed = true;
        store::update_challenge(database, *challenge);
    });
    if (closed) throw Failure{409, error<"server.challenge-closed">()};
    return json::object();
}

json Api::challenges(Call& call) {
    const auto& who = need(call);
    auto list = json::array();
    for (const auto& challenge : platform_.store().read(
             [&](store::Database& database) { return store::challenges_of(database, who.user.id); }))
        list.push_back(describe(challenge));
    return {{"challenges", list}};
}

json Api::tournaments(Call&) {
    const TimePoint now = time_now();
    auto list = json::array();
    for (const auto& tournament : platform_.store().read(
             [&](store::Database& database) { return store::latest_tournaments(database, now - Days(7)); }))
        list.push_back(room::Arenas::describe(tournament, now));
    return {{"tournaments", list}};
}

json Api::new_tournament(Call& call) {
    const auto& who = need(call);
    if (who.user.kind != "account") throw Failure{403, error<"server.tournament-account">()};
    msg::Fields fields(call.request.body);
    store::Tournament tournament;
    tournament.id = new_id<TournamentId>();
    tournament.user = who.user.id;
    tournament.name = fields.text("name", 60);
    msg::GameTerms terms;
    terms.spec = fields.text("spec", msg::kMaxSpec);
    terms.clock = fields.text("clock", 20);
    terms.rated = fields.flag_or("rated", false);
    const Int starts_in = fields.number("starts_in", 0, kMaxDelayMinutes);
    const Int minutes = fields.number("minutes", 1, kMaxMinutes);
    expect_no_more(fields);
    const auto agreed = room::agree(terms, person(who.user));
    if (!agreed) throw Failure{400, agreed.error()};
    if (agreed->players != 2) throw Failure{400, error<"server.arena-two">()};
    if (!agreed->clock.live()) throw Failure{400, error<"server.arena-clock">()};
    if (tournament.name.find_first_not_of(' ') == std::string::npos)
        throw Failure{400, error<"server.name-empty">()};
    tournament.spec = agreed->spec;
    tournament.clock = agreed->clock.text();
    tournament.rated = agreed->rated;
    throttle(call, platform_.limits().tournaments);
    tournament.starts = time_now() + starts_in * 1min;
    tournament.ends = tournament.starts + minutes * 1min;
    std::optional<Message> refused;
    write([&](store::Database& database) {
        store::one_at_a_time(database);
        refused = store::refuse_tournament(database, tournament, time_now());
        if (!refused) store::insert_tournament(database, tournament);
    });
    if (refused) throw Failure{409, *refused};
    return room::Arenas::describe(tournament, time_now());
}

json Api::tournament(Call& call) {
    const auto tournament = need_tournament(platform_, call.parts[0]);
    std::size_t from = 0;
    for (const auto& [name, value] : call.query) {
        if (name != "from") throw Failure{400, error<"server.unknown-field">("field"_a = name.substr(0, 40))};
        const auto given = read_number<std::size_t>(value, 0, store::kMaxEntrants);
        if (!given) throw Failure{400, error<"server.from-range">("most"_a = store::kMaxEntrants)};
        from = *given;
    }
    const auto entrants = platform_.store().read(
        [&](store::Database& database) { return store::entrants_of(database, tournament.id); });
    return room::Arenas::standings(tournament, entrants, platform_.cluster().playing(tournament.id),
                                   time_now(), from, call.who ? call.who->user.id : UserId());
}

json Api::join(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    const auto tournament = need_tournament(platform_, call.parts[0]);
    if (time_now() >= tournament.ends) throw Failure{409, error<"server.tournament-over">()};
    if (tournament.rated && who.user.kind == "guest") throw Failure{403, error<"server.guest-casual">()};
    if (who.user.kind == "bot") throw Failure{403, error<"server.arena-people">()};
    std::optional<Message> refused;
    write([&](store::Database& database) {
        const TimePoint now = time_now();
        store::one_at_a_time(database);
        refused = store::refuse_entrant(database, tournament, who.user.id, now);
        if (!refused) store::set_entrant(database, tournament.id, who.user.id, true, now);
    });
    if (refused) throw Failure{409, *refused};
    platform_.cluster().standings_changed(tournament.id);
    return json::object();
}

json Api::leave(Call& call) {
    const auto& who = need(call);
    expect_no_fields(call.request.body);
    const auto tournament = need_tournament(platform_, call.parts[0]);
    write(
        [&](store::Database& database) { store::deactivate_entrant(database, tournament.id, who.user.id); });
    platform_.cluster().standings_changed(tournament.id);
    return json::object();
}

}  // namespace stockade::server::http
