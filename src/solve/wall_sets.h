// All sets of walls that can be added to those of a root position, by number of walls, one of each symmetric
// family. Knows nothing of pawns and results.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/messages/solve.h"
#include "base/random.h"
#include "base/result.h"
#include "board/symmetry.h"

namespace stockade::solve {

/// A way to lay the board onto itself; `swap`: the players change places with it.
struct Mapping {
    board::Symmetry symmetry;
    bool swap = false;
};
inline constexpr int kMaxMappings = 4;
inline constexpr std::array<Mapping, kMaxMappings> kMappings{
    {{board::kIdentity, false}, {board::kMirror, false}, {board::kFlip, true}, {board::kHalfTurn, true}}};

/// Where a set of walls is kept, and under which mapping. Every mapping is its own inverse.
struct Place {
    std::size_t slot = 0;
    int mapping = 0;
};

template <board::Shape S>
class WallSets {
    using Walls = board::WallSet<S>;
    struct Entry {
        std::uint64_t key;
        Walls added;
    };

public:
    static constexpr double kEntryBytes = sizeof(Entry);

    /// `swap`: whether the players are interchangeable.
    WallSets(const S& shape, const Walls& root, bool swap) : shape_(shape), root_(root) {
        places_ = board::fitting(shape, root);
        for (const Mapping& mapping : kMappings) {
            if ((mapping.swap && !swap) || !(board::apply(shape, mapping.symmetry, root) == root)) continue;
            mappings_.push_back(mapping);
            auto& keys = keys_.emplace_back(2 * S::kCells);
            places_.for_each([&](board::Wall wall) {
                keys[number(wall)] = mix64(number(board::apply(shape, mapping.symmetry, wall)) + 1);
            });
        }
    }

    const Walls& root() const { return root_; }
    std::span<const Mapping> mappings() const { return mappings_; }

    /// About how many sets there are of each size up to `most`, by random descents (Knuth, 1975).
    std::vector<double> estimate(int most) const {
        constexpr int kDescents = 400;
        std::vector<double> counts(static_cast<std::size_t>(most) + 1);
        Random random(1);
        for (int i = 0; i < kDescents; ++i) {
            Walls free = places_;
            double weight = 1.0 / kDescents;
            for (int size = 0; weight > 0; ++size) {
                counts[static_cast<std::size_t>(size)] += weight;
                const int choices = free.count();
                if (size == most || choices == 0) break;
                weight *= static_cast<double>(choices) / (size + 1);
                const auto wall =
                    free.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(choices))));
                free = free.without(board::conflicting<S>(wall));
            }
        }
        for (int size = 1; size <= most; ++size)
            counts[static_cast<std::size_t>(size)] /= static_cast<double>(mappings_.size());
        return counts;
    }

    /// Lists all sets up to that size.
    Status enumerate(int most) {
        layers_.assign(1, {});
        layers_[0].push_back({0, Walls{}});
        for (int size = 1; size <= most; ++size) {
            std::vector<Entry> layer;
            add_sets(places_, Walls{}, size, layer);
            if (layer.empty()) break;
            std::sort(layer.begin(), layer.end(),
                      [](const Entry& a, const Entry& b) { return a.key < b.key; });
            // The keys are hashes; with no two alike they name the sets without doubt.
            const auto repeated = std::adjacent_find(
                layer.begin(), layer.end(), [](const Entry& a, const Entry& b) { return a.key == b.key; });
            if (repeated != layer.end())
                return error<"solve.same-key">("walls"_a = size,
                                               "key"_a = fmt::format("{:x}", repeated->key));
            layers_.push_back(std::move(layer));
        }
        return Done{};
    }

    int largest() const { return static_cast<int>(layers_.size()) - 1; }
    std::size_t count(int size) const { return layers_[static_cast<std::size_t>(size)].size(); }
    /// All walls of a set, those of the root included.
    Walls walls(int size, std::size_t slot) const {
        return root_ | layers_[static_cast<std::size_t>(size)][slot].added;
    }
    /// Where a set is found, given the walls added to the root.
    Place find(const Walls& added) const {
        const auto [key, mapping] = canonical(added);
        const auto& layer = layers_[static_cast<std::size_t>(added.count())];
        const auto at = std::lower_bound(layer.begin(), layer.end(), key,
                                         [](const Entry& entry, std::uint64_t k) { return entry.key < k; });
        return {static_cast<std::size_t>(at - layer.begin()), mapping};
    }

private:
    static std::size_t number(board::Wall wall) {
        return static_cast<std::size_t>(wall.anchor) +
               (wall.orientation == board::Orientation::kVertical ? S::kCells : 0);
    }
    /// The least key of all images, and the first mapping that gives it.
    std::pair<std::uint64_t, int> canonical(const Walls& added) const {
        std::array<std::uint64_t, kMaxMappings> keys{};
        const std::size_t count = mappings_.size();
        added.for_each([&](board::Wall wall) {
            for (std::size_t i = 0; i < count; ++i) keys[i] ^= keys_[i][number(wall)];
        });
        const auto least = std::min_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count));
        return {*least, static_cast<int>(least - keys.begin())};
    }
    void add_sets(Walls free, const Walls& chosen, int more, std::vector<Entry>& layer) const {
        if (more == 0) {
            if (const auto [key, mapping] = canonical(chosen); mapping == 0) layer.push_back({key, chosen});
            return;
        }
        while (free.any()) {
            const board::Wall wall = free.first();
            free.remove(wall);
            Walls with = chosen;
            with.add(wall);
            add_sets(free.without(board::conflicting<S>(wall)), with, more - 1, layer);
        }
    }

    S shape_;
    Walls root_;
    Walls places_;
    std::vector<Mapping> mappings_;
    std::vector<std::vector<std::uint64_t>> keys_;  // by mapping: of the image of each wall
    std::vector<std::vector<Entry>> layers_;        // by size, sorted by key
};

}  // namespace stockade::solve
