#include "record/json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/messages/json.h"
#include "base/messages/record.h"
#include "record/annotations.h"
#include "record/notation.h"

namespace stockade::record {
namespace {

using Json = nlohmann::ordered_json;

// --- writing ---

void put_text(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : clean_text(text)) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += '"';
}

void put_name(std::string& out, std::string_view name) {
    if (out.back() != '{') out += ',';
    out += '"';
    out += name;
    out += "\":";
}

void put_line(std::string& out, const Line& line);

void put_turn(std::string& out, const Turn& turn) {
    const bool plain = turn.before.empty() && turn.glyphs.empty() && !turn.eval && !turn.win && !turn.clock &&
                       turn.comment.empty() && turn.variations.empty();
    if (plain) return put_text(out, turn.text);
    out += '{';
    put_name(out, "turn");
    put_text(out, turn.text);
    if (!turn.before.empty()) {
        put_name(out, "before");
        put_text(out, turn.before);
    }
    if (!turn.glyphs.empty()) {
        put_name(out, "glyphs");
        for (std::size_t i = 0; i < turn.glyphs.size(); ++i) {
            const auto mark = glyph_mark(turn.glyphs[i]);
            out += i == 0 ? '[' : ',';
            put_text(out, mark.empty() ? fmt::format("${}", turn.glyphs[i]) : std::string(mark));
        }
        out += ']';
    }
    const auto put_real = [&](std::string_view name, const std::optional<double>& value) {
        if (!value) return;
        put_name(out, name);
        out += fmt::format("{}", *value);
    };
    put_real("eval", turn.eval);
    put_real("win", turn.win);
    if (turn.clock) {
        put_name(out, "clock");
        put_text(out, clock_text(*turn.clock));
    }
    if (!turn.comment.empty()) {
        put_name(out, "comment");
        put_text(out, turn.comment);
    }
    if (!turn.variations.empty()) {
        put_name(out, "variations");
        for (std::size_t i = 0; i < turn.variations.size(); ++i) {
            out += i == 0 ? '[' : ',';
            put_line(out, turn.variations[i]);
        }
        out += ']';
    }
    out += '}';
}

void put_line(std::string& out, const Line& line) {
    out += '[';
    for (const Turn& turn : line) {
        if (out.back() != '[') out += ',';
        put_turn(out, turn);
    }
    out += ']';
}

// --- reading ---

/// A document exceeds a limit. Thrown to leave the library's parser; never leaves this file.
struct TooBig {
    Error problem;
};

/// Watches the parser, so that no document makes it dig deep or search long lists of names.
class ShapeGuard {
public:
    bool operator()(int depth, Json::parse_event_t event, Json& /*parsed*/) {
        // A variation takes three levels: the turn, its variations, the line.
        constexpr int kMaxDepth = 3 * kMaxNesting + 8;
        using Event = Json::parse_event_t;
        if (depth > kMaxDepth) throw TooBig{error<"record.nested-too-deep">("max"_a = kMaxNesting)};
        if (event == Event::object_start) names_.push_back(0);
        if (event == Event::object_end) names_.pop_back();
        if (event == Event::key && ++names_.back() > kMaxTags)
            throw TooBig{error<"record.too-many-names">("max"_a = kMaxTags)};
        return true;
    }

private:
    std::vector<std::size_t> names_;
};

Message kind_name(const Json& value) {
    switch (value.type()) {
        case Json::value_t::null:
            return message<"json.null">();
        case Json::value_t::object:
            return message<"json.object">();
        case Json::value_t::array:
            return message<"json.list">();
        case Json::value_t::string:
            return message<"json.text">();
        case Json::value_t::boolean:
            return message<"json.truth">();
        default:
            return message<"json.number">();
    }
}

Error wrong_kind(const ArgumentValue& where, const Message& expected, const Json& value) {
    return error<"record.json-kind">("where"_a = where, "expected"_a = expected,
                                     "found"_a = kind_name(value));
}

class Builder {
public:
    Result<Record> build(const Json& document) {
        if (!document.is_object()) return wrong_kind("game", message<"json.object">(), document);
        Record record;
        for (const auto& [name, value] : document.items()) {
            Status done = Done{};
            if (name == "tags")
                done = read_tags(value, record.tags);
            else if (name == "comment")
                done = read_comment(value, name, record.comment);
            else if (name == "turns")
                done = read_line(value, record.turns, 0);
            else
                done = error<"record.json-unknown-name">("name"_a = clean_text(name).substr(0, 40));
            if (!done) return done.error();
        }
        if (!record.tags.has("Result")) record.tags.set("Result", "*");
        if (auto translated = read_in_notation(record); !translated) return translated.error();
        return record;
    }

private:
    static Status read_comment(const Json& value, std::string_view name, std::string& out) {
        if (!value.is_string()) return wrong_kind(name, message<"json.text">(), value);
        out = clean_comment(value.get_ref<const std::string&>());
        return Done{};
    }

