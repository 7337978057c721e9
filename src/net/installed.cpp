#include "net/installed.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// Defined in embedded.cpp.
extern "C" const std::uint8_t
    stockade_embedded_networks[];  // NOLINT(readability-identifier-naming): the assembler's

namespace stockade::net {
namespace {

struct Installed {
    games::Spec made_for;
    std::shared_ptr<const Network> network;
};

/// Without effect where nobody knows the game.
void add(std::vector<Installed>& all, std::shared_ptr<const Network> network) {
    const auto made_for = games::parse_spec(network->description().spec);
    if (!made_for) return;
    for (auto& earlier : all)
        if (earlier.made_for == *made_for) {
            earlier.network = std::move(network);
            return;
        }
    all.push_back({*made_for, std::move(network)});
}

/// Each network is announced by its size and begins at the next multiple of 64; size 0 ends the list.
std::vector<Installed> read_all() {
    std::vector<Installed> all;
    const std::uint8_t* at = stockade_embedded_networks;
    for (;;) {
        std::uint64_t size = 0;
        for (int i = 0; i < 8; ++i) size |= std::uint64_t{at[i]} << (8 * i);
        if (size == 0) return all;
        at += 64;
        if (auto network = read_network({at, static_cast<std::size_t>(size)}, "an embedded network"))
            add(all, std::make_shared<const Network>(std::move(*network)));
        at += (size + 63) / 64 * 64;
    }
}

std::vector<Installed>& networks() {
    static auto all = read_all();
    return all;
}

}  // namespace

std::shared_ptr<const Network> installed_network(const games::Spec& spec) {
    for (const auto& [made_for, network] : networks())
        if (spec.plays_like(made_for)) return network;
    return nullptr;
}

void install_network(std::shared_ptr<const Network> network) { add(networks(), std::move(network)); }

}  // namespace stockade::net
