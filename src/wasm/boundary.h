// The border between the modules and JavaScript: texts come in as C strings that the page has put into memory
// from stockade_memory(), and answers go out as JSON that stays valid until the next call.
#pragma once

#include <string>

#include "base/result.h"
#include "wasm/json_writer.h"

/// Marks a function as part of the module's interface.
#define STOCKADE_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace stockade::wasm {

/// Keeps the text until the next answer.
const char* answer(std::string text);
/// `{"error": "...", "code": "...", "args": {...}}`: the English words, and what the page makes its own of.
const char* fail(const Error& error);
/// Adds a message to the object that is open; `text` is the name of the English words. An argument that is a
/// message is an object of the same kind.
void add(JsonWriter& json, std::string_view text, const Message& message);

}  // namespace stockade::wasm
