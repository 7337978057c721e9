// The tree of the Monte-Carlo search: its memory, its order, and what it keeps.
#include "search/tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/engine.h"
#include "search/portable_math.h"

namespace stockade {
namespace {

TEST(PortableMath, IsTheExponentialFunction) {
    for (float x = -80; x < 80; x += 0.37f)
        EXPECT_NEAR(search::portable_exp(x) / std::exp(static_cast<double>(x)), 1, 1e-5) << x;
    EXPECT_EQ(search::portable_exp(-100), 0);
    EXPECT_FLOAT_EQ(search::portable_sigmoid(0), 0.5f);
    EXPECT_NEAR(search::decay(100), std::exp(-1.0), 1e-5);
    EXPECT_EQ(search::decay(1'000'000), 0);
}

TEST(Tree, TrimmingKeepsWhatWasVisitedOften) {
    search::Tree<2> tree(1);
    const auto make = [&](int edges) {
        const auto ref = tree.make_node();
        auto& node = tree.node(ref);
        node.total = static_cast<std::uint16_t>(edges);
        while (node.stored < edges)
            tree.add_chunk(node, [](search::Edge* place, int i) {
                new (place) search::Edge({static_cast<std::uint16_t>(i)}, 1);
            });
        node.opened = static_cast<std::uint16_t>(edges);
        return ref;
    };
    const auto root = make(100);
    tree.set_root(root);
    for (int i = 0; i < 100; ++i) {
        auto& edge = tree.edge(tree.node(root), i);
        EXPECT_EQ(edge.action.id, i);
        edge.visits = static_cast<std::uint32_t>(i);
        edge.sum = 10 * i;
        edge.child = make(3);
    }
    const int before = tree.hashfull();
    tree.trim(root, 90, 1.0);
    EXPECT_LT(tree.hashfull(), before);
    const auto& kept = tree.node(tree.root());
    ASSERT_EQ(kept.opened, 100);
    for (int i = 0; i < 100; ++i) {
        const auto& edge = tree.edge(kept, i);
        EXPECT_EQ(edge.action.id, i);
        EXPECT_EQ(edge.visits, static_cast<std::uint32_t>(i));
        EXPECT_EQ(edge.sum, 10 * i);
        EXPECT_EQ(edge.child != 0, i >= 90);
    }
    EXPECT_EQ(tree.node(tree.edge(kept, 95).child).total, 3);
}

engine::Options tree_options(int threads, std::size_t megabytes) {
    engine::Options options;
    options.threads = threads;
    options.hash_megabytes = megabytes;
    options.algorithm = engine::Algorithm::kTree;
    return options;
}

engine::SearchInfo think(engine::Engine& engine, const games::Session& session, std::uint64_t nodes) {
    search::SearchLimits limits;
    limits.nodes = nodes;
    search::StopSignal stop;
    const auto info = engine.think(session, limits, stop, {});
    EXPECT_TRUE(info);
    return *info;
}

TEST(Tree, SearchesOnWhenItsMemoryIsFull) {
    for (const int threads : {1, 2}) {
        engine::Engine engine;
        engine.set_options(tree_options(threads, 1));
        const auto session = *games::Session::create("quoridor");
        const auto info = think(engine, session, 60'000);
        EXPECT_GE(info.nodes, 60'000u);
        EXPECT_LE(info.hashfull, 1000);
        EXPECT_GT(info.lines.at(0).visits, 10'000u);
    }
}

TEST(Tree, KeepsWhatItLearntOfTheTurnsPlayed) {
    engine::Engine engine;
    engine.set_options(tree_options(1, 32));
    auto session = *games::Session::create("quoridor");
    const auto first = think(engine, session, 5000);
    ASSERT_TRUE(session.play(first.lines.at(0).turns.at(0)));
    const auto second = think(engine, session, 100);
    EXPECT_GT(second.lines.at(0).visits, 500u) << "the old tree was lost";
    engine.new_game();
    EXPECT_LE(think(engine, session, 100).lines.at(0).visits, 100u);
}

}  // namespace
}  // namespace stockade
