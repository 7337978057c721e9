// Seal: encrypts the messages between nodes with their shared secret, so that nobody else on the bus can read
// them, change them or pretend to be a node.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/ids.h"

namespace stockade::server::bus {

inline constexpr std::size_t kMinSecret = 32;  ///< characters; the secret is in a file, so it may be long

class Seal {
public:
    /// Makes a seal from the secret. Spaces and line feeds at its ends do not count.
    static Result<Seal> from(std::string_view secret);

    /// For one node and no other, so that what was said to one cannot be said again to another. What is said
    /// again to the same one is known by its number (links.h).
    std::string close(NodeId to, std::string_view text) const;
    /// Empty if it was not sealed for that node with the same secret.
    std::optional<std::string> open(NodeId to, std::string_view data) const;
    /// A hash that is equal for equal secrets and tells nothing else about them.
    std::string fingerprint() const;

private:
    static constexpr std::size_t kKeyBytes = 32;
    std::array<unsigned char, kKeyBytes> key_{};
};

}  // namespace stockade::server::bus
