#include "net/installed.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

// The list of files comes from CMake; the assembler puts their bytes next to each other, each after its end.
#if defined(__linux__) && !defined(__EMSCRIPTEN__)
#define EMBED(path)   \
    ".balign 64\n"    \
    ".quad 2f - 1f\n" \
    ".balign 64\n"    \
    "1:\n"            \
    ".incbin \"" path \
    "\"\n"            \
    "2:\n"
asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".global stockade_embedded_networks\n"
    "stockade_embedded_networks:\n"
#include <embedded_networks.inc>
    ".balign 64\n"
    ".quad 0\n"
    ".popsection\n");
#undef EMBED
extern "C" const std::uint8_t
    stockade_embedded_networks[];  // NOLINT(readability-identifier-naming): the assembler's
#else
static const std::uint64_t stockade_embedded_networks[] = {0};
#endif

namespace stockade::net {
namespace {

/// Each network is announced by its size and begins at the next multiple of 64; size 0 ends the list.
std::vector<std::shared_ptr<const Network>> read_all() {
    std::vector<std::shared_ptr<const Network>> networks;
    const auto* at = reinterpret_cast<const std::uint8_t*>(stockade_embedded_networks);
    for (;;) {
        std::uint64_t size = 0;
        for (int i = 0; i < 8; ++i) size |= std::uint64_t{at[i]} << (8 * i);
        if (size == 0) return networks;
        at += 64;
        if (auto network = read_network({at, static_cast<std::size_t>(size)}, "an embedded network"))
            networks.push_back(std::make_shared<const Network>(std::move(*network)));
        at += (size + 63) / 64 * 64;
    }
}

std::vector<std::shared_ptr<const Network>>& networks() {
    static auto all = read_all();
    return all;
}

}  // namespace

std::shared_ptr<const Network> installed_network(std::string_view spec) {
    for (const auto& network : networks())
        if (network->description().spec == spec) return network;
    return nullptr;
}

void install_network(std::shared_ptr<const Network> network) {
    for (auto& earlier : networks())
        if (earlier->description().spec == network->description().spec) {
            earlier = std::move(network);
            return;
        }
    networks().push_back(std::move(network));
}

}  // namespace stockade::net
