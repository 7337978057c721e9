#include "match/engine_lines.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/numbers.h"
#include "base/trimmed.h"
#include "games/names.h"

namespace stockade::match {
namespace {

/// Takes the first word off a text.
std::string_view first_word(std::string_view& text) {
    text = trimmed(text);
    const auto word = text.substr(0, text.find_first_of(" \t"));
    text = trimmed(text.substr(word.size()));
    return word;
}

std::optional<Score> parse_score(std::string_view kind, std::string_view value) {
    const auto number = read_number<int>(value, std::numeric_limits<int>::min());
    if (!number) return std::nullopt;
    if (kind == "cp") return Score{Score::Kind::kCentipawns, *number};
    // As in UCI: mate in -3 means to be mated in 3.
    if (kind == "mate" && *number > std::numeric_limits<int>::min())
        return Score{*number > 0 ? Score::Kind::kWin : Score::Kind::kLoss, std::abs(*number)};
    if (kind == "win") return Score{Score::Kind::kWin, *number};
    if (kind == "loss") return Score{Score::Kind::kLoss, *number};
    return std::nullopt;
}

Info parse_info(std::string_view text) {
    Info info;
    const auto words = words_of(text);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        // The rest of the line is turns or free text, which may look like anything.
        if (words[i] == "pv" || words[i] == "string") break;
        if (words[i] == "depth") info.depth = read_number<int>(words[i + 1]);
        if (words[i] == "nodes") info.nodes = read_number<std::uint64_t>(words[i + 1]);
        if (words[i] == "score" && i + 2 < words.size()) info.score = parse_score(words[i + 1], words[i + 2]);
    }
    return info;
}

/// `name Multi PV type spin default 1`: names may have spaces.
void parse_option(std::string_view text, EngineLine& line) {
    std::string_view rest = text;
    if (first_word(rest) != "name") return;
    const auto type = rest.find(" type ");
    line.name = trimmed(rest.substr(0, type));
    if (type != std::string_view::npos) line.text = trimmed(rest.substr(type));
    if (!line.name.empty()) line.kind = EngineLine::Kind::kOption;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!trimmed(text).empty()) words.push_back(first_word(text));
    return words;
}

EngineLine parse_engine_line(std::string_view text) {
    using Kind = EngineLine::Kind;
    EngineLine line;
    std::string_view rest = text;
    const auto command = first_word(rest);
    if (command == "ugiok" || command == "uciok") {
        line.kind = Kind::kOk;
    } else if (command == "readyok") {
        line.kind = Kind::kReady;
    } else if (command == "bestmove") {
        line.text = first_word(rest);
        line.kind = line.text.empty() ? Kind::kOther : Kind::kBestMove;
    } else if (command == "info") {
        line.kind = Kind::kInfo;
        line.info = parse_info(rest);
    } else if (command == "id") {
        line.name = first_word(rest);
        line.text = rest;
        line.kind = line.name == "name" || line.name == "author" ? Kind::kId : Kind::kOther;
    } else if (command == "option") {
        parse_option(rest, line);
    } else if (command == "error") {
        line.kind = Kind::kError;
        line.text = rest;
    }
    return line;
}

std::optional<std::string> parse_qtp_turn(std::string_view answer) {
    std::string lower(answer);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
    auto words = words_of(lower);
    if (!words.empty() &&
        (words[0] == "playmove" || words[0] == "playwall" || words[0] == "move" || words[0] == "wall"))
        words.erase(words.begin());
    if (!words.empty() && (words[0] == "black" || words[0] == "white")) words.erase(words.begin());
    if (words.empty() || words.size() > 2) return std::nullopt;
    std::string turn(words[0]);
    if (words.size() == 2) {
        if (words[1] != "h" && words[1] != "v" && words[1] != "horizontal" && words[1] != "vertical")
            return std::nullopt;
        turn += words[1][0];
    }
    if (!games::parse_wall(turn) && !games::parse_cell(turn)) return std::nullopt;
    return turn;
}

}  // namespace stockade::match
