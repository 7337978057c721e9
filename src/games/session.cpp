#include "games/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/messages/rules.h"
#include "base/messages/turn.h"
#include "base/messages/verdict.h"
#include "base/random.h"
#include "games/any_position.h"
#include "games/family.h"

namespace stockade::games {
namespace {

// Separate streams of one seed: who starts, and the die at each turn.
constexpr std::uint64_t kSeatStream = 0x5ea7;
constexpr std::uint64_t kDieStream = 0xd1e0;

Random stream(std::uint64_t seed, std::uint64_t purpose, std::uint64_t number = 0) {
    return Random(mix64(seed ^ mix64(purpose ^ mix64(number))));
}
int throw_die(Random& random) { return 1 + static_cast<int>(random.below(4)); }

/// Splits `3:e2,e3` or `d4-d6/e5h` into its actions.
std::vector<std::string_view> turn_parts(std::string_view turn) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = turn.find_first_of(":,/");
        parts.push_back(turn.substr(0, end));
        if (end == std::string_view::npos) return parts;
        turn.remove_prefix(end + 1);
    }
}

bool turn_is_complete(const AnyPosition& position) {
    return position.turn_start() || position.outcome().over;
}

}  // namespace

Session::Session() = default;
Session::Session(const Session&) = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(const Session&) = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<Session> Session::in_order(std::string_view spec_text, std::uint64_t seed) {
    auto spec = parse_spec(spec_text);
    if (!spec) return spec.error();
    Session session;
    session.spec_ = std::move(*spec);
    session.seed_ = seed;
    session.max_turns_ = session.spec_.number("max-turns");
    session.repetition_ = session.spec_.number("repetition");
    auto start = start_of(session.spec_);
    if (!start) return start.error();
    session.start_ = std::move(*start);
    session.seats_.resize(static_cast<std::size_t>(session.players()));
    std::iota(session.seats_.begin(), session.seats_.end(), 0);
    return session;
}

Result<Session> Session::create(std::string_view spec_text, std::uint64_t seed) {
    auto session = in_order(spec_text, seed);
    if (!session) return session;
    session->draw_order();
    // A handicap belongs to a seat, wherever the draw puts that seat in the order of play.
    auto start = start_of(session->spec_.seated(session->seats_));
    if (!start) return start.error();
    session->standard_start_ = (*start)->key() == session->start_->key();
    session->start_ = std::move(*start);
    return session;
}

void Session::draw_order() {
    auto random = stream(seed_, kSeatStream);
    const auto first = spec_.text("first");
    const auto from_seat = [&](int seat) {
        std::rotate(seats_.begin(), seats_.begin() + seat, seats_.end());
    };
    if (first == "roll") {
        do {
            const int a = throw_die(random);
            const int b = throw_die(random);
            opening_rolls_.push_back({a, b});
        } while (opening_rolls_.back()[0] == opening_rolls_.back()[1]);
        from_seat(opening_rolls_.back()[0] > opening_rolls_.back()[1] ? 0 : 1);
    } else if (first != "random") {
        from_seat(spec_.number("first") - 1);
    } else if (spec_.game().family->draws_whole_order) {
        for (auto next = seats_.begin(); next != seats_.end(); ++next) {
            const auto drawn = next + random.below(static_cast<std::uint32_t>(seats_.end() - next));
            std::rotate(next, drawn, drawn + 1);
        }
    } else {
        from_seat(static_cast<int>(random.below(static_cast<std::uint32_t>(players()))));
    }
}

Result<Session> Session::from_position(std::string_view position, std::uint64_t seed) {
    const auto fields = PositionFields::parse(position);
    if (!fields) return fields.error();
    auto session = in_order(fields->spec(), seed);
    if (!session) return session.error();
    const auto standard = session->start_->key();
    auto start = read_fields(session->spec_, *fields);
    if (!start) return start.error();
    session->start_ = std::move(*start);
    session->standard_start_ = session->start_->key() == standard;
    return session;
}

int Session::players() const { return spec_.players(); }

void Session::set_seats(std::vector<int> seats, std::vector<std::array<int, 2>> opening_rolls) {
    seats_ = std::move(seats);
    opening_rolls_ = std::move(opening_rolls);
}

const AnyPosition& Session::turn_origin() const { return ply_ ? *turns_[ply_ - 1].after : *start_; }
const AnyPosition& Session::now() const {
    return part_positions_.empty() ? turn_origin() : *part_positions_.back();
}

int Session::turn_of() const { return outcome().over ? -1 : index(now().turn_of()); }

