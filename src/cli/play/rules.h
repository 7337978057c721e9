// The rules of a game in a few sentences, as its options have them. docs/rules has every detail.
#pragma once

#include <string>
#include <vector>

#include "games/spec.h"

namespace stockade::cli {

/// One paragraph each, without line breaks.
std::vector<std::string> rules_of(const games::Spec& spec);
/// How a turn of this game is typed, in one paragraph.
std::string typing_of(const games::Spec& spec);

}  // namespace stockade::cli
