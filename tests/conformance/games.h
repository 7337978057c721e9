// The position types as test types, and the specs that each is tested with.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "games/all_games.h"

namespace stockade::games {

/// Of the games' sample specs, those that this type plays.
template <class P>
std::vector<std::string> specs_of() {
    std::vector<std::string> specs;
    const auto add = [&]<class R>(std::type_identity<R> /*registration*/) {
        for (const auto text : R::sample_specs()) {
            const auto spec = parse_spec(text);
            EXPECT_TRUE(spec) << text;
            if (spec && spec->game().family->type_of(*spec) == kTypeNumber<P>) specs.emplace_back(text);
        }
    };
    [&]<class... R>(TypeList<R...> /*list*/) { (add(std::type_identity<R>{}), ...); }(Registrations{});
    EXPECT_FALSE(specs.empty()) << "a registration has no sample spec for type " << kTypeNumber<P>;
    return specs;
}

template <class>
struct AsTestTypes;
template <class... P>
struct AsTestTypes<TypeList<P...>> {
    using Types = testing::Types<P...>;
};
using GameTypes = AsTestTypes<AllGames>::Types;

}  // namespace stockade::games
