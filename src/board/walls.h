// Two-cell walls: sets of them, the walls that still fit, and those that could close off part of the board.
// Knows nothing of pawns, stocks or games.
#pragma once

#include "board/passages.h"

namespace stockade::board {

enum class Orientation : std::uint8_t { kHorizontal, kVertical };

/// One two-cell wall. A horizontal one lies above its anchor and the cell to the right of it, a vertical one
/// lies right of its anchor and the cell above it; the centre of both is the anchor's upper right corner.
struct Wall {
    int anchor = 0;
    Orientation orientation = Orientation::kHorizontal;
    friend constexpr bool operator==(const Wall&, const Wall&) = default;
};

/// A set of walls, or of places for walls, by anchor.
template <Shape S>
struct WallSet {
    using Set = typename S::Set;

    Set h, v;

    static constexpr WallSet single(Wall wall) {
        WallSet result{};
        result.add(wall);
        return result;
    }
    constexpr bool has(Wall wall) const {
        return wall.orientation == Orientation::kHorizontal ? h.test(wall.anchor) : v.test(wall.anchor);
    }
    constexpr void add(Wall wall) { (wall.orientation == Orientation::kHorizontal ? h : v).set(wall.anchor); }
    constexpr void remove(Wall wall) {
        (wall.orientation == Orientation::kHorizontal ? h : v).reset(wall.anchor);
    }
    constexpr bool any() const { return h.any() || v.any(); }
    constexpr int count() const { return h.count() + v.count(); }
    /// The first wall in the order of action ids: horizontal ones first, then by anchor.
    constexpr Wall first() const {
        return h.any() ? Wall{h.first(), Orientation::kHorizontal} : Wall{v.first(), Orientation::kVertical};
    }
    constexpr Wall nth(int rank) const {
        const int horizontal = h.count();
        return rank < horizontal ? Wall{h.nth(rank), Orientation::kHorizontal}
                                 : Wall{v.nth(rank - horizontal), Orientation::kVertical};
    }
    template <class F>
    constexpr void for_each(F&& visit) const {
        h.for_each([&](int anchor) { visit(Wall{anchor, Orientation::kHorizontal}); });
        v.for_each([&](int anchor) { visit(Wall{anchor, Orientation::kVertical}); });
    }

    constexpr WallSet without(const WallSet& o) const { return {h.without(o.h), v.without(o.v)}; }
    friend constexpr WallSet operator|(const WallSet& a, const WallSet& b) { return {a.h | b.h, a.v | b.v}; }
    friend constexpr WallSet operator&(const WallSet& a, const WallSet& b) { return {a.h & b.h, a.v & b.v}; }
    constexpr WallSet& operator|=(const WallSet& o) { return *this = *this | o; }
    constexpr WallSet& operator&=(const WallSet& o) { return *this = *this & o; }
    friend constexpr bool operator==(const WallSet&, const WallSet&) = default;
};

template <Shape S>
constexpr Passages<S> passages(const S& shape, const WallSet<S>& walls) {
    Passages<S> open = Passages<S>::all_open(shape);
    open.north = open.north.without(walls.h | walls.h.template up<1>());
    open.east = open.east.without(walls.v | walls.v.template up<S::kStride>());
    return open;
}

/// The places where a wall would cross no other and overlap none.
template <Shape S>
constexpr WallSet<S> fitting(const S& shape, const WallSet<S>& walls) {
    const auto free = shape.masks().anchors.without(walls.h | walls.v);
    return {free.without(walls.h.template up<1>() | walls.h.template down<1>()),
            free.without(walls.v.template up<S::kStride>() | walls.v.template down<S::kStride>())};
}

/// The corner points on which a wall or the board's edge lies. Points share the numbers of anchors; the last
/// column and the last row stand for the right and the upper edge.
template <Shape S>
constexpr typename S::Set touched_points(const S& shape, const WallSet<S>& walls) {
    const auto& masks = shape.masks();
    auto touched = walls.h | walls.h.template up<1>() | walls.h.template down<1>() | walls.v |
                   walls.v.template up<S::kStride>() | walls.v.template down<S::kStride>();
    return (touched & masks.anchors) | masks.cells.without(masks.anchors);
}

/// Which ends and middles of wall places lie on touched points.
template <Shape S>
struct Contacts {
    using Set = typename S::Set;
    Set middle, left, right, below, above;

    constexpr Contacts(const S& shape, const WallSet<S>& walls)
        : middle(touched_points(shape, walls)),
          left(middle.template up<1>() | shape.masks().west),
          right(middle.template down<1>()),
          below(middle.template up<S::kStride>() | shape.masks().south),
          above(middle.template down<S::kStride>()) {}

    /// Places that touch at two or more of their three points. Only such a wall can cut a board in two.
    constexpr WallSet<S> twice() const {
        return {(left & right) | (middle & (left | right)), (below & above) | (middle & (below | above))};
    }
    /// Places that touch at none of their points.
    constexpr WallSet<S> never() const { return {~(left | middle | right), ~(below | middle | above)}; }
};

/// The places that a wall covers: its own in both orientations and its neighbours in line.
template <Shape S>
constexpr WallSet<S> conflicting(Wall wall) {
    const auto at = S::Set::single(wall.anchor);
    if (wall.orientation == Orientation::kHorizontal)
        return {at | at.template up<1>() | at.template down<1>(), at};
    return {at, at | at.template up<S::kStride>() | at.template down<S::kStride>()};
}

/// At how many of its three points a wall would lie on touched points.
template <Shape S>
constexpr int contacts_of(const S& shape, const typename S::Set& touched, Wall wall) {
    const auto& masks = shape.masks();
    if (wall.orientation == Orientation::kHorizontal)
        return touched.test(wall.anchor) + touched.test(wall.anchor + 1) +
               (masks.west.test(wall.anchor) || touched.test(wall.anchor - 1));
    return touched.test(wall.anchor) + touched.test(wall.anchor + S::kStride) +
           (masks.south.test(wall.anchor) || touched.test(wall.anchor - S::kStride));
}

/// The places that share a corner point with `wall`.
template <Shape S>
constexpr WallSet<S> touching(const S& shape, Wall wall) {
    const auto at = S::Set::single(wall.anchor);
    const auto line = wall.orientation == Orientation::kHorizontal
                          ? at | at.template up<1>() | at.template down<1>()
                          : at | at.template up<S::kStride>() | at.template down<S::kStride>();
    const auto points = line & shape.masks().anchors;
    return {points | points.template up<1>() | points.template down<1>(),
            points | points.template up<S::kStride>() | points.template down<S::kStride>()};
}

}  // namespace stockade::board
