// Evaluation: all kernels give the same bits, sums carried from position to position are those made from
// nothing, the board's symmetries change nothing, and PyTorch computes the same whole numbers.
#include "net/inference.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "base/random.h"
#include "games/position_reader.h"
#include "games/quoridor4fun/tensors.h"
#include "games/territoires/tensors.h"
#include "net/features/blockade.h"
#include "net/features/quoridor4fun.h"
#include "net/features/territoires_many.h"
#include "net/random_network.h"
#include "selfplay/shard.h"

namespace stockade::net {
namespace {

template <class P>
std::shared_ptr<const Network> random_network(const std::string& spec, int first, std::uint64_t seed,
                                              int spread = 400) {
    using F = FeaturesOf<P>;
    const Shape shape{F::kInputs, F::kActions, F::kClasses, first, 32, 64, kValuesOf<P>};
    auto network = read_network(
        random_file(some_description(spec, F::kName, shape).text(), shape, seed, spread), "random");
    EXPECT_TRUE(network) << network.error().message;
    return std::make_shared<const Network>(std::move(*network));
}

template <class P>
struct Answer {
    std::array<std::int32_t, kValuesOf<P>> values{};
    std::vector<std::int32_t> policy;
    friend bool operator==(const Answer&, const Answer&) = default;
};

template <class P>
typename P::Actions actions_of(const P& p) {
    typename P::Actions actions;
    p.generate(typename P::Context(p), actions);
    return actions;
}
template <class P, class Kernels>
Answer<P> ask(Inference<P, Kernels>& evaluator, const P& p) {
    Answer<P> answer;
    if (p.to_move() != games::Player::kChance) {
        const auto actions = actions_of(p);
        answer.policy.resize(static_cast<std::size_t>(actions.size()));
        evaluator.policy(p, actions, answer.policy);
    }
    answer.values = evaluator.values(p);
    return answer;
}

/// Calls visit(position) along games in which walls and steps are about as frequent.
template <class P, class F>
void play_random_games(const std::string& spec, int games, F&& visit) {
    Random random(3);
    for (int game = 0; game < games; ++game) {
        P p = games::start_position<P>(*games::parse_spec(spec));
        for (int turn = 0; turn < 120 && !p.over(); ++turn) {
            visit(p);
            const auto actions = actions_of(p);
            auto choices = static_cast<std::uint32_t>(actions.size());
            if constexpr (requires { p.destinations(); })
                if (const auto steps = static_cast<std::uint32_t>(p.destinations().count());
                    steps && random.below(2))
                    choices = steps;
            p.play(actions[static_cast<int>(random.below(choices))]);
        }
    }
}

template <class P>
class Evaluators : public testing::Test {};
using Games = testing::Types<games::Quoridor5, games::Quoridor9, games::Quoridor11, games::Quoridor9x3,
                             games::Quoridor9x4, games::Pinko, games::Blockade, games::Quoridor4Fun,
                             games::Territoires<2>, games::Territoires<3>, games::Territoires<4>>;
TYPED_TEST_SUITE(Evaluators, Games);

template <class P>
class MirroredEvaluators : public testing::Test {};
using MirroredGames =
    testing::Types<games::Quoridor5, games::Quoridor9, games::Quoridor11, games::Pinko, games::Blockade,
                   games::Quoridor4Fun, games::Territoires<2>, games::Territoires<3>, games::Territoires<4>>;
TYPED_TEST_SUITE(MirroredEvaluators, MirroredGames);

/// Each player sits at an edge of its own.
template <class P>
class TurnedEvaluators : public testing::Test {};
using TurnedGames = testing::Types<games::Quoridor5, games::Quoridor9, games::Quoridor11, games::Quoridor9x4,
                                   games::Pinko, games::Blockade>;
TYPED_TEST_SUITE(TurnedEvaluators, TurnedGames);

template <class P>
class QuoridorEvaluators : public testing::Test {};
using Boards = testing::Types<games::Quoridor5, games::Quoridor9, games::Quoridor11, games::Quoridor9x3,
                              games::Quoridor9x4, games::Pinko>;
TYPED_TEST_SUITE(QuoridorEvaluators, Boards);

template <class P>
class TerritoiresEvaluators : public testing::Test {};
using TerritoiresGames = testing::Types<games::Territoires<2>, games::Territoires<3>, games::Territoires<4>>;
TYPED_TEST_SUITE(TerritoiresEvaluators, TerritoiresGames);

template <class P>
class ManyPlayersEvaluators : public testing::Test {};
using ManyPlayersGames = testing::Types<games::Territoires<3>, games::Territoires<4>>;
TYPED_TEST_SUITE(ManyPlayersEvaluators, ManyPlayersGames);

template <class P>
std::string spec_of() {
    if constexpr (std::same_as<P, games::Territoires<P::kPlayers>>)
        return fmt::format("wallgo:players={},percee=on", P::kPlayers);
    else if constexpr (std::same_as<P, games::Quoridor4Fun>)
        return "quoridor4fun";
    else if constexpr (std::same_as<P, games::Pinko>)
        return "pinko";
    else if constexpr (std::same_as<P, games::Blockade>)
        return "blockade";
    else if constexpr (P::kPlayers > 2)
        return fmt::format("quoridor:players={}", P::kPlayers);
    else
        return P::Shape::kStride == 9 ? "quoridor" : fmt::format("quoridor:size={}", P::Shape::kStride);
}

TYPED_TEST(Evaluators, KernelsAndAccumulatorsAgree) {
    using P = TypeParam;
    // The second network's sums leave the range of 16 bits again and again.
    for (const auto& network :
         {random_network<P>(spec_of<P>(), 256, 1), random_network<P>(spec_of<P>(), 96, 2, 32'000)}) {
        Inference<P> followed(network);
        Inference<P, ScalarKernels> scalar(network);
        int seen = 0;
        play_random_games<P>(spec_of<P>(), 6, [&](const P& p) {
            Inference<P> fresh(network);
            const auto expected = ask(fresh, p);
            EXPECT_EQ(ask(followed, p), expected);
            if (seen++ % 4 == 0) {
                EXPECT_EQ(ask(scalar, p), expected);
            }
        });
        EXPECT_GT(seen, 100);
    }
}

TYPED_TEST(Evaluators, ReturningToAPositionGivesTheSame) {
    using P = TypeParam;
    const auto network = random_network<P>(spec_of<P>(), 64, 5);
    Inference<P> evaluator(network);
    std::vector<std::pair<P, Answer<P>>> known;
    play_random_games<P>(spec_of<P>(), 2, [&](const P& p) { known.emplace_back(p, ask(evaluator, p)); });
    Random random(1);
    for (int i = 0; i < 300; ++i) {
        const auto& [p, answer] = known[random.below(static_cast<std::uint32_t>(known.size()))];
        EXPECT_EQ(ask(evaluator, p), answer);
    }
}

TYPED_TEST(TurnedEvaluators, TheMoverSeesTheSameFromEverySide) {
    using P = TypeParam;
    using T = games::TensorsOf<P>;
    const auto network = random_network<P>(spec_of<P>(), 64, 7);
    Inference<P> evaluator(network);
    play_random_games<P>(spec_of<P>(), 3, [&](const P& p) {
        const auto actions = actions_of(p);
        std::vector<std::int32_t> logits(static_cast<std::size_t>(actions.size()));
        const auto values = evaluator.values(p);
        evaluator.policy(p, actions, logits);
        for (const games::GameSymmetry& turn : T::kSymmetries) {
            // A mirror is another board to a network; turns are not.
            if (turn.board.mirror != turn.board.flip && !turn.board.transpose) continue;
            const P turned = T::apply(p, turn);
            typename P::Actions images;
            for (const auto action : actions) images.add(T::apply(p, action, turn.board).id);
            std::vector<std::int32_t> image_logits(logits.size());
            EXPECT_EQ(evaluator.values(turned), values);
            evaluator.policy(turned, images, image_logits);
            EXPECT_EQ(image_logits, logits);
        }
    });
}

TYPED_TEST(MirroredEvaluators, InputsAndClassesOfTheMirroredBoard) {
    using P = TypeParam;
    using F = FeaturesOf<P>;
    using T = games::TensorsOf<P>;
    play_random_games<P>(spec_of<P>(), 3, [&](const P& p) {
        if constexpr (games::Stochastic<P>)
            if (p.turn().after_wall) return;  // the mirrored turn asks for no order
        const P image = T::apply(p, {board::kMirror, 0});
        const typename F::FeatureState state(p);
        const typename F::FeatureState image_state(image);
        typename F::Inputs inputs;
        typename F::Inputs image_inputs;
        F::inputs(p, state, inputs);
        F::inputs(image, image_state, image_inputs);
        typename F::Inputs expected = F::Inputs::none();
        inputs.for_each([&](int input) { expected.set(F::mirrored_input(input)); });
        EXPECT_EQ(image_inputs, expected);
        if (p.to_move() == games::Player::kChance) return;
        for (const auto action : actions_of(p))
            EXPECT_EQ(F::class_of(image, image_state, T::apply(p, action, board::kMirror)),
                      F::class_of(p, state, action));
    });
}

/// Steps from `seeds` to every cell, by a rule's own steps; -1 where none lead.
template <class Set, class Around>
std::vector<int> steps_from(const Set& seeds, int cells, const Around& around) {
    std::vector<int> steps(static_cast<std::size_t>(cells), -1);
    Set reached = seeds;
    Set ring = seeds;
    for (int distance = 0; ring.any(); ++distance) {
        ring.for_each([&](int cell) { steps[static_cast<std::size_t>(cell)] = distance; });
        ring = around(ring).without(reached);
        reached |= ring;
    }
    return steps;
}

TYPED_TEST(QuoridorEvaluators, WaysAreThoseOfTheRules) {
    using P = TypeParam;
    using F = FeaturesOf<P>;
    using Set = typename P::Set;
    using Steps = decltype(P::Rules::steps);
    constexpr int kCells = P::Shape::kCells;
    int lengthened = 0;
    play_random_games<P>(spec_of<P>(), 2, [&](const P& p) {
        const typename F::FeatureState state(p);
        for (int i = 0; i < P::kPlayers; ++i) {
            const auto player = games::player_at(i);
            const auto& paths = state.paths[static_cast<std::size_t>(i)];
            const auto open = p.passages();
            const auto around = [&](const Set& from) { return Steps::around(open, from); };
            const auto home = steps_from(p.goal(player), kCells, around);
            const auto away = steps_from(Set::single(p.pawn(player)), kCells, around);
            EXPECT_EQ(paths.length, home[static_cast<std::size_t>(p.pawn(player))]);
            for (int cell = 0; cell < kCells; ++cell) {
                const auto at = static_cast<std::size_t>(cell);
                const bool reached = home[at] >= 0 && away[at] >= 0;
                const int longer = home[at] + away[at] - paths.length;
                EXPECT_EQ(paths.shortest.test(cell), reached && longer == 0);
                EXPECT_EQ(paths.detours.test(cell), reached && longer > 0 && longer <= F::kDetour);
            }
            board::fitting(p.shape(), p.walls()).for_each([&](board::Wall wall) {
                const auto closed = board::passages(p.shape(), p.walls() | P::Walls::single(wall));
                const int length = steps_from(p.goal(player), kCells, [&](const Set& from) {
                    return Steps::around(closed, from);
                })[static_cast<std::size_t>(p.pawn(player))];
                EXPECT_EQ(paths.after[static_cast<std::size_t>(F::FeatureState::place(wall))],
                          length < 0 ? F::kNoPath : length);
                lengthened += length != paths.length;
            });
        }
    });
    EXPECT_GT(lengthened, 20);
}

/// What the nearer of both pawns needs, with and without each wall.
TEST(BlockadeFeatures, WaysAreThoseOfTheRules) {
    using P = games::Blockade;
    using F = FeaturesOf<P>;
    int lengthened = 0;
    int wins = 0;
    play_random_games<P>("blockade", 20, [&](const P& p) {
        const F::FeatureState state(p);
        const auto open = p.passages();
        for (int i = 0; i < P::kPlayers; ++i) {
            const auto player = games::player_at(i);
            const F::Paths& paths = state.paths[static_cast<std::size_t>(i)];
            const auto home = board::distance_field(open, P::goal(player));
            const int first = home[p.pawns(player)[0]];
            const int second = home[p.pawns(player)[1]];
            EXPECT_EQ(paths.length, std::min(first, second));
            EXPECT_EQ(paths.other_length, std::max(first, second));
            EXPECT_EQ(paths.nearest.test(p.pawns(player)[0]), first == paths.length);
            EXPECT_EQ(paths.nearest.test(p.pawns(player)[1]), second == paths.length);
            const auto away = board::distance_field(open, paths.nearest);
            for (std::size_t cell = 0; cell < home.size(); ++cell) {
                const int longer = home[cell] + away[cell] - paths.length;
                EXPECT_EQ(paths.shortest.test(static_cast<int>(cell)), longer == 0);
                EXPECT_EQ(paths.detours.test(static_cast<int>(cell)), longer > 0 && longer <= 2);
            }
            board::fitting(P::Shape{}, p.walls()).for_each([&](board::Wall wall) {
                const auto closed = board::passages(P::Shape{}, p.walls() | P::Walls::single(wall));
                P::Set pawns{};
                for (const int cell : p.pawns(player)) pawns.set(cell);
                const int length = closed.distance(pawns, P::goal(player));
                EXPECT_EQ(paths.after[static_cast<std::size_t>(F::FeatureState::place(wall))],
                          length < 0 ? F::kNoPath : length);
                lengthened += length != paths.length;
            });
        }
        if (p.wall_owed()) return;
        for (const auto action : actions_of(p)) {
            P next = p;
            next.play(action);
            const int in_class = F::class_of(p, state, action);
            EXPECT_EQ(in_class == F::kWinningMove, next.over());
            wins += next.over();
        }
    });
    EXPECT_GT(lengthened, 100);
    EXPECT_GT(wins, 0);
}

TYPED_TEST(TerritoiresEvaluators, EverySeatSeesTheSame) {
    using P = TypeParam;
    using F = FeaturesOf<P>;
    constexpr int kPlayers = P::kPlayers;
    play_random_games<P>(spec_of<P>(), 4, [&](const P& p) {
        // Everybody moves on by a seat; the board stays.
        typename P::State state;
        for (int i = 0; i < kPlayers; ++i) {
            const int seat = (i + 1) % kPlayers;
            state.pawns[static_cast<std::size_t>(seat)] = p.pawns(games::player_at(i));
            if (p.has_percee(games::player_at(i))) state.percees |= static_cast<std::uint8_t>(1u << seat);
        }
        state.walls = p.walls();
        state.mover = games::player_at((games::index(p.to_move()) + 1) % kPlayers);
        state.phase = p.phase();
        if (p.phase() == P::Phase::kWallOwed) state.moved_to = static_cast<std::uint8_t>(p.moved_to());
        if (p.phase() == P::Phase::kStepThrough) state.broken = p.broken();
        const P rotated(p.rules(), state);
        const typename F::FeatureState features(p);
        const typename F::FeatureState rotated_features(rotated);
        typename F::Inputs inputs;
        typename F::Inputs rotated_inputs;
        F::inputs(p, features, inputs);
        F::inputs(rotated, rotated_features, rotated_inputs);
        EXPECT_EQ(inputs, rotated_inputs);
        if (p.in_setup()) return;  // whose turn it is depends on the pawns placed
        for (const auto action : actions_of(p))
            EXPECT_EQ(F::class_of(p, features, action), F::class_of(rotated, rotated_features, action));
    });
}

/// Ground as the rules count it.
TYPED_TEST(ManyPlayersEvaluators, ClosedCellsAreTheScore) {
    using P = TypeParam;
    using F = FeaturesOf<P>;
    int closed = 0;
    play_random_games<P>(spec_of<P>(), 20, [&](const P& p) {
        const typename F::Ground ground(p);
        for (int i = 0; i < P::kPlayers; ++i) {
            const int cells = ground.closed[static_cast<std::size_t>(i)].count();
            EXPECT_EQ(cells, p.score(games::player_at(i)).sum);
            closed += cells;
        }
    });
    EXPECT_GT(closed, 100);
}

TEST(Fit, IsTold) {
    const auto network = random_network<games::Quoridor5>("quoridor:size=5", 32, 1);
    const auto nine = *games::parse_spec("quoridor");
    for (const char* spec : {"quoridor:size=5", "quoridor-mini", "quoridor:size=5,walls=4+2,first=random"})
        EXPECT_TRUE(check_fit<games::Quoridor5>(*network, *games::parse_spec(spec))) << spec;
    EXPECT_FALSE(
        check_fit<games::Quoridor5>(*network, *games::parse_spec("quoridor-mini:third-pawn-diagonal=off")));
    EXPECT_EQ(check_fit<games::Quoridor9>(*network, nine).error().message,
              "it was made for quoridor:size=5, this game is quoridor");
    const Shape shape{
        11, FeaturesOf<games::Quoridor9>::kActions, FeaturesOf<games::Quoridor9>::kClasses, 32, 32, 32};
    const auto short_of_inputs = read_network(
        random_file(some_description("quoridor", FeaturesOf<games::Quoridor9>::kName, shape).text(), shape,
                    1),
        "x");
    EXPECT_EQ(check_fit<games::Quoridor9>(*short_of_inputs, nine).error().message,
              "expected 765 inputs, it has 11");
}

/// data/ was written by training/vectors.py: positions, a network that PyTorch exported, and what PyTorch's
/// whole numbers say of them.
TEST(PyTorch, SaysTheSame) {
    using P = games::Quoridor9;
    using F = FeaturesOf<P>;
    const std::string folder = STOCKADE_SOURCE_DIR "/tests/net/data/";
    auto network = load_network(folder + "small.net");
    ASSERT_TRUE(network) << network.error().message;
    ASSERT_TRUE(check_fit<P>(*network, *games::parse_spec("quoridor")));
    std::ifstream file(folder + "positions.shard", std::ios::binary);
    const std::vector<std::uint8_t> bytes(std::istreambuf_iterator<char>(file), {});
    const auto shard = selfplay::read_shard(bytes);
    ASSERT_TRUE(shard) << shard.error().message;
    std::ifstream expected(folder + "expected.txt");

    const P start = games::start_position<P>(*games::parse_spec("quoridor"));
    Inference<P> evaluator(std::make_shared<const Network>(std::move(*network)));
    std::vector<std::uint8_t> planes(shard->layout.plane_bytes());
    std::size_t lines = 0;
    for (std::string line; std::getline(expected, line); ++lines) {
        ASSERT_LT(lines, shard->samples.size());
        selfplay::unpack(shard->layout,
                         shard->samples.positions.data() + lines * shard->layout.packed_bytes(), planes);
        const P p = games::TensorsOf<P>::decode(start, games::Player::kOne, planes);
        std::istringstream in(line);
        std::int32_t value = 0;
        in >> value;
        EXPECT_EQ(evaluator.value(p), value) << lines;
        const auto actions = actions_of(p);
        std::vector<std::int32_t> logits(static_cast<std::size_t>(actions.size()));
        evaluator.policy(p, actions, logits);
        std::map<int, std::int32_t> by_action;
        for (int i = 0; i < actions.size(); ++i)
            by_action[F::seen(p, actions[i])] = logits[static_cast<std::size_t>(i)];
        std::map<int, std::int32_t> wanted;
        int action = 0;
        std::int32_t logit = 0;
        while (in >> action >> logit) wanted[action] = logit;
        EXPECT_EQ(by_action, wanted) << lines;
    }
    EXPECT_EQ(lines, shard->samples.size());
    EXPECT_GE(lines, 20u);
}

}  // namespace
}  // namespace stockade::net