    static Status read_tags(const Json& value, Tags& tags) {
        if (!value.is_object()) return wrong_kind("tags", message<"json.object">(), value);
        for (const auto& [name, text] : value.items()) {
            if (!is_tag_name(name))
                return error<"record.json-tag-name">("name"_a = clean_text(name).substr(0, 40));
            if (!text.is_string())
                return wrong_kind(message<"json.tag">("tag"_a = name), message<"json.text">(), text);
            const auto& content = text.get_ref<const std::string&>();
            if (name == "Result" && !is_result(content))
                return error<"record.result-tag">("value"_a = clean_text(content).substr(0, 40));
            tags.set(name, clean_text(content));
        }
        return Done{};
    }

    Status read_line(const Json& value, Line& line, int depth) {
        if (!value.is_array()) return wrong_kind("turns", message<"json.list">(), value);
        if (depth > kMaxNesting) return error<"record.nested-too-deep">("max"_a = kMaxNesting);
        line.reserve(value.size());
        for (const Json& item : value) {
            if (++turns_ > kMaxTurns) return error<"record.too-many-turns">("max"_a = kMaxTurns);
            line.emplace_back();
            if (auto done = read_turn(item, line.back(), depth); !done) {
                if (depth > 0)
                    return error<"record.json-variation-turn">("number"_a = line.size(),
                                                               "problem"_a = done.error());
                return error<"record.json-turn">("number"_a = line.size(), "problem"_a = done.error());
            }
        }
        return Done{};
    }

    Status read_turn(const Json& value, Turn& turn, int depth) {
        if (value.is_string()) return read_text(value, turn);
        if (!value.is_object()) return wrong_kind("turn", message<"json.text-or-object">(), value);
        for (const auto& [name, field] : value.items()) {
            Status done = Done{};
            if (name == "turn")
                done = read_text(field, turn);
            else if (name == "before")
                done = read_comment(field, name, turn.before);
            else if (name == "comment")
                done = read_turn_comment(field, turn);
            else if (name == "glyphs")
                done = read_glyphs(field, turn);
            else if (name == "eval")
                done = read_real(field, name, -HUGE_VAL, HUGE_VAL, turn.eval);
            else if (name == "win")
                done = read_real(field, name, 0, 1, turn.win);
            else if (name == "clock")
                done = read_clock(field, turn);
            else if (name == "variations")
                done = read_variations(field, turn, depth);
            else
                done = error<"record.json-unknown-turn-name">("name"_a = clean_text(name).substr(0, 40));
            if (!done) return done;
        }
        if (turn.text.empty()) return error<"record.json-no-turn">();
        return Done{};
    }

    static Status read_text(const Json& value, Turn& turn) {
        if (!value.is_string()) return wrong_kind("turn", message<"json.text">(), value);
        turn.text = value.get_ref<const std::string&>();
        if (is_turn_text(turn.text)) return Done{};
        return error<"record.json-turn-text">("text"_a = clean_text(turn.text).substr(0, 40));
    }

    static Status read_turn_comment(const Json& value, Turn& turn) {
        if (!value.is_string()) return wrong_kind("comment", message<"json.text">(), value);
        // As in text, a comment may begin with commands; what has a name of its own counts for more.
        Turn read;
        annotate(read, value.get_ref<const std::string&>());
        turn.comment = std::move(read.comment);
        if (!turn.eval) turn.eval = read.eval;
        if (!turn.win) turn.win = read.win;
        if (!turn.clock) turn.clock = read.clock;
        return Done{};
    }

    static Status read_glyphs(const Json& value, Turn& turn) {
        if (!value.is_array()) return wrong_kind("glyphs", message<"json.list">(), value);
        for (const Json& item : value) {
            if (!item.is_string()) return wrong_kind("glyphs", message<"json.texts">(), item);
            const auto& text = item.get_ref<const std::string&>();
            const auto glyph = parse_glyph(text);
            if (!glyph) return error<"record.json-glyphs">("glyph"_a = clean_text(text).substr(0, 40));
            add_glyph(turn, *glyph);
        }
        return Done{};
    }

