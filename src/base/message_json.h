// Messages as JSON, of whatever kind of nlohmann::basic_json: {"text": "...", "code": "...", "args": {...}}.
#pragma once

#include <string>

#include "base/message.h"

namespace stockade {

/// Adds a message to an object; `text` is the name of its English words. An argument that is a message is an
/// object of the same kind.
template <class Json>
void add_message(Json& object, const char* text, const Message& message) {
    object[text] = message.message;
    object["code"] = message.code;
    auto& arguments = object["args"] = Json::object();
    for (const auto& [name, value] : message.arguments) {
        auto& argument = arguments[std::string(name)];
        if (const auto* number = value.number())
            argument = *number;
        else if (const auto* nested = value.message())
            add_message(argument, "text", *nested);
        else
            argument = value.english();
    }
}

}  // namespace stockade
