#include "server/model/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/server.h"
#include "base/numbers.h"
#include "record/record.h"

namespace stockade::server::model {
namespace {

constexpr unsigned bit(int player) { return 1u << player; }

/// Part of stored games and of the API (docs/api.md), so each word stays as it is, the space included.
std::string_view reason_of(games::Ending ending) {
    switch (ending) {
        case games::Ending::kRepetition:
            return "repetition";
        case games::Ending::kTurnLimit:
            return "turn limit";
        case games::Ending::kResigned:
            return "resignation";
        default:
            return "goal";
    }
}

}  // namespace

std::string rating_type(const games::Spec& spec) {
    auto text = spec.str();
    const auto colon = text.find(':');
    if (colon == text.npos) return text;
    const auto options = std::string_view(text).substr(colon + 1);
    const bool only_players = options.rfind("players=", 0) == 0 && options.find(',') == options.npos;
    return only_players ? text : std::string();
}

Status check_length(const games::Spec& spec) {
    // Games without the option end by their rules.
    constexpr std::string_view kOption = "max-turns";
    if (!spec.has(kOption)) return Done{};
    const int turns = spec.number(kOption);
    if (turns < 1 || turns > kMaxTurns)
        return error<"server.max-turns">("most"_a = kMaxTurns, "got"_a = turns);
    return Done{};
}

Game::Game(Setup setup, games::Session session)
    : setup_(std::move(setup)),
      session_(std::move(session)),
      clocks_(setup_.clock, session_.players()),
      here_(static_cast<std::size_t>(session_.players())),
      here_since_(static_cast<std::size_t>(session_.players()), setup_.created),
      premoves_(static_cast<std::size_t>(session_.players())) {
    for (std::size_t i = 0; i < here_.size(); ++i) here_[i] = setup_.players[i].engine();
}

Result<games::Session> Game::session_of(const Setup& setup) {
    const auto seed = auth::dice_seed(setup.secret);
    return setup.position.empty() ? games::Session::create(setup.spec, seed)
                                  : games::Session::from_position(setup.position, seed);
}

Result<Game> Game::begin(Setup setup, const std::vector<Person>& seated) {
    auto session = session_of(setup);
    if (!session) return session.error();
    if (static_cast<int>(seated.size()) != session->players())
        return error<"server.players">("expected"_a = session->players(), "got"_a = seated.size());
    // Walls that were given to a person follow him in the draw; the spec alone does not say who got them.
    if (!session->starts_from_standard()) setup.position = session->start_position();
    setup.players.clear();
    for (const int seat : session->seats()) setup.players.push_back(seated[static_cast<std::size_t>(seat)]);
    session->roll();
    Game game(std::move(setup), std::move(*session));
    game.start_clock(game.setup_.created);
    return game;
}

Result<Game> Game::replay(Setup setup, const Entries& entries, TimePoint ran_until, TimePoint now) {
    auto session = session_of(setup);
    if (!session) return session.error();
    if (static_cast<int>(setup.players.size()) != session->players())
        return error<"server.players">("expected"_a = session->players(), "got"_a = setup.players.size());
    session->roll();
    Game game(std::move(setup), std::move(*session));
    game.start_clock(game.setup_.created);
    for (const auto& entry : entries) {
        if (entry.seq != game.seq() + 1) return error<"server.entry-missing">("entry"_a = game.seq() + 1);
        if (const auto applied = game.apply(entry); !applied)
            return error<"server.at-entry">("entry"_a = entry.seq, "problem"_a = applied.error());
    }
    if (!game.over() && game.clocks_.control().live()) {
        const TimePoint last = entries.empty() ? game.setup_.created : entries.back().at;
        game.clocks_.run(game.to_move(), now - std::max(0ms, ran_until - last), game.clocks_.free());
    }
    for (auto& since : game.here_since_) since = now;
    return game;
}

int Game::roll() const {
    if (!session_.spec().game().dice || over() || !session_.in_turn()) return 0;
    const std::string so_far = session_.turn_so_far();
    return read_number<int>(std::string_view(so_far).substr(0, so_far.find(':'))).value_or(0);
}

int Game::player_of(UserId user) const {
    for (std::size_t i = 0; i < setup_.players.size(); ++i)
        if (user && setup_.players[i].user == user) return static_cast<int>(i);
    return -1;
}

bool Game::forget_person(UserId user) {
    const int player = player_of(user);
    if (player < 0) return false;
    auto& person = setup_.players[static_cast<std::size_t>(player)];
    person.name = person.kind = "deleted";
    person.rating = 0;
    return true;
}

unsigned Game::people() const {
    unsigned mask = 0;
    for (int i = 0; i < players(); ++i)
        if (!setup_.players[static_cast<std::size_t>(i)].engine()) mask |= bit(i);
    return mask;
}

void Game::start_clock(TimePoint now) {
    if (to_move() >= 0) clocks_.run(to_move(), now, ply() < players());
}

Entry Game::next_entry(Entry::Kind kind, TimePoint now) const {
    Entry entry;
    entry.kind = kind;
    entry.seq = seq() + 1;
    entry.player = clocks_.running();
    entry.at = now;
    return entry;
}

Entry Game::halted_entry(Entry::Kind kind, std::string text, TimePoint now) const {
    auto entry = next_entry(kind, now);
    entry.text = std::move(text);
    const auto halted = clocks_.halted(now);
    entry.spent = halted.spent;
    entry.left = halted.left;
    return entry;
}

/// The one way in which a game changes, live and from the database.
Status Game::apply(const Entry& entry) {
    switch (entry.kind) {
        case Entry::Kind::kTurn: {
            if (entry.player != session_.turn_of())
                return error<"server.not-turn-of">("player"_a = entry.player);
            if (auto played = session_.play(entry.text); !played) return played;
            clocks_.stop(entry.player, entry.left);
            times_.push_back(entry.spent);
            lefts_.push_back(entry.left);
            draws_ &= ~bit(entry.player);
            takebacks_ = 0;
            takeback_by_ = -1;
            session_.roll();
            break;
        }
        case Entry::Kind::kTakeback: {
            const auto turns = read_number<int>(entry.text, 1, ply());
            if (!turns) return error<"server.takeback-count">("text"_a = entry.text);
            for (int i = 0; i < *turns; ++i) session_.undo();
            if (entry.player >= 0) clocks_.stop(entry.player, entry.left);
            times_.resize(static_cast<std::size_t>(ply()));
            lefts_.resize(static_cast<std::size_t>(ply()));
            draws_ = takebacks_ = 0;
            takeback_by_ = -1;
            ++taken_back_;
            for (auto& premoves : premoves_) premoves.lines.clear();
            session_.roll();
            break;
        }
        case Entry::Kind::kEnd: {
            const auto space = entry.text.find(' ');
            if (space == entry.text.npos) return error<"server.result-form">("text"_a = entry.text);
            finish_.result = entry.text.substr(0, space);
            finish_.reason = entry.text.substr(space + 1);
            auto outcome = record::parse_result(finish_.result, players());
            if (!outcome) return outcome.error();
            finish_.outcome = *outcome;
            if (entry.player >= 0) clocks_.stop(entry.player, entry.left);
            draws_ = takebacks_ = 0;
            takeback_by_ = -1;
            break;
        }
    }
    entries_.push_back(entry);
    plies_.push_back(ply());
    if (!over()) start_clock(entry.at);
    return Done{};
}

Entries Game::finish_with(const games::Outcome& outcome, std::string_view reason, TimePoint now) {
    auto entry = halted_entry(Entry::Kind::kEnd,
                              fmt::format("{} {}", record::result_text(outcome, players()), reason), now);
    // A result is a text of our own making: applying it cannot fail.
    (void)apply(entry);
    return {std::move(entry)};
}

Status Game::is_going_on() const {
    if (over()) return error<"server.game-over">();
    return Done{};
}

Result<Entries> Game::turn(int player, std::string_view text, TimePoint now, Milliseconds lag,
                           std::string client) {
    if (const auto going = is_going_on(); !going) return going.error();
    if (player != to_move()) return error<"server.not-your-turn">();
    auto entry = next_entry(Entry::Kind::kTurn, now);
    const auto stopped = clocks_.turn_ends(now, lag);
    entry.player = player;
    entry.spent = stopped.spent;
    entry.left = stopped.left;
    entry.client = std::move(client);
    const Milliseconds lag_given = clocks_.lag_given(now, lag);
    entry.text = text;
    if (auto applied = apply(entry); !applied) return applied.error();
    // The session writes a turn in one way only, with its roll; that is what is stored.
    entry.text = entries_.back().text = session_.history().back();
    clocks_.charge_lag(player, lag_given);
    Entries entries{std::move(entry)};
    if (session_.outcome().over) {
        auto last = finish_with(session_.outcome(), reason_of(session_.ending()), now);
        entries.push_back(std::move(last[0]));
    }
    return entries;
}

games::Outcome Game::outcome_without(int player) const {
    auto copy = session_;
    (void)copy.resign(player);
    return copy.outcome();
}

Result<Entries> Game::resign(int player, TimePoint now) {
    if (const auto going = is_going_on(); !going) return going.error();
    return finish_with(outcome_without(player), "resignation", now);
}

Result<Entries> Game::offer_draw(int player, TimePoint now) {
    if (const auto going = is_going_on(); !going) return going.error();
    if (people() != bit(players()) - 1) return error<"server.engine-draw">();
    if (ply() < players()) return error<"server.draw-early">();
    draws_ |= bit(player);
    if (draws_ != people()) return Entries{};
    return finish_with(games::shared_between(people()), "agreement", now);
}

int Game::takeback_turns(int player) const {
    const auto movers = session_.movers();
    for (std::size_t back = 1; back <= movers.size(); ++back)
        if (movers[movers.size() - back] == player) return static_cast<int>(back);
    return 0;
}

Result<Entries> Game::request_takeback(int player, TimePoint now) {
    if (const auto going = is_going_on(); !going) return going.error();
    if (setup_.rated) return error<"server.rated-takeback">();
    if (taken_back_ >= kMaxTakebacks) return error<"server.takebacks-full">("count"_a = taken_back_);
    if (takeback_by_ < 0) {
        if (!takeback_turns(player)) return error<"server.no-takeback">();
        takeback_by_ = player;
    }
    takebacks_ |= bit(player);
    if (takebacks_ != people()) return Entries{};
    auto entry = halted_entry(Entry::Kind::kTakeback, std::to_string(takeback_turns(takeback_by_)), now);
    if (auto applied = apply(entry); !applied) return applied.error();
    return Entries{std::move(entry)};
}

Result<Entries> Game::decline() {
    if (!draws_ && !takebacks_ && !rematches_) return error<"server.no-offer">();
    draws_ = takebacks_ = rematches_ = 0;
    takeback_by_ = -1;
    return Entries{};
}

Result<Entries> Game::abort(TimePoint now) {
    if (const auto going = is_going_on(); !going) return going.error();
    if (counts()) return ply() < players() ? error<"server.dice-thrown">() : error<"server.abort-late">();
    return abort_by_server(now);
}

Entries Game::abort_by_server(TimePoint now) { return finish_with({}, "aborted", now); }

std::optional<TimePoint> Game::claim_from() const {
    const int player = to_move();
    if (player < 0 || players() != 2 || !clocks_.control().live() || clocks_.free() || here(player))
        return std::nullopt;
    return here_since_[static_cast<std::size_t>(player)] + kClaimAfter;
}

Result<Entries> Game::claim(int player, TimePoint now) {
    if (const auto going = is_going_on(); !going) return going.error();
    const auto from = claim_from();
    if (!from || player == to_move()) return error<"server.nobody-left">();
    if (now < *from)
        return error<"server.claim-early">("seconds"_a =
                                               std::chrono::ceil<std::chrono::seconds>(*from - now).count());
    return finish_with(outcome_without(to_move()), "left", now);
}

Result<bool> Game::offer_rematch(int player) {
    if (!over()) return error<"server.game-goes-on">();
    rematches_ |= bit(player);
    return (rematches_ & people()) == people();
}

Status Game::set_premoves(int player, int ply_now, std::vector<std::vector<std::string>> lines) {
    if (const auto going = is_going_on(); !going) return going.error();
    if (ply_now != ply()) return error<"server.premove-late">("meant"_a = ply_now, "ply"_a = ply());
    if (lines.size() > kMaxPremoveLines) return error<"server.premove-lines">("most"_a = kMaxPremoveLines);
    for (const auto& line : lines)
        if (line.empty() || line.size() > kMaxPremoveTurns)
            return error<"server.premove-turns">("most"_a = kMaxPremoveTurns);
    premoves_[static_cast<std::size_t>(player)] = {ply_now, std::move(lines)};
    return Done{};
}

std::optional<std::string> Game::take_premove() {
    const int player = to_move();
    if (player < 0) return std::nullopt;
    auto& premoves = premoves_[static_cast<std::size_t>(player)];
    if (premoves.lines.empty()) return std::nullopt;
    const auto history = session_.history();
    const auto from = static_cast<std::size_t>(premoves.ply);
    if (from > history.size()) return std::nullopt;
    const std::size_t played = history.size() - from;
    // Lines that the game has left can come true no more.
    std::erase_if(premoves.lines, [&](const auto& line) {
        if (line.size() <= played) return true;
        for (std::size_t i = 0; i < played; ++i)
            if (line[i] != "*" && line[i] != history[from + i]) return true;
        return false;
    });
    if (premoves.lines.empty()) return std::nullopt;
    return premoves.lines[0][played];
}

const Entry* Game::entry_of(int player, std::string_view client) const {
    if (client.empty()) return nullptr;
    const auto it = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) {
        return entry.player == player && entry.client == client;
    });
    return it == entries_.rend() ? nullptr : &*it;
}

