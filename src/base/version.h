// The identity of this program: version, commit, compiler and instruction sets.
#pragma once

#include <string>
#include <string_view>

namespace stockade {

/// Semantic version, as in CHANGELOG.md.
std::string_view version();

/// Several lines for people: "Stockade 0.2.0", then commit, compiler and instruction sets.
std::string version_text();

}  // namespace stockade
