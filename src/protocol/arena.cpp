#include "protocol/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/messages/arena.h"
#include "base/printable.h"
#include "games/session.h"
#include "protocol/clock_share.h"

namespace stockade::protocol {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostMoves = 2000;
constexpr std::size_t kLongestMove = 20;
constexpr long kLongestTime = 86'400'000;
constexpr int kDeepestNesting = 3;

/// Thrown inside this file only, to leave the reading of a request where it is wrong.
struct WrongField {
    Error problem;
};

struct ArenaRequest {
    std::vector<std::string> moves;
    search::SearchLimits limits;
};

std::optional<Milliseconds> milliseconds(const Json& object, const char* name, long least) {
    if (!object.contains(name)) return std::nullopt;
    const Json& value = object[name];
    if (!value.is_number() || value.get<double>() < static_cast<double>(least) ||
        value.get<double>() > static_cast<double>(kLongestTime))
        throw WrongField{
            error<"arena.milliseconds">("field"_a = name, "min"_a = least, "max"_a = kLongestTime)};
    return Milliseconds(static_cast<long>(value.get<double>()));
}

search::SearchLimits limits_of(const Json& object) {
    const auto budget = milliseconds(object, "budget_ms", 1);
    search::SearchLimits limits;
    if (object.contains("clock") && !object["clock"].is_null()) {
        const Json& clock = object["clock"];
        if (!clock.is_object()) throw WrongField{error<"arena.clock-object">()};
        const auto mine = milliseconds(clock, "my_ms", 0);
        if (!mine) throw WrongField{error<"arena.clock-mine">()};
        limits = share_of_clock(*mine, milliseconds(clock, "inc_ms", 0).value_or(0ms));
    } else if (!budget) {
        throw WrongField{error<"arena.no-time">()};
    }
    if (budget) {
        const Milliseconds most = std::max(*budget - kReserve, 1ms);
        limits.time = limits.time ? std::min(*limits.time, most) : most;
    }
    return limits;
}

ArenaRequest read_request(std::string_view text) {
    const auto shallow = [](int depth, Json::parse_event_t, Json&) {
        if (depth > kDeepestNesting) throw WrongField{error<"arena.too-deep">("depth"_a = kDeepestNesting)};
        return true;
    };
    Json object;
    try {
        object = Json::parse(text, shallow);
    } catch (const Json::parse_error& wrong) {
        throw WrongField{error<"arena.not-json">("byte"_a = wrong.byte)};
    }
    if (!object.is_object()) throw WrongField{error<"arena.object">()};
    ArenaRequest request;
    request.limits = limits_of(object);
    if (!object.contains("moves") || !object["moves"].is_array() || object["moves"].size() > kMostMoves)
        throw WrongField{error<"arena.moves">("max"_a = kMostMoves)};
    for (const Json& move : object["moves"]) {
        if (!move.is_string() || move.get_ref<const std::string&>().size() > kLongestMove)
            throw WrongField{error<"arena.move-text">("number"_a = request.moves.size() + 1)};
        request.moves.push_back(move);
    }
    return request;
}

games::Session replay(const std::vector<std::string>& moves) {
    auto session = games::Session::in_order("quoridor");
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (const auto played = session->play(moves[i]); !played)
            throw WrongField{error<"arena.move">("number"_a = i + 1, "problem"_a = played.error())};
    return std::move(*session);
}

}  // namespace

Arena::Arena(const engine::Options& options) {
    for (Seat& seat : seats_) seat.engine.set_options(options);
}

std::string Arena::answer(std::string_view text) {
    Json reply;
    try {
        const ArenaRequest request = read_request(text);
        const games::Session session = replay(request.moves);
        Seat& seat = take_seat(request.moves);
        const auto info = seat.engine.think(session, request.limits, seat.stop, {});
        leave(seat);
        if (!info) throw WrongField{info.error()};
        const search::Line& best = info->lines.at(0);
        reply = {
            {"ok", true}, {"move", best.turns.at(0)}, {"ev", best.win_probability}, {"nodes", info->nodes}};
    } catch (const WrongField& wrong) {
        reply = {{"ok", false}, {"error", printable(wrong.problem.message)}, {"code", wrong.problem.code}};
    }
    return reply.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void Arena::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (Seat& seat : seats_) seat.stop.stop();
}

Arena::Seat& Arena::take_seat(const std::vector<std::string>& moves) {
    std::unique_lock lock(mutex_);
    free_.wait(lock, [this] {
        return std::any_of(seats_.begin(), seats_.end(), [](const Seat& s) { return !s.busy; });
    });
    // The engine that knows this game from an earlier turn, else the one that was not asked for longest.
    const auto knows = [&](const Seat& seat) {
        return !seat.moves.empty() && seat.moves.size() <= moves.size() &&
               std::equal(seat.moves.begin(), seat.moves.end(), moves.begin());
    };
    Seat* best = nullptr;
    for (Seat& seat : seats_) {
        if (seat.busy) continue;
        if (!best || knows(seat) > knows(*best) || (knows(seat) == knows(*best) && seat.used < best->used))
            best = &seat;
    }
    if (!knows(*best)) best->engine.new_game();
    best->busy = true;
    best->used = ++requests_;
    best->moves = moves;
    if (!stopped_) best->stop.reset();
    return *best;
}

void Arena::leave(Seat& seat) {
    {
        const std::lock_guard lock(mutex_);
        seat.busy = false;
    }
    free_.notify_one();
}

}  // namespace stockade::protocol
