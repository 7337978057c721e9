// What all modules share at the border to JavaScript: texts come in as C strings that the page has put into
// memory from stockade_memory(), and answers go out as JSON that stays valid until the next call.
#pragma once

#include <string>

#include "base/result.h"
#include "wasm/json_writer.h"

/// Marks a function as part of the module's interface.
#define STOCKADE_EXPORT extern "C" __attribute__((used, visibility("default")))

namespace stockade::wasm {

/// Keeps the text until the next answer.
const char* answer(std::string text);
/// `{"error": "..."}`.
const char* fail(const Error& error);

}  // namespace stockade::wasm
