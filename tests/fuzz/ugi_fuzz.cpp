// Any lines at all: the protocol answers or refuses, and keeps its position legal.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "protocol/ugi.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream lines(std::string(reinterpret_cast<const char*>(data), size));
    stockade::protocol::Ugi ugi([](std::string_view) {});
    for (std::string line; std::getline(lines, line);) {
        // Thinking is bounded here; its limits are tested elsewhere.
        if (line.find("go") != std::string::npos || line.find("Hash") != std::string::npos)
            line = "go nodes 1";
        if (!ugi.handle(line)) break;
    }
    return 0;
}
