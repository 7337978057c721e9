// The networks that come with the program, one for each game that has one.
#pragma once

#include <memory>
#include <string_view>

#include "net/network.h"

namespace stockade::net {

/// The network of a game by its spec; none where there is none. Read once and shared.
std::shared_ptr<const Network> installed_network(std::string_view spec);

}  // namespace stockade::net
