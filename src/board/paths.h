// Forbidden walls: those that would cut a pawn off from its goals. Computed for every place on the board at
// once, and updated incrementally after moves and walls. Knows goals only as sets of cells; knows no game.
#pragma once

#include <algorithm>
#include <optional>

#include "board/walls.h"

namespace stockade::board {

/// One connection that walls must leave open: from `source` to any, or to all, of `targets`.
template <Shape S>
struct Demand {
    int source = 0;
    typename S::Set targets;
    bool all = false;
};

/// Whether the connection exists. Spreads ring by ring and stops as soon as it is known.
template <Shape S>
constexpr bool is_open(const Passages<S>& passages, const Demand<S>& demand) {
    auto seen = S::Set::single(demand.source);
    for (;;) {
        if (demand.all ? !demand.targets.without(seen).any() : (demand.targets & seen).any()) return true;
        const auto grown = seen | passages.neighbours(seen);
        if (grown == seen) return false;
        seen = grown;
    }
}

/// One shortest connection.
template <Shape S>
struct Path {
    int length = 0;   ///< steps; to the furthest target where all are demanded
    WallSet<S> cuts;  ///< the places where a wall would stand across it
};

/// Empty if there is no connection.
template <Shape S>
std::optional<Path<S>> shortest_path(const Passages<S>& passages, const Demand<S>& demand) {
    using Set = typename S::Set;
    std::array<Set, S::kCells> rings;
    Set missing = demand.targets;
    Set seen = Set::single(demand.source);
    Set used_north{};  // cells left northwards, or entered southwards, by the path
    Set used_east{};

    const auto walk_back = [&](int cell, int distance) {
        while (distance-- > 0) {
            const Set& before = rings[distance];
            if (passages.east.test(cell) && before.test(cell + 1))
                used_east.set(cell++);
            else if (passages.north.test(cell) && before.test(cell + S::kStride)) {
                used_north.set(cell);
                cell += S::kStride;
            } else if (cell >= S::kStride && passages.north.test(cell - S::kStride) &&
                       before.test(cell - S::kStride)) {
                cell -= S::kStride;
                used_north.set(cell);
            } else
                used_east.set(--cell);
        }
    };

    rings[0] = seen;
    int distance = 0;
    for (;; ++distance) {
        const Set reached = rings[distance] & missing;
        if (reached.any()) {
            if (!demand.all) {
                walk_back(reached.first(), distance);
                break;
            }
            reached.for_each([&](int cell) { walk_back(cell, distance); });
            missing = missing.without(reached);
        }
        if (demand.all && !missing.any()) break;
        const Set ring = passages.neighbours(rings[distance]).without(seen);
        if (!ring.any()) return std::nullopt;
        seen |= ring;
        rings[distance + 1] = ring;
    }
    return Path<S>{
        distance,
        {used_north | used_north.template down<1>(), used_east | used_east.template down<S::kStride>()}};
}

/// The places across a path from the demand's source to any of its targets that leaves the passages of
/// `preferred`, a part of `open`, as seldom as can be. There must be a path.
template <Shape S>
WallSet<S> cuts_of_path(const Passages<S>& open, const Passages<S>& preferred, const Demand<S>& demand) {
    using Set = typename S::Set;
    std::array<Set, S::kCells> rings;
    Set seen = Set::single(demand.source);
    Set forced{};  // rings that only a step outside `preferred` reaches, from any ring before
    int ring = 0;
    for (rings[0] = seen; !(rings[ring] & demand.targets).any(); seen |= rings[ring]) {
        const Set next = preferred.neighbours(rings[ring]).without(seen);
        if (!next.any()) forced.set(ring + 1);
        rings[++ring] = next.any() ? next : open.neighbours(seen).without(seen);
    }

    Set used_north{};
    Set used_east{};
    int cell = (rings[ring] & demand.targets).first();
    const auto step_back = [&](const Passages<S>& by, const Set& to) {
        if (by.east.test(cell) && to.test(cell + 1)) {
            used_east.set(cell++);
        } else if (by.north.test(cell) && to.test(cell + S::kStride)) {
            used_north.set(cell);
            cell += S::kStride;
        } else if (cell >= S::kStride && by.north.test(cell - S::kStride) && to.test(cell - S::kStride)) {
            cell -= S::kStride;
            used_north.set(cell);
        } else if (cell > 0 && by.east.test(cell - 1) && to.test(cell - 1)) {
            used_east.set(--cell);
        } else {
            return false;
        }
        return true;
    };
    while (ring > 0) {
        const auto& by = forced.test(ring) ? open : preferred;
        while (!step_back(by, rings[--ring])) {
        }
    }
    return {used_north | used_north.template down<1>(), used_east | used_east.template down<S::kStride>()};
}

/// The most steps that a single wall can add to a connection of which one shortest path is known. A wall
/// that would close it is no wall that may be placed; whether a wall closes somebody else's connection is not
/// looked at.
template <Shape S>
int cost_of_a_wall(const S& shape, const WallSet<S>& walls, const Demand<S>& demand, const Path<S>& path) {
    auto suspects = path.cuts & fitting(shape, walls);
    int longest = path.length;
    while (suspects.any()) {
        const Wall wall = suspects.first();
        suspects.remove(wall);
        const auto detour = shortest_path(passages(shape, walls | WallSet<S>::single(wall)), demand);
        if (!detour) continue;
        longest = std::max(longest, detour->length);
        suspects &= detour->cuts;  // a wall that leaves this detour open costs no more than it
    }
    return longest - path.length;
}

/// Those of `suspects` that would leave the demand no path.
template <Shape S>
WallSet<S> closing(const S& shape, const WallSet<S>& walls, const Demand<S>& demand, WallSet<S> suspects) {
    WallSet<S> result{};
    while (suspects.any()) {
        const Wall wall = suspects.first();
        suspects.remove(wall);
        const auto closed = passages(shape, walls | WallSet<S>::single(wall));
        if (!suspects.any()) {
            if (!is_open(closed, demand)) result.add(wall);
        } else if (const auto detour = shortest_path(closed, demand)) {
            suspects &= detour->cuts;
        } else {
            result.add(wall);
        }
    }
    return result;
}

/// Keeps, for each of N demands, the places where a wall is forbidden because it would break that demand.
///
/// Three facts keep floods rare. A wall can separate cells only if it touches walls or the edge at two
/// points. A wall that stands clear of one known path of each demand breaks none. And when a wall is added,
/// a place can only become forbidden through a loop that uses the new wall, so the new wall itself must have
/// touched something before.
template <Shape S, int N>
class PathGuard {
public:
    using Walls = WallSet<S>;

