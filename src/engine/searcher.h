// Searcher: the searches for one game behind one virtual call.
#pragma once

#include "engine/engine.h"

namespace stockade::engine {

class Searcher {
public:
    virtual ~Searcher() = default;
    virtual void new_game() = 0;
    /// At full strength unless there is a level.
    virtual Result<SearchInfo> think(const std::string& position, const std::vector<std::uint64_t>& earlier,
                                     const Options& options, const Level* level,
                                     const search::SearchLimits& limits, search::StopSignal& stop,
                                     const std::function<void(const SearchInfo&)>& on_info) = 0;
    /// Every action, by the evaluator that the searches ask.
    virtual Result<std::vector<RatedAction>> rate(const std::string& position) = 0;
    /// What the evaluation counts in a position; nothing in games of more than two players and of dice.
    virtual Result<EvaluationTerms> terms(const std::string& position) = 0;
};

/// For the position type P; compiled in searchers_*.cpp.
template <class P>
std::unique_ptr<Searcher> make_searcher();
/// The same with a network that fits the game.
template <class P>
std::unique_ptr<Searcher> make_network_searcher(std::shared_ptr<const net::Network> network);

}  // namespace stockade::engine
