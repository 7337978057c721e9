// Start positions and positions from text, for every game, behind AnyPosition. Compiled once.
#include "games/all_games.h"
#include "games/erase.h"

namespace stockade::games {
namespace {

template <class P>
Result<std::unique_ptr<AnyPosition>> erase(const Result<P>& position) {
    if (!position) return position.error();
    return std::unique_ptr<AnyPosition>(std::make_unique<Erased<P>>(*position));
}

}  // namespace

Result<std::unique_ptr<AnyPosition>> start_of(const Spec& spec) {
    return with_game(spec, [&]<class P>(std::type_identity<P>) { return erase(TextOf<P>::start(spec)); });
}

Result<std::unique_ptr<AnyPosition>> read_fields(const Spec& spec, const PositionFields& fields) {
    return with_game(spec,
                     [&]<class P>(std::type_identity<P>) { return erase(TextOf<P>::read(spec, fields)); });
}

}  // namespace stockade::games
