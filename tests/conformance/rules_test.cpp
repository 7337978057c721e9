// What every game must keep, whatever its rules: checked at every action of random games.
#include <gmock/gmock.h>

#include <algorithm>

#include "conformance/games.h"
#include "games/erase.h"
#include "games/playout.h"
#include "games/position_reader.h"
#include "games/session.h"

namespace stockade::games {
namespace {

template <class P>
class Rules : public testing::Test {
protected:
    /// Calls check(position, context) before every action of random games of every spec of this type.
    template <class F>
    void in_random_games(int games, int max_actions, F&& check) {
        for (const std::string& text : specs_of<P>()) {
            const auto spec = parse_spec(text);
            ASSERT_TRUE(spec) << spec.error().message;
            Random random(17);
            for (int game = 0; game < games; ++game) {
                P position = start_position<P>(*spec);
                typename P::Context context(position);
                for (int played = 0; played < max_actions; ++played) {
                    SCOPED_TRACE(spec->str() + TextOf<P>::fields(position));
                    check(*spec, position, context);
                    if (this->HasFatalFailure()) return;
                    if (position.outcome().over) break;
                    const Action action = random_action(position, context, random);
                    const P before = position;
                    position.play(action);
                    context.follow(before, action, position);
                }
            }
        }
    }
    static typename P::Actions listed(const P& position, const typename P::Context& context) {
        typename P::Actions actions;
        position.generate(context, actions);
        return actions;
    }
};
TYPED_TEST_SUITE(Rules, GameTypes);

TYPED_TEST(Rules, ListAgreesWithLegalityTest) {
    this->in_random_games(2, 120, [](const Spec&, const TypeParam& position, const auto& context) {
        typename TypeParam::Actions actions;
        position.generate(context, actions);
        std::vector<bool> in_list(65536);
        for (const Action action : actions) {
            ASSERT_LT(action.id, position.action_count());
            ASSERT_FALSE(in_list[action.id])
                << "listed twice: " << TextOf<TypeParam>::action(position, action);
            in_list[action.id] = true;
        }
        for (int id = 0; id < position.action_count() + 3; ++id)
            ASSERT_EQ(position.legal(Action{static_cast<std::uint16_t>(id)}), in_list[id])
                << "action id " << id;
        ASSERT_EQ(position.count(context), actions.size());
        ASSERT_EQ(position.outcome().over, actions.empty());
        if constexpr (requires { position.nth(context, 0); }) {
            for (int i = 0; i < actions.size(); ++i) ASSERT_EQ(position.nth(context, i), actions[i]);
        }
        if (position.actions_end_turn())
            for (const Action action : actions) {
                TypeParam next = position;
                next.play(action);
                ASSERT_TRUE(next.turn_start());
            }
    });
}

TYPED_TEST(Rules, FollowedContextListsWhatAFreshOneDoes) {
    this->in_random_games(8, 150, [this](const Spec&, const TypeParam& position, const auto& context) {
        const auto followed = this->listed(position, context);
        const auto fresh = this->listed(position, typename TypeParam::Context(position));
        ASSERT_TRUE(std::equal(followed.begin(), followed.end(), fresh.begin(), fresh.end()));
    });
}

TYPED_TEST(Rules, IncrementalKeyEqualsRecomputed) {
    this->in_random_games(8, 150, [](const Spec&, const TypeParam& position, const auto&) {
        ASSERT_EQ(position.key(), position.computed_key());
    });
}

TYPED_TEST(Rules, PositionsAndActionsSurviveText) {
    this->in_random_games(2, 120, [this](const Spec& spec, const TypeParam& position, const auto& context) {
        const auto text = spec.str() + TextOf<TypeParam>::fields(position);
        const auto read = read_position<TypeParam>(text);
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_TRUE(*read == position);
        ASSERT_EQ(read->key(), position.key());
        for (const Action action : this->listed(position, context)) {
            const auto parsed =
                TextOf<TypeParam>::parse(position, TextOf<TypeParam>::action(position, action));
            ASSERT_TRUE(parsed) << parsed.error().message;
            ASSERT_EQ(*parsed, action);
        }
    });
}

TYPED_TEST(Rules, RefusalsHaveAReason) {
    this->in_random_games(1, 60, [](const Spec&, const TypeParam& position, const auto&) {
        for (int id = 0; id < position.action_count(); ++id) {
            const Action action{static_cast<std::uint16_t>(id)};
            if (position.legal(action)) continue;
            ASSERT_FALSE(TextOf<TypeParam>::refusal(position, action).reason.message.empty());
        }
    });
}

TYPED_TEST(Rules, OutcomesAddUp) {
    this->in_random_games(12, 4000, [](const Spec&, const TypeParam& position, const auto&) {
        const Outcome outcome = position.outcome();
        int total = 0;
        for (const auto share : outcome.shares) total += share;
        ASSERT_EQ(total, outcome.over ? kWholePoint : 0);
    });
}

TYPED_TEST(Rules, GamesEnd) {
    for (const std::string& text : specs_of<TypeParam>()) {
        Random random(5);
        for (int game = 0; game < 20; ++game) {
            auto position = start_position<TypeParam>(*parse_spec(text));
            random_playout(position, random, 1'000'000);
            ASSERT_TRUE(position.outcome().over) << text;
        }
    }
}

TYPED_TEST(Rules, ChanceAddsToOne) {
    if constexpr (Stochastic<TypeParam>) {
        int chances = 0;
        this->in_random_games(4, 80, [&](const Spec&, const TypeParam& position, const auto& context) {
            if (position.to_move() != Player::kChance) return;
            double total = 0;
            for (const Action action : this->listed(position, context)) total += position.probability(action);
            ASSERT_NEAR(total, 1.0, 1e-12);
            ++chances;
        });
        ASSERT_GT(chances, 0);
    } else {
        GTEST_SKIP() << "a game without dice";
    }
}

TYPED_TEST(Rules, SessionsHandOverThePositionTheyWrite) {
    for (const std::string& text : specs_of<TypeParam>()) {
        auto session = *Session::create(text, 3);
        Random random(9);
        for (int played = 0; played < 60 && !session.outcome().over; ++played) {
            const auto read = read_position<TypeParam>(session.position());
            ASSERT_TRUE(read) << read.error().message;
            ASSERT_TRUE(position_as<TypeParam>(session.now()) == *read) << session.position();
            const auto actions = session.actions();
            ASSERT_TRUE(
                session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]));
        }
    }
}

