// Pictures as PNG, from SVG, by librsvg and cairo. The font lies inside the program, so that a picture looks
// the same on every machine; no font and no file of the machine is used.
#pragma once

#include <string>

#include "base/result.h"

namespace stockade::server::card {

/// Takes some hundredths of a second. Safe to call from any thread.
Result<std::string> render_png(const std::string& svg, int width, int height);

}  // namespace stockade::server::card