bool Game::counts() const { return ply() >= players() || (setup_.rated && session_.spec().game().dice); }

std::optional<TimePoint> Game::ends_at(Milliseconds lag) const {
    if (clocks_.control().kind != TimeControl::Kind::kNone) return clocks_.flag_at(lag);
    if (over()) return std::nullopt;
    const TimePoint last = entries_.empty() ? setup_.created : entries_.back().at;
    const bool engine = std::any_of(setup_.players.begin(), setup_.players.end(),
                                    [](const Person& person) { return person.engine(); });
    return last + (engine ? kIdleWithEngine : kIdle);
}

Entries Game::flag(TimePoint now, Milliseconds lag) {
    const auto end = ends_at(lag);
    if (over() || !end || now < *end) return {};
    if (!counts() || clocks_.control().kind == TimeControl::Kind::kNone) return abort_by_server(now);
    return finish_with(outcome_without(to_move()), "time", now);
}

void Game::set_here(int player, bool here, TimePoint now) {
    const auto i = static_cast<std::size_t>(player);
    if (here_[i] == here) return;
    here_[i] = here;
    here_since_[i] = now;
}

void Game::set_changes(const std::vector<int>& changes) {
    for (std::size_t i = 0; i < changes.size() && i < setup_.players.size(); ++i)
        setup_.players[i].change = changes[i];
}

Status Game::follow(const Game& game, TimePoint now) {
    while (seq() < game.seq()) {
        auto entry = game.entries_[entries_.size()];
        entry.at += setup_.delay;
        if (entry.at > now) break;
        if (auto applied = apply(entry); !applied) return applied;
    }
    return Done{};
}

std::vector<int> Game::listed(unsigned mask) {
    std::vector<int> players;
    for (int i = 0; mask >> i; ++i)
        if (mask & bit(i)) players.push_back(i);
    return players;
}

std::optional<Game> delayed(const Game& game, TimePoint now) {
    const Milliseconds delay = game.setup().delay;
    if (delay == 0ms || game.over()) return std::nullopt;
    auto late = Game::replay(game.setup(), {}, now, now);
    // The stored turns were legal when they were played, so they can be played again.
    if (!late || !late->follow(game, now)) return std::nullopt;
    for (int i = 0; i < game.players(); ++i) late->set_here(i, game.here(i), now);
    return std::move(*late);
}

}  // namespace stockade::server::model
