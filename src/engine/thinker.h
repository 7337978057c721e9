// Thinker: the searches for one game behind one virtual call.
#pragma once

#include "engine/engine.h"

namespace stockade::engine {

class Thinker {
public:
    virtual ~Thinker() = default;
    virtual void new_game() = 0;
    /// At full strength unless there is a level.
    virtual Result<Thoughts> think(const std::string& position, const std::vector<std::uint64_t>& earlier,
                                   const Options& options, const Level* level, const search::Limits& limits,
                                   search::StopSignal& stop,
                                   const std::function<void(const Thoughts&)>& on_thoughts) = 0;
    /// Every action, by the judge that the searches ask.
    virtual Result<std::vector<RatedAction>> rate(const std::string& position) = 0;
    /// What the evaluation counts in a position; nothing in games of more than two players and of dice.
    virtual Result<Terms> terms(const std::string& position) = 0;
};

/// For the position type P; compiled in thinkers_*.cpp.
template <class P>
std::unique_ptr<Thinker> make_thinker();
/// The same with a network that fits the game.
template <class P>
std::unique_ptr<Thinker> make_network_thinker(std::shared_ptr<const net::Network> network);

}  // namespace stockade::engine
