// Devices: a cookie proves that a browser has signed in to an account before. Who holds one is not locked out
// by the guesses of others. Signed with the hash of the account's password, which leaves the database for no
// answer: a new password makes all of an account's devices unknown, and no key has to be kept.
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
