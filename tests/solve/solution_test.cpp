// Solutions of small boards against a plain slow one that knows only the rules, and their files against
// damage.
#include "solve/solution.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "base/random.h"
#include "games/position_reader.h"
#include "games/session.h"
#include "solve/layers.h"

namespace stockade::solve {
namespace {

using Kind = Value::Kind;
constexpr double kPlenty = 1e9;

std::string start_of(std::string_view spec) { return games::Session::create(spec)->position(); }

std::unique_ptr<Solution> solved(std::string_view root, int threads = 1) {
    auto solution = Solution::of(root);
    EXPECT_TRUE(solution) << solution.error().message;
    EXPECT_TRUE((*solution)->prepare(kPlenty));
    search::StopSignal stop;
    EXPECT_TRUE((*solution)->solve(threads, stop, {}));
    EXPECT_TRUE((*solution)->complete());
    return std::move(*solution);
}

/// The positions that can follow, each with what can follow it, settled by sweeps from the end backwards.
template <class P>
class SlowSolution {
public:
    explicit SlowSolution(const P& root) {
        find(root);
        for (std::size_t i = 0; i < positions_.size(); ++i) expand(i);
        results_.resize(positions_.size());
        std::vector<bool> known(positions_.size());
        for (std::size_t i = 0; i < positions_.size(); ++i)
            if (positions_[i].over()) {
                known[i] = true;
                results_[i] = {Kind::kLost, 0};
            }
        for (int last = 0, distance = 1; distance - last <= 2; ++distance) {
            std::vector<std::size_t> settled;
            for (std::size_t i = 0; i < positions_.size(); ++i) {
                if (known[i]) continue;
                bool wins = false;
                bool all_lose = true;
                for (const std::size_t next : next_[i]) {
                    wins |= known[next] && results_[next] == Value{Kind::kLost, distance - 1};
                    all_lose &= known[next] && results_[next].kind == Kind::kWon;
                }
                if (!wins && !all_lose) continue;
                results_[i] = {wins ? Kind::kWon : Kind::kLost, distance};
                settled.push_back(i);
            }
            for (const std::size_t i : settled) known[i] = true;
            if (!settled.empty()) last = distance;
        }
    }
    const std::vector<P>& positions() const { return positions_; }
    const Value& result(std::size_t i) const { return results_[i]; }

private:
    std::size_t find(const P& p) {
        const auto [at, fresh] = numbers_.try_emplace(p.key(), positions_.size());
        if (fresh) positions_.push_back(p);
        return at->second;
    }
    void expand(std::size_t i) {
        const P p = positions_[i];
        typename P::Actions actions;
        p.generate(typename P::Context(p), actions);
        auto& next = next_.emplace_back();
        for (const auto action : actions) {
            P after = p;
            after.play(action);
            next.push_back(find(after));
        }
    }

