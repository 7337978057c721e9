// Any lines at all: the Quoridor Text Protocol answers or refuses, and every answer ends with one empty line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "protocol/qtp.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stockade::protocol;
    std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
    QtpSettings settings;
    settings.options.hash_megabytes = 1;
    settings.effort.nodes = 1;
    Qtp qtp(settings, [](std::string_view answer) {
        const bool begins = answer.starts_with('=') || answer.starts_with('?');
        if (!begins || answer.find("\n\n") != answer.size() - 2) std::abort();
    });
    for (std::string line; std::getline(lines, line);)
        if (!qtp.handle(line)) break;
    return 0;
}
