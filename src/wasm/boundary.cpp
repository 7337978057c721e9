#include "wasm/boundary.h"

#include <cstdlib>

namespace stockade::wasm {

const char* answer(std::string text) {
    static std::string kept;
    kept = std::move(text);
    return kept.c_str();
}

const char* fail(const Error& error) {
    JsonWriter json;
    json.open('{');
    add(json, "error", error);
    json.close('}');
    return answer(json.text());
}

void add(JsonWriter& json, std::string_view text, const Message& message) {
    json.key(text).string(message.message).key("code").string(message.code).key("args").open('{');
    for (const auto& [name, value] : message.arguments) {
        json.key(name);
        if (const auto* number = value.number()) {
            json.number(*number);
        } else if (const auto* nested = value.message()) {
            json.open('{');
            add(json, "text", *nested);
            json.close('}');
        } else {
            json.string(value.english());
        }
    }
    json.close('}');
}

}  // namespace stockade::wasm

STOCKADE_EXPORT void* stockade_memory(std::size_t bytes) { return std::malloc(bytes); }
STOCKADE_EXPORT void stockade_release(void* memory) { std::free(memory); }
