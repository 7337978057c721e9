#include "record/text_reader.h"

#include <algorithm>

#include "record/annotations.h"

namespace stockade::record {
namespace {

bool is_digit(int c) { return c >= '0' && c <= '9'; }

}  // namespace

bool TextReader::fail(Place place, std::string message) {
    problem_ = fmt::format("game {}, line {}, column {}: {}", games_ + 1, place.line, place.column, message);
    return false;
}

bool TextReader::fail_expected(Place place, std::string_view expected) {
    const int c = scanner_.peek();
    const std::string found = c == Scanner::kEnd       ? "the end of the file"
                              : c == '\n' || c == '\r' ? "the end of the line"
                              : c > ' ' && c < 0x7f    ? fmt::format("'{}'", static_cast<char>(c))
                                                       : fmt::format("the byte 0x{:02x}", c);
    return fail(place, fmt::format("expected {}, found {}", expected, found));
}

Result<std::optional<Record>> TextReader::next() {
    if (done_) return std::optional<Record>{};
    const bool ok = read_game();
    if (!ok) {
        done_ = true;
        if (problem_.empty()) return std::optional<Record>{};
        return Error{problem_};
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
    return fail(place_, fmt::format("the game that begins here is longer than {} MiB", kMaxGameBytes >> 20));
}

bool TextReader::read_tag() {
    const Place begin = scanner_.place();
    if (open_.size() > 1)
        return fail(begin,
                    fmt::format("expected ')' for the variation that begins in line {}, column {}, found '['",
                                open_.back().opened.line, open_.back().opened.column));
    scanner_.take();
    scanner_.skip_spaces();
    const Place name_place = scanner_.place();
    const std::string name(scanner_.word());
    if (name.empty()) return fail_expected(name_place, "the name of a tag");
    if (!is_tag_name(name))
        return fail(name_place, fmt::format("expected the name of a tag (letters, digits and _), found '{}'",
                                            clean_text(name).substr(0, 40)));
    scanner_.skip_spaces();
    if (scanner_.peek() != '"')
        return fail_expected(scanner_.place(), fmt::format("'\"' after tag {}", name));
    const Place value_place = scanner_.place();
    std::string value;
    if (!read_tag_value(value)) return false;
    scanner_.skip_spaces();
    if (scanner_.peek() != ']') return fail_expected(scanner_.place(), fmt::format("']' after tag {}", name));
    scanner_.take();

    if (record_.tags.has(name)) return fail(name_place, fmt::format("tag {} is given twice", name));
    if (record_.tags.items().size() == kMaxTags)
        return fail(begin, fmt::format("a game has at most {} tags", kMaxTags));
    if (name == "Result" && !is_result(value))
        return fail(value_place,
                    fmt::format("tag Result: expected a result such as 1-0, 1/2-1/2 or *, found '{}'",
                                clean_text(value).substr(0, 40)));
    record_.tags.set(name, clean_text(value));
    return true;
}

bool TextReader::read_tag_value(std::string& value) {
    const Place begin = scanner_.place();
    scanner_.take();
    while (true) {
        int c = scanner_.next();
        if (c == '"') return true;
        if (c == Scanner::kEnd || c == '\n')
            return fail(begin, "the value that begins here is not closed by '\"'");
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
        if (c == Scanner::kEnd) return fail(begin, "the comment that begins here is not closed by '}'");
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
    if (word.empty()) return fail_expected(place, "a turn, a comment, a variation or a result");
    return read_word(word, place);
}

bool TextReader::read_word(std::string_view word, Place place) {
    if (is_result(word)) {
        if (open_.size() > 1)
            return fail(place,
                        fmt::format("expected ')' for the variation that begins in line {}, column {}, found "
                                    "the result '{}'",
                                    open_.back().opened.line, open_.back().opened.column, word));
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
        return fail(place, fmt::format("expected a turn, a comment, a variation or a result, found '{}'",
                                       clean_text(text).substr(0, 40)));
    if (++turns_ > kMaxTurns) return fail(place, fmt::format("a game has at most {} turns", kMaxTurns));
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
    if (!glyph)
        return fail(place, fmt::format("expected one of ! ? !! ?? !? ?! or $0 to $255, found '{}'",
                                       clean_text(text).substr(0, 40)));
    if (open_.back().line->empty()) return fail(place, fmt::format("expected a turn before '{}'", text));
    add_glyph(open_.back().line->back(), *glyph);
    return true;
}

bool TextReader::open_variation() {
    const Place place = scanner_.place();
    scanner_.take();
    if (open_.back().line->empty()) return fail(place, "expected a turn before the variation");
    if (static_cast<int>(open_.size()) > kMaxNesting)
        return fail(place, fmt::format("variations are nested at most {} deep", kMaxNesting));
    // Bounded like the turns: every variation holds at least one.
    auto& variations = open_.back().line->back().variations;
    variations.emplace_back();
    open_.push_back({&variations.back(), place, false, {}, {}, {}});
    return true;
}

bool TextReader::close_variation() {
    const Place place = scanner_.place();
    scanner_.take();
    if (open_.size() == 1) return fail(place, "')' without '('");
    if (open_.back().line->empty()) return fail(place, "expected a turn in the variation, found ')'");
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
    if (open_.size() > 1)
        return fail(open_.back().opened, "the variation that begins here is not closed by ')'");
    OpenLine& main_line = open_.back();
    append_comment(main_line.line->empty() ? record_.comment : main_line.comment, main_line.before);
    settle(main_line);
    if (!record_.tags.has("Result") || (record_.result() == "*" && !result_.empty())) {
        record_.tags.set("Result", result_.empty() ? "*" : result_);
    } else if (!result_.empty() && result_ != "*" && result_ != record_.result()) {
        return fail(result_place_,
                    fmt::format("the result is {} here, but {} in tag Result", result_, record_.result()));
    }
    auto notation = notation_;
    if (!notation && !record_.tags.has("Notation")) notation = guess_notation(record_);
    if (auto translated = read_in_notation(record_, notation); !translated)
        return fail(place_, translated.error().message);
    return true;
}

}  // namespace stockade::record
