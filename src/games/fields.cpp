#include "games/fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/position.h"
#include "base/numbers.h"
#include "games/spec.h"

namespace stockade::games {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<PositionFields::Word> words_of(std::string_view text, std::size_t begin, std::size_t end) {
    std::vector<PositionFields::Word> words;
    while (begin < end) {
        if (is_space(text[begin])) {
            ++begin;
            continue;
        }
        std::size_t stop = begin;
        while (stop < end && !is_space(text[stop])) ++stop;
        words.push_back({text.substr(begin, stop - begin), static_cast<int>(begin) + 1});
        begin = stop;
    }
    return words;
}

}  // namespace

Result<PositionFields> PositionFields::parse(std::string_view text) {
    PositionFields result;
    std::size_t begin = 0;
    for (bool first = true;; first = false) {
        const std::size_t end = std::min(text.find(';', begin), text.size());
        auto words = words_of(text, begin, end);
        if (first) {
            if (words.size() != 1)
                return position_error(
                    1, words.empty() ? error<"position.no-spec">() : error<"position.one-spec">());
            result.spec_ = words[0].text;
        } else if (!words.empty()) {
            Field field{words[0].text, words[0].column, {words.begin() + 1, words.end()}};
            if (result.find(field.name))
                return position_error(field.column,
                                      error<"position.field-twice">("field"_a = field.name.substr(0, 40)));
            result.fields_.push_back(std::move(field));
        } else if (end != text.size()) {
            return position_error(static_cast<int>(begin) + 1, error<"position.empty-field">());
        }
        if (end == text.size()) return result;
        begin = end + 1;
    }
}

Status PositionFields::only(std::span<const std::string_view> names) const {
    for (const Field& field : fields_)
        if (std::find(names.begin(), names.end(), field.name) == names.end())
            return position_error(field.column, error<"position.unknown-field">(
                                                    "field"_a = field.name.substr(0, 40),
                                                    "suggestion"_a = suggestion(field.name, names),
                                                    "fields"_a = fmt::format("{}", fmt::join(names, ", "))));
    return Done{};
}

const PositionFields::Field* PositionFields::find(std::string_view name) const {
    for (const Field& field : fields_)
        if (field.name == name) return &field;
    return nullptr;
}

Error position_error(int column, Error problem) {
    return error<"position.at">("column"_a = column, "problem"_a = std::move(problem));
}

Result<int> number_word(const PositionFields::Word& word, const ArgumentValue& what, int min, int max) {
    if (const auto value = read_number<int>(word.text, min, max)) return *value;
    return position_error(word.column, error<"position.number">("what"_a = what, "min"_a = min, "max"_a = max,
                                                                "word"_a = word.text.substr(0, 40)));
}

Result<int> number_field(const PositionFields& fields, std::string_view name, int min, int max,
                         int fallback) {
    const auto* field = fields.find(name);
    if (!field) return fallback;
    if (field->words.size() != 1)
        return position_error(field->column,
                              error<"position.one-number">("field"_a = name, "min"_a = min, "max"_a = max));
    return number_word(field->words[0], name, min, max);
}

}  // namespace stockade::games
