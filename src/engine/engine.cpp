#include "engine/engine.h"

#include "engine/thinker.h"
#include "games/instances.h"

namespace stockade::engine {

Engine::Engine() = default;
Engine::~Engine() = default;

void Engine::set_options(const Options& options) { options_ = options; }

void Engine::new_game() {
    if (thinker_) thinker_->new_game();
}

Result<Thoughts> Engine::think(const games::Session& session, const search::Limits& limits,
                               search::StopSignal& stop,
                               const std::function<void(const Thoughts&)>& on_thoughts) {
    if (session.outcome().over) return error("the game is over: {}", session.verdict());
    if (session.view().roll_due) return error("a roll is due before there is anything to think about");
    const Level* level =
        options_.level < kStrongest ? &level_of(session.spec().game().name, options_.level) : nullptr;
    return thinker_for(session).think(session.position(), session.earlier_keys(), options_, level, limits,
                                      stop, on_thoughts);
}

Result<Terms> Engine::terms(const games::Session& session) {
    return thinker_for(session).terms(session.position());
}

Thinker& Engine::thinker_for(const games::Session& session) {
    if (const auto spec = session.spec().str(); !thinker_ || spec != spec_) {
        thinker_ = games::with_game(session.spec(),
                                    [](auto type) { return make_thinker<typename decltype(type)::type>(); });
        spec_ = spec;
    }
    return *thinker_;
}

}  // namespace stockade::engine
