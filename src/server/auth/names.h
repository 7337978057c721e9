// Reserved names: those of administrators and of the program itself, and names that look like them.
#pragma once

#include <string_view>

namespace stockade::server::auth {

/// Whether a name of letters, digits, _ and - is reserved.
bool reserved_name(std::string_view name);

}  // namespace stockade::server::auth