/// The texts of all choices that a view shows.
std::vector<std::string> shown_actions(const View& view) {
    std::vector<std::string> texts;
    const auto add = [&](const auto& choices) {
        for (const auto& choice : choices) texts.push_back(choice.action);
    };
    add(view.moves);
    add(view.wall_places);
    add(view.breakable);
    add(view.placements);
    for (const auto& text : {view.pass, view.decline})
        if (!text.empty()) texts.push_back(text);
    return texts;
}

TYPED_TEST(Rules, AViewShowsEveryActionAsItIsWritten) {
    for (const std::string& text : specs_of<TypeParam>()) {
        auto session = *Session::create(text, 3);
        Random random(23);
        for (int played = 0; played < 120 && !session.outcome().over; ++played) {
            SCOPED_TRACE(session.position());
            const auto actions = session.actions();
            const View view = session.view();
            const auto expected = view.roll_due ? std::vector<std::string>{} : actions;
            ASSERT_THAT(shown_actions(view), testing::UnorderedElementsAreArray(expected));
            ASSERT_TRUE(
                session.play_action(actions[random.below(static_cast<std::uint32_t>(actions.size()))]));
        }
        if (session.outcome().over) {
            ASSERT_THAT(shown_actions(session.view()), testing::IsEmpty());
        }
    }
}

}  // namespace
}  // namespace stockade::games
