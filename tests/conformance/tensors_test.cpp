// Planes and symmetries of every game: decode(encode(p)) is p, and turning the board changes nothing but
// names.

#include <algorithm>
#include <set>

#include "conformance/games.h"
#include "games/playout.h"
#include "games/position_reader.h"

namespace stockade::games {
namespace {

template <class P>
class Tensors : public testing::Test {
protected:
    template <class F>
    void in_random_games(F&& check) {
        for (const std::string& text : specs_of<P>()) {
            Random random(23);
            for (int game = 0; game < 3; ++game) {
                P position = start_position<P>(*parse_spec(text));
                for (int played = 0; played < 100; ++played) {
                    const typename P::Context context(position);
                    SCOPED_TRACE(text + TextOf<P>::fields(position));
                    check(position, context);
                    if (this->HasFatalFailure() || position.outcome().over) break;
                    position.play(random_action(position, context, random));
                }
            }
        }
    }
    static std::vector<int> ids(const P& position) {
        typename P::Actions actions;
        position.generate(typename P::Context(position), actions);
        std::vector<int> result;
        for (const Action action : actions) result.push_back(action.id);
        std::sort(result.begin(), result.end());
        return result;
    }
};
TYPED_TEST_SUITE(Tensors, GameTypes);

template <class P>
Player seen_by(const P& position) {
    if constexpr (Stochastic<P>)
        return position.base().to_move();
    else
        return position.to_move();
}
template <class P>
std::size_t cells_of(const P& position) {
    if constexpr (requires { position.shape(); })
        return static_cast<std::size_t>(position.shape().cols() * position.shape().rows());
    else if constexpr (requires { position.base(); })
        return cells_of(position.base());
    else
        return static_cast<std::size_t>(TensorsOf<P>::kShape.cols() * TensorsOf<P>::kShape.rows());
}

TYPED_TEST(Tensors, PlanesDecodeToThePosition) {
    this->in_random_games([](const TypeParam& position, const auto&) {
        using T = TensorsOf<TypeParam>;
        std::vector<std::uint8_t> planes(T::kPlaneNames.size() * cells_of(position), 77);
        T::encode(position, planes);
        ASSERT_EQ(std::count(planes.begin(), planes.end(), 77), 0) << "a number was not written";
        ASSERT_TRUE(T::decode(position, seen_by(position), planes) == position);
        if constexpr (requires { T::mover_of(position, planes); }) {
            ASSERT_EQ(T::mover_of(position, planes), seen_by(position));
        }
    });
}

TYPED_TEST(Tensors, EveryPlaneIsUsed) {
    using T = TensorsOf<TypeParam>;
    std::vector<bool> used(T::kPlaneNames.size());
    this->in_random_games([&](const TypeParam& position, const auto&) {
        const std::size_t cells = cells_of(position);
        std::vector<std::uint8_t> planes(T::kPlaneNames.size() * cells);
        T::encode(position, planes);
        for (std::size_t i = 0; i < used.size(); ++i)
            used[i] = used[i] || std::any_of(planes.begin() + i * cells, planes.begin() + (i + 1) * cells,
                                             [](int v) { return v != 0; });
    });
    for (std::size_t i = 0; i < used.size(); ++i)
        EXPECT_TRUE(used[i]) << T::kPlaneNames[i][0] << ": " << T::kPlaneNames[i][1];
}

TYPED_TEST(Tensors, EveryActionHasItsPlaceInThePolicy) {
    using T = TensorsOf<TypeParam>;
    static_assert(T::kPlaneKinds.size() == T::kPlaneNames.size());
    if constexpr (requires { T::kPolicyPlanes; }) {
        for (const std::string& text : specs_of<TypeParam>()) {
            const auto position = start_position<TypeParam>(*parse_spec(text));
            std::set<int> places;
            for (int id = 0; id < position.action_count(); ++id) {
                const int place = T::policy_index(position, Action{static_cast<std::uint16_t>(id)});
                EXPECT_GE(place, 0);
                EXPECT_LT(place, T::kPolicyPlanes * static_cast<int>(cells_of(position)));
                EXPECT_TRUE(places.insert(place).second) << "two actions at " << place;
            }
        }
    } else {
        GTEST_SKIP() << "networks answer by action";
    }
}

TYPED_TEST(Tensors, SymmetriesKeepTheGame) {
    this->in_random_games([this](const TypeParam& original, const auto&) {
        using T = TensorsOf<TypeParam>;
        // Where the order of parts is only a convention of names, it is left out of the comparison.
        const auto unordered = [](TypeParam position) {
            if constexpr (requires { position.relax_order(); })
                if (!position.turn_start()) position.relax_order();
            return position;
        };
        const TypeParam position = unordered(original);
        for (const GameSymmetry& symmetry : T::kSymmetries) {
            const TypeParam turned = T::apply(position, symmetry);
            std::vector<int> expected;
            for (const int id : this->ids(position)) {
                const Action action{static_cast<std::uint16_t>(id)};
                const Action image = T::apply(position, action, symmetry.board);
                ASSERT_EQ(T::apply(position, image, symmetry.board.inverse()), action);
                expected.push_back(image.id);
                TypeParam after = position;
                after.play(action);
                TypeParam turned_after = turned;
                turned_after.play(image);
                ASSERT_TRUE(unordered(T::apply(after, symmetry)) == unordered(turned_after));
            }
            std::sort(expected.begin(), expected.end());
            ASSERT_EQ(this->ids(turned), expected);
            const Outcome outcome = position.outcome();
            for (int i = 0; i < TypeParam::kPlayers; ++i)
                ASSERT_EQ(turned.outcome().shares[(i + symmetry.player_shift) % TypeParam::kPlayers],
                          outcome.shares[i]);
        }
    });
}

TYPED_TEST(Tensors, TheMoverSeesItsOwnHomeBelow) {
    using T = TensorsOf<TypeParam>;
    if constexpr (Stochastic<TypeParam>) {
        GTEST_SKIP() << "the order of a turn's walls follows absolute names";
    } else if constexpr (T::kSymmetries.size() != 4) {
        GTEST_SKIP() << "no symmetry, or none that exchanges players";
    } else {
        this->in_random_games([](const TypeParam& position, const auto&) {
            // The symmetry that makes the mover player 1 gives the same planes.
            for (const GameSymmetry& symmetry : T::kSymmetries) {
                if (!(symmetry.board == T::perspective(position))) continue;
                std::vector<std::uint8_t> planes(T::kPlaneNames.size() * cells_of(position));
                std::vector<std::uint8_t> turned = planes;
                T::encode(position, planes);
                T::encode(T::apply(position, symmetry), turned);
                ASSERT_EQ(planes, turned);
            }
        });
    }
}

}  // namespace
}  // namespace stockade::games
