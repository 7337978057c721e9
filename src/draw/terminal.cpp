#include "draw/terminal.h"

#include <langinfo.h>

#include <clocale>
#include <cstdlib>
#include <string_view>

namespace stockade::draw {
namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace

void use_environment_locale() { std::setlocale(LC_ALL, ""); }

bool unicode_wanted() {
    return environment("TERM") != "dumb" && std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

ColourDepth colour_depth(bool is_terminal) {
    const std::string_view terminal = environment("TERM");
    // no-color.org: any value but the empty one counts.
    if (!is_terminal || terminal == "dumb" || terminal.empty() || !environment("NO_COLOR").empty())
        return ColourDepth::kNone;
    const std::string_view claim = environment("COLORTERM");
    if (claim == "truecolor" || claim == "24bit") return ColourDepth::kTrue;
    return terminal == "linux" ? ColourDepth::kBasic : ColourDepth::k256;
}

}  // namespace stockade::draw
