// Generating, playing and counting take no memory from the heap, in any game.
#include <atomic>
#include <cstdlib>
#include <new>

#include "conformance/games.h"
#include "games/perft.h"
#include "games/playout.h"
#include "games/position_reader.h"

namespace {
std::atomic<long> allocations{0};
}

[[gnu::noinline]] void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace stockade::games {
namespace {

template <class P>
class Allocation : public testing::Test {};
TYPED_TEST_SUITE(Allocation, GameTypes);

TYPED_TEST(Allocation, NoneWhilePlayingAndCounting) {
    for (const std::string& text : specs_of<TypeParam>()) {
        const auto start = start_position<TypeParam>(*parse_spec(text));
        const std::array rolls{2, 1};
        PerftTable table;
        // Masks of run-time shapes are made when first used.
        auto position = start;
        Random random(9);
        random_playout(position, random, 10);

        const long before = allocations;
        position = start;
        random_playout(position, random, 300);
        int total = 0;
        for (int id = 0; id < position.action_count(); ++id)
            total += position.legal(Action{static_cast<std::uint16_t>(id)});
        total += static_cast<int>(perft(start, typename TypeParam::Context(start), 2, table, rolls));
        EXPECT_EQ(allocations, before) << text;
        EXPECT_GT(total, 0);
    }
}

TEST(AllocationCounter, SeesAnAllocation) {
    const long before = allocations;
    const auto kept = std::make_unique<int>(1);
    EXPECT_EQ(allocations, before + *kept);
}

}  // namespace
}  // namespace stockade::games