    PathGuard() = default;

    /// Builds everything from nothing. `demand_of(i)` gives demand i; all must be open.
    template <class DemandOf>
    PathGuard(const S& shape, const Walls& walls, const DemandOf& demand_of) {
        const auto suspects = fitting(shape, walls) & Contacts<S>(shape, walls).twice();
        for (int i = 0; i < N; ++i) {
            entries_[i] = {};
            examine(shape, walls, i, demand_of, suspects);
        }
    }

    /// Takes note of a wall just placed; `walls` and `demand_of` are those after it.
    template <class DemandOf>
    void wall_added(const S& shape, const Walls& walls, Wall added, const DemandOf& demand_of) {
        Walls before = walls;
        before.remove(added);
        const int contacts = contacts_of(shape, touched_points(shape, before), added);
        for (int i = 0; i < N; ++i)
            if (entries_[i].path.has(added)) known_ &= ~(1u << i);
        if (contacts == 0) return;
        auto suspects = fitting(shape, walls) & Contacts<S>(shape, walls).twice();
        if (contacts == 1) suspects &= touching(shape, added);
        for (int i = 0; i < N; ++i) examine(shape, walls, i, demand_of, suspects);
    }

    /// Takes note of a pawn of demand `which` that went between two connected cells. A wall that leaves the
    /// path it took open forbids the same as before, so only walls across that path are looked at again.
    template <class DemandOf>
    void pawn_moved(const S& shape, const Walls& walls, int which, int from, int to,
                    const DemandOf& demand_of) {
        Entry& entry = entries_[which];
        const auto path =
            shortest_path(passages(shape, walls), Demand<S>{from, S::Set::single(to), false})->cuts;
        entry.path |= path;
        entry.forbidden = entry.forbidden.without(path);
        const auto suspects = path & fitting(shape, walls) & Contacts<S>(shape, walls).twice();
        examine(shape, walls, which, demand_of, suspects);
    }

