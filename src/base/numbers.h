// Numbers in text: the one reader for command lines, protocols, records, positions, configuration files and
// requests. Numbers are written as in JSON (docs/notation.md, "Numbers"); anything else is refused, never
// guessed.
#pragma once

#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string_view>

namespace stockade {

/// Whether the text is a JSON number: no plus sign, no blank, no leading zero, no other base. Without
/// `fractions` it is a whole number.
bool is_number(std::string_view text, bool fractions);

/// The number in the text, where it is one from `min` to `max`.
template <std::integral T>
std::optional<T> read_number(std::string_view text, T min = 0, T max = std::numeric_limits<T>::max()) {
    T value{};
    if (!is_number(text, false)) return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (value < min || value > max) return std::nullopt;
    return value;
}

/// The same for numbers that may have a fraction.
std::optional<double> read_fraction(std::string_view text, double min, double max);

}  // namespace stockade
