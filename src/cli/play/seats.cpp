#include "cli/play/seats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/messages/cli.h"
#include "base/numbers.h"
#include "base/random.h"
#include "engine/engine.h"
#include "games/names.h"

namespace stockade::cli {

namespace {

constexpr std::array<std::string_view, 3> kKinds{"human", "engine", "random"};
constexpr Milliseconds kThinkingTime{350};

std::string_view kind_name(const Seat& seat) { return kKinds[static_cast<std::size_t>(seat.kind)]; }

std::string engine_action(const games::Session& session, int level) {
    // Each keeps what it has learnt from turn to turn.
    static std::map<int, engine::Engine> engines;
    engine::Engine& engine = engines[level];
    engine::Options options = engine.options();
    options.level = level;
    options.seed = session.seed();
    if (options.level != engine.options().level || options.seed != engine.options().seed)
        engine.set_options(options);
    search::SearchLimits limits;
    limits.time = kThinkingTime;
    search::StopSignal stop;
    const auto info = engine.think(session, limits, stop, {});
    if (!info || info->lines.empty()) return random_action(session);
    const std::string& turn = info->lines[0].turns[0];
    return turn.substr(0, turn.find_first_of(":,/"));
}

}  // namespace

std::string seat_name(const Seat& seat) {
    return seat.kind == Seat::Kind::kEngine ? fmt::format("engine, level {}", seat.level)
                                            : std::string(kind_name(seat));
}

Result<std::vector<Seat>> parse_seats(std::string_view text, int players, std::vector<Seat> fallback) {
    if (text.empty()) return fallback;
    std::vector<Seat> seats;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const auto colon = word.find(':');
        const auto* kind = std::find(kKinds.begin(), kKinds.end(), word.substr(0, colon));
        Seat seat{static_cast<Seat::Kind>(kind - kKinds.begin())};
        const auto level = colon == word.npos
                               ? engine::kStrongest
                               : read_number<int>(word.substr(colon + 1), 1, engine::kStrongest);
        if (kind == kKinds.end() || !level || (colon != word.npos && seat.kind != Seat::Kind::kEngine))
            return error<"cli.players">("max"_a = engine::kStrongest, "word"_a = word.substr(0, 40));
        seat.level = *level;
        seats.push_back(seat);
        begin = end + 1;
    }
    if (seats.size() == 1) seats.resize(static_cast<std::size_t>(players), seats[0]);
    if (static_cast<int>(seats.size()) != players)
        return error<"cli.players-count">("players"_a = players, "got"_a = seats.size());
    return seats;
}

std::string seats_text(const std::vector<Seat>& seats) {
    std::string text;
    for (const Seat& seat : seats) {
        text += (text.empty() ? "" : ",") + std::string(kind_name(seat));
        if (seat.kind == Seat::Kind::kEngine && seat.level < engine::kStrongest)
            text += fmt::format(":{}", seat.level);
    }
    return text;
}

std::vector<Seat> default_seats(int players) {
    std::vector<Seat> seats(static_cast<std::size_t>(players), kEasyEngine);
    seats[0] = {};
    return seats;
}

int only_human(const games::Session& session, const std::vector<Seat>& seats) {
    int found = -1;
    for (int player = 0; player < session.players(); ++player) {
        if (!seats[static_cast<std::size_t>(session.seats()[static_cast<std::size_t>(player)])].human())
            continue;
        if (found >= 0) return -1;
        found = player;
    }
    return found;
}

bool begun_by_spec(const games::Session& session) {
    return session.starts_from_standard() || !std::is_sorted(session.seats().begin(), session.seats().end());
}

Seat seat_to_move(const games::Session& session, const std::vector<Seat>& seats) {
    const int player = session.turn_of();
    if (player < 0) return {};
    return seats[static_cast<std::size_t>(session.seats()[static_cast<std::size_t>(player)])];
}

std::string random_action(const games::Session& session) {
    const auto actions = session.actions();
    if (actions.empty()) return {};
    Random random(mix64(session.seed() ^ mix64(session.key() + session.ply())));
    std::vector<std::string> moves;
    for (const auto& action : actions)
        if (!games::parse_wall(action)) moves.push_back(action);
    const auto& chosen = !moves.empty() && random.below(2) == 0 ? moves : actions;
    return chosen[random.below(static_cast<std::uint32_t>(chosen.size()))];
}

std::string action_of(const Seat& seat, const games::Session& session) {
    return seat.kind == Seat::Kind::kEngine ? engine_action(session, seat.level) : random_action(session);
}

}  // namespace stockade::cli
