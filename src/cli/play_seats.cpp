#include "cli/play_seats.h"

#include "games/names.h"
#include "games/random.h"

namespace stockade::cli {

std::string_view seat_name(Seat seat) { return seat == Seat::kHuman ? "human" : "random"; }

Result<std::vector<Seat>> parse_seats(std::string_view text, int players, std::vector<Seat> fallback) {
    if (text.empty()) return fallback;
    std::vector<Seat> seats;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        if (word == "human")
            seats.push_back(Seat::kHuman);
        else if (word == "random")
            seats.push_back(Seat::kRandom);
        else
            return error("players: expected human or random, got '{}'", word.substr(0, 40));
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
    std::vector<Seat> seats(static_cast<std::size_t>(players), Seat::kRandom);
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

}  // namespace stockade::cli