    static Status read_real(const Json& value, std::string_view name, double min, double max,
                            std::optional<double>& out) {
        if (!value.is_number()) return wrong_kind(name, message<"json.number">(), value);
        const auto number = value.get<double>();
        if (!std::isfinite(number) || number < min || number > max)
            return error<"record.json-number">("name"_a = name, "min"_a = fmt::format("{}", min),
                                               "max"_a = fmt::format("{}", max),
                                               "number"_a = fmt::format("{}", number));
        out = number + 0.0;  // no negative zero
        return Done{};
    }

    static Status read_clock(const Json& value, Turn& turn) {
        if (!value.is_string()) return wrong_kind("clock", message<"json.text">(), value);
        const auto& text = value.get_ref<const std::string&>();
        turn.clock = parse_clock(text);
        if (turn.clock) return Done{};
        return error<"record.json-clock">("clock"_a = clean_text(text).substr(0, 40));
    }

    Status read_variations(const Json& value, Turn& turn, int depth) {
        if (!value.is_array()) return wrong_kind("variations", message<"json.list-of-lists">(), value);
        for (const Json& item : value) {
            Line line;
            if (auto done = read_line(item, line, depth + 1); !done) return done;
            if (line.empty()) return error<"record.json-empty-variation">();
            turn.variations.push_back(std::move(line));
        }
        return Done{};
    }

    std::size_t turns_ = 0;
};

/// The library's message without its own prefix.
std::string_view short_message(std::string_view message) {
    const auto dash = message.find(" - ");
    const auto bracket = message.find("] ");
    if (dash != std::string_view::npos) return message.substr(dash + 3);
    return bracket == std::string_view::npos ? message : message.substr(bracket + 2);
}

}  // namespace

std::string to_json(const Record& record) {
    std::string out = "{\"tags\":{";
    for (const auto& [name, value] : record.tags.items()) {
        put_name(out, name);
        put_text(out, value);
    }
    out += '}';
    if (!record.comment.empty()) {
        put_name(out, "comment");
        put_text(out, record.comment);
    }
    put_name(out, "turns");
    put_line(out, record.turns);
    out += '}';
    return out;
}

Result<Record> from_json(std::string_view text) {
    if (text.size() > kMaxGameBytes)
        return error<"record.game-too-long">("megabytes"_a = kMaxGameBytes >> 20);
    try {
        const Json document = Json::parse(text, ShapeGuard{});
        return Builder().build(document);
    } catch (const Json::parse_error& problem) {
        return error<"record.json-syntax">("byte"_a = problem.byte,
                                           "problem"_a = clean_text(short_message(problem.what())));
    } catch (const Json::exception& problem) {  // a number that no double holds
        return error<"record.json-number-too-large">("problem"_a = clean_text(short_message(problem.what())));
    } catch (const TooBig& problem) {
        return problem.problem;
    }
}

Result<std::string> JsonReader::next_object() {
    const Place begin = scanner_.place();
    if (scanner_.peek() != '{')
        return error<"record.at-place">("problem"_a = error<"record.json-open">("brace"_a = "{"),
                                        "game"_a = games_ + 1, "line"_a = begin.line,
                                        "column"_a = begin.column);
    std::string text;
    int depth = 0;
    bool in_string = false;
    while (true) {
        const int c = scanner_.next();
        if (c == Scanner::kEnd)
            return error<"record.at-place">("problem"_a = error<"record.not-complete">(),
                                            "game"_a = games_ + 1, "line"_a = begin.line,
                                            "column"_a = begin.column);
        if (text.size() >= kMaxGameBytes)
            return error<"record.at-place">(
                "game"_a = games_ + 1, "line"_a = begin.line, "column"_a = begin.column,
                "problem"_a = error<"record.begins-too-long">("megabytes"_a = kMaxGameBytes >> 20));
        text += static_cast<char>(c);
        if (in_string) {
            if (c == '\\' && scanner_.peek() != Scanner::kEnd)
                text += static_cast<char>(scanner_.next());
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return text;
        }
    }
}

Result<std::optional<Record>> JsonReader::next() {
    scanner_.skip_blank();
    if (done_ || scanner_.peek() == Scanner::kEnd) return std::optional<Record>{};
    done_ = true;  // until this game has been read
    const Place begin = scanner_.place();
    auto text = next_object();
    if (!text) return text.error();
    auto record = from_json(*text);
    if (!record)
        return error<"record.at-place">("game"_a = games_ + 1, "line"_a = begin.line,
                                        "column"_a = begin.column, "problem"_a = record.error());
    ++games_;
    done_ = false;
    return std::optional<Record>{std::move(*record)};
}

}  // namespace stockade::record
