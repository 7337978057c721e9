// Engine: strong play in every game behind callbacks. Owns the searches and their memory; does no input or
// output and knows no protocol.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/levels.h"
#include "games/session.h"
#include "net/network.h"
#include "search/info.h"
#include "search/limits.h"

namespace stockade::engine {

/// The way in which turns are found. The last two are yardsticks for matches and ignore levels and lines.
enum class Algorithm { kBest, kAlphaBeta, kTree, kBaseline, kRandom };

struct Options {
    int threads = 1;
    std::size_t hash_megabytes = 64;
    int lines = 1;  ///< how many best turns to tell of
    Algorithm algorithm = Algorithm::kBest;
    int level = kStrongest;  ///< 1 to kStrongest
    /// Decides between turns that are as good as each other in the opening, and what weaker levels overlook;
    /// 0: the same position is always answered alike, and the strongest level plays what it likes best.
    std::uint64_t seed = 0;
    /// Which network evaluates positions. A null pointer: none, the classical evaluation does. Not set: the
    /// network that comes with the program for the game, where there is one. levels.h says which levels use
    /// it.
    std::optional<std::shared_ptr<const net::Network>> network;
};

using search::SearchInfo;

/// The terms of the classical evaluation for a position, seen by the player to move, with their weights.
struct EvaluationTerms {
    std::vector<std::string_view> names;
    std::vector<int> counts;
    std::vector<int> weights;
};

/// An action and how promising it looks at first sight, as a share of all the actions together.
struct RatedAction {
    std::string action;
    double share = 0;
};

class Searcher;

class Engine {
public:
    Engine();
    ~Engine();

    const Options& options() const { return options_; }
    void set_options(const Options& options);
    /// Forgets what was learnt from earlier positions.
    void new_game();

    /// Thinks about the position of the session, in the calling thread, until a limit or a stop. The first
    /// variation of the answer begins with the turn to play. Refuses finished games, and positions where a
    /// roll is due.
    Result<SearchInfo> think(const games::Session& session, const search::SearchLimits& limits,
                             search::StopSignal& stop, const std::function<void(const SearchInfo&)>& on_info);

    /// The prior of each action before any search, by the evaluator of the strongest level. Refuses
    /// what think() refuses.
    Result<std::vector<RatedAction>> rate(const games::Session& session);

    /// The network that evaluated last; none where the classical evaluation did.
    const net::Network* network() const { return network_.get(); }

    /// Refuses games of more than two players and games of dice.
    Result<EvaluationTerms> terms(const games::Session& session);

    /// Whether a network can play a game.
    static Status check_fit(const net::Network& network, const games::Spec& spec);

private:
    /// Which network evaluates at the strongest level.
    std::shared_ptr<const net::Network> network_for(const games::Session& session) const;
    Result<Searcher*> searcher_for(const games::Session& session,
                                   const std::shared_ptr<const net::Network>& network);

    Options options_;
    std::unique_ptr<Searcher> searcher_;
    std::string spec_;  // of the game that the searcher plays
    std::shared_ptr<const net::Network> network_;
};

}  // namespace stockade::engine
