// Layout: the description of a game's planes and policies for programs that know no game. The evaluator and
// the trainer read it as text at the head of the shared memory and of every shard. Owns that text and the
// packing of planes by their kinds.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "games/tensors.h"

namespace stockade::selfplay {

struct Plane {
    games::PlaneKind kind = games::PlaneKind::kCells;
    std::string name;  ///< "mover: walls in hand"
    friend bool operator==(const Plane&, const Plane&) = default;
};

struct Layout {
    std::string spec;
    int rows = 0;
    int cols = 0;
    int actions = 0;
    /// 1: a position's value for the mover; else one for each player from the mover on.
    int values = 1;
    std::vector<Plane> planes;
    /// A network answers in this many planes, and for action i in number policy_index[i] of them all; with no
    /// planes it answers by action.
    int policy_planes = 0;
    std::vector<int> policy_index;
    std::vector<int> mirror;  ///< action i on the mirrored board; empty where mirrors change the game

    std::size_t cells() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
    std::size_t plane_bytes() const { return planes.size() * cells(); }
    std::size_t packed_bytes() const;

    /// One fact a line, as docs/training.md lists them.
    std::string text() const;
    static Result<Layout> parse(std::string_view text);

    friend bool operator==(const Layout&, const Layout&) = default;
};

/// Bytes that a packed plane takes.
std::size_t packed_bytes(games::PlaneKind kind, std::size_t cells);

/// Leaves out of the planes what their kinds make superfluous; `packed` has room for packed_bytes().
void pack(const Layout& layout, std::span<const std::uint8_t> planes, std::uint8_t* packed);
/// The planes again, but for the derived ones, which are left empty.
void unpack(const Layout& layout, const std::uint8_t* packed, std::span<std::uint8_t> planes);

/// Each action on the mirrored board. Some ids are moves off the board: these stay as they are.
template <games::Game P>
std::vector<int> mirror_images(const P& position) {
    const auto image_of = [&](int id) -> int {
        const games::Action action{static_cast<std::uint16_t>(id)};
        return games::TensorsOf<P>::apply(position, action, board::kMirror).id;
    };
    std::vector<int> images;
    for (int id = 0; id < position.action_count(); ++id) {
        const int image = image_of(id);
        images.push_back(image < position.action_count() && image_of(image) == id ? image : id);
    }
    return images;
}

/// The layout of a game whose start is `position`.
template <games::Game P>
Layout layout_of(const P& position, std::string_view spec) {
    using T = games::TensorsOf<P>;
    const auto size_from = [](const auto& shape) { return std::pair{shape.rows(), shape.cols()}; };
    Layout layout;
    layout.spec = spec;
    if constexpr (requires { position.shape(); })
        std::tie(layout.rows, layout.cols) = size_from(position.shape());
    else
        std::tie(layout.rows, layout.cols) = size_from(T::kShape);
    layout.actions = position.action_count();
    if (P::kPlayers > 2) layout.values = P::kPlayers;
    for (std::size_t i = 0; i < T::kPlaneNames.size(); ++i)
        layout.planes.push_back(
            {T::kPlaneKinds[i], fmt::format("{}: {}", T::kPlaneNames[i][0], T::kPlaneNames[i][1])});
    if constexpr (requires { T::kPolicyPlanes; }) {
        layout.policy_planes = T::kPolicyPlanes;
        for (int id = 0; id < layout.actions; ++id)
            layout.policy_index.push_back(
                T::policy_index(position, games::Action{static_cast<std::uint16_t>(id)}));
    }
    for (const games::GameSymmetry& symmetry : T::kSymmetries)
        if (symmetry.board == board::kMirror && symmetry.player_shift == 0)
            layout.mirror = mirror_images(position);
    return layout;
}

}  // namespace stockade::selfplay
