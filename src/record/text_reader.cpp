#include "record/text_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/record.h"
#include "record/annotations.h"

namespace stockade::record {
namespace {

bool is_digit(int c) { return c >= '0' && c <= '9'; }

}  // namespace

bool TextReader::fail(Place place, Error problem) {
    problem_ = error<"record.at-place">("game"_a = games_ + 1, "line"_a = place.line,
                                        "column"_a = place.column, "problem"_a = std::move(problem));
    return false;
}

bool TextReader::fail_expected(Place place, const Message& expected) {
    const int c = scanner_.peek();
    const auto found = c == Scanner::kEnd       ? message<"record.end-of-file">()
                       : c == '\n' || c == '\r' ? message<"record.end-of-line">()
                       : c > ' ' && c < 0x7f
                           ? message<"record.a-character">("character"_a = static_cast<char>(c))
                           : message<"record.a-byte">("byte"_a = fmt::format("{:02x}", c));
    return fail(place, error<"record.expected-found">("expected"_a = expected, "found"_a = found));
}

Result<std::optional<Record>> TextReader::next() {
    if (done_) return std::optional<Record>{};
    const bool ok = read_game();
    if (!ok) {
        done_ = true;
        if (!problem_) return std::optional<Record>{};
        return *std::move(problem_);
    }
    ++games_;
    open_.clear();
    return std::optional<Record>{std::move(record_)};
}

/// Reads one game; false at the end of the file or with a problem.
bool TextReader::read_game() {
    record_ = {};
    open_.clear();
    open_.push_back({&record_.turns, {}, false, {}, {}, {}});
    turns_ = 0;
    in_turns_ = false;
    result_.clear();
    scanner_.skip_blank();
    begin_ = scanner_.offset();
    place_ = scanner_.place();

    while (result_.empty()) {
        scanner_.skip_blank();
        if (!check_size()) return false;
        const int c = scanner_.peek();
        if (c == Scanner::kEnd) {
            if (record_.tags.items().empty() && !in_turns_) return false;
            break;
        }
        if (c == '%' && scanner_.at_line_start()) {
            scanner_.skip_line();
        } else if (c == '{' || c == ';') {
            if (!read_comment()) return false;
        } else if (c == '[') {
            if (in_turns_ && open_.size() == 1) break;  // the next game begins
            if (!read_tag()) return false;
        } else {
            in_turns_ = true;
            if (!read_token()) return false;
        }
    }
    return finish_game();
}

bool TextReader::check_size() {
    if (scanner_.offset() - begin_ <= kMaxGameBytes) return true;
    return fail(place_, error<"record.begins-too-long">("megabytes"_a = kMaxGameBytes >> 20));
}

bool TextReader::read_tag() {
    const Place begin = scanner_.place();
    if (open_.size() > 1)
        return fail(begin,
                    error<"record.variation-open">("found"_a = "[", "line"_a = open_.back().opened.line,
                                                   "column"_a = open_.back().opened.column));
    scanner_.take();
    scanner_.skip_spaces();
    const Place name_place = scanner_.place();
    const std::string name(scanner_.word());
    if (name.empty()) return fail_expected(name_place, error<"record.name-of-tag">());
    if (!is_tag_name(name))
        return fail(name_place, error<"record.tag-name">("name"_a = clean_text(name).substr(0, 40)));
    scanner_.skip_spaces();
    if (scanner_.peek() != '"')
        return fail_expected(scanner_.place(), error<"record.quote-after-tag">("tag"_a = name));
    const Place value_place = scanner_.place();
    std::string value;
    if (!read_tag_value(value)) return false;
    scanner_.skip_spaces();
    if (scanner_.peek() != ']')
        return fail_expected(scanner_.place(), error<"record.bracket-after-tag">("tag"_a = name));
    scanner_.take();

    if (record_.tags.has(name)) return fail(name_place, error<"record.tag-twice">("tag"_a = name));
    if (record_.tags.items().size() == kMaxTags)
        return fail(begin, error<"record.too-many-tags">("max"_a = kMaxTags));
    if (name == "Result" && !is_result(value))
        return fail(value_place, error<"record.result-tag">("value"_a = clean_text(value).substr(0, 40)));
    record_.tags.set(name, clean_text(value));
    return true;
}

bool TextReader::read_tag_value(std::string& value) {
    const Place begin = scanner_.place();
    scanner_.take();
    while (true) {
        int c = scanner_.next();
        if (c == '"') return true;
        if (c == Scanner::kEnd || c == '\n') return fail(begin, error<"record.value-open">());
        if (c == '\\' && (scanner_.peek() == '"' || scanner_.peek() == '\\')) c = scanner_.next();
        value += static_cast<char>(c);
        if (value.size() > kMaxGameBytes) return check_size();
    }
}

bool TextReader::read_brace_comment(std::string& text) {
    const Place begin = scanner_.place();
    scanner_.take();
    while (true) {
        int c = scanner_.next();
        if (c == '}') return true;
        if (c == Scanner::kEnd) return fail(begin, error<"record.comment-open">("brace"_a = "}"));
        if (c == '\\' && (scanner_.peek() == '}' || scanner_.peek() == '\\')) c = scanner_.next();
        text += static_cast<char>(c);
        if (text.size() > kMaxGameBytes && !check_size()) return false;
    }
}

void TextReader::read_line_comment(std::string& text) {
    scanner_.take();
    for (int c = scanner_.next(); c != Scanner::kEnd && c != '\n' && text.size() <= kMaxGameBytes;
         c = scanner_.next())
        text += static_cast<char>(c);
}

bool TextReader::read_comment() {
    std::string text;
    if (scanner_.peek() == ';')
        read_line_comment(text);
    else if (!read_brace_comment(text))
        return false;
    text = clean_comment(text);

    OpenLine& open = open_.back();
    if (open.after_number || (open.line->empty() && open_.size() > 1))
        append_comment(open.before, text);
    else if (open.line->empty())
        append_comment(record_.comment, text);
    else
        append_comment(text.starts_with("[%") ? open.commands : open.comment, text);
    return true;
}

bool TextReader::read_token() {
    const Place place = scanner_.place();
    switch (scanner_.peek()) {
        case '(':
            return open_variation();
        case ')':
            return close_variation();
        case '$':
        case '!':
        case '?':
            return read_glyph();
        default:
            break;
    }
    const auto word = scanner_.word();
    if (word.empty()) return fail_expected(place, error<"record.turn-or-result">());
    return read_word(word, place);
}

bool TextReader::read_word(std::string_view word, Place place) {
    if (is_result(word)) {
        if (open_.size() > 1)
            return fail(place, error<"record.variation-open-result">("line"_a = open_.back().opened.line,
                                                                     "column"_a = open_.back().opened.column,
                                                                     "result"_a = word));
        result_ = word;
        result_place_ = place;
        // Some writers put a last word after the result.
        scanner_.skip_spaces();
        if (scanner_.peek() == '{' || scanner_.peek() == ';') {
            open_.back().after_number = false;
            return read_comment();
        }
        return true;
    }
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    std::size_t dots = digits;
    while (dots < word.size() && word[dots] == '.') ++dots;
    const bool is_number = dots > digits || digits == word.size();
    if (!is_number) return read_turn(word, place);
    open_.back().after_number = true;
    if (dots == word.size()) return true;
    place.column += dots;
    return read_turn(word.substr(dots), place);
}

bool TextReader::read_turn(std::string_view text, Place place) {
    if (!is_turn_text(text))
        return fail(place, error<"record.expected-turn">("word"_a = clean_text(text).substr(0, 40)));
    if (++turns_ > kMaxTurns) return fail(place, error<"record.too-many-turns">("max"_a = kMaxTurns));
    OpenLine& open = open_.back();
    settle(open);
    open.line->emplace_back();
    Turn& turn = open.line->back();
    turn.text = text;
    if (!open.before.empty()) turn.before.swap(open.before);
    open.after_number = false;
    return true;
}

bool TextReader::read_glyph() {
    const Place place = scanner_.place();
    std::string text(1, static_cast<char>(scanner_.next()));
    if (text[0] == '$')
        text += scanner_.word();
    else
        while ((scanner_.peek() == '!' || scanner_.peek() == '?') && text.size() < 3)
            text += static_cast<char>(scanner_.next());
    const auto glyph = parse_glyph(text);
    if (!glyph) return fail(place, error<"record.glyph">("glyph"_a = clean_text(text).substr(0, 40)));
    if (open_.back().line->empty()) return fail(place, error<"record.turn-before">("glyph"_a = text));
    add_glyph(open_.back().line->back(), *glyph);
    return true;
}

bool TextReader::open_variation() {
    const Place place = scanner_.place();
    scanner_.take();
    if (open_.back().line->empty()) return fail(place, error<"record.turn-before-variation">());
    if (static_cast<int>(open_.size()) > kMaxNesting)
        return fail(place, error<"record.nested-too-deep">("max"_a = kMaxNesting));
    // Bounded like the turns: every variation holds at least one.
    auto& variations = open_.back().line->back().variations;
    variations.emplace_back();
    open_.push_back({&variations.back(), place, false, {}, {}, {}});
    return true;
}

bool TextReader::close_variation() {
    const Place place = scanner_.place();
    scanner_.take();
    if (open_.size() == 1) return fail(place, error<"record.close-without-open">());
    if (open_.back().line->empty()) return fail(place, error<"record.empty-variation">());
    settle(open_.back());
    open_.pop_back();
    return true;
}

/// Gives the last turn of a line the comments that followed it.
void TextReader::settle(OpenLine& open) {
    if (open.line->empty()) return;
    Turn& turn = open.line->back();
    if (!open.commands.empty() || !open.comment.empty()) {
        append_comment(open.commands, open.comment);
        annotate(turn, open.commands);
        open.commands.clear();
        open.comment.clear();
    }
}

bool TextReader::finish_game() {
    if (open_.size() > 1) return fail(open_.back().opened, error<"record.variation-not-closed">());
    OpenLine& main_line = open_.back();
    append_comment(main_line.line->empty() ? record_.comment : main_line.comment, main_line.before);
    settle(main_line);
    if (!record_.tags.has("Result") || (record_.result() == "*" && !result_.empty())) {
        record_.tags.set("Result", result_.empty() ? "*" : result_);
    } else if (!result_.empty() && result_ != "*" && result_ != record_.result()) {
        return fail(result_place_,
                    error<"record.result-here">("result"_a = result_, "tag"_a = record_.result()));
    }
    auto notation = notation_;
    if (!notation && !record_.tags.has("Notation")) notation = guess_notation(record_);
    if (auto translated = read_in_notation(record_, notation); !translated)
        return fail(place_, translated.error());
    return true;
}

}  // namespace stockade::record
