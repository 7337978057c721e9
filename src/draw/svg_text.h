// Escapes text for SVG.
#pragma once

#include <string>
#include <string_view>

namespace stockade::draw {

std::string escaped(std::string_view text);

}  // namespace stockade::draw
