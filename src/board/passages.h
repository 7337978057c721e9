// Passages: which neighbouring cells are connected, and the steps, floods, distance fields and regions that
// follow. Each operation moves the whole board at once. Knows nothing of pawns or games.
#pragma once

#include <array>
#include <cstdint>

#include "board/shape.h"

namespace stockade::board {

enum class Direction : std::uint8_t { kNorth, kEast, kSouth, kWest };
inline constexpr std::array kDirections{Direction::kNorth, Direction::kEast, Direction::kSouth,
                                        Direction::kWest};

constexpr Direction opposite(Direction d) { return static_cast<Direction>((static_cast<int>(d) + 2) & 3); }
constexpr Direction turn_right(Direction d) { return static_cast<Direction>((static_cast<int>(d) + 1) & 3); }

template <Shape S>
struct Passages {
    using Set = typename S::Set;

    Set north;  ///< cells from which a step north is open
    Set east;   ///< cells from which a step east is open

    static constexpr Passages all_open(const S& shape) {
        const auto& masks = shape.masks();
        return {masks.cells.without(masks.north), masks.cells.without(masks.east)};
    }

    /// The cells one open step in one direction from a cell of `from`. Edges need no extra mask: they are
    /// closed.
    template <Direction D>
    constexpr Set step(const Set& from) const {
        if constexpr (D == Direction::kNorth)
            return (from & north).template up<S::kStride>();
        else if constexpr (D == Direction::kSouth)
            return from.template down<S::kStride>() & north;
        else if constexpr (D == Direction::kEast)
            return (from & east).template up<1>();
        else
            return from.template down<1>() & east;
    }
    constexpr Set step(const Set& from, Direction d) const {
        switch (d) {
            case Direction::kNorth:
                return step<Direction::kNorth>(from);
            case Direction::kEast:
                return step<Direction::kEast>(from);
            case Direction::kSouth:
                return step<Direction::kSouth>(from);
            default:
                return step<Direction::kWest>(from);
        }
    }

    /// The cells next to `from` through an open side; may include members of `from`.
    constexpr Set neighbours(const Set& from) const {
        return step<Direction::kNorth>(from) | step<Direction::kSouth>(from) | step<Direction::kEast>(from) |
               step<Direction::kWest>(from);
    }

    /// Everything connected with `seeds`.
    constexpr Set flood(Set seeds) const {
        for (;;) {
            const Set grown = seeds | neighbours(seeds);
            if (grown == seeds) return seeds;
            seeds = grown;
        }
    }

    /// Calls visit(distance, cells) for each ring of cells at that distance from `seeds`, nearest first.
    template <class F>
    constexpr void for_each_ring(const Set& seeds, F&& visit) const {
        Set seen = seeds;
        Set ring = seeds;
        for (int distance = 0; ring.any(); ++distance) {
            visit(distance, ring);
            ring = neighbours(ring).without(seen);
            seen |= ring;
        }
    }

    /// Steps from the nearest member of `seeds` to any member of `targets`; -1 when there is no way.
    constexpr int distance(const Set& seeds, const Set& targets) const {
        Set seen = seeds;
        for (int steps = 0;; ++steps) {
            if ((seen & targets).any()) return steps;
            const Set grown = seen | neighbours(seen);
            if (grown == seen) return -1;
            seen = grown;
        }
    }

    friend constexpr bool operator==(const Passages&, const Passages&) = default;
};

/// For each set of seeds: the cells that it reaches before all other sets, the seeds included.
template <Shape S, std::size_t N>
constexpr std::array<typename S::Set, N> reached_first(const Passages<S>& open,
                                                       const std::array<typename S::Set, N>& seeds) {
    using Set = typename S::Set;
    auto first = seeds;
    auto frontier = seeds;
    Set taken{};
    for (const Set& own : seeds) taken |= own;
    for (bool growing = true; growing;) {
        growing = false;
        Set contested{};
        Set seen_once{};
        for (std::size_t i = 0; i < N; ++i) {
            frontier[i] = open.neighbours(frontier[i]).without(taken | first[i]);
            contested |= seen_once & frontier[i];
            seen_once |= frontier[i];
        }
        taken |= seen_once;
        for (std::size_t i = 0; i < N; ++i) {
            first[i] |= frontier[i].without(contested);
            growing |= frontier[i].any();
        }
    }
    return first;
}

/// Distance of every cell from the nearest seed; kUnreachable where there is no way.
inline constexpr std::uint16_t kUnreachable = 0xffff;

template <Shape S>
std::array<std::uint16_t, S::kCells> distance_field(const Passages<S>& passages,
                                                    const typename S::Set& seeds) {
    std::array<std::uint16_t, S::kCells> field;
    field.fill(kUnreachable);
    passages.for_each_ring(seeds, [&](int distance, const typename S::Set& ring) {
        ring.for_each([&](int cell) { field[cell] = static_cast<std::uint16_t>(distance); });
    });
    return field;
}

}  // namespace stockade::board
