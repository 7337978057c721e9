// The board layer against plain loops: every shape, random walls.
#include <gtest/gtest.h>

#include <queue>

#include "base/random.h"
#include "board/paths.h"
#include "board/symmetry.h"

namespace stockade::board {
namespace {

/// A board as loops see it: which steps are open, cell by cell.
template <Shape S>
struct PlainBoard {
    S shape;
    WallSet<S> walls;

    bool open(Square a, Square b) const {
        if (!contains(shape, a) || !contains(shape, b)) return false;
        bool blocked = false;
        walls.for_each([&](Wall wall) {
            const Square at = square_of<S>(wall.anchor);
            const Square low{std::min(a.col, b.col), std::min(a.row, b.row)};
            if (wall.orientation == Orientation::kHorizontal)
                blocked |= a.col == b.col && low.row == at.row && (a.col == at.col || a.col == at.col + 1);
            else
                blocked |= a.row == b.row && low.col == at.col && (a.row == at.row || a.row == at.row + 1);
        });
        return !blocked;
    }
    std::vector<int> distances(const typename S::Set& seeds) const {
        std::vector<int> field(S::kCells, -1);
        std::queue<Square> queue;
        seeds.for_each([&](int cell) {
            field[cell] = 0;
            queue.push(square_of<S>(cell));
        });
        while (!queue.empty()) {
            const Square at = queue.front();
            queue.pop();
            for (const auto& [dc, dr] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
                const Square next{at.col + dc, at.row + dr};
                if (!open(at, next) || field[cell_at<S>(next)] >= 0) continue;
                field[cell_at<S>(next)] = field[cell_at<S>(at)] + 1;
                queue.push(next);
            }
        }
        return field;
    }
    /// Crossing and overlapping, by the definition.
    bool fits(Wall wall) const {
        bool fits = true;
        walls.for_each([&](Wall other) {
            const Square a = square_of<S>(wall.anchor);
            const Square b = square_of<S>(other.anchor);
            if (a == b) fits = false;
            if (wall.orientation != other.orientation) return;
            const bool in_line =
                wall.orientation == Orientation::kHorizontal ? a.row == b.row : a.col == b.col;
            const int gap = wall.orientation == Orientation::kHorizontal ? a.col - b.col : a.row - b.row;
            if (in_line && std::abs(gap) == 1) fits = false;
        });
        return fits;
    }
};

template <Shape S>
void check_shape(const S& shape, int rounds) {
    SCOPED_TRACE(std::to_string(shape.cols()) + "x" + std::to_string(shape.rows()));
    Random random(static_cast<std::uint64_t>(shape.cols() * 100 + shape.rows()));
    for (int round = 0; round < rounds; ++round) {
        PlainBoard<S> plain{shape, {}};
        // Walls until nothing fits, so that crowded boards are seen too; corners and far cells get their
        // turn.
        for (;;) {
            const auto places = fitting(shape, plain.walls);
            WallSet<S> expected{};
            for (int row = 0; row + 1 < shape.rows(); ++row)
                for (int col = 0; col + 1 < shape.cols(); ++col)
                    for (const auto orientation : {Orientation::kHorizontal, Orientation::kVertical}) {
                        const Wall wall{cell_at<S>({col, row}), orientation};
                        if (plain.fits(wall)) expected.add(wall);
                    }
            ASSERT_TRUE(places == expected);

            const auto open = passages(shape, plain.walls);
            const int seed = shape.masks().cells.nth(
                static_cast<int>(random.below(static_cast<std::uint32_t>(shape.masks().cells.count()))));
            const auto seeds = S::Set::single(seed);
            const auto field = distance_field(open, seeds);
            const auto expected_field = plain.distances(seeds);
            const auto reached = open.flood(seeds);
            shape.masks().cells.for_each([&](int cell) {
                ASSERT_EQ(field[cell] == kUnreachable ? -1 : static_cast<int>(field[cell]),
                          expected_field[cell]);
                ASSERT_EQ(reached.test(cell), expected_field[cell] >= 0);
            });
            for (const Side side : {Side::kSouth, Side::kWest, Side::kNorth, Side::kEast}) {
                const auto& targets = edge(shape, side);
                int best = -1;
                targets.for_each([&](int cell) {
                    if (expected_field[cell] >= 0 && (best < 0 || expected_field[cell] < best))
                        best = expected_field[cell];
                });
                ASSERT_EQ(open.distance(seeds, targets), best);
                ASSERT_EQ(is_open(open, Demand<S>{seed, targets, false}), best >= 0);
                const Demand<S> demand{seed, targets, false};
                const auto path = shortest_path(open, demand);
                ASSERT_EQ(path.has_value(), best >= 0);
                if (path) {
                    ASSERT_EQ(path->length, best);
                    // A wall beside the path leaves it as it is.
                    int dearest = best;
                    places.for_each([&](Wall wall) {
                        const auto closed = passages(shape, plain.walls | WallSet<S>::single(wall));
                        const int length = closed.distance(seeds, targets);
                        if (!path->cuts.has(wall)) {
                            ASSERT_EQ(length, best);
                        }
                        dearest = std::max(dearest, length);
                    });
                    ASSERT_EQ(cost_of_a_wall(shape, plain.walls, demand, *path), dearest - best);
                }
            }
            if (!places.any()) break;
            // Several at a time on large boards.
            for (int i = 0; i <= shape.cols() / 4; ++i) {
                const auto left = fitting(shape, plain.walls);
                if (left.any())
                    plain.walls.add(
                        left.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(left.count())))));
            }
        }
    }
}

