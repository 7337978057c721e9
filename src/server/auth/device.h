// Device cookies: a signed proof that a browser has signed in to an account before. Wrong passwords that
// others try do not lock such a browser out. The signature uses the hash of the account's password, which
// never leaves the server: a new password invalidates all devices of the account, and no further key is
// stored.
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "server/ids.h"

namespace stockade::server::auth {

/// A year.
inline constexpr Milliseconds kDeviceLife = Days(365);

std::string device_cookie(UserId user, std::string_view password_hash, TimePoint now);
bool device_known(std::string_view cookie, UserId user, std::string_view password_hash, TimePoint now);

}  // namespace stockade::server::auth
