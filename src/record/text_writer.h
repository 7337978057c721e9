// Writes records as text (docs/record.md).
#pragma once

#include <string>

#include "record/notation.h"
#include "record/record.h"

namespace stockade::record {

inline constexpr std::size_t kTextWidth = 80;

/// One game with an empty line after it. Fails only where the game has no such notation.
Result<std::string> to_text(const Record& record, Notation notation = Notation::kModern);

}  // namespace stockade::record
