#include "server/card/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "draw/board.h"

namespace stockade::server::card {
namespace {

/// "1/2" as people write it.
std::string score_text(const std::string& part) { return part == "1/2" ? "½" : part == "1/4" ? "¼" : part; }

/// The parts of a result; none while there is none.
std::vector<std::string> scores_of(const model::Game& game) {
    std::vector<std::string> scores;
    std::string_view result = game.finish().result;
    if (!game.over() || result == "*") return scores;
    while (!result.empty()) {
        const auto end = std::min(result.find('-'), result.size());
        scores.emplace_back(result.substr(0, end));
        result.remove_prefix(std::min(end + 1, result.size()));
    }
    if (scores.size() != game.setup().players.size()) scores.clear();
    return scores;
}

/// The change that the last turn made.
draw::Marks last_turn(const games::Session& session) {
    auto before = session;
    if (session.ply() == 0 || !before.undo()) return {};
    return draw::difference(before.view(), session.view());
}

std::string ending(const std::string& reason) {
    if (reason == "resignation") return " by resignation";
    if (reason == "time") return " on time";
    if (reason == "left") return ": the opponent left";
    if (reason == "agreement") return " by agreement";
    if (reason == "repetition") return " by repetition";
    if (reason == "turn limit") return " by the limit of turns";
    return "";
}

Result<draw::Card> card_at_start(const std::string& spec) {
    const auto session = games::Session::create(spec);
    if (!session) return session.error();
    draw::Card card;
    card.view = session->view();
    card.title = game_title(session->spec());
    return card;
}

}  // namespace

std::string game_title(const games::Spec& spec) {
    std::string title(spec.game().title);
    if (spec.players() > 2) title += fmt::format(" for {}", spec.players());
    return title;
}

std::string clock_words(const model::TimeControl& clock) {
    using Kind = model::TimeControl::Kind;
    switch (clock.kind) {
        case Kind::kNone:
            return "no clock";
        case Kind::kDays: {
            const auto days = clock.base / Days(1);
            return fmt::format("{} {} a turn", days, days == 1 ? "day" : "days");
        }
        default:
            return clock.base % 1min == 0ms
                       ? fmt::format("{} min + {} s", clock.base / 1min, clock.increment / 1s)
                       : fmt::format("{} s + {} s", clock.base / 1s, clock.increment / 1s);
    }
}

std::string turns_words(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "turn" : "turns");
}

std::string status_of(const games::Session& session) {
    if (const auto verdict = session.verdict()) return verdict->message;
    return fmt::format("Player {} to move", session.turn_of() + 1);
}

std::string players_line(const model::Game& game) {
    const auto scores = scores_of(game);
    const auto& players = game.setup().players;
    if (players.size() == 2 && !scores.empty())
        return fmt::format("{} {} – {} {}", players[0].name, score_text(scores[0]), score_text(scores[1]),
                           players[1].name);
    std::string line;
    for (const auto& player : players) line += (line.empty() ? "" : " – ") + player.name;
    return line;
}

std::string status_of(const model::Game& game) {
    if (!game.over())
        return game.ply() ? fmt::format("In progress, turn {}", game.ply() + 1) : "About to begin";
    const auto& finish = game.finish();
    if (finish.reason == "aborted") return "Aborted";
    const auto scores = scores_of(game);
    std::vector<std::string> winners;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i] != "0") winners.push_back(game.setup().players[i].name);
    const auto after = fmt::format(" after {}", turns_words(game.session().ply()));
    if (winners.empty()) return "Over" + after;
    if (winners.size() == scores.size()) return "Draw" + ending(finish.reason) + after;
    std::string names = winners[0];
    for (std::size_t i = 1; i < winners.size(); ++i)
        names += (i + 1 == winners.size() ? " and " : ", ") + winners[i];
    // Several share the point where somebody else gave up.
    return names + (winners.size() == 1 ? " wins" : " share the win") +
           (finish.reason == "left" && winners.size() > 1 ? "" : ending(finish.reason)) + after;
}

draw::Card card_of(const model::Game& game) {
    const auto& setup = game.setup();
    const auto& session = game.session();
    draw::Card card;
    card.view = session.view();
    card.last = last_turn(session);
    card.title = game_title(session.spec());
    card.subtitle = fmt::format("{} · {}", clock_words(setup.clock), setup.rated ? "rated" : "casual");
    const auto scores = scores_of(game);
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
        const auto& person = setup.players[i];
        draw::CardPlayer player;
        player.name = person.name;
        if (person.rating > 0)
            player.note = fmt::format("{}{}", person.rating, person.provisional ? "?" : "");
        if (!scores.empty()) {
            player.score = score_text(scores[i]);
            player.won = scores[i] != "0" && std::count(scores.begin(), scores.end(), "0") > 0;
        }
        card.players.push_back(std::move(player));
    }
    card.status = status_of(game);
    return card;
}

draw::Card card_of(const games::Session& session) {
    draw::Card card;
    card.view = session.view();
    card.last = last_turn(session);
    card.title = game_title(session.spec());
    card.subtitle = session.ply() ? "After " + turns_words(session.ply()) : "A position";
    card.headline = status_of(session);
    card.status = "Open the link to look at every turn";
    return card;
}

Result<draw::Card> card_of_challenge(const std::string& spec, const std::string& clock, bool rated,
                                     const std::string& name) {
    auto card = card_at_start(spec);
    if (!card) return card;
    const auto control = model::parse_time_control(clock);
    card->subtitle =
        fmt::format("{} · {}", control ? clock_words(*control) : clock, rated ? "rated" : "casual");
    card->headline = name.empty() ? "You are challenged to a game" : name + " challenges you to a game";
    return card;
}

Result<draw::Card> card_of_rules(const games::GameInfo& info) {
    const auto session = games::Session::from_position(info.sample);
    if (!session) return card_at_start(std::string(info.name));
    draw::Card card;
    card.view = session->view();
    card.title = info.title;
    card.subtitle = "Rules";
    card.headline = info.summary;
    return card;
}

Result<draw::Card> card_of_site() {
    auto session = games::Session::create("quoridor");
    if (!session) return session.error();
    // The middle of a game of two engines, one of those that the first page replays.
    for (const auto* turn : {"e2",  "e8",  "e3", "e7",  "e4", "e6",  "a3h", "e6h", "c3h", "d4v", "e3h", "f6",
                             "f5h", "e4h", "f4", "h5h", "g4", "g4h", "h2h", "f2v", "h4",  "e6",  "i4",  "e5"})
        if (const auto played = session->play(turn); !played) return played.error();
    draw::Card card;
    card.view = session->view();
    card.last = last_turn(*session);
    card.title = "Stockade";
    card.subtitle = "Quoridor and its family";
    card.headline = "Reach the other side. Outwit them all.";
    card.status = "Play people or the computer, free";
    return card;
}

}  // namespace stockade::server::card
