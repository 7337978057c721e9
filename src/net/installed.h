// The default networks, one for each game that has one: those that come with the program, and those that a
// page has fetched.
#pragma once

#include <memory>

#include "games/spec.h"
#include "net/network.h"

namespace stockade::net {

/// The network that plays a game, which may be one that plays like it; none where there is none. Read once
/// and shared.
std::shared_ptr<const Network> installed_network(const games::Spec& spec);
/// Adds a network, in place of an earlier one for the same game. For modules that carry none; not while
/// anything thinks.
void install_network(std::shared_ptr<const Network> network);

}  // namespace stockade::net
