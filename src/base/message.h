// Message: something to tell a person, as data: a stable code and named arguments, with the English sentence
// made from them. Errors, refusals and verdicts are messages. The words are in messages/<language>.json;
// docs/messages.md tells how to add one.
//
// The build makes a header of the codes that begin with the same word, so that an unknown code, a missing
// argument and one too many do not compile:
//
//     #include "base/messages/rules.h"
//     return error<"rules.wall-crosses">("wall"_a = name, "other"_a = other_name);
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stockade {

struct Message;

/// What an argument may be: text, a whole number, or another message.
class ArgumentValue {
public:
    // NOLINTBEGIN(google-explicit-constructor): arguments are written as what they are
    template <std::integral T>
    requires(!std::same_as<T, char> && !std::same_as<T, bool>) ArgumentValue(T number)
        : value_(static_cast<std::int64_t>(number)) {}
    template <class T>
    requires std::convertible_to<T, std::string_view> ArgumentValue(const T& text)
        : value_(std::string(std::string_view(text))) {}
    /// One character; a template, so that no other number is taken for one.
    template <std::same_as<char> T>
    ArgumentValue(T character) : value_(std::string(1, character)) {}
    ArgumentValue(Message message);
    /// Nothing is an empty text.
    ArgumentValue(std::optional<Message> message);
    // NOLINTEND(google-explicit-constructor)

    const std::int64_t* number() const { return std::get_if<std::int64_t>(&value_); }
    /// The message, where it is one.
    const Message* message() const {
        const auto* nested = std::get_if<std::shared_ptr<const Message>>(&value_);
        return nested ? nested->get() : nullptr;
    }
    /// As it stands in an English sentence.
    std::string english() const;

private:
    std::variant<std::string, std::int64_t, std::shared_ptr<const Message>> value_;
};

struct Argument {
    std::string_view name;  ///< a constant of the program
    ArgumentValue value;
};

struct Message {
    Message() = default;
    Message(std::string_view code_of, std::vector<Argument> named, std::string english)
        : code(code_of), arguments(std::move(named)), message(std::move(english)) {}

    std::string_view code;  ///< a constant of the program
    std::vector<Argument> arguments;
    std::string message;  ///< in English

    /// The argument of that name, where it is a message; nullptr where it is not.
    const Message* nested(std::string_view name) const;
};

/// The English words; empty where there is no message.
inline std::string english(const std::optional<Message>& message) {
    return message ? message->message : std::string();
}

/// A string as a template argument.
template <std::size_t N>
struct Literal {
    consteval Literal(const char (&text)[N]) {  // NOLINT(google-explicit-constructor)
        std::copy_n(text, N, characters);
    }
    constexpr std::string_view view() const { return {characters, N - 1}; }
    char characters[N];
};

/// The English words of a code and the names of its arguments; the generated headers specialise it.
template <Literal Code>
struct MessageOf;

namespace detail {

template <Literal Name>
struct Bound {
    ArgumentValue value;
};
template <Literal Name>
struct Binder {
    Bound<Name> operator=(ArgumentValue value) const { return {std::move(value)}; }  // NOLINT
};

Message make_message(std::string_view code, std::string_view english, std::vector<Argument> arguments);

}  // namespace detail

template <Literal Name>
constexpr detail::Binder<Name> operator""_a() {
    return {};
}

template <Literal Code, Literal... Names>
Message message(detail::Bound<Names>... arguments) {
    using Known = MessageOf<Code>;
    static_assert(sizeof...(Names) == Known::kArguments.size(),
                  "the message has another number of arguments");
    static_assert(
        ((std::count(Known::kArguments.begin(), Known::kArguments.end(), Names.view()) == 1) && ...),
        "the message has no argument of that name");
    std::vector<Argument> list;
    list.reserve(sizeof...(Names));
    (list.push_back({Names.view(), std::move(arguments.value)}), ...);
    return detail::make_message(Code.view(), Known::kEnglish, std::move(list));
}

}  // namespace stockade
