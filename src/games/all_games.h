// The one list of all games, in the order in which people see them. Everything that is compiled for every
// game or chooses by a spec goes through it: sessions, searches, self-play, perft, tests.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "games/blockade/game.h"
#include "games/pinko/game.h"
#include "games/quoridor/game.h"
#include "games/quoridor4fun/game.h"
#include "games/registration.h"
#include "games/territoires/game.h"

namespace stockade::games {

using Registrations = TypeList<quoridor::Registered, quoridor4fun::Registered, territoires::Registered,
                               blockade::Registered, pinko::Registered>;

namespace detail {

template <class... Lists>
struct Joined;
template <class... A>
struct Joined<TypeList<A...>> {
    using Type = TypeList<A...>;
};
template <class... A, class... B, class... More>
struct Joined<TypeList<A...>, TypeList<B...>, More...> : Joined<TypeList<A..., B...>, More...> {};

template <class List>
struct TypesOf;
template <Registration... R>
struct TypesOf<TypeList<R...>> : Joined<typename R::Types...> {};

template <class P, class Result, class F>
Result call_with(F& visit) {
    return visit(std::type_identity<P>{});
}
template <class F, class First, class... Types>
decltype(auto) visit_nth(std::size_t number, F& visit, TypeList<First, Types...> /*list*/) {
    using Result = decltype(visit(std::type_identity<First>{}));
    constexpr std::array<Result (*)(F&), 1 + sizeof...(Types)> kCalls{call_with<First, Result, F>,
                                                                      call_with<Types, Result, F>...};
    return kCalls[number](visit);
}

}  // namespace detail

/// Every position type.
using AllGames = detail::TypesOf<Registrations>::Type;

template <class P>
inline constexpr std::size_t kTypeNumber = index_in<P>(AllGames{});

/// Calls visit(std::type_identity<P>{}) with the type that plays this spec.
template <class F>
decltype(auto) with_game(const Spec& spec, F&& visit) {
    return detail::visit_nth(spec.game().family->type_of(spec), visit, AllGames{});
}

}  // namespace stockade::games
