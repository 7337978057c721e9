#include "games/spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "base/messages/list.h"
#include "base/messages/spec.h"
#include "base/numbers.h"

namespace stockade::games {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Edits (insertions, deletions, replacements) between two words.
int edit_distance(std::string_view a, std::string_view b) {
    std::vector<int> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

/// The value in its one spelling, or what was expected.
Result<std::string> check_value(const OptionInfo& option, std::string_view value, int players) {
    const bool is_word = std::find(option.words.begin(), option.words.end(), value) != option.words.end();
    const auto refuse = [&] {
        return error<"spec.option">("option"_a = option.name, "expected"_a = option.range(),
                                    "value"_a = value.substr(0, 40));
    };
    const auto in_range = [&](std::optional<int> number) {
        return number && *number >= option.min && *number <= option.max;
    };
    switch (option.kind) {
        case OptionInfo::Kind::kWord:
            if (!is_word) return refuse();
            return std::string(value);
        case OptionInfo::Kind::kNumber: {
            if (is_word) return std::string(value);
            const auto number = read_number<int>(value);
            if (!in_range(number)) return refuse();
            return std::to_string(*number);
        }
        case OptionInfo::Kind::kHands: {
            std::vector<int> hands;
            for (const auto part : split(value, '+')) {
                const auto number = read_number<int>(part);
                if (!in_range(number)) return refuse();
                hands.push_back(*number);
            }
            if (hands.size() != 1 && static_cast<int>(hands.size()) != players)
                return error<"spec.option-hands">("option"_a = option.name, "players"_a = players,
                                                  "got"_a = hands.size());
            if (std::all_of(hands.begin(), hands.end(), [&](int hand) { return hand == hands[0]; }))
                return std::to_string(hands[0]);
            return fmt::format("{}", fmt::join(hands, "+"));
        }
    }
    return refuse();
}

}  // namespace

ArgumentValue OptionInfo::range() const {
    ArgumentValue list = "";
    if (kind == Kind::kNumber) list = message<"list.range">("first"_a = min, "last"_a = max);
    if (kind == Kind::kHands) list = message<"spec.range-hands">("min"_a = min, "max"_a = max);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == 0 && kind == Kind::kWord)
            list = words[i];
        else if (i + 1 < words.size())
            list = message<"list.comma">("first"_a = list, "second"_a = words[i]);
        else
            list = message<"list.or">("first"_a = list, "second"_a = words[i]);
    }
    return list;
}

std::string_view Spec::text(std::string_view option) const {
    const auto found = values_.find(option);
    return found == values_.end() ? std::string_view{} : std::string_view{found->second};
}

int Spec::number(std::string_view option) const { return read_number<int>(text(option)).value_or(0); }

std::vector<int> Spec::hands(std::string_view option) const {
    std::vector<int> hands;
    for (const auto part : split(text(option), '+')) hands.push_back(read_number<int>(part).value_or(0));
    hands.resize(static_cast<std::size_t>(players()), hands[0]);
    return hands;
}

Spec Spec::seated(const std::vector<int>& seats) const {
    Spec result = *this;
    for (const OptionInfo& option : game_->options) {
        if (option.kind != OptionInfo::Kind::kHands || text(option.name).find('+') == std::string_view::npos)
            continue;
        const auto given = hands(option.name);
        std::vector<int> hands;
        for (const int seat : seats) hands.push_back(given[static_cast<std::size_t>(seat)]);
        result.values_.find(option.name)->second = fmt::format("{}", fmt::join(hands, "+"));
    }
    return result;
}

bool Spec::plays_like(const Spec& other) const {
    if (game_->family != other.game_->family) return false;
    return std::all_of(game_->options.begin(), game_->options.end(), [&](const OptionInfo& option) {
        return option.frame || text(option.name) == other.text(option.name);
    });
}

std::string Spec::str() const {
    std::string result{game_->name};
    char separator = ':';
    for (const OptionInfo& option : game_->options) {
        if (text(option.name) == option.fallback(*this)) continue;
        result += fmt::format("{}{}={}", separator, option.name, text(option.name));
        separator = ',';
    }
    return result;
}

const GameInfo* find_game(std::string_view name) {
    for (const GameInfo& game : all_games())
        if (game.name == name) return &game;
    return nullptr;
}

Result<Spec> parse_spec(std::string_view text) {
    const auto colon = text.find(':');
    const auto name = text.substr(0, colon);
    Spec spec;
    spec.game_ = find_game(name);
    if (!spec.game_) {
        std::vector<std::string_view> names;
        for (const GameInfo& game : all_games()) names.push_back(game.name);
        return error<"spec.unknown-game">("game"_a = name.substr(0, 40),
                                          "suggestion"_a = suggestion(name, names),
                                          "games"_a = fmt::format("{}", fmt::join(names, ", ")));
    }

    std::map<std::string_view, std::string_view> given;
    if (colon != std::string_view::npos) {
        for (const auto part : split(text.substr(colon + 1), ',')) {
            const auto equals = part.find('=');
            if (equals == std::string_view::npos)
                return error<"spec.no-value">("game"_a = name, "part"_a = part.substr(0, 40));
            if (!given.emplace(part.substr(0, equals), part.substr(equals + 1)).second)
                return error<"spec.option-twice">("game"_a = name,
                                                  "option"_a = part.substr(0, equals).substr(0, 40));
        }
    }
    for (const auto& [option, value] : given) {
        std::vector<std::string_view> names;
        for (const OptionInfo& known : spec.game_->options) names.push_back(known.name);
        if (std::find(names.begin(), names.end(), option) == names.end())
            return error<"spec.unknown-option">("game"_a = name, "option"_a = option.substr(0, 40),
                                                "suggestion"_a = suggestion(option, names),
                                                "options"_a = fmt::format("{}", fmt::join(names, ", ")));
    }

    for (const OptionInfo& option : spec.game_->options) {
        const auto found = given.find(option.name);
        if (found == given.end()) {
            spec.values_.emplace(option.name, option.fallback(spec));
            continue;
        }
        auto value = check_value(option, found->second, spec.players());
        if (!value) return error<"spec.game">("game"_a = name, "problem"_a = value.error());
        spec.values_.emplace(option.name, std::move(*value));
    }
    for (const OptionInfo& option : spec.game_->options) {
        if (!option.conflict) continue;
        if (auto problem = option.conflict(spec))
            return error<"spec.conflict">("game"_a = name, "option"_a = option.name,
                                          "problem"_a = std::move(problem));
    }
    return spec;
}

ArgumentValue suggestion(std::string_view text, std::span<const std::string_view> names) {
    std::string_view best;
    int best_distance = 1000;
    for (const auto name : names) {
        const int distance = text.size() > 40 ? 1000 : edit_distance(text, name);
        if (distance < best_distance) {
            best_distance = distance;
            best = name;
        }
    }
    const bool near = best_distance <= std::max<int>(2, static_cast<int>(best.size()) / 3);
    if (!near) return "";
    return message<"spec.did-you-mean">("name"_a = best);
}

}  // namespace stockade::games