View Session::view() const {
    View view = now().view();
    view.turn_of = turn_of();
    if (view.turn_of < 0) {
        view.over = true;
        view.mover = -1;
        view.roll_due = false;
        view.moves.clear();
        view.wall_places.clear();
        view.breakable.clear();
        view.placements.clear();
        view.pass.clear();
        view.decline.clear();
    }
    // Positions do not tell who placed a wall, so the owners come from the history.
    const auto note_owner = [&](Action action, int mover) {
        const auto wall = start_->wall_placed_by(action);
        if (!wall) return;
        const auto it = std::find(view.walls.begin(), view.walls.end(), *wall);
        if (it != view.walls.end()) it->owner = mover;
    };
    for (std::size_t i = 0; i < ply_; ++i)
        for (const Action action : turns_[i].actions) note_owner(action, turns_[i].mover);
    for (const Action action : parts_) note_owner(action, index(now().to_move()));
    return view;
}

std::string Session::position() const { return spec_.str() + now().fields(); }
std::string Session::start_position() const { return spec_.str() + start_->fields(); }
std::uint64_t Session::key() const { return now().key(); }

std::vector<std::uint64_t> Session::earlier_keys() const {
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < ply_; ++i) keys.push_back(i ? turns_[i - 1].after->key() : start_->key());
    return keys;
}

std::vector<std::string> Session::turns(std::size_t limit) const {
    std::vector<std::string> result;
    if (outcome().over) return result;
    const auto descend = [&](auto&& self, const AnyPosition& at, const std::string& so_far) -> void {
        for (const Action action : at.actions()) {
            if (result.size() >= limit) return;
            std::string text = so_far;
            if (!text.empty()) text += at.separator();
            text += at.action_text(action);
            const auto next = at.clone();
            next->play(action);
            if (turn_is_complete(*next))
                result.push_back(std::move(text));
            else
                self(self, *next, text);
        }
    };
    descend(descend, now(), turn_so_far());
    return result;
}

std::vector<std::string> Session::actions() const {
    std::vector<std::string> result;
    if (outcome().over) return result;
    const auto at = now().clone();
    at->relax_order();
    for (const Action action : at->actions()) result.push_back(at->action_text(action));
    return result;
}

std::optional<Refusal> Session::refusal(std::string_view text) const {
    if (outcome().over) return Refusal{error<"rules.game-over-verdict">("verdict"_a = *verdict()), {}, {}};
    const auto at = now().clone();
    at->relax_order();
    const auto action = at->parse_action(text);
    if (!action) return Refusal{action.error(), {}, {}};
    if (at->legal(*action)) return std::nullopt;
    return at->refusal(*action);
}

Status Session::play_action(std::string_view text) {
    if (auto problem = refusal(text)) return std::move(problem->reason);
    auto next = now().clone();
    next->relax_order();
    const Action action = *next->parse_action(text);
    next->play(action);
    parts_.push_back(action);
    part_positions_.push_back(std::move(next));
    if (turn_is_complete(now())) finish_turn();
    return Done{};
}

void Session::finish_turn() {
    const AnyPosition& origin = turn_origin();
    origin.sort_turn(parts_);
    PlayedTurn turn;
    std::unique_ptr<AnyPosition> at = origin.clone();
    for (const Action action : parts_) {
        if (!turn.text.empty()) turn.text += at->separator();
        turn.text += at->action_text(action);
        if (at->to_move() != Player::kChance) turn.mover = index(at->to_move());
        at->play(action);
    }
    turn.after = std::move(at);
    turn.actions = std::move(parts_);
    parts_.clear();
    part_positions_.clear();
    const bool repeats_future = ply_ < turns_.size() && turns_[ply_].actions == turn.actions;
    if (!repeats_future) {
        forget_future();
        turns_.push_back(std::move(turn));
    }
    ++ply_;
}

void Session::forget_future() {
    turns_.resize(ply_);
    resigned_ = -1;
}

Status Session::play(std::string_view turn) {
    const auto refuse = [&](Message problem) {
        return error<"turn.refused">("turn"_a = turn.substr(0, 80), "problem"_a = std::move(problem));
    };
    auto parts = turn_parts(turn);
    // A turn may repeat the roll already thrown.
    if (!parts_.empty() && turn.find(':') != std::string_view::npos &&
        turn_origin().to_move() == Player::kChance) {
        const auto thrown = turn_origin().action_text(parts_[0]);
        if (parts[0] != thrown)
            return refuse(message<"turn.other-roll">("roll"_a = thrown, "got"_a = parts[0].substr(0, 40)));
        parts.erase(parts.begin());
    }
    if (const auto result = verdict())
        return refuse(message<"rules.game-over-verdict">("verdict"_a = result));

    const auto at = now().clone();
    std::vector<Action> actions = parts_;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0 && turn_is_complete(*at))
            return refuse(message<"turn.complete-after">("action"_a = parts[i - 1]));
        at->relax_order();
        const auto action = at->parse_action(parts[i]);
        if (!action) return refuse(action.error());
        if (!at->legal(*action)) return refuse(at->refusal(*action).reason);
        at->play(*action);
        actions.push_back(*action);
    }
    if (!turn_is_complete(*at)) {
        std::string next;
        const auto legal = at->actions();
        for (std::size_t i = 0; i < std::min<std::size_t>(legal.size(), 6); ++i)
            next += (i ? ", " : "") + at->action_text(legal[i]);
        if (legal.size() > 6) next += ", ...";
        return refuse(message<"turn.not-complete">("actions"_a = next));
    }
    parts_ = std::move(actions);
    finish_turn();
    return Done{};
}

