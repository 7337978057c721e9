// Options of the command line that take a number, read as everywhere else (base/numbers.h). The option
// parser's own conversion takes octal, wraps negative numbers and cuts large ones.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "base/numbers.h"

namespace stockade::cli {

/// The type that is read from the command line: the number itself, or a duration in its unit.
template <class T>
struct OptionNumberOf {
    using Type = T;
    static T of(T value) { return value; }
};
template <class Rep, class Period>
struct OptionNumberOf<std::chrono::duration<Rep, Period>> {
    using Type = Rep;
    static Rep of(std::chrono::duration<Rep, Period> value) { return value.count(); }
};
template <class T>
using OptionNumber = typename OptionNumberOf<T>::Type;

/// The number in the text; throws the parser's own error where it is none in the range.
template <class T>
T number_argument(const std::string& option, const std::string& text, T min, T max) {
    std::optional<T> value;
    if constexpr (std::is_integral_v<T>) {
        value = read_number<T>(text, min, max);
    } else if (const auto real = read_fraction(text, min, max)) {
        value = static_cast<T>(*real);
    }
    if (value) return *value;
    throw CLI::ValidationError(
        option, fmt::format("expected a {} from {} to {}, got '{}'",
                            std::is_integral_v<T> ? "whole number" : "number", min, max, text.substr(0, 40)));
}

/// Adds an option that reads a T into `value`, a T or an optional one.
template <class T, class Value>
CLI::Option* add_reader(CLI::App& command, const std::string& name, Value& value, const std::string& help,
                        OptionNumber<T> min, OptionNumber<T> max) {
    return command
        .add_option_function<std::string>(
            name,
            [&value, name, min, max](const std::string& text) {
                value = T(number_argument<OptionNumber<T>>(name, text, min, max));
            },
            help)
        ->type_name("N");
}

/// Adds an option for a number from `min` to `max`.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& name, T& value, const std::string& help,
                        OptionNumber<T> min, OptionNumber<T> max) {
    return add_reader<T>(command, name, value, help, min, max)->default_function([&value] {
        return fmt::format("{}", OptionNumberOf<T>::of(value));
    });
}

/// The same for a number that may be left out.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& name, std::optional<T>& value,
                        const std::string& help, OptionNumber<T> min, OptionNumber<T> max) {
    return add_reader<T>(command, name, value, help, min, max);
}

}  // namespace stockade::cli
