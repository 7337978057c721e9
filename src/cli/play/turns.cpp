#include "cli/play/turns.h"

#include <algorithm>
#include <string>

#include "base/messages/play.h"

namespace stockade::cli {
namespace {

bool any_human(const std::vector<Seat>& seats) {
    return std::any_of(seats.begin(), seats.end(), [](const Seat& seat) { return seat.human(); });
}

}  // namespace

Status enter_turn(games::Session& session, std::string_view typed) {
    // A record may bring its rolls; at the board the die decides.
    if (session.view().roll_due) return error<"play.no-roll-yet">();
    std::string folded(typed);
    for (char& c : folded)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    std::string_view text = folded;
    Status whole = session.play(text);
    if (whole) return whole;

    // Perhaps it is the beginning of a turn: its parts, one after another, without finishing it.
    games::Session attempt = session;
    if (const auto roll = session.view().roll; roll && text.starts_with(std::to_string(*roll) + ":"))
        text.remove_prefix(text.find(':') + 1);
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(":,/", begin), text.size());
        const bool last = end >= text.size();
        if (last && begin == end && begin > 0) break;  // a separator at the end
        if (!attempt.play_action(text.substr(begin, end - begin))) return whole;
        begin = end + 1;
    }
    if (attempt.ply() != session.ply()) return whole;
    session = std::move(attempt);
    return Done{};
}

bool undo_to_human(games::Session& session, const std::vector<Seat>& seats) {
    if (!session.undo()) return false;
    while (any_human(seats) && !seat_to_move(session, seats).human() && session.undo()) {
    }
    return true;
}

bool redo_to_human(games::Session& session, const std::vector<Seat>& seats) {
    if (!session.redo()) return false;
    while (any_human(seats) && !seat_to_move(session, seats).human() && session.redo()) {
    }
    return true;
}

}  // namespace stockade::cli
