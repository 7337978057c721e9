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
    json.open('{').key("error").string(error.message).close('}');
    return answer(json.text());
}

}  // namespace stockade::wasm

STOCKADE_EXPORT void* stockade_memory(std::size_t bytes) { return std::malloc(bytes); }
STOCKADE_EXPORT void stockade_release(void* memory) { std::free(memory); }
