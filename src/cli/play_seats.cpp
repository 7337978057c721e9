#include "cli/play_seats.h"

#include <algorithm>
#include <array>

#include "engine/engine.h"
#include "games/names.h"
#include "games/random.h"

namespace stockade::cli {

namespace {

constexpr std::array<std::string_view, 3> kNames{"human", "engine", "random"};
constexpr search::Milliseconds kThinkingTime{350};

std::string engine_action(const games::Session& session) {
    static engine::Engine engine;  // keeps what it has learnt from turn to turn
    search::Limits limits;
    limits.time = kThinkingTime;
    search::StopSignal stop;
    const auto thoughts = engine.think(session, limits, stop, {});
    if (!thoughts || thoughts->variations.empty()) return random_action(session);
    const std::string& turn = thoughts->variations[0].turns[0];
    return turn.substr(0, turn.find_first_of(":,/"));
}

}  // namespace

std::string_view seat_name(Seat seat) { return kNames[static_cast<std::size_t>(seat)]; }

Result<std::vector<Seat>> parse_seats(std::string_view text, int players, std::vector<Seat> fallback) {
    if (text.empty()) return fallback;
    std::vector<Seat> seats;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const auto* name = std::find(kNames.begin(), kNames.end(), word);
        if (name == kNames.end())
            return error("players: expected human, engine or random, got '{}'", word.substr(0, 40));
        seats.push_back(static_cast<Seat>(name - kNames.begin()));
        begin = end + 1;
    }
    if (seats.size() == 1) seats.resize(static_cast<std::size_t>(players), seats[0]);
    if (static_cast<int>(seats.size()) != players)
        return error("players: expected {} of them for this game, got {}", players, seats.size());
    return seats;
}

std::string seats_text(const std::vector<Seat>& seats) {
    std::string text;
    for (const Seat seat : seats) text += (text.empty() ? "" : ",") + std::string(seat_name(seat));
    return text;
}

std::vector<Seat> default_seats(int players) {
    std::vector<Seat> seats(static_cast<std::size_t>(players), Seat::kEngine);
    seats[0] = Seat::kHuman;
    return seats;
}

Seat seat_to_move(const games::Session& session, const std::vector<Seat>& seats) {
    const int player = session.turn_of();
    if (player < 0) return Seat::kHuman;
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

std::string action_of(Seat seat, const games::Session& session) {
    return seat == Seat::kEngine ? engine_action(session) : random_action(session);
}

}  // namespace stockade::cli
