// Any bytes at all from the bus: a link takes them or leaves them, and what it takes it takes in order.
// Frames are the input, cut at bytes of 0.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "server/bus/links.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace stockade;
    using namespace stockade::server;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    int taken = 0;
    bus::Links links(
        NodeId(1),
        [](NodeId, const std::string& frame) {
            const auto own = bus::parse_frame(frame);
            if (!own || own->from != NodeId(1) || bus::frame_text(*own) != frame) std::abort();
            return true;
        },
        [&](NodeId, std::string_view) { ++taken; });
    links.send(NodeId(2), "first", kNever);
    links.send(NodeId(2), "second", kNever);
    int frames = 0;
    for (TimePoint now; !text.empty(); now += 100ms) {
        const auto end = std::min(text.find('\0'), text.size());
        links.receive(text.substr(0, end), now);
        text.remove_prefix(std::min(end + 1, text.size()));
        links.tick(now);
        if (taken > ++frames) std::abort();
    }
    links.drop(NodeId(2));
    if (links.waiting_bytes() != 0) std::abort();
    return 0;
}
