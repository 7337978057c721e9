// Text of unknown origin, made safe to print on one line of a terminal.
#pragma once

#include <string>
#include <string_view>

namespace stockade {

/// The text with `?` for each control character, each byte that is no UTF-8 and each mark that changes the
/// direction of writing. An error that repeats what came must not move the cursor, ring or hide a part of
/// itself.
std::string printable(std::string_view text);

}  // namespace stockade
