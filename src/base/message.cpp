#include "base/message.h"

#include <iterator>

namespace stockade {
namespace {

/// Reads an English sentence of the message files and fills the arguments in. Of ICU MessageFormat it knows
/// what those sentences use: `{name}`, `{name, plural, one {...} other {...}}` with `#` for the number, and
/// `''` for an apostrophe.
class Sentence {
public:
    Sentence(std::string_view text, const std::vector<Argument>& arguments)
        : rest_(text), arguments_(arguments) {}

    /// Up to the brace that closes the branch of a plural, or to the end.
    std::string fill(std::string_view number = "#") {
        std::string result;
        while (!rest_.empty() && rest_[0] != '}') {
            const char c = take();
            if (c == '{')
                result += argument();
            else if (c == '#')
                result += number;
            else
                result += c;
            if (c == '\'' && !rest_.empty() && rest_[0] == '\'') take();
        }
        return result;
    }

private:
    char take() {
        const char c = rest_.empty() ? '\0' : rest_[0];
        rest_.remove_prefix(rest_.empty() ? 0 : 1);
        return c;
    }
    std::string_view word() {
        while (!rest_.empty() && rest_[0] == ' ') take();
        const auto word = rest_.substr(0, rest_.find_first_of(" ,{}"));
        rest_.remove_prefix(word.size());
        return word;
    }

    /// The text that replaces an argument. Its opening brace has been read.
    std::string argument() {
        const auto name = word();
        const auto found = std::find_if(arguments_.begin(), arguments_.end(),
                                        [&](const Argument& argument) { return argument.name == name; });
        const std::string value = found == arguments_.end() ? std::string() : found->value.english();
        if (take() == '}') return value;
        word();  // plural
        take();
        std::string chosen;
        for (auto branch = word(); !branch.empty(); branch = word()) {
            word();
            take();
            auto text = fill(value);
            take();
            if (branch == (value == "1" ? "one" : "other")) chosen = std::move(text);
        }
        take();
        return chosen;
    }

    std::string_view rest_;
    const std::vector<Argument>& arguments_;
};

}  // namespace

ArgumentValue::ArgumentValue(const ArgumentValue& other) = default;
ArgumentValue::ArgumentValue(ArgumentValue&& other) noexcept = default;
ArgumentValue& ArgumentValue::operator=(const ArgumentValue& other) = default;
ArgumentValue& ArgumentValue::operator=(ArgumentValue&& other) noexcept = default;
ArgumentValue::~ArgumentValue() = default;
ArgumentValue::ArgumentValue(Number number) : value_(number.value) {}
ArgumentValue::ArgumentValue(Words words) : value_(std::string(words.value)) {}
ArgumentValue::ArgumentValue(Message message) : value_(std::make_shared<const Message>(std::move(message))) {}

std::string ArgumentValue::english() const {
    if (const auto* nested = message()) return nested->message;
    if (const auto* value = number()) return std::to_string(*value);
    return std::get<std::string>(value_);
}

Message::Message() = default;
Message::Message(std::string_view code_of, std::vector<Argument> named, std::string english)
    : code(code_of), arguments(std::move(named)), message(std::move(english)) {}
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

const Message* Message::nested(std::string_view name) const {
    for (const Argument& argument : arguments)
        if (argument.name == name) return argument.value.message();
    return nullptr;
}

Message detail::make_message(std::string_view code, std::string_view english, Argument* arguments,
                             std::size_t count) {
    std::vector<Argument> list(std::make_move_iterator(arguments),
                               std::make_move_iterator(arguments + count));
    auto text = Sentence(english, list).fill();
    return {code, std::move(list), std::move(text)};
}

}  // namespace stockade
