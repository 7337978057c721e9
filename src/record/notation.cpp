#include "record/notation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/messages/record.h"
#include "games/any_position.h"
#include "games/family.h"
#include "games/names.h"
#include "games/spec.h"

namespace stockade::record {
namespace {

constexpr std::array<std::string_view, 3> kNotationNames = {"modern", "glendenning", "qtp"};
constexpr std::string_view kPass = "--";

/// All three count columns alike, so only rows change, and each change is its own inverse. Rows here count
/// from 1.
int pawn_row(int row, Notation notation, int rows) {
    return notation == Notation::kModern ? row : rows + 1 - row;
}

int wall_row(int row, Notation notation, int rows) {
    switch (notation) {
        case Notation::kModern:
            break;
        case Notation::kGlendenning:
            return rows - row;
        case Notation::kQtp:
            return rows + 1 - row;
    }
    return row;
}

Status translate_line(Line& line, Notation from, Notation to, int rows, std::size_t number) {
    for (Turn& turn : line) {
        auto text = translate_turn(turn.text, from, to, rows);
        if (!text)
            return error<"record.at-turn">("number"_a = number, "turn"_a = turn.text,
                                           "problem"_a = text.error());
        turn.text = std::move(*text);
        for (Line& variation : turn.variations)
            if (auto done = translate_line(variation, from, to, rows, number); !done) return done;
        ++number;
    }
    return Done{};
}

/// Whether a pawn that moves first in turn `number`, from 0, can have gone to this cell in Glendenning's
/// notation only. Such a move ends at most two cells from where the pawn begins, a jump included.
bool fits_glendenning_alone(games::Square cell, std::size_t number, int rows) {
    const auto possible = [&](Notation notation) {
        const int row = pawn_row(cell.row + 1, notation, rows);
        const int ahead = number % 2 == 0 ? row - 1 : rows - row;
        const int away = std::abs(cell.col - rows / 2) + std::abs(ahead);
        return away >= 1 && away <= 2;
    };
    return !possible(Notation::kModern) && possible(Notation::kGlendenning);
}

std::string small_letters(std::string_view typed) {
    std::string text(typed);
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

}  // namespace

std::string_view notation_name(Notation notation) {
    return kNotationNames[static_cast<std::size_t>(notation)];
}

std::optional<Notation> parse_notation(std::string_view name) {
    const auto found = std::find(kNotationNames.begin(), kNotationNames.end(), name);
    if (found == kNotationNames.end()) return std::nullopt;
    return static_cast<Notation>(found - kNotationNames.begin());
}

Result<int> notation_rows(const games::Spec& spec) {
    if (!games::fits_glendenning(spec)) return error<"record.no-other-notation">("game"_a = spec.str());
    const auto start = games::start_of(spec);
    if (!start) return start.error();
    return (*start)->view().rows;
}

Result<std::string> translate_turn(std::string_view turn, Notation from, Notation to, int rows) {
    if (turn == kPass) return std::string(turn);
    const char last_column = static_cast<char>('a' + rows - 1);
    if (const auto wall = games::parse_wall(turn)) {
        const int row = wall_row(wall->anchor.row + 1, from, rows);
        if (row < 1 || row >= rows || wall->anchor.col >= rows - 1) {
            const int first = from == Notation::kQtp ? 2 : 1;
            return error<"record.wall-in-notation">(
                "first"_a = first, "column"_a = static_cast<char>(last_column - 1),
                "last"_a = first + rows - 2, "notation"_a = notation_name(from));
        }
        return games::wall_name({wall->anchor.col, wall_row(row, to, rows) - 1}, wall->orientation);
    }
    if (const auto cell = games::parse_cell(turn)) {
        const int row = pawn_row(cell->row + 1, from, rows);
        if (row < 1 || row > rows || cell->col >= rows)
            return error<"record.cell-in-notation">("column"_a = last_column, "rows"_a = rows);
        return games::cell_name({cell->col, pawn_row(row, to, rows) - 1});
    }
    return error<"record.expected-cell-wall-pass">();
}

Status translate(Record& record, Notation from, Notation to) {
    if (from == to) return Done{};
    const auto spec = games::parse_spec(record.game());
    if (!spec) return error<"record.tag">("tag"_a = "Game", "problem"_a = spec.error());
    const auto rows = notation_rows(*spec);
    if (!rows) return rows.error();
    return translate_line(record.turns, from, to, *rows, first_turn(record));
}

Notation guess_notation(const Record& record) {
    const auto spec = games::parse_spec(record.game());
    // Positions are always modern, so they say nothing about the turns that follow.
    if (!spec || record.tags.has("Position")) return Notation::kModern;
    const auto rows = notation_rows(*spec);
    if (!rows) return Notation::kModern;
    for (std::size_t i = 0; i < record.turns.size(); ++i)
        if (const auto cell = games::parse_cell(record.turns[i].text))
            return fits_glendenning_alone(*cell, i, *rows) ? Notation::kGlendenning : Notation::kModern;
    return Notation::kModern;
}

bool tells_glendenning(const games::Spec& spec, std::string_view first_turn) {
    const auto rows = notation_rows(spec);
    const auto cell = games::parse_cell(small_letters(first_turn));
    return rows && cell && fits_glendenning_alone(*cell, 0, *rows);
}

Result<Translator> Translator::create(const games::Spec& spec, Notation notation) {
    Translator translator;
    if (notation == Notation::kModern) return translator;
    const auto rows = notation_rows(spec);
    if (!rows) return rows.error();
    translator.notation_ = notation;
    translator.rows_ = *rows;
    return translator;
}

Result<std::string> Translator::modern(std::string_view typed) const {
    auto text = small_letters(typed);
    if (notation_ == Notation::kModern) return text;
    return translate_turn(text, notation_, Notation::kModern, rows_);
}

std::string Translator::renamed(std::string_view text) const {
    if (notation_ == Notation::kModern) return std::string(text);
    const auto in_word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    std::string result;
    while (!text.empty()) {
        const auto end = std::find_if_not(text.begin(), text.end(), in_word);
        const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        const auto name = translate_turn(word, Notation::kModern, notation_, rows_);
        result += name ? *name : std::string(word);
        text.remove_prefix(word.size());
        if (text.empty()) break;
        result += text[0];
        text.remove_prefix(1);
    }
    return result;
}

Status read_in_notation(Record& record, std::optional<Notation> told) {
    std::optional<Notation> notation = told;
    if (record.tags.has("Notation")) {
        const auto value = record.tags.get("Notation");
        notation = parse_notation(value);
        if (!notation)
            return error<"record.notation-tag">(
                "notations"_a = fmt::format("{}", fmt::join(kNotationNames, ", ")),
                "value"_a = value.substr(0, 40));
        if (told && notation != told)
            return error<"record.notation-told">("value"_a = value, "told"_a = notation_name(*told));
    }
    auto done = translate(record, notation.value_or(Notation::kModern), Notation::kModern);
    record.tags.remove("Notation");
    return done;
}

}  // namespace stockade::record
