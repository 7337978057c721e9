// PositionFields: the labelled fields of a position string, `SPEC; pawns e1 e9; hand 10 10; walls e3h d5v;
// turn 1`. Splits the text and checks words; each game interprets its own fields.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stockade::games {

class PositionFields {
public:
    struct Word {
        std::string_view text;
        int column = 0;  ///< in the position string, from 1
    };
    struct Field {
        std::string_view name;
        int column = 0;
        std::vector<Word> words;
    };

    /// Splits a position string into the spec and its fields; the text must outlive the result.
    static Result<PositionFields> parse(std::string_view text);

    std::string_view spec() const { return spec_; }
    /// Refuses fields whose name is not in `names`.
    Status only(std::span<const std::string_view> names) const;
    /// The field of that name, or nothing.
    const Field* find(std::string_view name) const;

private:
    std::string_view spec_;
    std::vector<Field> fields_;
};

/// `position, column C: PROBLEM`.
Error position_error(int column, Error problem);

/// A field that is one whole number in a range; `fallback` when it is missing.
Result<int> number_field(const PositionFields& fields, std::string_view name, int min, int max, int fallback);

/// A word that is a whole number in a range; `what` says of what.
Result<int> number_word(const PositionFields::Word& word, const ArgumentValue& what, int min, int max);

}  // namespace stockade::games