    std::map<std::uint64_t, std::size_t> numbers_;
    std::vector<P> positions_;
    std::vector<std::vector<std::size_t>> next_;
    std::vector<Value> results_;
};

template <class P>
void compare_with_slow(const std::string& root) {
    SCOPED_TRACE(root);
    const auto solution = solved(root);
    const SlowSolution<P> slow(*games::read_position<P>(root));
    const auto& typed = dynamic_cast<const SolutionOf<P>&>(*solution);
    for (std::size_t i = 0; i < slow.positions().size(); ++i)
        ASSERT_EQ(typed.value(slow.positions()[i]), slow.result(i))
            << games::TextOf<P>::fields(slow.positions()[i]);
}

TEST(Solution, EveryPositionOfThreeByThree) {
    for (const char* walls : {"0", "1", "2", "3", "9", "1+2", "0+3"})
        for (const char* diagonal : {"on", "off"})
            compare_with_slow<games::QuoridorAny<2>>(
                start_of(fmt::format("quoridor:size=3,walls={},edge-diagonal={}", walls, diagonal)));
}

TEST(Solution, EveryPositionAfterAPosition) {
    for (const char* root :
         {"; pawns c2 c4; hand 1 0; walls b2h a3v; turn 1", "; pawns c2 d4; hand 0 1; turn 2",
          "; pawns b3 c5; hand 1 1; walls a1h c1h b3h c2v; turn 2"})
        compare_with_slow<games::Quoridor5>(
            games::Session::from_position(std::string("quoridor:size=5,walls=4") + root)->position());
}

/// The best turn of a position must be worth as much as the position itself.
TEST(Solution, AgreesWithItselfOneTurnOn) {
    for (const char* spec : {"quoridor:size=5,walls=2", "quoridor:size=5,walls=2+1",
                             "quoridor:size=7,walls=1", "quoridor:size=9,walls=0+1", "pinko:walls=0"}) {
        SCOPED_TRACE(spec);
        const auto solution = solved(start_of(spec), 2);
        Random random(5);
        for (int game = 0; game < 40; ++game) {
            auto session = *games::Session::create(spec);
            for (int i = 0; i < 40 && !session.outcome().over; ++i) {
                const auto turns = solution->turns(session.position());
                ASSERT_TRUE(turns) << turns.error().message;
                ASSERT_EQ(turns->size(), session.turns().size());
                ASSERT_EQ(*solution->value(session.position()), turns->front().value) << session.position();
                const auto all = session.turns();
                ASSERT_TRUE(session.play(all[random.below(static_cast<std::uint32_t>(all.size()))]));
            }
        }
    }
}

TEST(Solution, KnownResults) {
    // docs/solved.md
    const auto result = [](std::string_view spec) { return *solved(start_of(spec))->value(start_of(spec)); };
    EXPECT_EQ(result("quoridor:size=3,walls=2"), (Value{Kind::kLost, 12}));
    EXPECT_EQ(result("quoridor:size=5,walls=0"), (Value{Kind::kLost, 8}));
    EXPECT_EQ(result("quoridor:size=5,walls=1"), (Value{Kind::kLost, 12}));
    EXPECT_EQ(result("quoridor:size=5,walls=2"), (Value{Kind::kLost, 18}));
}

std::string file_of(const Solution& solution) {
    std::ostringstream out;
    EXPECT_TRUE(solution.save(out));
    return out.str();
}
Result<std::unique_ptr<Solution>> loaded(const std::string& file, double max_bytes = kPlenty) {
    std::istringstream in(file);
    return Solution::load(in, max_bytes);
}

TEST(Solution, GoesOnWhereItWasStopped) {
    const std::string root = start_of("quoridor:size=5,walls=2");
    auto solution = Solution::of(root);
    ASSERT_TRUE((*solution)->prepare(kPlenty));
    for (int stops = 0; !(*solution)->complete(); ++stops) {
        ASSERT_LT(stops, 20);
        search::StopSignal stop;
        const std::size_t so_far = (*solution)->done().first;
        ASSERT_TRUE((*solution)->solve(2, stop, [&](std::size_t done, std::size_t) {
            if (done >= so_far + 1000) stop.stop();
        }));
        ASSERT_GT((*solution)->done().first, so_far);
        solution = loaded(file_of(**solution));
        ASSERT_TRUE(solution) << solution.error().message;
    }
    EXPECT_EQ(file_of(**solution), file_of(*solved(root)));
}

TEST(Solution, RefusesDamagedFiles) {
    const std::string file = file_of(*solved(start_of("quoridor:size=3,walls=1")));
    ASSERT_TRUE(loaded(file));
    for (std::size_t i = 0; i < file.size(); ++i) {
        std::string damaged = file;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x04);
        EXPECT_FALSE(loaded(damaged)) << "byte " << i;
        EXPECT_FALSE(loaded(file.substr(0, i))) << "cut off after " << i;
    }
    EXPECT_EQ(loaded(file + "x").error().message, "the file goes on after its end");
    EXPECT_EQ(loaded("[Event \"?\"]\n").error().message,
              "expected a solution of `stockade solve`, beginning with 'stockade solution 1'");
    EXPECT_EQ(loaded(file, 100).error().message.substr(0, 10), "this needs");
}

TEST(Solution, RefusesWhatItCannotDo) {
    for (const char* spec : {"blockade", "quoridor:players=3", "wallgo", "quoridor4fun"}) {
        const auto solution = Solution::of(start_of(spec));
        ASSERT_FALSE(solution);
        EXPECT_EQ(solution.error().message,
                  fmt::format("only quoridor with two players and pinko can be solved, not {}", spec));
    }
    EXPECT_FALSE(Solution::of("quoridor:size=5; pawns c5 c3; turn 2"));
    const auto large = Solution::of(start_of("quoridor"));
    EXPECT_FALSE((*large)->prepare(1e12));

    const auto solution = solved(start_of("quoridor:size=3,walls=1"));
    EXPECT_FALSE(solution->value(start_of("quoridor:size=3,walls=2")));
    // A wall that nobody placed, and one that is lost.
    EXPECT_FALSE(solution->value("quoridor:size=3,walls=1; pawns b1 b3; hand 0 1; walls -; turn 1"));
    EXPECT_FALSE(solution->value("quoridor:size=3,walls=1; pawns b1 b3; hand 1 0; walls -; turn 1"));
    EXPECT_TRUE(solution->value("quoridor:size=3,walls=1; pawns b1 b3; hand 0 1; walls a1h; turn 2"));
}

TEST(Solution, EstimatesWhatItNeeds) {
    auto solution = Solution::of(start_of("quoridor:size=5,walls=3"));
    const Needs guess = (*solution)->needs();
    ASSERT_TRUE((*solution)->prepare(kPlenty));
    const Needs needs = (*solution)->needs();
    EXPECT_NEAR(guess.bytes / needs.bytes, 1, 0.1);
    EXPECT_EQ(needs.wall_sets, 80'265);
}

}  // namespace
}  // namespace stockade::solve
