#include "server/auth/device.h"

#include <fmt/format.h>

#include "base/numbers.h"
#include "server/auth/secrets.h"

namespace stockade::server::auth {
namespace {

constexpr std::size_t kMaxCookie = 200;

std::string signature(std::string_view claim, std::string_view password_hash) {
    return sign(password_hash, fmt::format("stockade device:{}", claim));
}

}  // namespace

std::string device_cookie(UserId user, std::string_view password_hash, TimePoint now) {
    // The token tells devices of one account apart.
    const auto claim = fmt::format("{}.{}.{}", id_text(user), number_of(now + kDeviceLife), new_token());
    return claim + "." + signature(claim, password_hash);
}

bool device_known(std::string_view cookie, UserId user, std::string_view password_hash, TimePoint now) {
    const auto end = cookie.rfind('.');
    if (password_hash.empty() || cookie.size() > kMaxCookie || end == cookie.npos) return false;
    const auto claim = cookie.substr(0, end);
    if (!equal_secrets(cookie.substr(end + 1), signature(claim, password_hash))) return false;
    // From here on it is what device_cookie() wrote.
    const auto first = claim.find('.');
    const auto rest = claim.substr(first + 1);
    const auto expires = read_number<Int>(rest.substr(0, rest.find('.')));
    return claim.substr(0, first) == id_text(user) && expires && now < TimePoint(Milliseconds(*expires));
}

}  // namespace stockade::server::auth
