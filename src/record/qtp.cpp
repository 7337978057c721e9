#include "record/qtp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/messages/record.h"
#include "base/numbers.h"
#include "games/spec.h"
#include "record/annotations.h"
#include "record/notation.h"

namespace stockade::record {
namespace {

constexpr std::array<std::string_view, 2> kColours = {"black", "white"};  // in the order of players
constexpr std::size_t kMaxLine = 1u << 16;

/// Commands that ask something and change no game.
constexpr std::array<std::string_view, 8> kQuestions = {
    "name", "version", "protocol_version", "known_command", "list_commands", "showboard", "winner", "quit"};

std::vector<std::string> lower_words(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : line) {
        if (c == ' ' || c == '\t') {
            if (!word.empty()) words.push_back(std::move(word));
            word.clear();
        } else if (c > ' ') {
            word += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
    }
    if (!word.empty()) words.push_back(std::move(word));
    return words;
}

std::string shown(std::string_view text) { return clean_text(text.substr(0, 40)); }

struct Board {
    int size = 0;
    int walls = 0;
};

/// The board of a game that the protocol can play.
Result<Board> board_of(std::string_view game) {
    const auto spec = games::parse_spec(game);
    if (!spec) return spec.error();
    const auto rows = notation_rows(*spec);
    if (!rows) return rows.error();
    const auto hands = spec->hands("walls");
    if (hands[0] != hands[1]) return error<"record.qtp-same-walls">("game"_a = spec->str());
    return Board{*rows, hands[0]};
}

}  // namespace

Result<std::string> to_qtp(const Record& record) {
    const auto board = board_of(record.game());
    if (!board) return board.error();
    if (record.tags.has("Position")) return error<"record.qtp-no-position">();
    std::string out;
    for (const auto& [name, value] : record.tags.items()) {
        out += fmt::format("# [{} \"", name);
        for (const char c : value) {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
        out += "\"]\n";
    }
    out += fmt::format("boardsize {}\nclear_board\nwalls {}\n", board->size, board->walls);
    for (std::size_t i = 0; i < record.turns.size(); ++i) {
        const auto& modern = record.turns[i].text;
        auto text = translate_turn(modern, Notation::kModern, Notation::kQtp, board->size);
        if (!text)
            return error<"record.at-turn">("number"_a = i + 1, "turn"_a = modern, "problem"_a = text.error());
        if (*text == "--")
            return error<"record.at-turn">("turn"_a = "--", "problem"_a = error<"record.qtp-no-pass">(),
                                           "number"_a = i + 1);
        const auto colour = kColours[i % 2];
        const char last = text->back();
        if (last == 'h' || last == 'v')
            out += fmt::format("playwall {} {} {}\n", colour, text->substr(0, text->size() - 1),
                               last == 'h' ? "horizontal" : "vertical");
        else
            out += fmt::format("playmove {} {}\n", colour, *text);
    }
    out += '\n';
    return out;
}

Result<std::optional<Record>> QtpReader::next() {
    while (!done_ && !ready_) {
        scanner_.skip_blank();
        const Place place = scanner_.place();
        std::string line;
        bool at_end = scanner_.peek() == Scanner::kEnd;
        for (int c = at_end ? '\n' : scanner_.next();
             c != Scanner::kEnd && c != '\n' && line.size() <= kMaxLine; c = scanner_.next())
            line += static_cast<char>(c);
        Status done = Done{};
        if (line.size() > kMaxLine)
            done = error<"record.line-too-long">("max"_a = kMaxLine);
        else if (!at_end)
            done = read_line(line);
        else if (!record_.turns.empty() || !record_.tags.items().empty())
            done = finish_game();
        if (!done) {
            done_ = true;
            return error<"record.at-line">("game"_a = games_ + 1, "line"_a = place.line,
                                           "problem"_a = done.error());
        }
        if (at_end) done_ = true;
    }
    std::optional<Record> record;
    record.swap(ready_);
    if (record) ++games_;
    return record;
}

Status QtpReader::read_line(std::string_view line) {
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
    if (line.starts_with('#')) {
        line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
        return line.starts_with('[') ? read_tag(line) : Done{};
    }
    // The answer of an engine.
    if (line.starts_with('=') || line.starts_with('?')) return Done{};
    const auto words = lower_words(line.substr(0, line.find('#')));
    return words.empty() ? Done{} : read_command(words);
}

/// Reads `[Name "value"]`; a comment that only looks like it is left out.
Status QtpReader::read_tag(std::string_view line) {
    const auto quote = line.find(" \"");
    if (quote == std::string_view::npos || !line.ends_with("\"]") || quote + 4 > line.size()) return Done{};
    const std::string name(line.substr(1, quote - 1));
    if (!is_tag_name(name)) return Done{};
    const auto escaped = line.substr(quote + 2, line.size() - quote - 4);
    std::string value;
    for (std::size_t i = 0; i < escaped.size(); ++i) {
        const bool escape =
            escaped[i] == '\\' && i + 1 < escaped.size() && (escaped[i + 1] == '"' || escaped[i + 1] == '\\');
        value += escaped[escape ? ++i : i];
    }
    value = clean_text(value);
    if (!record_.turns.empty() || record_.tags.has(name))
        if (auto finished = finish_game(); !finished) return finished;
    if (record_.tags.items().size() == kMaxTags) return error<"record.too-many-tags">("max"_a = kMaxTags);
    if (name == "Game") {
        const auto board = board_of(value);
        if (!board) return error<"record.tag">("tag"_a = "Game", "problem"_a = board.error());
        size_ = board->size;
        walls_ = board->walls;
    }
    if (name == "Position" || name == "Notation") return error<"record.qtp-tag">("tag"_a = name);
    if (name == "Result" && !is_result(value)) return error<"record.result-tag">("value"_a = shown(value));
    record_.tags.set(name, value);
    return Done{};
}

Status QtpReader::read_command(const std::vector<std::string>& words) {
    const auto& command = words[0];
    if (command == "playmove" || command == "playwall") return add_turn(words);
    if (command == "boardsize" || command == "walls") return set_board(words);
    if (command == "clear_board") return record_.turns.empty() ? Done{} : finish_game();
    if (command == "undo") return undo(words);
    if (std::find(kQuestions.begin(), kQuestions.end(), command) != kQuestions.end()) return Done{};
    if (command == "genmove") return error<"record.qtp-genmove">();
    return error<"record.qtp-command">("command"_a = shown(command));
}

Status QtpReader::set_board(const std::vector<std::string>& words) {
    const bool is_size = words[0] == "boardsize";
    const auto value = words.size() == 2 ? read_number<int>(words[1]) : std::nullopt;
    if (!value) return error<"record.qtp-number">("command"_a = words[0]);
    if (is_size && !record_.turns.empty())
        if (auto finished = finish_game(); !finished) return finished;
    int& setting = is_size ? size_ : walls_;
    if (setting == *value) return Done{};
    if (!record_.turns.empty()) return error<"record.qtp-late">("command"_a = words[0]);
    if (record_.tags.has("Game"))
        return error<"record.qtp-other-number">("command"_a = words[0], "value"_a = *value,
                                                "game"_a = record_.tags.get("Game"));
    const auto spec = games::parse_spec(fmt::format("quoridor:{}={}", is_size ? "size" : "walls", *value));
    if (!spec) return spec.error();
    setting = *value;
    return Done{};
}

Status QtpReader::add_turn(const std::vector<std::string>& words) {
    const bool is_wall = words[0] == "playwall";
    if (words.size() != (is_wall ? 4u : 3u))
        return is_wall ? error<"record.qtp-playwall">() : error<"record.qtp-playmove">();
    const auto colour = kColours[record_.turns.size() % 2];
    if (words[1] != colour && words[1] != colour.substr(0, 1))
        return error<"record.qtp-colour">("colour"_a = colour, "word"_a = shown(words[1]));
    std::string text = words[2];
    if (is_wall) {
        if (words[3] != "h" && words[3] != "v" && words[3] != "horizontal" && words[3] != "vertical")
            return error<"record.qtp-orientation">("word"_a = shown(words[3]));
        text += words[3][0];
    } else if (text.ends_with('h') || text.ends_with('v')) {
        return error<"record.qtp-cell">("cell"_a = shown(text));
    }
    auto turn = translate_turn(text, Notation::kQtp, Notation::kModern, size_);
    if (!turn || *turn == "--")
        return turn ? error<"record.qtp-cell">("cell"_a = "--")
                    : error<"record.qtp-turn">("turn"_a = shown(text), "problem"_a = turn.error());
    if (record_.turns.size() == kMaxTurns) return error<"record.too-many-turns">("max"_a = kMaxTurns);
    record_.turns.emplace_back();
    record_.turns.back().text = std::move(*turn);
    return Done{};
}

Status QtpReader::undo(const std::vector<std::string>& words) {
    const auto count = words.size() == 1 ? std::optional<int>{1} : read_number<int>(words[1]);
    if (!count || static_cast<std::size_t>(*count) > record_.turns.size())
        return error<"record.qtp-undo">("turns"_a = record_.turns.size());
    record_.turns.resize(record_.turns.size() - static_cast<std::size_t>(*count));
    return Done{};
}

Status QtpReader::finish_game() {
    if (!record_.tags.has("Game")) {
        const auto spec = games::parse_spec(fmt::format("quoridor:size={},walls={}", size_, walls_));
        if (!spec) return spec.error();
        Record named;
        named.tags.set("Game", spec->str());
        for (const auto& [name, value] : record_.tags.items()) named.tags.set(name, value);
        named.turns = std::move(record_.turns);
        record_ = std::move(named);
    }
    if (!record_.tags.has("Result")) record_.tags.set("Result", "*");
    ready_ = std::move(record_);
    record_ = {};
    return Done{};
}

}  // namespace stockade::record
