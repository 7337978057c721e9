// Checks texts from outside before they reach the database or other people.
#pragma once

#include <optional>
#include <string_view>

#include "base/message.h"

namespace stockade::server::msg {

/// Empty if the bytes are UTF-8. Otherwise names the first byte that is not, and its place.
std::optional<Message> utf8_problem(std::string_view text);

/// The same for a text that people read: it holds no control characters either, nor those that change the
/// direction of what follows (U+202A to U+202E, U+2066 to U+2069), by which a text can show as another.
std::optional<Message> text_problem(std::string_view text);

}  // namespace stockade::server::msg
