#include "draw/terminal.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <langinfo.h>
#endif

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

#if defined(_WIN32)
// Consoles of Windows have known UTF-8 and colours for ten years, but both must be switched on.
void use_environment_locale() {
    SetConsoleOutputCP(CP_UTF8);
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode = 0;
    if (GetConsoleMode(console, &mode)) SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool unicode_wanted() { return environment("TERM") != "dumb" && GetConsoleOutputCP() == CP_UTF8; }
#else
void use_environment_locale() { std::setlocale(LC_ALL, ""); }

bool unicode_wanted() {
    return environment("TERM") != "dumb" && std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}
#endif

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
