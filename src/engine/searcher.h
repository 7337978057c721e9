// Searcher: the searches for one game behind one virtual call.
#pragma once

#include "engine/engine.h"
#include "games/any_position.h"

namespace stockade::engine {

class Searcher {
public:
    virtual ~Searcher() = default;
    virtual void new_game() = 0;
    /// At full strength unless there is a level.
    virtual Result<SearchInfo> think(const games::AnyPosition& position,
                                     const std::vector<std::uint64_t>& earlier, const Options& options,
                                     const Level* level, const search::SearchLimits& limits,
                                     search::StopSignal& stop,
                                     const std::function<void(const SearchInfo&)>& on_info) = 0;
    /// Every action, by the evaluator that the searches ask.
    virtual Result<std::vector<RatedAction>> rate(const games::AnyPosition& position) = 0;
    /// The terms of the evaluation for a position. Empty in games with more than two players or with dice.
    virtual Result<EvaluationTerms> terms(const games::AnyPosition& position) = 0;
};

/// The number of files searchers_*.cpp, chosen so that none takes long to compile: part i has types i,
/// i + kSearcherParts and so on of AllGames.
inline constexpr std::size_t kSearcherParts = 4;

/// For the position type that plays the spec, with a network that fits it or the classical evaluation; null
/// where another part has that type.
template <std::size_t Part>
std::unique_ptr<Searcher> make_searcher(const games::Spec& spec,
                                        const std::shared_ptr<const net::Network>& network);

}  // namespace stockade::engine
