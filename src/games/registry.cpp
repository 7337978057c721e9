// The table of games, made from the registrations.
#include "games/all_games.h"

namespace stockade::games {
namespace {

/// The number of a registration's first type in AllGames.
template <class R, class... All>
constexpr std::size_t first_type(TypeList<All...> /*list*/) {
    std::size_t number = 0;
    (void)((std::is_same_v<R, All> || (number += All::Types::kSize, false)) || ...);
    return number;
}

template <Registration R>
const Family& family_of() {
    static const Family kFamily = [] {
        Family family;
        family.name = R::kFamily;
        family.type_of = [](const Spec& spec) { return first_type<R>(Registrations{}) + R::type_of(spec); };
        family.rules = R::rules;
        family.typing = R::typing;
        if constexpr (requires { R::verdict; })
            family.verdict = R::verdict;
        else
            family.verdict = goal_verdict;
        if constexpr (requires { R::kDrawsWholeOrder; }) family.draws_whole_order = R::kDrawsWholeOrder;
        if constexpr (requires { R::kOnePartTurns; }) family.one_part_turns = R::kOnePartTurns;
        if constexpr (requires { R::kQfSpec; }) family.qf_spec = R::kQfSpec;
        if constexpr (requires { R::kWallDueField; }) family.wall_due_field = R::kWallDueField;
        return family;
    }();
    return kFamily;
}

template <Registration R>
void add(std::vector<GameInfo>& table) {
    for (GameInfo& game : R::presets()) {
        game.family = &family_of<R>();
        table.push_back(std::move(game));
    }
}

}  // namespace

std::span<const GameInfo> all_games() {
    static const auto kGames = []<class... R>(TypeList<R...> /*list*/) {
        std::vector<GameInfo> table;
        (add<R>(table), ...);
        return table;
    }(Registrations{});
    return kGames;
}

}  // namespace stockade::games
