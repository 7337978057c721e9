#include "record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "base/messages/record.h"
#include "base/numbers.h"
#include "games/fields.h"

namespace stockade::record {
namespace {

using games::Ending;
using games::Outcome;
using games::Session;

constexpr std::string_view kUnknownResult = "*";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr std::size_t kMaxFirstTurn = 100'000;
std::optional<std::size_t> given_first_turn(const Record& record) {
    return read_number<std::size_t>(record.tags.get("FirstTurn"), 1, kMaxFirstTurn);
}

std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> result;
    while (true) {
        const auto begin = text.find_first_not_of(' ');
        if (begin == std::string_view::npos) return result;
        text.remove_prefix(begin);
        const auto end = std::min(text.find(' '), text.size());
        result.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

/// One player's share in twelfths; nothing when the text is no share.
std::optional<int> share(std::string_view text) {
    if (text == "0") return 0;
    if (text == "1") return games::kWholePoint;
    if (text == "1/2") return games::kWholePoint / 2;
    if (text == "1/3") return games::kWholePoint / 3;
    if (text == "1/4") return games::kWholePoint / 4;
    return std::nullopt;
}

std::string_view termination(Ending ending) {
    switch (ending) {
        case Ending::kPlayed:
            return "normal";
        case Ending::kRepetition:
            return "repetition";
        case Ending::kTurnLimit:
            return "turn limit";
        case Ending::kResigned:
            return "resignation";
        case Ending::kNone:
            break;
    }
    return "unterminated";
}

using Rolls = std::vector<std::array<int, 2>>;

/// The tag OpeningRolls: ties, and last the pair that decided.
Result<Rolls> opening_rolls(const Record& record, bool dice) {
    const auto value = record.tags.get("OpeningRolls");
    const auto is_face = [](char c) { return c >= '1' && c <= '4'; };
    Rolls rolls;
    for (const auto word : words(value)) {
        if (word.size() != 3 || word[1] != '-' || !is_face(word[0]) || !is_face(word[2]))
            return error<"record.opening-rolls">("rolls"_a = word.substr(0, 40));
        rolls.push_back({word[0] - '0', word[2] - '0'});
    }
    if (!rolls.empty() && !dice) return error<"record.no-die">("rolls"_a = value);
    for (std::size_t i = 0; i < rolls.size(); ++i)
        if ((rolls[i][0] == rolls[i][1]) != (i + 1 < rolls.size()))
            return error<"record.opening-ties">("rolls"_a = value);
    return rolls;
}

/// The tag FirstTurn, which numbers the turns; a misspelt one would number them wrongly without a word.
Status check_first_turn(const Record& record) {
    if (!record.tags.has("FirstTurn") || given_first_turn(record)) return Done{};
    return error<"record.first-turn">("max"_a = kMaxFirstTurn,
                                      "value"_a = record.tags.get("FirstTurn").substr(0, 40));
}

Status restore_seats(Session& session, const Record& record) {
    const int players = session.players();
    std::vector<int> seats(static_cast<std::size_t>(players));
    std::iota(seats.begin(), seats.end(), 0);
    if (record.tags.has("Seats")) {
        const auto value = record.tags.get("Seats");
        std::vector<int> given;
        for (const auto word : words(value)) given.push_back(read_number<int>(word).value_or(0) - 1);
        if (!std::is_permutation(given.begin(), given.end(), seats.begin(), seats.end()))
            return error<"record.seats">("players"_a = players, "value"_a = value);
        seats = std::move(given);
    }
    const auto rolls = opening_rolls(record, session.spec().game().dice);
    if (!rolls) return rolls.error();
    session.set_seats(std::move(seats), *rolls);
    return Done{};
}

Result<Session> start(const Record& record) {
    std::uint64_t seed = 0;
    if (record.tags.has("Seed")) {
        const auto given = read_number<std::uint64_t>(record.tags.get("Seed"));
        if (!given) return error<"record.seed">("value"_a = record.tags.get("Seed"));
        seed = *given;
    }
    if (!record.tags.has("Position")) return Session::in_order(record.game(), seed);
    auto session = Session::from_position(record.tags.get("Position"), seed);
    if (!session) return error<"record.tag">("tag"_a = "Position", "problem"_a = session.error());
    if (record.tags.has("Game")) {
        const auto spec = games::parse_spec(record.game());
        if (!spec) return error<"record.tag">("tag"_a = "Game", "problem"_a = spec.error());
        if (!(*spec == session->spec()))
            return error<"record.other-game">("position"_a = session->spec().str(), "game"_a = spec->str());
    }
    return session;
}

/// Compares the end of the replayed game with the record, and resigns if the record says so.
Status finish(Session& session, const Record& record) {
    const auto given = parse_result(record.result(), session.players());
    if (!given) return error<"record.tag">("tag"_a = "Result", "problem"_a = given.error());
    if (record.tags.get("Termination") == "resignation" && given->over && !session.outcome().over) {
        int loser = 0;  // the player who resigns gets nothing; in a team either partner may be named
        while (loser + 1 < session.players() && given->shares[static_cast<std::size_t>(loser)] != 0) ++loser;
        if (auto resigned = session.resign(loser); !resigned) return resigned;
    }
    if (session.outcome().over && given->over && !(session.outcome() == *given))
        return error<"record.other-result">("result"_a = record.result(),
                                            "ending"_a = result_text(session.outcome(), session.players()));
    return Done{};
}

Error at_turn(std::size_t game, std::size_t number, bool variation, std::string_view text,
              const Error& refused) {
    // A session says which turn it is too.
    const Message* inner = refused.nested("problem");
    const Message& problem = inner && refused.code == "turn.refused" ? *inner : refused;
    if (variation)
        return error<"record.at-variation-turn">("game"_a = game, "number"_a = number, "turn"_a = text,
                                                 "problem"_a = problem);
    return error<"record.at-game-turn">("game"_a = game, "number"_a = number, "turn"_a = text,
                                        "problem"_a = problem);
}

class Replay {
public:
    Replay(Session& session, const Record& record, std::size_t game, bool with_variations)
        : session_(session), number_(first_turn(record)), game_(game), with_variations_(with_variations) {}

    Status play(const Line& line, bool variation) {
        for (const Turn& turn : line) {
            if (with_variations_)
                for (const Line& other : turn.variations)
                    if (auto played = play_and_take_back(other); !played) return played;
            if (auto played = session_.play(turn.text); !played)
                return at_turn(game_, number_, variation, turn.text, played.error());
            ++number_;
        }
        return Done{};
    }

private:
    Status play_and_take_back(const Line& line) {
        const std::size_t before = number_;
        if (auto played = play(line, true); !played) return played;
        for (; number_ > before; --number_) session_.undo();
        return Done{};
    }

    Session& session_;
    std::size_t number_;
    std::size_t game_;
    bool with_variations_;
};

Result<Session> replay(const Record& record, std::size_t game, bool with_variations) {
    auto session = start(record);
    if (!session) return error<"record.in-game">("game"_a = game, "problem"_a = session.error());
    if (auto numbered = check_first_turn(record); !numbered)
        return error<"record.in-game">("game"_a = game, "problem"_a = numbered.error());
    if (auto seated = restore_seats(*session, record); !seated)
        return error<"record.in-game">("game"_a = game, "problem"_a = seated.error());
    if (auto played = Replay(*session, record, game, with_variations).play(record.turns, false); !played)
        return played.error();
    if (auto finished = finish(*session, record); !finished)
        return error<"record.in-game">("game"_a = game, "problem"_a = finished.error());
    return session;
}

}  // namespace

std::string_view Tags::get(std::string_view name) const {
    for (const auto& [key, value] : items_)
        if (key == name) return value;
    return {};
}

bool Tags::has(std::string_view name) const {
    return std::any_of(items_.begin(), items_.end(), [&](const Item& item) { return item.first == name; });
}

void Tags::set(std::string_view name, std::string_view value) {
    for (auto& item : items_)
        if (item.first == name) {
            item.second = value;
            return;
        }
    items_.emplace_back(name, value);
}

void Tags::remove(std::string_view name) {
    std::erase_if(items_, [&](const Item& item) { return item.first == name; });
}

std::string_view Record::game() const {
    return tags.has("Game") ? tags.get("Game") : std::string_view{"quoridor"};
}

std::string_view Record::result() const { return tags.has("Result") ? tags.get("Result") : kUnknownResult; }

Record from_session(const Session& session) {
    Record record;
    record.tags.set("Game", session.spec().str());
    if (!session.starts_from_standard()) record.tags.set("Position", session.start_position());
    const bool drawn = !std::is_sorted(session.seats().begin(), session.seats().end());
    if (session.spec().game().dice || drawn) record.tags.set("Seed", std::to_string(session.seed()));
    if (drawn || !session.opening_rolls().empty()) {
        std::string seats;
        for (const int seat : session.seats())
            seats += fmt::format("{}{}", seats.empty() ? "" : " ", seat + 1);
        record.tags.set("Seats", seats);
    }
    if (!session.opening_rolls().empty()) {
        std::string rolls;
        for (const auto& [a, b] : session.opening_rolls())
            rolls += fmt::format("{}{}-{}", rolls.empty() ? "" : " ", a, b);
        record.tags.set("OpeningRolls", rolls);
    }
    record.tags.set("Result", result_text(session.outcome(), session.players()));
    record.tags.set("Termination", termination(session.ending()));
    for (auto& text : session.history()) {
        record.turns.emplace_back();
        record.turns.back().text = std::move(text);
    }
    return record;
}

Result<Session> to_session(const Record& record, std::size_t game_number) {
    return replay(record, game_number, false);
}

Status check(const Record& record, std::size_t game_number) {
    auto session = replay(record, game_number, true);
    if (!session) return session.error();
    return Done{};
}

std::string result_text(const Outcome& outcome, int players) {
    if (!outcome.over) return std::string(kUnknownResult);
    std::string text;
    for (int player = 0; player < players; ++player) {
        const int twelfths = outcome.shares[static_cast<std::size_t>(player)];
        if (player > 0) text += '-';
        if (twelfths == 0)
            text += '0';
        else if (twelfths == games::kWholePoint)
            text += '1';
        else
            text += fmt::format("1/{}", games::kWholePoint / twelfths);
    }
    return text;
}

bool is_result(std::string_view text) {
    if (text == kUnknownResult) return true;
    int shares = 0;
    while (true) {
        const auto end = std::min(text.find('-'), text.size());
        if (!share(text.substr(0, end)) || ++shares > games::kMaxPlayers) return false;
        if (end == text.size()) return shares > 1;
        text.remove_prefix(end + 1);
    }
}

Result<Outcome> parse_result(std::string_view text, int players) {
    Outcome outcome;
    if (text == kUnknownResult) return outcome;
    const auto refuse = [&, whole = text] {
        return error<"record.result">("players"_a = players,
                                      "example"_a = result_text(games::shared_between(1), players),
                                      "result"_a = whole.substr(0, 40));
    };
    if (!is_result(text)) return refuse();
    outcome.over = true;
    int player = 0;
    int sum = 0;
    for (std::size_t begin = 0; begin <= text.size(); ++player) {
        const auto end = std::min(text.find('-', begin), text.size());
        const int value = *share(text.substr(begin, end - begin));
        outcome.shares[static_cast<std::size_t>(player)] = static_cast<std::uint8_t>(value);
        sum += value;
        begin = end + 1;
    }
    if (player != players || sum > games::kWholePoint) return refuse();
    return outcome;
}

bool is_tag_name(std::string_view text) {
    return !text.empty() && text.size() <= 100 && is_letter(text[0]) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

bool is_turn_text(std::string_view text) {
    if (text == "--") return true;
    if (text.size() < 2 || text.size() > kMaxTurnText) return false;
    const bool begins = is_letter(text[0]) || (is_digit(text[0]) && text[1] == ':');
    return begins && std::all_of(text.begin() + 1, text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '-' || c == '/' || c == ':' || c == ',' || c == '.';
           });
}

int first_mover(const Record& record) {
    const auto fields = games::PositionFields::parse(record.tags.get("Position"));
    const auto* turn = fields ? fields->find("turn") : nullptr;
    if (!turn || turn->words.size() != 1) return 0;
    const int player = read_number<int>(turn->words[0].text).value_or(0) - 1;
    return player >= 0 && player < games::kMaxPlayers ? player : 0;
}

std::size_t first_turn(const Record& record) {
    return given_first_turn(record).value_or(static_cast<std::size_t>(first_mover(record)) + 1);
}

}  // namespace stockade::record
