// The abilities of the terminal, from its environment variables. The only file here that reads them.
#pragma once

#include "draw/board.h"

namespace stockade::draw {

/// Sets the program's locale from the environment; call before anything else here.
void use_environment_locale();

/// Whether text may hold more than ASCII: a UTF-8 locale and a terminal that is not dumb.
bool unicode_wanted();
/// The colours that standard output should get: none when it is no terminal, is dumb, or NO_COLOR is set.
ColourDepth colour_depth(bool is_terminal);

}  // namespace stockade::draw