TEST(Board, TunedShapes) {
    check_shape(FixedShape<5, 5>{}, 20);
    check_shape(FixedShape<7, 7>{}, 10);
    check_shape(FixedShape<9, 9>{}, 5);
    check_shape(FixedShape<11, 11>{}, 2);
    check_shape(FixedShape<11, 14>{}, 1);
}

TEST(Board, AnyShapeUpTo19) {
    for (int cols = 2; cols <= kMaxSide; ++cols)
        for (int rows = 2; rows <= kMaxSide; ++rows)
            if (cols * rows < 60 || (cols + 3 * rows) % 11 == 0) check_shape(AnyShape::of(cols, rows), 1);
}

TEST(Board, OnlyWallsThatTouchTwiceCanSeparate) {
    constexpr FixedShape<7, 7> kShape{};
    using S = FixedShape<7, 7>;
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        WallSet<S> walls{};
        for (;;) {
            const auto places = fitting(kShape, walls);
            if (!places.any()) break;
            const auto regions = [&](const WallSet<S>& w) {
                const auto open = passages(kShape, w);
                auto left = kShape.masks().cells;
                int count = 0;
                for (; left.any(); ++count) left = left.without(open.flood(S::Set::single(left.first())));
                return count;
            };
            const int before = regions(walls);
            const auto twice = Contacts<S>(kShape, walls).twice();
            places.for_each([&](Wall wall) {
                ASSERT_EQ(twice.has(wall), contacts_of(kShape, touched_points(kShape, walls), wall) >= 2);
                if (!twice.has(wall)) {
                    ASSERT_EQ(regions(walls | WallSet<S>::single(wall)), before);
                }
            });
            walls.add(places.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(places.count())))));
        }
    }
}

/// Two pawns with goals on opposite sides, and legal walls until none is left: before each one every wall is
/// tried, and what it forbids is what leaves a pawn without a way.
template <Shape S>
void check_trials(const S& shape, int rounds) {
    SCOPED_TRACE(std::to_string(shape.cols()) + "x" + std::to_string(shape.rows()));
    Random random(static_cast<std::uint64_t>(shape.cols() * 100 + shape.rows()));
    for (int round = 0; round < rounds; ++round) {
        std::array<Demand<S>, 2> demands;
        for (int i = 0; i < 2; ++i) {
            const int cells = shape.masks().cells.count();
            const int source =
                shape.masks().cells.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(cells))));
            demands[i] = {source, i ? shape.masks().south : shape.masks().north, false};
        }
        const auto legal_after = [&](const WallSet<S>& walls) {
            WallSet<S> legal{};
            fitting(shape, walls).for_each([&](Wall wall) {
                const auto open = passages(shape, walls | WallSet<S>::single(wall));
                if (is_open(open, demands[0]) && is_open(open, demands[1])) legal.add(wall);
            });
            return legal;
        };
        WallSet<S> walls{};
        for (auto legal = legal_after(walls); legal.any(); legal = legal_after(walls)) {
            const WallTrials<S, 2> trials(shape, walls, legal, [&](int i) { return demands[i]; });
            legal.for_each([&](Wall wall) {
                const auto left = legal.without(conflicting<S>(wall)).without(trials.forbidden_after(wall));
                ASSERT_TRUE(left == legal_after(walls | WallSet<S>::single(wall)));
            });
            walls.add(legal.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(legal.count())))));
        }
    }
}

TEST(Board, TriedWallsForbidWhatWouldCloseADemand) {
    check_trials(FixedShape<5, 5>{}, 60);
    check_trials(FixedShape<7, 7>{}, 20);
    check_trials(FixedShape<9, 9>{}, 6);
    check_trials(AnyShape::of(2, 6), 20);
    check_trials(AnyShape::of(6, 3), 20);
    check_trials(AnyShape::of(8, 8), 1);
}

TEST(Board, SymmetriesHaveInverses) {
    constexpr FixedShape<7, 7> kShape{};
    for (int bits = 0; bits < 8; ++bits) {
        const Symmetry symmetry{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
        for (int cell = 0; cell < 49; ++cell)
            EXPECT_EQ(apply(kShape, symmetry.inverse(), apply(kShape, symmetry, cell)), cell);
        kShape.masks().anchors.for_each([&](int anchor) {
            for (const auto orientation : {Orientation::kHorizontal, Orientation::kVertical}) {
                const Wall wall{anchor, orientation};
                EXPECT_EQ(apply(kShape, symmetry.inverse(), apply(kShape, symmetry, wall)), wall);
                EXPECT_EQ(apply_to_side(kShape, symmetry.inverse(), apply_to_side(kShape, symmetry, wall)),
                          wall);
            }
        });
    }
}

}  // namespace
}  // namespace stockade::board
