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

// Messages are made in hundreds of places, so whatever copies and destroys their parts is compiled once, in
// message.cpp.

/// The value of an argument: text, a whole number, or another message.
class ArgumentValue {
public:
    ArgumentValue(const ArgumentValue& other);
    ArgumentValue(ArgumentValue&& other) noexcept;
    ArgumentValue& operator=(const ArgumentValue& other);
    ArgumentValue& operator=(ArgumentValue&& other) noexcept;
    ~ArgumentValue();

    // NOLINTBEGIN(google-explicit-constructor): arguments are written as what they are
    template <std::integral T>
    requires(!std::same_as<T, char> && !std::same_as<T, bool>) ArgumentValue(T number)
        : ArgumentValue(Number{static_cast<std::int64_t>(number)}) {}
    template <class T>
    requires std::convertible_to<T, std::string_view> ArgumentValue(const T& text)
        : ArgumentValue(Words{std::string_view(text)}) {}
    /// One character; a template, so that no other number is taken for one.
    template <std::same_as<char> T>
    ArgumentValue(T character) : ArgumentValue(Words{std::string_view(&character, 1)}) {}
    ArgumentValue(Message message);
    /// An empty optional is an empty text. A template, so that the type is used only where it is complete.
    template <std::same_as<std::optional<Message>> T>
    ArgumentValue(T message)
        : ArgumentValue(message ? ArgumentValue(*std::move(message)) : ArgumentValue(Words{})) {}
    // NOLINTEND(google-explicit-constructor)

    const std::int64_t* number() const { return std::get_if<std::int64_t>(&value_); }
    /// The message, where it is one.
    const Message* message() const {
        const auto* nested = std::get_if<std::shared_ptr<const Message>>(&value_);
        return nested ? nested->get() : nullptr;
    }
    /// The value as part of an English sentence.
    std::string english() const;

private:
    struct Number {
        std::int64_t value;
    };
    struct Words {
        std::string_view value;
    };
    explicit ArgumentValue(Number number);
    explicit ArgumentValue(Words words);

    std::variant<std::string, std::int64_t, std::shared_ptr<const Message>> value_;
};

struct Argument {
    std::string_view name;  ///< a constant of the program
    ArgumentValue value;
};

struct Message {
    Message();
    Message(std::string_view code_of, std::vector<Argument> named, std::string english);
    Message(const Message& other);
    Message(Message&& other) noexcept;
    Message& operator=(const Message& other);
    Message& operator=(Message&& other) noexcept;
    ~Message();

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

/// Takes the arguments out of the array.
Message make_message(std::string_view code, std::string_view english, Argument* arguments, std::size_t count);

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
    if constexpr (sizeof...(Names) == 0) {
        return detail::make_message(Code.view(), Known::kEnglish, nullptr, 0);
    } else {
        Argument list[] = {{Names.view(), std::move(arguments.value)}...};
        return detail::make_message(Code.view(), Known::kEnglish, list, sizeof...(Names));
    }
}

}  // namespace stockade
