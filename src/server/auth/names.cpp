#include "server/auth/names.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace stockade::server::auth {
namespace {

/// Reserved even as a part of a name: Bob_Admin, SupportTeam.
constexpr std::array<std::string_view, 17> kInCharge{
    "admin",      "admins",   "administrator", "mod",       "mods",    "moderator",
    "moderators", "staff",    "official",      "support",   "system",  "sysop",
    "root",       "operator", "security",      "webmaster", "stockade"};
/// Reserved as a whole name.
constexpr std::array<std::string_view, 22> kWhole{
    "guest",  "deleted",   "anonymous", "anon",  "nobody",  "everyone",  "all", "me",
    "you",    "null",      "none",      "help",  "info",    "contact",   "api", "server",
    "engine", "undefined", "owner",     "abuse", "unknown", "postmaster"};

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Names that look alike become the same.
std::string folded(std::string_view name) {
    constexpr std::string_view kDigits = "oizeasgtbg";  // what 0 to 9 look like
    std::string text;
    for (const char c : name) {
        if (c == '_' || c == '-') continue;
        char letter = is_digit(c)   ? kDigits[static_cast<std::size_t>(c - '0')]
                      : is_upper(c) ? static_cast<char>(c + 32)
                                    : c;
        if (letter == 'l') letter = 'i';
        const char before = text.empty() ? '\0' : text.back();
        if ((before == 'r' && letter == 'n') || (before == 'v' && letter == 'v')) {
            text.pop_back();
            letter = letter == 'n' ? 'm' : 'w';
        }
        text += letter;
    }
    return text;
}

std::string_view without_outer_digits(std::string_view name) {
    while (!name.empty() && is_digit(name.front())) name.remove_prefix(1);
    while (!name.empty() && is_digit(name.back())) name.remove_suffix(1);
    return name;
}

template <class Words>
bool looks_like_one(std::string_view name, const Words& words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return folded(name) == folded(word) || folded(without_outer_digits(name)) == folded(word);
    });
}

/// Between _, - and where a capital follows a small letter.
std::vector<std::string_view> parts_of(std::string_view name) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t at = 1; at <= name.size(); ++at) {
        const bool end = at == name.size() || name[at] == '_' || name[at] == '-' ||
                         (is_upper(name[at]) && !is_upper(name[at - 1]));
        if (!end) continue;
        parts.push_back(name.substr(begin, at - begin));
        begin = at;
    }
    return parts;
}

}  // namespace

bool reserved_name(std::string_view name) {
    if (looks_like_one(name, kInCharge) || looks_like_one(name, kWhole)) return true;
    // Engines are called Stockade 5, guests Guest-4821.
    if (folded(name).rfind(folded("stockade"), 0) == 0) return true;
    const auto parts = parts_of(name);
    if (parts.size() > 1 && folded(parts[0]) == folded("guest")) return true;
    return std::any_of(parts.begin(), parts.end(),
                       [](std::string_view part) { return looks_like_one(part, kInCharge); });
}

}  // namespace stockade::server::auth