    /// Looks for the paths that are not known. Worth it before many walls are tried from one position.
    template <class DemandOf>
    void find_paths(const S& shape, const Walls& walls, const DemandOf& demand_of) {
        for (int i = 0; i < N; ++i) {
            if ((known_ >> i) & 1) continue;
            entries_[i].path = shortest_path(passages(shape, walls), demand_of(i))->cuts;
            known_ |= 1u << i;
        }
    }

    /// Places forbidden by any demand. Only places that fit are meaningful.
    constexpr Walls forbidden() const {
        Walls all = entries_[0].forbidden;
        for (int i = 1; i < N; ++i) all |= entries_[i].forbidden;
        return all;
    }
    constexpr Walls legal(const S& shape, const Walls& walls) const {
        return fitting(shape, walls).without(forbidden());
    }

private:
    struct Entry {
        Walls path;       // places across one path
        Walls forbidden;  // places that would leave no path
    };

    template <class DemandOf>
    void examine(const S& shape, const Walls& walls, int which, const DemandOf& demand_of, Walls suspects) {
        Entry& entry = entries_[which];
        suspects = suspects.without(entry.forbidden);
        const bool known = (known_ >> which) & 1;
        if (known) suspects &= entry.path;
        if (!suspects.any()) return;
        const Demand<S> demand = demand_of(which);
        if (!known) {
            entry.path = shortest_path(passages(shape, walls), demand)->cuts;
            known_ |= 1u << which;
            suspects &= entry.path;
        }
        entry.forbidden |= closing(shape, walls, demand, suspects);
    }

    std::array<Entry, N> entries_;
    unsigned known_ = 0;  // bit i: the path of demand i is known; it is looked for when first needed
};

/// Tells of many walls that are tried from one position, one at a time, which places each would forbid. Knows
/// several paths of each demand that keep out of each other's way: a wall seldom stands across all of them,
/// and together with a second one it can close the demand only if that one stands across all that it leaves.
template <Shape S, int N>
class WallTrials {
public:
    using Walls = WallSet<S>;

    /// `legal` are the places where a wall may stand now; `demand_of(i)` gives a demand for any target.
    template <class DemandOf>
    WallTrials(const S& shape, const Walls& walls, const Walls& legal, const DemandOf& demand_of)
        : shape_(shape), walls_(walls), touched_(touched_points(shape, walls)) {
        const auto open = passages(shape, walls);
        for (int i = 0; i < N; ++i) {
            demands_[i] = demand_of(i);
            suspects_[i][0] = legal;
            Walls taken = walls;
            for (int k = 0; k < kRoutes; ++k) {
                routes_[i][k] = cuts_of_path(open, passages(shape, taken), demands_[i]);
                taken |= routes_[i][k];
                for (unsigned left = 0; left < 1u << k; ++left)
                    suspects_[i][left | 1u << k] = suspects_[i][left] & routes_[i][k];
            }
        }
    }

    /// The legal places that a legal wall would forbid, those that it covers not among them.
    Walls forbidden_after(Wall wall) const {
        const int contacts = contacts_of(shape_, touched_, wall);
        if (contacts == 0) return {};
        std::array<unsigned, N> left{};
        Walls suspects{};
        for (int i = 0; i < N; ++i) {
            for (int k = 0; k < kRoutes; ++k) left[i] |= unsigned{!routes_[i][k].has(wall)} << k;
            suspects |= suspects_[i][left[i]];
        }
        suspects = suspects.without(conflicting<S>(wall));
        if (contacts == 1) suspects &= touching(shape_, wall);
        if (!suspects.any()) return {};
        const Walls walls = walls_ | Walls::single(wall);
        suspects &= Contacts<S>(shape_, walls).twice();
        Walls result{};
        for (int i = 0; i < N; ++i) {
            Walls own = (suspects & suspects_[i][left[i]]).without(result);
            if (!own.any()) continue;
            if (!left[i]) own &= shortest_path(passages(shape_, walls), demands_[i])->cuts;
            result |= closing(shape_, walls, demands_[i], own);
        }
        return result;
    }

private:
    static constexpr int kRoutes = 3;

    const S& shape_;
    const Walls& walls_;
    typename S::Set touched_;
    std::array<Demand<S>, N> demands_;
    std::array<std::array<Walls, kRoutes>, N> routes_;  // the places across each
    /// By the set of paths that a wall leaves: the legal places across all of these.
    std::array<std::array<Walls, 1 << kRoutes>, N> suspects_;
};

}  // namespace stockade::board