std::string Session::turn_so_far() const {
    std::string text;
    const AnyPosition* at = &turn_origin();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (i) text += at->separator();
        text += at->action_text(parts_[i]);
        at = part_positions_[i].get();
    }
    return text;
}

std::string Session::completed_turn(std::string_view rest) const {
    if (!in_turn()) return std::string(rest);
    return turn_so_far() + now().separator() + std::string(rest);
}

bool Session::take_back_action() {
    if (parts_.empty()) return false;
    const bool is_roll = parts_.size() == 1 && turn_origin().to_move() == Player::kChance;
    if (is_roll) return false;
    parts_.pop_back();
    part_positions_.pop_back();
    return true;
}

bool Session::roll() {
    if (outcome().over || now().to_move() != Player::kChance) return false;
    auto random = stream(seed_, kDieStream, ply_);
    return play_action(std::to_string(throw_die(random))).ok();
}

bool Session::can_undo() const { return !parts_.empty() || ply_ > 0; }

bool Session::undo() {
    if (take_back_action()) {
        while (take_back_action()) {
        }
        return true;
    }
    if (ply_ == 0) return false;
    parts_.clear();
    part_positions_.clear();
    --ply_;
    resigned_ = -1;
    return true;
}

bool Session::redo() {
    if (!can_redo()) return false;
    parts_.clear();
    part_positions_.clear();
    ++ply_;
    return true;
}

std::vector<std::string> Session::history() const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < ply_; ++i) result.push_back(turns_[i].text);
    return result;
}
std::vector<int> Session::movers() const {
    std::vector<int> result;
    for (std::size_t i = 0; i < ply_; ++i) result.push_back(turns_[i].mover);
    return result;
}

Ending Session::ending() const {
    if (now().outcome().over) return Ending::kPlayed;
    if (resigned_ >= 0) return Ending::kResigned;
    if (max_turns_ && static_cast<int>(ply_) >= max_turns_) return Ending::kTurnLimit;
    if (repetition_ && parts_.empty()) {
        int seen = start_->key() == now().key();
        for (std::size_t i = 0; i < ply_; ++i) seen += turns_[i].after->key() == now().key();
        if (seen >= repetition_) return Ending::kRepetition;
    }
    return Ending::kNone;
}

Outcome Session::outcome() const {
    const unsigned everyone = (1u << players()) - 1;
    switch (ending()) {
        case Ending::kPlayed:
            return now().outcome();
        case Ending::kRepetition:
        case Ending::kTurnLimit:
            return shared_between(everyone);
        case Ending::kResigned: {
            const unsigned leaver = spec_.on("teams") ? 0b0101u << (resigned_ & 1) : 1u << resigned_;
            return shared_between(everyone & ~leaver);
        }
        case Ending::kNone:
            break;
    }
    return {};
}

Criterion Session::criterion() const {
    return ending() == Ending::kPlayed ? played_verdict().criterion : Criterion::kNone;
}

Verdict Session::played_verdict() const {
    return spec_.game().family->verdict(spec_, now().view(), now().outcome());
}

std::optional<Message> Session::verdict() const {
    const Outcome result = outcome();
    if (!result.over) return std::nullopt;
    switch (ending()) {
        case Ending::kRepetition:
            return message<"verdict.repetition">();
        case Ending::kTurnLimit:
            return message<"verdict.turn-limit">("turns"_a = ply_);
        case Ending::kResigned:
            return message<"verdict.resigned">("winners"_a = winners_of(result, players()),
                                               "player"_a = resigned_ + 1);
        default:
            return played_verdict().message;
    }
}

Status Session::resign(int player) {
    if (outcome().over) return error<"rules.game-over-verdict">("verdict"_a = *verdict());
    if (player < 0 || player >= players())
        return error<"rules.expected-player">("players"_a = players(), "player"_a = player + 1);
    resigned_ = player;
    return Done{};
}

}  // namespace stockade::games
